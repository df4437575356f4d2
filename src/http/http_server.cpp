#include "http/http_server.h"

#include <fmt/format.h>

#include "base/error.h"
#include "http/connection.h"

namespace afterstate {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

/// Connections that are accepted before the thread does something else. Fewer files than this must be reserved.
constexpr int accepted_at_once = 64;

}  // namespace

struct HttpServer::Parts {
  explicit Parts(HttpLimits limits) : state(std::move(limits)) {}

  ServerState state;
  tcp::acceptor acceptor{state.context};

  asio::awaitable<void> accept_clients() {
    for (;;) {
      co_await acceptor.async_wait(tcp::acceptor::wait_read, awaited);
      while (accept_waiting()) co_await asio::post(state.context, awaited);
      if (is_exhausted) {
        asio::steady_timer rest{state.context, std::chrono::milliseconds{50}};
        co_await rest.async_wait(awaited);
      }
    }
  }

  /// Whether more may be waiting.
  bool accept_waiting() {
    is_exhausted = false;
    for (int n = 0; n < accepted_at_once; ++n) {
      Error error;
      tcp::endpoint peer;
      auto socket = acceptor.accept(state.context, peer, error);
      if (error == asio::error::would_block) return false;
      if (error == asio::error::connection_aborted) continue;
      if (error) {  // most likely too many open files: open connections continue
        is_exhausted = true;
        return false;
      }
      if (state.clients.make_room(client_at(peer.address())))
        start_connection(state, std::move(socket), peer.address());
    }
    return true;
  }

  bool is_exhausted = false;  ///< no connection can be accepted at present
};

HttpServer::HttpServer(const std::string& host, std::uint16_t port, HttpLimits limits)
    : parts_(std::make_unique<Parts>(std::move(limits))) {
  Error error;
  const auto found =
      tcp::resolver{parts_->state.context}.resolve(host, std::to_string(port), tcp::resolver::passive, error);
  if (error || found.empty())
    throw UserError{fmt::format("--host '{}': no such host; use 127.0.0.1 to listen on this machine only", host)};
  auto& acceptor = parts_->acceptor;
  const tcp::endpoint endpoint = *found.begin();
  try {
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address{true});
    acceptor.bind(endpoint);
    acceptor.listen(asio::socket_base::max_listen_connections);
    acceptor.non_blocking(true);
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
  parts_->state.handler = handler;
  auto& context = parts_->state.context;
  const std::stop_callback stopping{stop, [&] { context.stop(); }};
  asio::co_spawn(context, parts_->accept_clients(), asio::detached);
  context.run();
}

}  // namespace afterstate
