// Divides a capacity between clients, so that none of them can take all of it.
#pragma once

#include <cstddef>
#include <map>

namespace afterstate {

/// A client may hold as much as is left for all others (dynamic thresholds: Choudhury and Hahne, Dynamic Queue Length
/// Thresholds for Shared-Memory Packet Switches, 1998). One client alone gets half of the capacity, n greedy clients
/// 1/(n+1) each, and some of it is always free for the next one.
template <class Owner>
class Shares {
 public:
  explicit Shares(std::size_t capacity) : free_(capacity) {}

  /// False, without a change, if the client would hold more than its share.
  bool take(const Owner& client, std::size_t amount = 1) {
    if (amount > free_ || held(client) + amount > free_ - amount) return false;
    if (amount == 0) return true;
    held_[client] += amount;
    free_ -= amount;
    return true;
  }

  void give_back(const Owner& client, std::size_t amount = 1) {
    const auto found = held_.find(client);
    if (found == held_.end()) return;
    found->second -= amount;
    free_ += amount;
    if (found->second == 0) held_.erase(found);
  }

  std::size_t held(const Owner& client) const {
    const auto found = held_.find(client);
    return found == held_.end() ? 0 : found->second;
  }

 private:
  std::size_t free_;
  std::map<Owner, std::size_t> held_;  ///< only clients that hold something
};

}  // namespace afterstate
