// The values of many afterstates at once: while the memory of some is on its way, the addresses of the next are found.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace afterstate {

/// One for each thread.
template <class Network>
class NetworkValue {
 public:
  using Board = typename Network::Board;

  explicit NetworkValue(const Network& network)
      : network_(network), lookups_(ahead * static_cast<std::size_t>(network.tuple_count())) {}

  void evaluate(std::span<const Board> afterstates, float* values) {
    const auto tuples = static_cast<std::size_t>(network_.tuple_count());
    const auto lookups_of = [&](std::size_t index) { return &lookups_[index % ahead * tuples]; };
    const auto count = afterstates.size();
    for (std::size_t index = 0; index < count + ahead - 1; ++index) {
      if (index < count) network_.look_up(afterstates[index], lookups_of(index));
      if (index >= ahead - 1) values[index - (ahead - 1)] = network_.value(lookups_of(index - (ahead - 1)));
    }
  }

 private:
  static constexpr std::size_t ahead = 8;

  const Network& network_;
  std::vector<typename Network::Lookups> lookups_;
};

}  // namespace afterstate
