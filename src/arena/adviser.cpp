#include "arena/adviser.h"

#include <fmt/format.h>

#include "game/notation.h"

namespace afterstate {

Size Adviser::size() const {
  if (const auto* const model = std::get_if<Model>(&judge_)) return shape_of(model->network).size;
  return std::get<ValueDatabase>(judge_).solution().size;
}

std::optional<SpawnLaw> Adviser::law() const {
  if (const auto* const database = std::get_if<ValueDatabase>(&judge_)) return database->solution().law;
  return std::nullopt;
}

int Adviser::decimals() const {
  const auto* const database = std::get_if<ValueDatabase>(&judge_);
  if (database == nullptr) return 1;
  return database->solution().objective.is_score() ? 2 : 6;
}

MoveValues Adviser::move_values(std::span<const int> exponents) const {
  if (const auto* const database = std::get_if<ValueDatabase>(&judge_))
    return with_board(size(), [&]<class Board>() {
      return afterstate::move_values(*database, board_from<Board>(exponents));
    });
  return std::visit(
      [&]<class Network>(const Network& network) {
        return afterstate::move_values(network, board_from<typename Network::Board>(exponents));
      },
      std::get<Model>(judge_).network);
}

std::string to_text(const MoveValues& values, int decimals) {
  const auto best = values.best();
  std::string text;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    text += fmt::format("{:<6} {:>12}{}\n", name_of(direction),
                        total ? fmt::format("{:.{}f}", *total, decimals) : "illegal",
                        best == direction ? "  best" : "");
  }
  return best ? text : text + "the game is over\n";
}

}  // namespace afterstate
