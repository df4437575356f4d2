// Networks with arbitrary weights for tests.
#pragma once

#include "base/random.h"
#include "network/any_network.h"

namespace afterstate {

/// Weights are whole numbers up to 99: their sums are exact in any order.
inline AnyNetwork random_network(const NetworkShape& shape) {
  auto network = make_network(shape, WeightKind::values);
  std::visit(
      [](auto& any) {
        auto weights = any.weights();
        for (std::size_t n = 0; n < weights.size(); ++n)
          weights[n].value.store(static_cast<float>(random_block(5, n, 0, 0).first % 100));
      },
      network);
  return network;
}

}  // namespace afterstate
