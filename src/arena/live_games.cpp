#include "arena/live_games.h"

#include <stdexcept>

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
      : seed_(plan.seed), law_(plan.law), player_(std::move(player)), chance_(seed_, 0, law_) {
    board_ = chance_.template start<Board>();
  }

  void go_on_from(const std::vector<int>& exponents, std::uint32_t score) {
    board_ = board_from<Board>(exponents);
    score_ = score;
  }

  std::optional<Outcome> step(std::optional<Direction> chosen) override {
    last_ = chosen ? chosen : player_->choose(board_, chance_, moves_);
    if (!last_) {
      const Outcome outcome{score_, moves_, max_exponent(board_)};
      begin_next();
      return outcome;
    }
    const auto slid = slide(board_, *last_);
    if (!slid) throw std::logic_error{"a player chose an illegal move"};
    score_ += slid->reward;
    board_ = with_spawn(slid->afterstate, chance_.spawn(slid->afterstate, moves_ + start_spawns));
    ++moves_;
    return std::nullopt;
  }

  LivePosition position() const override { return {exponents_of(board_), score_, game_, moves_, last_}; }

 private:
  void begin_next() {
    ++game_;
    chance_ = {seed_, game_, law_};
    board_ = chance_.template start<Board>();
    score_ = 0;
    moves_ = 0;
  }

  std::uint64_t seed_;
  SpawnLaw law_;
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
    if (!start.empty() && start.size() != static_cast<std::size_t>(Board::cells))
      throw std::logic_error{"the board is not of the plan's size"};
    if (!start.empty()) on_board->go_on_from(start, score);
    games = std::move(on_board);
  });
  return games;
}

}  // namespace afterstate
