#include "value/any_network.h"

#include <fmt/format.h>

#include <cassert>

#include "base/error.h"

namespace afterstate {

namespace {

/// Makes the alternative that fits, trying one after another.
template <std::size_t index = 0>
AnyNetwork make_alternative(const NetworkShape& shape, Keep keep) {
  if constexpr (index == std::variant_size_v<AnyNetwork>) {
    throw UserError{fmt::format("board '{}': networks are there for {}", name_of(shape.size), network_sizes)};
  } else {
    using Alternative = std::variant_alternative_t<index, AnyNetwork>;
    if (keep_of_weight<typename Alternative::Weight> == keep && size_of<typename Alternative::Board> == shape.size)
      return AnyNetwork{std::in_place_index<index>, shape};
    return make_alternative<index + 1>(shape, keep);
  }
}

}  // namespace

AnyNetwork make_network(const NetworkShape& shape, Keep keep) { return make_alternative(shape, keep); }

void take_over(const AnyNetwork& from, AnyNetwork& to) {
  std::visit(
      []<class Source, class Target>(const Source& source, Target& target) {
        const auto given = source.weights();
        auto weights = target.weights();
        assert(weights.size() % given.size() == 0);
        const auto promotion = target.shape().promotion;
        if (promotion == Promotion::inter || promotion == Promotion::both) weights = weights.first(given.size());
        for (std::size_t n = 0; n < weights.size(); ++n) {
          const auto& weight = given[n % given.size()];
          if (weight.value.load() == 0) continue;  // takes no memory
          if constexpr (std::is_same_v<typename Source::Weight, typename Target::Weight>)
            weights[n] = weight;
          else
            weights[n].value.store(weight.value.load());
        }
      },
      from, to);
}

}  // namespace afterstate
