// A network of any supported board size and kind of weight, selected at run time.
#pragma once

#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "network/network.h"

namespace afterstate {

/// What a network stores per weight in addition to the value.
enum class WeightKind { values, coherence, autostep };

/// The kind of a weight type.
template <class Weight>
inline constexpr WeightKind kind_of_weight = WeightKind::autostep;
template <>
inline constexpr WeightKind kind_of_weight<ValueWeight> = WeightKind::values;
template <>
inline constexpr WeightKind kind_of_weight<CoherenceWeight> = WeightKind::coherence;

template <class... Boards>
struct NetworksOf {
  using type = std::variant<NTupleNetwork<Boards, ValueWeight>..., NTupleNetwork<Boards, CoherenceWeight>...,
                            NTupleNetwork<Boards, AutostepWeight>...>;
};

using AnyNetwork = NetworksOf<BasicBoard<4, 4>, BasicBoard<3, 4>, BasicBoard<3, 3>, BasicBoard<2, 4>, BasicBoard<2, 3>,
                              BasicBoard<2, 2>>::type;

/// The sizes in AnyNetwork, for messages.
inline constexpr std::string_view network_sizes = "4x4, 3x4, 3x3, 2x4, 2x3, 2x2";

/// A network with all weights zero; throws UserError for a size that is not in AnyNetwork.
AnyNetwork make_network(const NetworkShape& shape, WeightKind keep);

inline const NetworkShape& shape_of(const AnyNetwork& any) {
  return std::visit([](const auto& network) -> const NetworkShape& { return network.shape(); }, any);
}

inline WeightKind weight_kind_of(const AnyNetwork& any) {
  return std::visit(
      []<class Board, class Weight>(const NTupleNetwork<Board, Weight>&) { return kind_of_weight<Weight>; }, any);
}

/// The weights of a network as rows of floats, the value first: for code that does not depend on board or kind.
struct WeightRows {
  float* data;
  std::uint64_t count;
  std::size_t floats;  ///< per weight

  float* row(std::uint64_t weight) const { return data + weight * floats; }
  float& value(std::uint64_t weight) const { return *row(weight); }
};

/// Nobody else may use the weights meanwhile.
WeightRows rows_of(AnyNetwork& network);
/// The same for reading.
WeightRows rows_of(const AnyNetwork& network);

/// Copies the values of a network with the same tables, and the rest of its weights if both are of the same kind. The
/// values of a network with one stage go to the first stage of `to` if the other stages are promoted from it, otherwise
/// to all stages.
void take_over(const AnyNetwork& from, AnyNetwork& to);

/// In memory.
constexpr std::uint64_t bytes_per_weight(WeightKind keep) {
  switch (keep) {
    case WeightKind::values: return sizeof(ValueWeight);
    case WeightKind::coherence: return sizeof(CoherenceWeight);
    default: return sizeof(AutostepWeight);
  }
}

}  // namespace afterstate
