// Chooses moves by looking ahead over a value function.
#pragma once

#include "arena/move_values.h"
#include "arena/player.h"
#include "search/searcher.h"

namespace afterstate {

/// The exact values of a database, for a search.
template <class BoardType>
class DatabaseValue {
 public:
  using Board = BoardType;

  explicit DatabaseValue(const ValueDatabase& database) : database_(&database) {}

  void evaluate(std::span<const Board> afterstates, float* values) const {
    for (const auto& afterstate : afterstates) *values++ = static_cast<float>(value_of(*database_, afterstate));
  }

 private:
  const ValueDatabase* database_;
};

inline MoveValues move_values(const SearchResult& result) {
  MoveValues values;
  for (const auto direction : all_directions) values[direction] = result.totals[static_cast<std::size_t>(direction)];
  return values;
}

template <AfterstateValue Value>
class SearchPlayer final : public Player<typename Value::Board> {
 public:
  using Board = typename Value::Board;

  SearchPlayer(const Value& value, const SearchPlan& plan, SpawnLaw law) : plan_(plan), searcher_(value, plan, law) {}

  std::optional<Direction> choose(const Board& board, const Chance& /*chance*/, std::uint32_t turn) override {
    if (turn == 0) searcher_.forget();
    const auto legal = legal_moves(board);
    expected_.reset();
    if (plan_.milliseconds && legal.size() == 1) return legal.nth(0);  // no time for what needs no thought
    const auto result = searcher_.search(board);
    counts_ += result.counts;
    const auto values = move_values(result);
    const auto best = values.best();
    if (best) expected_ = values[*best];
    return best;
  }

  std::optional<double> expected() const override { return expected_; }

  SearchCounts take_counts() override { return std::exchange(counts_, {}); }

 private:
  SearchPlan plan_;
  Searcher<Value> searcher_;
  std::optional<double> expected_;
  SearchCounts counts_;
};

}  // namespace afterstate
