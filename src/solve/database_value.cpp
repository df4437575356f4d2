#include "solve/database_value.h"

#include <fmt/format.h>

namespace afterstate {

void throw_unreachable(const Solution& solution) {
  throw UserError{fmt::format(
      "the database does not hold this board, because no game{} can reach it; give another board",
      solution.duel
          ? fmt::format(" with rule {} and start {}", name_of(solution.duel->rule), name_of(solution.duel->start))
          : std::string{})};
}

MoveValues exact_values(const ValueDatabase& database, const PackedBoard& board) {
  return with_board(database.solution().size,
                    [&]<class Board>() { return exact_values(database, unpacked<Board>(board)); });
}

}  // namespace afterstate
