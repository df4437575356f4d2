#include "arena/live_games.h"

#include <stdexcept>

namespace afterstate {

namespace {

template <class Board>
class LiveGamesOn final : public LiveGames {
 public:
  LiveGamesOn(SpawnLaw law, std::uint64_t seed) : law_(law), seed_(seed), state_(GameState<Board>::start(random())) {}

  void continue_from(const PackedBoard& board, std::uint32_t score) { state_ = {unpacked<Board>(board), score, 0}; }

  std::optional<Outcome> step(std::optional<Direction> move) override {
    last_ = move;
    if (!move) {
      const auto outcome = outcome_of(state_);
      ++game_;
      state_ = GameState<Board>::start(random());
      return outcome;
    }
    ChanceSpawner spawner{random()};
    if (!state_.step(*move, spawner)) throw std::logic_error{"an illegal move in a live game"};
    return std::nullopt;
  }

  LivePosition position() const override { return {packed(state_.board), state_.score, game_, state_.turn, last_}; }

  GameRandom random() const override { return {seed_, game_, law_}; }

 private:
  SpawnLaw law_;
  std::uint64_t seed_;
  std::uint64_t game_ = 0;
  GameState<Board> state_;
  std::optional<Direction> last_;
};

}  // namespace

std::unique_ptr<LiveGames> live_games(Size size, SpawnLaw law, std::uint64_t seed,
                                      const std::optional<PackedBoard>& start, std::uint32_t score) {
  return with_board(size, [&]<class Board>() -> std::unique_ptr<LiveGames> {
    auto games = std::make_unique<LiveGamesOn<Board>>(law, seed);
    if (start) games->continue_from(*start, score);
    return games;
  });
}

}  // namespace afterstate
