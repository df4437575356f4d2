// Turns on the one thread of the server, in rotation between client addresses: however many requests one client has
// sent, the next request of another one waits for at most one of them.
#pragma once

#include <boost/asio.hpp>

#include "base/rotation.h"
#include "http/client_address.h"

namespace afterstate {

/// Errors are returned as values: a client that disconnects is not exceptional.
inline constexpr auto awaited = boost::asio::as_tuple(boost::asio::use_awaitable);

class Turns {
 public:
  explicit Turns(boost::asio::io_context& context) : context_(context) {}

  /// Waits for a turn. Between two turns, everything else that is ready is done: new connections, bytes that arrive.
  boost::asio::awaitable<void> wait(const ClientAddress& client) {
    if (!taken_) {
      taken_ = true;
      prepare_next();
      co_return;
    }
    boost::asio::steady_timer wake{context_, boost::asio::steady_timer::time_point::max()};
    waiting_.push(client, &wake);
    co_await wake.async_wait(awaited);
  }

 private:
  void prepare_next() {
    boost::asio::post(context_, [this] {
      const auto next = waiting_.take();
      taken_ = next.has_value();
      if (!next) return;
      next->second->cancel();
      prepare_next();
    });
  }

  boost::asio::io_context& context_;
  Rotation<ClientAddress, boost::asio::steady_timer*> waiting_;
  bool taken_ = false;
};

}  // namespace afterstate
