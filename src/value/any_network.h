// A network of any of the board sizes that people train, chosen at run time in one place.
#pragma once

#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "value/network.h"

namespace afterstate {

/// What a network keeps beside the values, by what is to be done with it.
enum class Keep { values, coherence, autostep };

/// What a type of weight keeps.
template <class Weight>
inline constexpr Keep keep_of_weight = Keep::autostep;
template <>
inline constexpr Keep keep_of_weight<ValueWeight> = Keep::values;
template <>
inline constexpr Keep keep_of_weight<CoherenceWeight> = Keep::coherence;

template <class... Boards>
struct NetworksOf {
  using type = std::variant<Network<Boards, ValueWeight>..., Network<Boards, CoherenceWeight>...,
                            Network<Boards, AutostepWeight>...>;
};

using AnyNetwork = NetworksOf<Board<4, 4>, Board<3, 4>, Board<3, 3>, Board<2, 4>, Board<2, 3>, Board<2, 2>>::type;

/// The sizes in AnyNetwork, for messages.
inline constexpr std::string_view network_sizes = "4x4, 3x4, 3x3, 2x4, 2x3, 2x2";

/// A network with all weights zero; throws UserError for a size that is not in AnyNetwork.
AnyNetwork make_network(const NetworkShape& shape, Keep keep);

inline const NetworkShape& shape_of(const AnyNetwork& any) {
  return std::visit([](const auto& network) -> const NetworkShape& { return network.shape(); }, any);
}

inline Keep keep_of(const AnyNetwork& any) {
  return std::visit([]<class Board, class Weight>(const Network<Board, Weight>&) { return keep_of_weight<Weight>; },
                    any);
}

/// Takes over the values of a network of the same tables, and the rest of its weights where both keep the same. A
/// network of one stage gives them to the first of several where the others are promoted from there, and else to all.
void take_over(const AnyNetwork& from, AnyNetwork& to);

/// Bytes a weight takes in memory.
constexpr std::uint64_t bytes_a_weight(Keep keep) {
  switch (keep) {
    case Keep::values: return sizeof(ValueWeight);
    case Keep::coherence: return sizeof(CoherenceWeight);
    default: return sizeof(AutostepWeight);
  }
}

}  // namespace afterstate
