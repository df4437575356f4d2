// The value of a network as a search asks for it.
#pragma once

#include <cstddef>
#include <span>

namespace afterstate {

/// Values many afterstates at once, so that their memory is waited for together.
template <class Network>
class NetworkValue {
 public:
  using Board = typename Network::Board;

  explicit NetworkValue(const Network& network) : network_(&network) {}

  [[gnu::flatten]] void evaluate(std::span<const Board> afterstates, float* values) const {
    for (const auto& afterstate : afterstates) *values++ = network_->value(afterstate);
  }

 private:
  const Network* network_;
};

}  // namespace afterstate
