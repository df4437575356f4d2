// An HTTP server that waits for many clients at once on one thread, and that none of them can keep from the others:
// connections, their times and the sizes of what they send are bounded. It knows nothing of what it serves.
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

namespace afterstate::app {

struct HttpRequest {
  std::string method;
  std::string path;   ///< without the query
  std::string query;  ///< what follows the question mark
  std::string host;
  std::string content_type;
  std::string authorization;
  std::string known_tag;  ///< If-None-Match
  bool takes_gzip = false;
  bool from_this_machine = false;
  std::string body;
};

/// A body that goes on for as long as somebody adds to it and the client takes it. From any thread, as long as the
/// server lives.
class HttpStream {
 public:
  void push(std::string_view bytes);

  /// Whether all that was pushed has gone out: where it has not, a client is slow, and there is no use in more.
  bool is_taken() const;

  /// Whether the client is gone.
  bool is_over() const;

  /// Nothing more will come.
  void close();

 private:
  friend class HttpServer;

  mutable std::mutex mutex_;
  std::string waiting_;
  bool writing_ = false;
  bool over_ = false;
  bool closed_ = false;
  std::function<void()> wake_;  ///< the server, to take what waits
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<HttpStream> stream{};  ///< what follows the body, where there is one
};

/// Gives the response, at once or later and from any thread. Where it is dropped without, the client is told that the
/// server failed.
using Respond = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(HttpRequest, Respond)>;

struct HttpLimits {
  std::size_t connections = 4096;  ///< beyond, whoever has kept us waiting for longest has to go
  std::size_t body = 65'536;
  std::vector<std::pair<std::string, std::size_t>> larger_bodies{};  ///< by path
  std::size_t all_bodies = 64'000'000;                               ///< that are being read
  std::chrono::milliseconds idle{120'000};                           ///< between requests
  std::chrono::milliseconds request{10'000};                         ///< from its first byte to its last
  std::chrono::milliseconds response{20'000};                        ///< for a client to take it
};

class HttpServer {
 public:
  /// Listens at once; port 0 is any that is free. Throws UserError where it cannot.
  HttpServer(const std::string& host, std::uint16_t port, const HttpLimits& limits);
  ~HttpServer();

  std::uint16_t port() const;

  /// Serves until `stop` is asked for. The handler is called on this thread, and must not keep it; responses may be
  /// given as long as the server lives.
  void run(const HttpHandler& handler, const std::stop_token& stop);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace afterstate::app
