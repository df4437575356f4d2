#include "http/connection.h"

#include <fmt/format.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <array>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/status.hpp>
#include <chrono>

#include "http/pending_response.h"
#include "http/request_reader.h"

namespace afterstate {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

/// Bytes that are received at once. Little for the first piece, which idle connections hold in memory.
constexpr std::size_t first_piece = 4096;
constexpr std::size_t next_piece = 16'384;

/// How many bytes a refused client may still send, and for how long, so that it can read the error response.
constexpr std::size_t max_discarded = 32'000'000;
constexpr std::chrono::seconds discarding_time{2};

/// Send buffer of a stream in bytes: small, because what is buffered for a slow client is outdated when it arrives.
constexpr int stream_buffer = 65'536;

/// How a response is sent.
struct Framing {
  bool keep_alive = true;
  bool body_wanted = true;
};

std::string header_text(const HttpResponse& response, Framing framing, std::optional<std::size_t> length) {
  auto text = fmt::format("HTTP/1.1 {} {}\r\nServer: afterstate\r\n", response.status,
                          std::string_view{http::obsolete_reason(http::int_to_status(response.status))});
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{}: {}\r\n", name, value);
  };
  if (!response.content_type.empty()) add("Content-Type", response.content_type);
  add("X-Content-Type-Options", "nosniff");
  add("Cross-Origin-Resource-Policy", "same-origin");
  for (const auto& [name, value] : response.headers) add(name, value);
  if (length) add("Content-Length", std::to_string(*length));
  add("Connection", framing.keep_alive ? "keep-alive" : "close");
  return text + "\r\n";
}

/// Memory that is held for a client during its lifetime.
class HeldMemory {
 public:
  HeldMemory(Shares<ClientAddress>& memory, const ClientAddress& client) : memory_(memory), client_(client) {}
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  ~HeldMemory() { release(); }

  /// False if the client would hold more than its share.
  bool grow_to(std::size_t bytes) {
    if (!memory_.take(client_, bytes - held_)) return false;
    held_ = bytes;
    return true;
  }

  void release() { memory_.give_back(client_, std::exchange(held_, 0)); }

 private:
  Shares<ClientAddress>& memory_;
  ClientAddress client_;
  std::size_t held_ = 0;
};

/// Whether the other end acknowledges what is sent to it. It stops when the client does not read.
class Acknowledgements {
 public:
  Acknowledgements(tcp::socket& socket, std::chrono::milliseconds patience) : socket_(socket), patience_(patience) {}

  void sent(std::size_t bytes) { sent_ += bytes; }

  bool have_stopped() {
    const auto now = std::chrono::steady_clock::now();
    int missing = 0;
    if (::ioctl(socket_.native_handle(), SIOCOUTQ, &missing) != 0) return true;
    const auto acknowledged = sent_ - static_cast<std::uint64_t>(missing);
    if (missing == 0 || acknowledged != acknowledged_) latest_ = now;
    acknowledged_ = acknowledged;
    return now - latest_ > patience_;
  }

 private:
  tcp::socket& socket_;
  std::chrono::milliseconds patience_;
  std::uint64_t sent_ = 0;
  std::uint64_t acknowledged_ = 0;
  std::chrono::steady_clock::time_point latest_ = std::chrono::steady_clock::now();
};

class HttpConnection {
 public:
  HttpConnection(ServerState& server, tcp::socket socket, const asio::ip::address& address)
      : server_(server),
        stream_(std::move(socket)),
        client_(client_at(address)),
        is_local_(address.is_v6() && address.to_v6().is_v4_mapped()
                      ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback()
                      : address.is_loopback()),
        place_(server.clients, client_, [this] { stream_.close(); }) {
    Error ignored;
    static_cast<void>(stream_.socket().set_option(tcp::no_delay{true}, ignored));
  }

  asio::awaitable<void> serve() {
    for (bool goes_on = true; goes_on;) {
      place_.waits_for_client();
      if (buffer_.empty()) {
        buffer_.shrink_to_fit();
        stream_.expires_after(server_.limits.idle);
        goes_on = co_await receive(first_piece);
      }
      if (goes_on) goes_on = co_await exchange();
    }
    Error ignored;
    static_cast<void>(stream_.socket().shutdown(tcp::socket::shutdown_both, ignored));
  }

 private:
  /// Waits for some bytes, which are added to the buffer.
  asio::awaitable<bool> receive(std::size_t max) {
    const auto before = buffer_.size();
    buffer_.resize(before + max);
    const auto [error, count] = co_await stream_.async_read_some(asio::buffer(buffer_.data() + before, max), awaited);
    buffer_.resize(before + count);
    co_return !error;
  }

  /// One request and its response; false if the connection ends after it.
  asio::awaitable<bool> exchange() {
    RequestReader reader{server_.limits.requests};
    HeldMemory body{server_.memory, client_};
    stream_.expires_after(server_.limits.request);
    for (;;) {
      buffer_.erase(0, reader.read(buffer_));
      if (const auto* const refused = reader.refused()) co_return co_await refuse(*refused);
      if (reader.is_complete()) break;
      if (!body.grow_to(reader.body_size()))
        co_return co_await refuse(come_back(1, "too many request bodies are being received; try again in a second"));
      if (reader.expects_continue() && !co_await send("HTTP/1.1 100 Continue\r\n\r\n")) co_return false;
      if (!co_await receive(next_piece)) co_return false;
    }
    body.release();
    co_await server_.turns.wait(client_);
    if (!stream_.socket().is_open()) co_return false;
    place_.is_served();
    auto request = reader.take();
    request.client = client_;
    request.from_this_machine = is_local_;
    const Framing framing{.keep_alive = reader.keeps_alive(), .body_wanted = request.method != "HEAD"};
    const auto pending = std::make_shared<PendingResponse>(server_.context);
    handle(std::move(request), respond_to(pending));
    stream_.expires_never();
    auto response = co_await pending->response();
    place_.waits_for_client();
    if (!response.stream) co_return co_await write(std::move(response), framing);
    co_await write_stream(std::move(response));
    co_return false;
  }

  void handle(HttpRequest request, const Respond& respond) const {
    try {
      server_.handler(std::move(request), respond);
    } catch (const std::exception& error) {
      respond(error_response(500, error.what()));
    }
  }

  asio::awaitable<bool> send(std::string_view bytes) {
    const auto [error, count] = co_await asio::async_write(stream_, asio::buffer(bytes), awaited);
    co_return !error;
  }

  /// False if the connection ends after the response.
  asio::awaitable<bool> write(HttpResponse response, Framing framing) {
    HeldMemory held{server_.memory, client_};
    if (!held.grow_to(response.body.size()))
      response = come_back(1, "too many responses are waiting to be received; try again in a second");
    const auto& body = response.kept_body ? *response.kept_body : response.body;
    const bool has_length = response.status != 304;
    const auto header = header_text(response, framing, has_length ? std::optional{body.size()} : std::nullopt);
    const std::array<asio::const_buffer, 2> parts{asio::buffer(header),
                                                  framing.body_wanted ? asio::buffer(body) : asio::const_buffer{}};
    stream_.expires_after(server_.limits.response);
    const auto [error, count] = co_await asio::async_write(stream_, parts, awaited);
    co_return !error && framing.keep_alive;
  }

  /// The end of the connection is the end of the body.
  asio::awaitable<void> write_stream(HttpResponse response) {
    const auto source = response.stream;
    const auto wake = std::make_shared<asio::steady_timer>(server_.context);
    source->begin([&context = server_.context, wake] { asio::post(context, [wake] { wake->cancel(); }); });
    const auto patience = server_.limits.stream;
    Error error;
    static_cast<void>(stream_.socket().set_option(tcp::socket::send_buffer_size{stream_buffer}, error));
    Acknowledgements acknowledgements{stream_.socket(), patience};
    auto bytes = header_text(response, {.keep_alive = false}, std::nullopt) + response.body;
    for (error = {}; !error && !acknowledgements.have_stopped();) {
      for (std::size_t sent = 0; sent < bytes.size() && !error;) {
        place_.waits_for_client();
        stream_.expires_after(patience);
        auto [failed, count] =
            co_await stream_.async_write_some(asio::buffer(bytes.data() + sent, bytes.size() - sent), awaited);
        acknowledgements.sent(count);
        sent += count;
        error = failed;
      }
      if (error) break;
      bytes = source->take();
      if (!bytes.empty()) continue;
      if (source->is_finished()) break;
      place_.is_served();
      wake->expires_after(patience / 2);
      co_await wake->async_wait(awaited);
    }
    source->end();
  }

  asio::awaitable<bool> refuse(HttpResponse response) {
    co_await write(std::move(response), {.keep_alive = false});
    Error ignored;
    static_cast<void>(stream_.socket().shutdown(tcp::socket::shutdown_send, ignored));
    stream_.expires_after(discarding_time);
    for (std::size_t discarded = 0; discarded < max_discarded;) {
      const auto [error, count] = co_await stream_.async_read_some(asio::buffer(server_.discarded), awaited);
      if (error) break;
      discarded += count;
    }
    co_return false;
  }

  ServerState& server_;
  beast::tcp_stream stream_;
  ClientAddress client_;
  bool is_local_;
  Clients::Connection place_;
  std::string buffer_;  ///< received, not read yet
};

}  // namespace

ClientAddress client_at(const asio::ip::address& address) {
  const auto ipv6 = address.is_v6() ? address.to_v6() : asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4());
  return ClientAddress{ipv6.to_bytes()};
}

void start_connection(ServerState& server, tcp::socket socket, const asio::ip::address& address) {
  // Created at once, not when the coroutine starts, so that it counts when the next one is accepted.
  auto connection = std::make_unique<HttpConnection>(server, std::move(socket), address);
  const auto serve = [](std::unique_ptr<HttpConnection> served) -> asio::awaitable<void> { co_await served->serve(); };
  asio::co_spawn(server.context, serve(std::move(connection)), asio::detached);
}

}  // namespace afterstate
