#include "arena/endgame_fit.h"

#include <bit>

#include "game/game_state.h"
#include "network/stage_reader.h"

namespace afterstate {

namespace {

using Board = EndgameTables::Board;

/// The sum of the tiles from an exponent on. Among walls it grows only if the target is made.
std::uint32_t large_sum(const Board& board, int exponent) {
  std::uint32_t sum = 0;
  for (int cell = 0; cell < Board::cells; ++cell)
    if (board.exponent(cell) >= exponent) sum += 1U << board.exponent(cell);
  return sum;
}

/// An afterstate of a game, and the score with it.
struct Moment {
  Board afterstate;
  std::uint32_t score;
};

std::vector<Moment> moments_of(const GameRecord& record) {
  std::vector<Moment> moments;
  GameState<Board> game{unpacked<Board>(packed_from(record.start))};
  const auto script = [&](const Board& afterstate, std::uint32_t turn) {
    moments.push_back({afterstate, 0});
    return record.turns[turn].spawn;
  };
  for (const auto& turn : record.turns) {
    if (!game.step(turn.move, script)) break;
    moments.back().score = game.score;
  }
  return moments;
}

std::vector<std::uint32_t> tiles_of(std::uint32_t exponents) {
  std::vector<std::uint32_t> tiles;
  for (; exponents != 0; exponents &= ~std::bit_floor(exponents))
    tiles.push_back(1U << (std::bit_width(exponents) - 1));
  return tiles;
}

}  // namespace

std::optional<FitGoal> goal_of(const NetworkShape& shape) {
  if (!shape.goal) return std::nullopt;
  return FitGoal{*shape.goal, static_cast<double>(shape.goal_value.value())};
}

void EndgameFits::add(const GameRecord& record) {
  auto moments = moments_of(record);
  if (moments.empty()) return;
  double end = moments.back().score;
  if (goal_) {
    const StageReader<Board> stage{Staging{{goal_->event}}};
    for (std::size_t n = 0; n < moments.size(); ++n)
      if (stage(moments[n].afterstate) > 0) {
        end = moments[n].score + goal_->value;
        moments.resize(n + 1);
      }
  }
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    std::map<std::uint32_t, std::size_t> known;  // tiles that were walls before
    const int target = tables_[table].target();
    for (std::size_t n = 0; n < moments.size(); ++n) {
      const auto found = tables_.find(moments[n].afterstate, [&](std::size_t one, std::uint32_t tiles) {
        return one == table && !known.contains(tiles);
      });
      if (!found) continue;
      known[found->tiles] = n;
      const auto before = large_sum(moments[n].afterstate, target);
      bool made = false;
      for (auto later = n + 1; later < moments.size() && !made; ++later)
        made = large_sum(moments[later].afterstate, target) > before;
      auto& sums = sums_[{table, found->tiles}];
      sums.chances += found->chance;
      (made ? sums.successes : sums.failures) += 1;
      (made ? sums.after_success : sums.after_failure) += end - moments[n].score;
    }
  }
}

std::vector<EndgameFit> EndgameFits::result(std::uint64_t min_games) const {
  std::vector<EndgameFit> fits;
  for (const auto& [key, sums] : sums_) {
    if (sums.successes < min_games || sums.failures < min_games) continue;
    const auto& [table, tiles] = key;
    const auto mean = [](double sum, std::uint64_t count) { return sum / static_cast<double>(count); };
    fits.push_back({{name_of(tables_[table].solution().walls.value()), 1U << tables_[table].target(), tiles_of(tiles),
                     mean(sums.after_success, sums.successes), mean(sums.after_failure, sums.failures)},
                    sums.successes,
                    sums.failures,
                    mean(sums.chances, sums.successes + sums.failures)});
  }
  return fits;
}

}  // namespace afterstate
