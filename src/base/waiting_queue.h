// What waits for threads that take it: a queue with an end, and with a bound that whoever fills it keeps.
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
  explicit WaitingQueue(std::size_t most) : most_(most) {}

  /// False where it is full or closed, and then `item` is as it was.
  bool offer(Item& item) {
    const std::scoped_lock lock{mutex_};
    if (closed_ || items_.size() >= most_) return false;
    items_.push_back(std::move(item));
    changed_.notify_one();
    return true;
  }

  /// No more will come.
  void close() {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    changed_.notify_all();
  }

  /// Nor is what waits to be taken.
  void abandon() {
    std::deque<Item> dropped;  // what they hold may take its time to go
    const std::scoped_lock lock{mutex_};
    dropped.swap(items_);
    closed_ = true;
    changed_.notify_all();
  }

  /// Waits for one; nothing when all are taken and no more will come.
  std::optional<Item> take() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    auto item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool closed_ = false;
};

}  // namespace afterstate
