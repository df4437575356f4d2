#include "solve/database_value.h"

#include <fmt/format.h>

namespace afterstate {

void throw_unreachable(const Solution& solution, std::uint32_t sum) {
  if (!solution.duel)
    throw UserError{"the database does not hold this board, because no game can reach it; give another board"};
  const auto& duel = *solution.duel;
  constexpr std::uint32_t least_start_sum = 4;  // two 2s
  const bool before_start = duel.start == DuelStart::two && sum < least_start_sum;
  throw UserError{fmt::format(
      "the database does not hold this board, because no game with rule {} and start {} can reach it; {}",
      name_of(duel.rule), name_of(duel.start),
      before_start ? "such games begin with two random tiles: play them with --start two, or give another board"
                   : "give another board")};
}

MoveValues exact_values(const ValueDatabase& database, const PackedBoard& board) {
  return with_board(database.solution().size,
                    [&]<class Board>() { return exact_values(database, unpacked<Board>(board)); });
}

}  // namespace afterstate
