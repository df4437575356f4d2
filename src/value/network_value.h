// The value of a network as a search asks for it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace afterstate {

/// Values many afterstates at once: while the memory of some is on its way, the addresses of the next are found. One
/// for each thread, and nobody may write to the network meanwhile.
template <class Network>
class NetworkValue {
 public:
  using Board = typename Network::Board;

  explicit NetworkValue(const Network& network)
      : network_(&network), lookups_(ahead * static_cast<std::size_t>(network.tuple_count())) {}

  [[gnu::flatten]] void evaluate(std::span<const Board> afterstates, float* values) {
    const auto count = afterstates.size();
    for (std::size_t index = 0; index < count + behind; ++index) {
      if (index < count) network_->look_up(afterstates[index], lookups_of(index));
      if (index >= behind)
        values[index - behind] = network_->value(afterstates[index - behind], lookups_of(index - behind), unset_);
    }
  }

 private:
  static constexpr std::size_t ahead = 4;
  static constexpr std::size_t behind = ahead - 1;

  typename Network::Lookups* lookups_of(std::size_t index) {
    return &lookups_[index % ahead * static_cast<std::size_t>(network_->tuple_count())];
  }

  const Network* network_;
  std::vector<typename Network::Lookups> lookups_;
  std::vector<typename Network::Unset> unset_;
};

}  // namespace afterstate
