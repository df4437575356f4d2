#include "arena/review.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/microscope.h"
#include "arena/replay.h"

namespace afterstate {

std::uint64_t Review::optimal() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(moves, [](const ReviewedMove& move) { return move.loss <= optimal_within; }));
}

double Review::total_loss() const {
  double sum = 0;
  for (const auto& move : moves) sum += move.loss;
  return sum;
}

double Review::accuracy() const {
  double sum = 0;
  for (const auto& move : moves) {
    const double best = std::max(*move.values[move.best], 1.0);  // at the end of a game nothing is left to lose
    sum += std::exp(-100 * move.loss / best);
  }
  return moves.empty() ? 1 : sum / static_cast<double>(moves.size());
}

std::vector<std::size_t> Review::worst(std::size_t most) const {
  std::vector<std::size_t> numbers(moves.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::erase_if(numbers, [&](std::size_t n) { return moves[n].loss <= optimal_within; });
  std::ranges::stable_sort(numbers, std::greater{}, [&](std::size_t n) { return moves[n].loss; });
  numbers.resize(std::min(numbers.size(), most));
  return numbers;
}

Review review(const GameRecord& record, const Adviser& adviser, const SearchPlan& search,
              const std::function<void(std::uint64_t)>& reviewed, const std::stop_token& stop) {
  replay(record, Ending::anywhere);
  const auto positions = positions_of(record);
  Review review;
  for (std::size_t turn = 0; turn < record.turns.size() && !stop.stop_requested(); ++turn) {
    const auto& position = positions[turn];
    const auto played = record.turns[turn].move;
    const auto values = adviser.advise(position.exponents, record.law, search).values;
    const auto best = *values.best();
    review.moves.push_back({position.exponents, position.score, played, best, values, *values[best] - *values[played]});
    if (reviewed) reviewed(turn + 1);
  }
  return review;
}

}  // namespace afterstate
