#include "solve/database_value.h"

namespace afterstate {

MoveValues exact_values(const ValueDatabase& database, const PackedBoard& board) {
  return with_board(database.solution().size,
                    [&]<class Board>() { return exact_values(database, unpacked<Board>(board)); });
}

}  // namespace afterstate
