#include "http/http_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <list>
#include <optional>

#include "base/error.h"
#include "http/error_response.h"

namespace afterstate {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

/// Errors are returned as values: a client that disconnects is not exceptional.
constexpr auto awaited = asio::as_tuple(asio::use_awaitable);

constexpr std::size_t longest_header = 16'384;

/// How many bytes a refused client may still send, and for how long, so that it can read the error response.
constexpr std::size_t max_discarded = 32'000'000;
constexpr std::chrono::seconds discarding_time{2};

/// Send buffer of a stream in bytes: small, because what is buffered for a slow client is outdated when it arrives.
constexpr int stream_buffer = 65'536;

}  // namespace

/// A response that may come later, from another thread.
class Pending : public std::enable_shared_from_this<Pending> {
 public:
  explicit Pending(asio::io_context& context)
      : context_(&context), wake_(context, asio::steady_timer::time_point::max()) {}

  asio::awaitable<HttpResponse> response() {
    if (!response_) co_await wake_.async_wait(awaited);
    co_return std::move(*response_);
  }

  /// Only the first call has an effect.
  void give(HttpResponse response) {
    if (given_.exchange(true)) return;
    asio::dispatch(*context_, [self = shared_from_this(), response = std::move(response)]() mutable {
      self->response_ = std::move(response);
      self->wake_.cancel();
    });
  }

 private:
  asio::io_context* context_;
  asio::steady_timer wake_;  ///< never expires, but can be cancelled
  std::atomic<bool> given_ = false;
  std::optional<HttpResponse> response_;
};

namespace {

/// The callback for a handler. Dropping it unused sends an error response.
Respond respond_to(const std::shared_ptr<Pending>& pending) {
  struct Promise {
    std::shared_ptr<Pending> pending;
    explicit Promise(std::shared_ptr<Pending> kept) : pending(std::move(kept)) {}
    Promise(const Promise&) = delete;
    Promise& operator=(const Promise&) = delete;
    ~Promise() {
      try {
        pending->give(error_response(500, "internal error: the server produced no response"));
      } catch (...) {  // out of memory: the client gets no response
      }
    }
  };
  return [promise = std::make_shared<Promise>(pending)](HttpResponse response) {
    promise->pending->give(std::move(response));
  };
}

HttpRequest request_of(http::request<http::string_body>&& message, bool from_this_machine) {
  const auto field = [&](http::field name) { return std::string{message[name]}; };
  HttpRequest request;
  request.method = std::string{message.method_string()};
  const std::string target{message.target()};
  const auto question_mark = target.find('?');
  request.path = target.substr(0, question_mark);
  if (question_mark != std::string::npos) request.query = target.substr(question_mark + 1);
  request.host = field(http::field::host);
  request.content_type = field(http::field::content_type);
  request.authorization = field(http::field::authorization);
  request.known_tag = field(http::field::if_none_match);
  request.takes_gzip = http::token_list{message[http::field::accept_encoding]}.exists("gzip");
  request.from_this_machine = from_this_machine;
  request.body = std::move(message.body());
  return request;
}

/// The response to a request that could not be read; nothing if the client is gone.
std::optional<HttpResponse> refusal(const Error& error, std::size_t max_body) {
  if (error == http::error::body_limit)
    return error_response(413, fmt::format("the request body is larger than {} bytes", max_body));
  if (error == http::error::buffer_overflow)
    return come_back(1, "too many request bodies are being received; try again in a second");
  if (error == http::error::header_limit) return error_response(431, "the request header is too long");
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error.category() == http::make_error_code(http::error::bad_method).category())
    return error_response(400, fmt::format("invalid HTTP request: {}", error.message()));
  return std::nullopt;
}

}  // namespace

struct HttpServer::Parts {
  HttpLimits limits;
  HttpHandler handler{};
  std::size_t connections = 0;
  std::size_t body_bytes = 0;               ///< of all requests that are being read
  std::list<beast::tcp_stream*> waiting{};  ///< for a request or the rest of one, longest wait first
  asio::io_context context{1};              ///< declared after everything its coroutines refer to
  tcp::acceptor acceptor{context};

  /// Adds to a count during its lifetime.
  class Counted {
   public:
    Counted(std::size_t& counted, std::size_t amount) : count_(counted), amount_(amount) { count_ += amount_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { count_ -= amount_; }

   private:
    std::size_t& count_;
    std::size_t amount_;
  };

  /// Lists a connection as waiting during its lifetime.
  class Waiting {
   public:
    Waiting(std::list<beast::tcp_stream*>& all, beast::tcp_stream& stream)
        : all_(all), place_(all.insert(all.end(), &stream)) {}
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() { all_.erase(place_); }

   private:
    std::list<beast::tcp_stream*>& all_;
    std::list<beast::tcp_stream*>::iterator place_;
  };

  /// How a response is sent.
  struct Framing {
    unsigned version = 11;
    bool keep_alive = true;
    bool body_wanted = true;
  };

  asio::awaitable<void> accept_clients() {
    for (;;) {
      auto [error, socket] = co_await acceptor.async_accept(awaited);
      if (error) {  // most likely too many open files: open connections continue
        asio::steady_timer rest{context, std::chrono::milliseconds{50}};
        co_await rest.async_wait(awaited);
        continue;
      }
      if (connections >= limits.connections && !waiting.empty()) waiting.front()->cancel();
      if (connections < limits.connections + limits.connections / 16)  // cancelled connections need a moment to close
        asio::co_spawn(context, serve(beast::tcp_stream{std::move(socket)}), asio::detached);
    }
  }

  asio::awaitable<void> serve(beast::tcp_stream stream) {
    const Counted counted{connections, 1};
    Error ignored;
    static_cast<void>(stream.socket().set_option(tcp::no_delay{true}, ignored));
    beast::flat_buffer buffer{longest_header + limits.body};
    for (bool goes_on = true; goes_on;) {
      std::optional<Waiting> wait{std::in_place, waiting, stream};
      if (buffer.size() == 0) goes_on = co_await wakes(stream, buffer);
      if (goes_on) goes_on = co_await exchange(stream, buffer, wait);
    }
    static_cast<void>(stream.socket().shutdown(tcp::socket::shutdown_both, ignored));
  }

  /// Waits for the first bytes of the next request.
  asio::awaitable<bool> wakes(beast::tcp_stream& stream, beast::flat_buffer& buffer) {
    stream.expires_after(limits.idle);
    const auto [error, count] = co_await stream.async_read_some(buffer.prepare(4096), awaited);
    buffer.commit(count);
    co_return !error;
  }

  /// One request and its response; false if the connection ends after it. Resets `wait` once the request is read.
  asio::awaitable<bool> exchange(beast::tcp_stream& stream, beast::flat_buffer& buffer, std::optional<Waiting>& wait) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(longest_header);
    parser.body_limit(boost::none);
    stream.expires_after(limits.request);
    auto [error, header_bytes] = co_await http::async_read_header(stream, buffer, parser, awaited);
    const auto most = error ? limits.body : max_body(parser.get().target());
    const auto length = error ? 0 : std::min(parser.content_length_remaining().value_or(most), std::uint64_t{most} + 1);
    const Counted counted{body_bytes, static_cast<std::size_t>(length)};
    parser.body_limit(most);
    if (!error && length > most) error = http::error::body_limit;
    if (!error && body_bytes > limits.all_bodies) error = http::error::buffer_overflow;
    if (!error && beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      const http::response<http::empty_body> go_on{http::status::continue_, 11};
      auto [failed, bytes] = co_await http::async_write(stream, go_on, awaited);
      error = failed;
    }
    if (!error) {
      auto [failed, bytes] = co_await http::async_read(stream, buffer, parser, awaited);
      error = failed;
    }
    if (error) {
      auto refused = refusal(error, most);
      if (!refused) co_return false;
      co_await write(stream, std::move(*refused), {.keep_alive = false});
      co_await discard(stream);
      co_return false;
    }
    wait.reset();
    const Framing framing{.version = parser.get().version(),
                          .keep_alive = parser.get().keep_alive(),
                          .body_wanted = parser.get().method() != http::verb::head};
    const auto pending = std::make_shared<Pending>(context);
    handle(request_of(parser.release(), is_local(stream)), respond_to(pending));
    stream.expires_never();
    auto response = co_await pending->response();
    if (response.stream) {
      co_await write_stream(stream, std::move(response), framing);
      co_return false;
    }
    const bool written = co_await write(stream, std::move(response), framing);
    if (!written) co_return false;
    co_return framing.keep_alive;
  }

  void handle(HttpRequest request, const Respond& respond) const {
    try {
      handler(std::move(request), respond);
    } catch (const std::exception& error) {
      respond(error_response(500, error.what()));
    }
  }

  asio::awaitable<bool> write(beast::tcp_stream& stream, HttpResponse response, Framing framing) {
    auto message = message_of<http::string_body>(response, framing);
    if (response.status != 304) message.content_length(response.body.size());
    if (framing.body_wanted) message.body() = std::move(response.body);
    stream.expires_after(limits.response);
    const auto [error, bytes] = co_await http::async_write(stream, message, awaited);
    co_return !error;
  }

  /// The end of the connection is the end of the body.
  asio::awaitable<void> write_stream(beast::tcp_stream& stream, HttpResponse response, Framing framing) {
    framing.keep_alive = false;
    const auto source = std::move(response.stream);
    const auto wake = std::make_shared<asio::steady_timer>(context, asio::steady_timer::time_point::max());
    {
      const std::scoped_lock lock{source->mutex_};
      source->wake_ = [this, wake] { asio::post(context, [wake] { wake->cancel(); }); };
      source->writing_ = true;
    }
    auto message = message_of<http::empty_body>(response, framing);
    http::response_serializer<http::empty_body> header{message};
    Error ignored;
    static_cast<void>(stream.socket().set_option(tcp::socket::send_buffer_size{stream_buffer}, ignored));
    stream.expires_after(limits.response);
    auto [error, header_bytes] = co_await http::async_write_header(stream, header, awaited);
    auto bytes = std::move(response.body);
    while (!error) {
      if (!bytes.empty()) {
        stream.expires_after(limits.response);
        auto [failed, count] = co_await asio::async_write(stream, asio::buffer(bytes), awaited);
        error = failed;
      }
      bool ended = false;
      {
        const std::scoped_lock lock{source->mutex_};
        bytes = std::exchange(source->waiting_, {});
        source->writing_ = !bytes.empty();
        ended = bytes.empty() && source->closed_;
      }
      if (ended) break;
      if (!bytes.empty() || error) continue;
      stream.expires_never();
      co_await wake->async_wait(awaited);
    }
    const std::scoped_lock lock{source->mutex_};
    source->over_ = true;
    source->wake_ = {};
  }

  template <class Body>
  static http::response<Body> message_of(const HttpResponse& response, Framing framing) {
    http::response<Body> message{http::int_to_status(response.status), framing.version};
    message.set(http::field::server, "afterstate");
    if (!response.content_type.empty()) message.set(http::field::content_type, response.content_type);
    for (const auto& [name, value] : response.headers) message.set(name, value);
    message.keep_alive(framing.keep_alive);
    return message;
  }

  static asio::awaitable<void> discard(beast::tcp_stream& stream) {
    Error ignored;
    static_cast<void>(stream.socket().shutdown(tcp::socket::shutdown_send, ignored));
    stream.expires_after(discarding_time);
    std::vector<char> bytes(65'536);
    for (std::size_t discarded = 0; discarded < max_discarded;) {
      const auto [error, count] = co_await stream.async_read_some(asio::buffer(bytes), awaited);
      if (error) break;
      discarded += count;
    }
  }

  static bool is_local(const beast::tcp_stream& stream) {
    Error error;
    const auto address = stream.socket().remote_endpoint(error).address();
    if (error) return false;
    const bool mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    return mapped ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback()
                  : address.is_loopback();
  }

  std::size_t max_body(std::string_view target) const {
    const auto path = target.substr(0, target.find('?'));
    const auto larger = std::ranges::find(limits.larger_bodies, path, &std::pair<std::string, std::size_t>::first);
    return larger == limits.larger_bodies.end() ? limits.body : larger->second;
  }
};

void HttpStream::push(std::string_view bytes) {
  const std::scoped_lock lock{mutex_};
  if (over_ || closed_) return;
  waiting_ += bytes;
  if (wake_) wake_();
}

bool HttpStream::is_taken() const {
  const std::scoped_lock lock{mutex_};
  return waiting_.empty() && !writing_;
}

bool HttpStream::is_over() const {
  const std::scoped_lock lock{mutex_};
  return over_;
}

void HttpStream::close() {
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  if (wake_) wake_();
}

HttpServer::HttpServer(const std::string& host, std::uint16_t port, const HttpLimits& limits)
    : parts_(std::make_unique<Parts>()) {
  parts_->limits = limits;
  Error error;
  const auto found = tcp::resolver{parts_->context}.resolve(host, std::to_string(port), tcp::resolver::passive, error);
  if (error || found.empty())
    throw UserError{fmt::format("--host '{}': no such host; use 127.0.0.1 to listen on this machine only", host)};
  auto& acceptor = parts_->acceptor;
  const tcp::endpoint endpoint = *found.begin();
  try {
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address{true});
    acceptor.bind(endpoint);
    acceptor.listen(asio::socket_base::max_listen_connections);
  } catch (const boost::system::system_error& failed) {
    if (failed.code() == asio::error::address_in_use)
      throw UserError{
          fmt::format("--port {}: address already in use; choose another port, or 0 for any free one", port)};
    throw UserError{fmt::format("--host {} --port {}: cannot listen: {}", host, port, failed.code().message())};
  }
}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return parts_->acceptor.local_endpoint().port(); }

void HttpServer::run(const HttpHandler& handler, const std::stop_token& stop) {
  parts_->handler = handler;
  const std::stop_callback stopping{stop, [&] { parts_->context.stop(); }};
  asio::co_spawn(parts_->context, parts_->accept_clients(), asio::detached);
  parts_->context.run();
}

}  // namespace afterstate
