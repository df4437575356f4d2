// A bounded queue between threads, which can be closed.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace afterstate {

template <class Item>
class WaitingQueue {
 public:
  explicit WaitingQueue(std::size_t most) : max_(most) {}

  /// False if the queue is full or closed; `item` is then unchanged.
  bool offer(Item& item) {
    const std::scoped_lock lock{mutex_};
    if (closed_ || items_.size() >= max_) return false;
    items_.push_back(std::move(item));
    changed_.notify_one();
    return true;
  }

  /// Accepts no more items; those that wait can still be taken.
  void close() {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    changed_.notify_all();
  }

  /// Waits for an item; nothing if the queue is closed and empty.
  std::optional<Item> take() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    auto item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::size_t max_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool closed_ = false;
};

}  // namespace afterstate
