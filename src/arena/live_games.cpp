#include "arena/live_games.h"

#include "arena/plan_players.h"
#include "game/chance.h"
#include "game/notation.h"
#include "game/slide.h"

namespace afterstate {

namespace {

template <class Board>
class LiveGamesOn final : public LiveGames {
 public:
  LiveGamesOn(const GamesPlan& plan, std::unique_ptr<Player<Board>> player)
      : plan_(plan), player_(std::move(player)), chance_(plan.seed, plan.first_game, plan.law) {
    board_ = chance_.template start<Board>();
  }

  void go_on_from(const std::vector<int>& exponents, std::uint32_t score) {
    board_ = board_from<Board>(exponents);
    score_ = score;
  }

  std::optional<Outcome> step() override {
    last_ = player_->choose(board_, chance_, moves_);
    if (!last_) {
      const Outcome outcome{score_, moves_, max_exponent(board_)};
      begin_next();
      return outcome;
    }
    const auto slid = slide(board_, *last_);
    score_ += slid->reward;
    board_ = with_spawn(slid->afterstate, chance_.spawn(slid->afterstate, moves_ + start_spawns));
    ++moves_;
    return std::nullopt;
  }

  LivePosition position() const override { return {exponents_of(board_), score_, game_, moves_, last_}; }

 private:
  void begin_next() {
    ++game_;
    chance_ = {plan_.seed, plan_.first_game + game_, plan_.law};
    board_ = chance_.template start<Board>();
    score_ = 0;
    moves_ = 0;
  }

  GamesPlan plan_;  ///< the player may refer to it
  std::unique_ptr<Player<Board>> player_;
  Chance chance_;
  Board board_;
  std::uint32_t score_ = 0;
  std::uint64_t game_ = 0;
  std::uint32_t moves_ = 0;
  std::optional<Direction> last_;
};

}  // namespace

std::unique_ptr<LiveGames> live_games(const GamesPlan& plan, const std::vector<int>& start, std::uint32_t score) {
  std::unique_ptr<LiveGames> games;
  with_players(plan, [&]<class Board>(const PlayerMaker<Board>& make) {
    auto on_board = std::make_unique<LiveGamesOn<Board>>(plan, make());
    if (!start.empty()) on_board->go_on_from(start, score);
    games = std::move(on_board);
  });
  return games;
}

}  // namespace afterstate
