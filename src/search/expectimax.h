// Expectimax over any value function of afterstates (Jaskowski 2018, section VI; Terauchi, section 4).
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "game/symmetry.h"
#include "search/expansion.h"
#include "search/search_plan.h"
#include "search/transposition_table.h"

namespace afterstate {

/// Evaluates many afterstates at once.
template <class V>
concept AfterstateValue = requires(V& value, std::span<const typename V::Board> afterstates, float* values) {
  { value.evaluate(afterstates, values) };
};

/// Knows the value of some afterstates so well that they are not searched.
template <class V>
concept KnowsSomeExactly = requires(V& value, const typename V::Board& afterstate) {
  { value.exact(afterstate) } -> std::same_as<std::optional<float>>;
};

/// Thrown by a search whose time is up.
struct OutOfTime {};

/// The recursion, on one thread; several threads may share a table.
template <AfterstateValue Value>
class Expectimax {
 public:
  using Board = typename Value::Board;
  using Clock = std::chrono::steady_clock;

  Expectimax(Value value, SpawnLaw law) : value_(std::move(value)), law_(law) {}

  /// Before a search: the table, which may be null, the probability below which branches are not searched, and who may
  /// stop it.
  void prepare(TranspositionTable* table, float min_chance, const std::stop_token& stop) {
    table_ = table;
    min_chance_ = min_chance;
    stop_ = stop;
    deadline_ = Clock::time_point::max();
    counts_ = {};
  }

  void stop_at(Clock::time_point deadline) { deadline_ = deadline; }

  /// The value of an afterstate searched `moves_ahead` moves deep; `chance` is the probability of reaching it.
  float value(const Board& afterstate, int moves_ahead, float chance) {
    if (moves_ahead > 0) return value_of_class(canonical(afterstate), moves_ahead, chance);
    return judged(afterstate);
  }

  const SearchCounts& counts() const { return counts_; }

 private:
  float judged(const Board& afterstate) {
    float value = 0;
    ++counts_.nodes;
    value_.evaluate({&afterstate, 1}, &value);
    return value;
  }

  /// `board` is canonical: symmetric boards are searched as one, so that a value does not depend on which of them came
  /// first.
  float value_of_class(const Board& board, int moves_ahead, float chance) {
    if constexpr (KnowsSomeExactly<Value>)
      if (const auto exact = value_.exact(board)) {
        ++counts_.nodes;
        return *exact;
      }
    if (chance < min_chance_) return judged(board);
    const bool kept = table_ != nullptr && board.beyond() == 0;
    if (kept) {
      ++counts_.probes;
      if (const auto known = table_->find(board.nibbles(), moves_ahead)) {
        ++counts_.hits;
        return *known;
      }
    }
    const float value = looked_ahead(board, moves_ahead, chance);
    if (kept) table_->store(board.nibbles(), moves_ahead, value);
    return value;
  }

  float looked_ahead(const Board& board, int moves_ahead, float chance) {
    if (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_) throw OutOfTime{};
    if (stop_.stop_requested()) throw SearchStopped{};
    ++counts_.nodes;
    auto& expansion = expansion_at(moves_ahead);
    expansion.expand(board, law_);
    const auto children = expansion.children();
    auto* const values = expansion.values();
    if (moves_ahead == 1) {
      counts_.nodes += children.size();
      value_.evaluate(children, values);
    } else {
      expansion.make_canonical();
      if (table_ != nullptr)
        for (const auto& child : children) table_->prefetch(child.nibbles(), moves_ahead - 1);
      for (std::size_t child = 0; child < children.size(); ++child)
        values[child] = value_of_class(children[child], moves_ahead - 1, chance * expansion.chance_of_child(child));
    }
    return expansion.value();
  }

  Expansion<Board>& expansion_at(int moves_ahead) {
    while (static_cast<int>(expansions_.size()) <= moves_ahead)
      expansions_.push_back(std::make_unique<Expansion<Board>>());
    return *expansions_[static_cast<std::size_t>(moves_ahead)];
  }

  Value value_;
  SpawnLaw law_;
  TranspositionTable* table_ = nullptr;
  float min_chance_ = 0;
  std::stop_token stop_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::vector<std::unique_ptr<Expansion<Board>>> expansions_;  ///< by remaining depth
  SearchCounts counts_;
};

}  // namespace afterstate
