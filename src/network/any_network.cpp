#include "network/any_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/error.h"

namespace afterstate {

namespace {

/// Constructs the alternative of AnyNetwork that matches the board size and the kind of weight.
template <std::size_t index = 0>
AnyNetwork make_alternative(const NetworkShape& shape, WeightKind keep) {
  if constexpr (index == std::variant_size_v<AnyNetwork>) {
    throw UserError{
        fmt::format("board '{}': no networks for this size; supported sizes: {}", name_of(shape.size), network_sizes)};
  } else {
    using Alternative = std::variant_alternative_t<index, AnyNetwork>;
    if (kind_of_weight<typename Alternative::Weight> == keep && size_of<typename Alternative::Board> == shape.size)
      return AnyNetwork{std::in_place_index<index>, shape};
    return make_alternative<index + 1>(shape, keep);
  }
}

}  // namespace

AnyNetwork make_network(const NetworkShape& shape, WeightKind keep) { return make_alternative(shape, keep); }

WeightRows rows_of(const AnyNetwork& network) {
  return std::visit(
      [](const auto& any) {
        const auto weights = any.weights();
        return WeightRows{const_cast<float*>(reinterpret_cast<const float*>(weights.data())), weights.size(),
                          sizeof(weights[0]) / sizeof(float)};
      },
      network);
}

WeightRows rows_of(AnyNetwork& network) { return rows_of(std::as_const(network)); }

void take_over(const AnyNetwork& from, AnyNetwork& to) {
  const auto given = rows_of(from);
  const auto weights = rows_of(to);
  assert(weights.count % given.count == 0);
  const auto promotion = shape_of(to).promotion;
  const bool first_stage_only = promotion == Promotion::inter || promotion == Promotion::both;
  const auto count = first_stage_only ? given.count : weights.count;
  const auto copied = weight_kind_of(from) == weight_kind_of(to) ? given.floats : 1;
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto* const weight = given.row(n % given.count);
    if (*weight == 0) continue;  // a weight that is not written takes no memory
    std::copy_n(weight, copied, weights.row(n));
  }
}

}  // namespace afterstate
