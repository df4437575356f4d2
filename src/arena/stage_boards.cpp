#include "arena/stage_boards.h"

#include "arena/replay.h"
#include "game/packed_slide.h"

namespace afterstate {

std::vector<StageBoard> stage_boards(const GameRecord& record, const StageReader<LargestBoard>& stage) {
  std::vector<StageBoard> found;
  const auto positions = positions_of(record);
  int latest = stage(unpacked<LargestBoard>(positions.front().board));
  for (std::size_t turn = 0; turn < record.turns.size(); ++turn) {
    const auto slide = packed_slide(positions[turn].board, record.size, record.turns[turn].move).value();
    const int reached = stage(unpacked<LargestBoard>(slide.afterstate));
    if (reached <= latest) continue;
    found.push_back({reached, slide.afterstate});
    latest = reached;
  }
  return found;
}

}  // namespace afterstate
