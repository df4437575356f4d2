// The boards with which recorded games reached stages, to start training there.
#pragma once

#include <vector>

#include "arena/record.h"
#include "game/packed_board.h"
#include "network/stage_reader.h"

namespace afterstate {

struct StageBoard {
  int stage;
  PackedBoard afterstate;
};

/// The first afterstate of each stage that the game reaches after its start. The record was accepted by replay().
std::vector<StageBoard> stage_boards(const GameRecord& record, const StageReader<LargestBoard>& stage);

}  // namespace afterstate
