#include "arena/adviser.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <type_traits>

#include "arena/search_player.h"
#include "game/notation.h"
#include "value/network_value.h"

namespace afterstate {

const AnyNetwork* Adviser::network() const {
  const auto* const model = std::get_if<Model>(&judge_);
  return model == nullptr ? nullptr : &model->network;
}

Size Adviser::size() const { return network() != nullptr ? shape_of(*network()).size : database()->solution().size; }

std::optional<SpawnLaw> Adviser::law() const {
  return database() != nullptr ? std::optional{database()->solution().law} : std::nullopt;
}

bool Adviser::can_search() const { return database() == nullptr || database()->solution().objective.is_score(); }

int Adviser::decimals() const {
  if (database() == nullptr) return 1;
  return can_search() ? 2 : 6;
}

Advice Adviser::advise(std::span<const int> exponents, SpawnLaw law, const SearchPlan& search) const {
  const auto start = std::chrono::steady_clock::now();
  const auto searched = [&]<class Value>(const Value& value, SpawnLaw of_spawns) {
    const auto board = board_from<typename Value::Board>(exponents);
    const auto result = Searcher<Value>{value, search, of_spawns}.search(board);
    return Advice{afterstate::move_values(result), result.depth, result.counts.nodes, 0};
  };
  Advice advice;
  if (const auto* const exact = database()) {
    advice = with_board(size(), [&]<class Board>() {
      if (!search.greedy()) return searched(DatabaseValue<Board>{*exact}, exact->solution().law);
      const auto values = afterstate::move_values(*exact, board_from<Board>(exponents));
      return Advice{values, 1, values.count(), 0};
    });
  } else {
    advice = std::visit(
        [&]<class Network>(const Network& network) -> Advice {
          if constexpr (std::is_same_v<typename Network::Weight, ValueWeight>)
            return searched(NetworkValue{network}, law);
          else
            throw std::logic_error{"a network that learns gives no advice"};
        },
        *network());
  }
  advice.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return advice;
}

std::string to_text(const Advice& advice, int decimals) {
  const auto& values = advice.values;
  const auto best = values.best();
  std::string text;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    text +=
        fmt::format("{:<6} {:>12}{}\n", name_of(direction),
                    total ? fmt::format("{:.{}f}", *total, decimals) : "illegal", best == direction ? "  best" : "");
  }
  if (!best) return text + "the game is over\n";
  return text + fmt::format("depth {}, {} nodes, {:.1f} ms\n", advice.depth, advice.nodes, advice.milliseconds);
}

}  // namespace afterstate
