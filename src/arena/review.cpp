#include "arena/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

#include "arena/compare.h"
#include "arena/replay.h"
#include "base/error.h"
#include "os/threads.h"

namespace afterstate {

namespace {

/// The numbers of the moves with a positive `size_of(move)`, at most `most`, the largest first.
template <class SizeOf>
std::vector<std::size_t> largest(const std::vector<ReviewedMove>& moves, std::size_t most, const SizeOf& size_of) {
  std::vector<std::size_t> numbers(moves.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::erase_if(numbers, [&](std::size_t n) { return !(size_of(moves[n]) > 0); });
  std::ranges::sort(numbers, {}, [&](std::size_t n) { return std::pair{-size_of(moves[n]), n}; });
  numbers.resize(std::min(numbers.size(), most));
  return numbers;
}

/// Analyses moves for one thread.
class Reviewer {
 public:
  Reviewer(const Engine& engine, const GameRecord& record, const SearchPlan& plan)
      : plan_(plan),
        is_score_(engine.info().unit == ValueUnit::score),
        confirms_(engine.info().searchable && !engine.info().exact && !plan.milliseconds),
        session_(engine.new_session(record.size, record.law)) {}

  ReviewedMove review(const Position& position, Direction played) {
    const auto values = analysed(position.board, plan_);
    const auto best = *values.best();
    ReviewedMove move{position.board, position.score, played, best, values, *values[best] - *values[played], 0, 0};
    move.expected = *values[best] + (is_score_ ? position.score : 0);
    move.share = share_lost(values, position, played);
    if (confirms_ && move.mark() != Mark::none) {
      auto deeper = plan_;
      ++deeper.depth;
      move.share = std::min(move.share, share_lost(analysed(position.board, deeper), position, played));
    }
    return move;
  }

  const std::string& note() const { return note_; }

 private:
  MoveValues analysed(const PackedBoard& board, const SearchPlan& plan) {
    session_->new_game();  // so that the result depends neither on threads nor on earlier moves
    const auto analysis = session_->analyse(board, plan);
    if (note_.empty()) note_ = analysis.note;
    return analysis.values;
  }

  double share_lost(const MoveValues& values, const Position& position, Direction played) const {
    const double best = *values[*values.best()];
    const double loss = best - *values[played];
    return is_score_ ? loss / std::max(best + position.score, 1.0) : loss;
  }

  SearchPlan plan_;
  bool is_score_;
  bool confirms_;
  std::unique_ptr<Session> session_;
  std::string note_;
};

}  // namespace

std::string_view name_of(Mark mark) {
  switch (mark) {
    case Mark::inaccuracy: return "inaccuracy";
    case Mark::mistake: return "mistake";
    case Mark::blunder: return "blunder";
    default: return "none";
  }
}

Mark mark_of(double share) {
  auto mark = Mark::none;
  for (const auto& threshold : mark_thresholds)
    if (share >= threshold.share) mark = threshold.mark;
  return mark;
}

std::uint64_t Review::optimal() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(moves, [](const ReviewedMove& move) { return move.loss <= optimal_within; }));
}

std::uint64_t Review::count(Mark mark) const {
  return static_cast<std::uint64_t>(std::ranges::count(moves, mark, &ReviewedMove::mark));
}

double Review::accuracy() const {
  double sum = 0;
  for (const auto& move : moves) {
    const double best = std::max(*move.values[move.best], 1.0);  // at the end of a game the value can be 0
    sum += std::exp(-100 * move.loss / best);
  }
  return moves.empty() ? 1 : sum / static_cast<double>(moves.size());
}

std::vector<std::size_t> Review::worst(std::size_t most) const {
  return largest(moves, most, [](const ReviewedMove& move) { return move.loss > optimal_within ? move.loss : 0; });
}

std::vector<std::size_t> Review::turning_points(std::size_t most) const {
  return largest(moves, most, [](const ReviewedMove& move) { return move.mark() == Mark::none ? 0 : move.share; });
}

Review review(const GameRecord& record, const Engine& engine, const SearchPlan& search, int threads,
              const std::function<void(std::uint64_t)>& reviewed, const std::stop_token& stop) {
  if (engine.info().unit == ValueUnit::preference)
    throw UserError{fmt::format("'{}' prefers moves without valuing them; a review needs a model or a value database",
                                engine.info().short_name())};
  replay(record, Ending::anywhere);
  const auto positions = positions_of(record);
  const auto count = record.turns.size();
  auto plan = search;
  plan.threads = search.milliseconds ? threads : 1;
  plan.stop = stop;
  const auto workers = search.milliseconds ? 1 : std::min<std::size_t>(static_cast<std::size_t>(threads), count);
  std::vector<std::optional<ReviewedMove>> moves(count);
  Review review;
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::uint64_t done = 0;
  run_on_threads(static_cast<int>(workers), [&](int) {
    Reviewer reviewer{engine, record, plan};
    try {
      for (auto turn = next++; turn < count && !stop.stop_requested(); turn = next++) {
        moves[turn] = reviewer.review(positions[turn], record.turns[turn].move);
        const std::scoped_lock lock{mutex};
        if (reviewed) reviewed(++done);
      }
    } catch (const SearchStopped&) {  // the move is left out
    }
    const std::scoped_lock lock{mutex};
    if (review.note.empty()) review.note = reviewer.note();
  });
  for (auto& move : moves) {
    if (!move) break;  // stopped
    review.moves.push_back(*move);
  }
  return review;
}

}  // namespace afterstate
