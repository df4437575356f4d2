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

void copy_values(const AnyNetwork& from, AnyNetwork& to) {
  std::visit(
      [](const auto& source, auto& target) {
        const auto values = source.weights();
        const auto weights = target.weights();
        assert(values.size() == weights.size());
        for (std::size_t n = 0; n < values.size(); ++n)
          if (const float value = values[n].value.load(); value != 0) weights[n].value.store(value);
      },
      from, to);
}

}  // namespace afterstate
