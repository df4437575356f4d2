#include "arena/live_games.h"

#include <stdexcept>

namespace afterstate {

LiveGames::LiveGames(Size size, SpawnLaw law, std::uint64_t seed, const std::optional<PackedBoard>& start,
                     std::uint32_t score)
    : law_(law), seed_(seed), state_(start ? PackedGame{size, *start, score, 0} : PackedGame::start(size, random())) {}

std::optional<Outcome> LiveGames::step(std::optional<Direction> move) {
  last_ = move;
  if (!move) {
    const Outcome outcome{state_.score, state_.turn, state_.max_exponent()};
    ++game_;
    state_ = PackedGame::start(state_.size, random());
    return outcome;
  }
  if (!state_.step(*move, random())) throw std::logic_error{"an illegal move in a live game"};
  return std::nullopt;
}

}  // namespace afterstate
