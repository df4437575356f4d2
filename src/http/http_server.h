// An HTTP server that handles many clients on one thread. What one client can take is limited: connections, memory,
// time and turns, so that no client can block the others. It is independent of what is served.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "http/http_message.h"
#include "http/request_rules.h"

namespace afterstate {

struct HttpLimits {
  RequestRules requests{};
  std::size_t connections = 4096;   ///< half of them for one address; beyond this, see Clients::make_room
  std::size_t memory = 64'000'000;  ///< for bodies being received and sent, in bytes; half of it for one address
  std::chrono::milliseconds idle{120'000};     ///< between requests
  std::chrono::milliseconds request{10'000};   ///< from its first byte to its last
  std::chrono::milliseconds response{20'000};  ///< for the client to receive it
  std::chrono::milliseconds stream{5'000};     ///< for the client to receive anything of a stream
};

class HttpServer {
 public:
  /// Starts to listen; port 0 is any free port. Throws UserError if it cannot.
  HttpServer(const std::string& host, std::uint16_t port, HttpLimits limits);
  ~HttpServer();

  std::uint16_t port() const;

  /// Serves until `stop` is requested. The handler is called on this thread and must not block it; responses may be
  /// sent during the lifetime of the server.
  void run(const HttpHandler& handler, const std::stop_token& stop);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace afterstate
