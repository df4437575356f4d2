// A response that may come later, from another thread.
#pragma once

#include <atomic>
#include <boost/asio.hpp>
#include <memory>
#include <optional>

#include "http/error_response.h"
#include "http/turns.h"

namespace afterstate {

class PendingResponse : public std::enable_shared_from_this<PendingResponse> {
 public:
  explicit PendingResponse(boost::asio::io_context& context)
      : context_(&context), wake_(context, boost::asio::steady_timer::time_point::max()) {}

  boost::asio::awaitable<HttpResponse> response() {
    if (!response_) co_await wake_.async_wait(awaited);
    co_return std::move(*response_);
  }

  /// Only the first call has an effect.
  void give(HttpResponse response) {
    if (given_.exchange(true)) return;
    boost::asio::dispatch(*context_, [self = shared_from_this(), response = std::move(response)]() mutable {
      self->response_ = std::move(response);
      self->wake_.cancel();
    });
  }

 private:
  boost::asio::io_context* context_;
  boost::asio::steady_timer wake_;  ///< never expires, but can be cancelled
  std::atomic<bool> given_ = false;
  std::optional<HttpResponse> response_;
};

/// The callback for a handler. Dropping it unused sends an error response.
inline Respond respond_to(const std::shared_ptr<PendingResponse>& pending) {
  struct Promise {
    std::shared_ptr<PendingResponse> pending;
    explicit Promise(std::shared_ptr<PendingResponse> kept) : pending(std::move(kept)) {}
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

}  // namespace afterstate
