#include "game/packed_slide.h"

#include "game/slide.h"

namespace afterstate {

std::optional<PackedSlide> packed_slide(const PackedBoard& board, Size size, Direction direction) {
  return with_board(size, [&]<class Board>() -> std::optional<PackedSlide> {
    const auto slid = slide(unpacked<Board>(board), direction);
    if (!slid) return std::nullopt;
    return PackedSlide{packed(slid->afterstate), slid->reward};
  });
}

}  // namespace afterstate
