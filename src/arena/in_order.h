// Hands over the results of several threads in the order of their numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace afterstate {

template <class Result>
class InOrder {
 public:
  InOrder(std::uint64_t first, const std::function<void(const Result&)>& deliver) : next_(first), deliver_(deliver) {}

  /// Results with consecutive numbers, of which `first` is the first; not empty.
  void add(std::uint64_t first, std::vector<Result> block) {
    const std::scoped_lock lock{mutex_};
    waiting_.emplace(first, std::move(block));
    while (!waiting_.empty() && waiting_.begin()->first == next_) deliver_first();
  }

  /// After a stop: what waits for results that were abandoned.
  void deliver_rest() {
    while (!waiting_.empty()) deliver_first();
  }

 private:
  void deliver_first() {
    const auto ready = waiting_.extract(waiting_.begin());  // if delivery fails, it and all after it stay undelivered
    for (const auto& result : ready.mapped()) deliver_(result);
    next_ += ready.mapped().size();
  }

  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Result>> waiting_;
  std::uint64_t next_;
  const std::function<void(const Result&)>& deliver_;
};

}  // namespace afterstate
