// An HTTP server that handles many clients on one thread. Connections, their times and the sizes of requests are
// limited, so that no client can block the others. It is independent of what is served.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace afterstate {

struct HttpRequest {
  std::string method;
  std::string path;   ///< without the query
  std::string query;  ///< after the question mark
  std::string host;
  std::string content_type;
  std::string authorization;
  std::string known_tag;  ///< If-None-Match
  bool takes_gzip = false;
  bool from_this_machine = false;
  std::string body;
};

/// A response body that is sent piece by piece until it is closed or the client disconnects. Can be used from any
/// thread during the lifetime of the server.
class HttpStream {
 public:
  void push(std::string_view bytes);

  /// Whether everything pushed has been sent. If not, the client is slow and there is no point in pushing more.
  bool is_taken() const;

  /// Whether the client has disconnected.
  bool is_over() const;

  /// Ends the body.
  void close();

 private:
  friend class HttpServer;

  mutable std::mutex mutex_;
  std::string waiting_;
  bool writing_ = false;
  bool over_ = false;
  bool closed_ = false;
  std::function<void()> wake_;  ///< tells the server that bytes are waiting
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<HttpStream> stream{};  ///< what follows the body, if anything
};

/// Sends the response, at once or later, from any thread. If it is dropped without being called, the client gets an
/// error (500).
using Respond = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(HttpRequest, Respond)>;

struct HttpLimits {
  std::size_t connections = 4096;  ///< beyond this, the connection that has waited longest is closed
  std::size_t body = 65'536;
  std::vector<std::pair<std::string, std::size_t>> larger_bodies{};  ///< by path
  std::size_t all_bodies = 64'000'000;                               ///< in total, of requests being read
  std::chrono::milliseconds idle{120'000};                           ///< between requests
  std::chrono::milliseconds request{10'000};                         ///< from its first byte to its last
  std::chrono::milliseconds response{20'000};                        ///< for the client to receive it
};

class HttpServer {
 public:
  /// Starts to listen; port 0 is any free port. Throws UserError if it cannot.
  HttpServer(const std::string& host, std::uint16_t port, const HttpLimits& limits);
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
