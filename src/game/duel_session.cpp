#include "game/duel_session.h"

#include <stdexcept>

namespace afterstate {

Spawn DuelSession::place(const PackedBoard& /*afterstate*/, const GameRandom& /*random*/, std::uint32_t /*turn*/) {
  throw std::logic_error{"this player does not attack"};
}

Direction DuelSession::slide(const PackedBoard& /*board*/, const GameRandom& /*random*/, std::uint32_t /*turn*/) {
  throw std::logic_error{"this player does not defend"};
}

std::vector<Spawn> DuelSession::placements(const PackedBoard& afterstate) {
  return {place(afterstate, GameRandom{0, 0, {}}, 0)};
}

DirectionSet DuelSession::slides(const PackedBoard& board) {
  DirectionSet slides;
  slides.insert(slide(board, GameRandom{0, 0, {}}, 0));
  return slides;
}

}  // namespace afterstate
