// Evaluates batches of afterstates with a network, as search needs it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace afterstate {

/// Evaluates many afterstates at once: while the weights of some are being fetched, the addresses of the next are
/// computed. Use one instance per thread; the network must not be written to meanwhile.
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
