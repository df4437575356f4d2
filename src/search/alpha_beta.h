// Minimax with alpha-beta pruning for the two-player game: a defender slides, an attacker places the tiles. Shares the
// expansion of afterstates and the transposition table with expectimax.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "game/duel.h"
#include "game/placement_values.h"
#include "game/symmetry.h"
#include "search/expansion.h"
#include "search/expectimax.h"
#include "search/transposition_table.h"

namespace afterstate {

/// The recursion, on one thread; several threads may share a table. A round is a placement and the slide after it.
template <AfterstateValue Value>
class AlphaBeta {
 public:
  using Board = typename Value::Board;
  using Clock = std::chrono::steady_clock;

  static constexpr float infinity = std::numeric_limits<float>::infinity();
  static constexpr int max_rounds = max_minimax_depth;

  /// The attacker may place what `law` may spawn; `value` is the function of a player of that role.
  AlphaBeta(Value value, SpawnLaw law, Role role) : value_(std::move(value)), law_(law), role_(role) {}

  /// Before a search: the table, which may be null, and who may stop it.
  void prepare(TranspositionTable* table, const std::stop_token& requested_stop) {
    table_ = table;
    requested_stop_ = requested_stop;
    counts_ = {};
    orders_ = {};
  }

  /// The search throws OutOfTime after the deadline, or once `stop` is true; `stop` may be null.
  void stop_at(Clock::time_point deadline, const std::atomic<bool>* stop) {
    deadline_ = deadline;
    stop_ = stop;
  }

  /// The value of an afterstate, where the attacker places next, searched `rounds` rounds deep: exact if it is between
  /// alpha and beta, else a bound on that side.
  float value_of_afterstate(const Board& afterstate, int rounds, float alpha, float beta) {
    const auto board = canonical(afterstate);
    return rounds == 0 ? judged(board) : value_of_class(board, rounds, alpha, beta);
  }

  /// The same of a board, where the defender slides next.
  float value_of_board(const Board& board, int rounds, float alpha, float beta) {
    if (role_ == Role::attack && rounds == 0) return legal_moves(board).empty() ? 0 : judged(canonical(board));
    std::array<Slide, 4> slides;
    std::size_t count = 0;
    for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
      const auto reward = static_cast<float>(slid.reward);
      const bool sorts = rounds > 0 && role_ == Role::defend;
      const auto afterstate = canonical(slid.afterstate);
      slides[count++] = {afterstate, reward, sorts ? reward + judged(afterstate) : reward};
    });
    if (count == 0) return 0;
    sort_by_promise(std::span{slides.data(), count}, [](const Slide& slide) { return slide.promise; });
    float best = -infinity;
    for (std::size_t n = 0; n < count && best < beta; ++n) {
      const auto& slide = slides[n];
      const auto value_within = [&](float low, float high) {
        return rounds == 0 ? judged(slide.afterstate) : value_of_class(slide.afterstate, rounds, low, high);
      };
      best = std::max(best, value_of_slide(slide.reward, n == 0, std::max(alpha, best), beta, value_within));
    }
    return best;
  }

  /// Bounds of a child's value, such that a value outside them is outside those of the sum after rounding, too.
  static float low_without(float reward, float low) {
    return reward == 0 || std::isinf(low) ? low : std::nextafter(low - reward, -infinity);
  }
  static float high_without(float reward, float high) {
    return reward == 0 || std::isinf(high) ? high : std::nextafter(high - reward, infinity);
  }

  const SearchCounts& counts() const { return counts_; }

 private:
  static constexpr std::size_t max_placements = 2 * Board::cells;
  static constexpr int no_placement = -1;

  struct Slide {
    Board afterstate;
    float reward;
    float promise;  ///< the most promising are searched first
  };

  /// What is known about one afterstate while it is searched.
  struct Node {
    Expansion<Board> expansion;
    std::array<std::uint8_t, max_placements> placements;  ///< the PlacementValues::number_of() each spawn
    std::array<std::uint8_t, max_placements> order;       ///< of the spawns
    std::array<float, 4 * max_placements> judged;         ///< static values of the children, NaN if not known
  };

  /// Which placements were best at other nodes.
  struct Order {
    int last = no_placement;
    std::array<std::uint32_t, max_placements> times_best{};
  };

  struct Found {
    float value;
    int placement;
  };

  /// The static value of a canonical board, so that symmetric boards have one value whatever the rounding. The table
  /// keeps it: a leaf of one search is a node to sort in the next.
  float judged(const Board& board) {
    const bool kept = table_ != nullptr && board.beyond() == 0;
    if (kept)
      if (const auto known = table_->find_bounded(board.nibbles(), 0)) return known->value;
    float value = 0;
    ++counts_.nodes;
    value_.evaluate({&board, 1}, &value);
    if (kept) table_->store(board.nibbles(), 0, value);
    return value;
  }

  float judged_child(Node& node, std::size_t child) {
    auto& value = node.judged[child];
    if (std::isnan(value)) value = judged(node.expansion.children()[child]);
    return value;
  }

  /// A slide of which `value_within(low, high)` is the value after it. Slides after the first are expected to be worse,
  /// and it costs less to show that than to find their values (principal variation search).
  template <class ValueWithin>
  static float value_of_slide(float reward, bool first, float alpha, float beta, ValueWithin&& value_within) {
    const float low = low_without(reward, alpha);
    if (!first) {
      const float next = std::nextafter(alpha, infinity);
      if (next < beta) {
        const float value = reward + value_within(low, high_without(reward, next));
        if (value <= alpha || value >= beta) return value;
      }
    }
    return reward + value_within(low, high_without(reward, beta));
  }

  /// `board` is canonical: symmetric boards are searched as one.
  float value_of_class(const Board& board, int rounds, float alpha, float beta) {
    const bool kept = table_ != nullptr && board.beyond() == 0;
    int hint = no_placement;
    if (kept) {
      ++counts_.probes;
      if (const auto known = table_->find_bounded(board.nibbles(), rounds)) {
        if (known->bound == Bound::exact || (known->bound == Bound::lower && known->value >= beta) ||
            (known->bound == Bound::upper && known->value <= alpha)) {
          ++counts_.hits;
          return known->value;
        }
        hint = known->hint;
      } else if (rounds > 1) {
        hint = shallower_hint(board, rounds - 1, alpha, beta);
      }
    }
    const auto [value, placement] = searched(board, rounds, alpha, beta, hint);
    if (kept) {
      auto bound = Bound::exact;
      if (value <= alpha) bound = Bound::upper;
      if (value >= beta) bound = Bound::lower;
      table_->store(board.nibbles(), rounds, value, bound, placement);
    }
    return value;
  }

  /// The placement that is best in a shallower search, which is done if necessary.
  int shallower_hint(const Board& board, int rounds, float alpha, float beta) {
    auto shallower = table_->find_bounded(board.nibbles(), rounds);
    if (!shallower) {
      value_of_class(board, rounds, alpha, beta);
      shallower = table_->find_bounded(board.nibbles(), rounds);
    }
    return shallower ? shallower->hint : no_placement;
  }

  Found searched(const Board& board, int rounds, float alpha, float beta, int hint) {
    check_time();
    ++counts_.nodes;
    auto& node = node_at(rounds);
    expand(node, board);
    sort_placements(node, rounds, hint);
    Found best{infinity, 0};
    for (std::size_t n = 0; n < node.expansion.spawn_count() && best.value > alpha; ++n) {
      const auto spawn = node.order[n];
      // A placement that is not better for the attacker than the best so far need not be valued exactly.
      const float limit = std::min(best.value, beta);
      const float next = std::nextafter(limit, -infinity);
      float value = limit;
      // As with slides: show that it is not better before it is valued.
      const bool shown = n > 0 && rounds > 1 && next > alpha;
      if (shown) value = value_after(board, node, spawn, rounds, next, limit);
      if (!shown || (value < limit && value > alpha)) value = value_after(board, node, spawn, rounds, alpha, limit);
      if (value < best.value) best = {value, node.placements[spawn]};
    }
    auto& order = orders_[static_cast<std::size_t>(rounds)];
    order.last = best.placement;
    ++order.times_best[static_cast<std::size_t>(best.placement)];
    return best;
  }

  /// The value of the board after a placement, where the defender slides.
  float value_after(const Board& board, Node& node, std::size_t spawn, int rounds, float alpha, float beta) {
    const auto& state = node.expansion.state(spawn);
    if (state.moves == 0) return 0;
    if (role_ == Role::attack && rounds == 1)
      return judged(canonical(with_spawn(board, PlacementValues::placement_of(node.placements[spawn]))));
    std::array<std::uint8_t, 4> order{0, 1, 2, 3};
    const std::span slides{order.data(), static_cast<std::size_t>(state.moves)};
    std::array<float, 4> promises{};
    for (const auto slide : slides)
      promises[slide] = state.rewards[slide] + promise_of(node, state.children[slide], rounds);
    sort_by_promise(slides, [&](std::uint8_t slide) { return promises[slide]; });
    float best = -infinity;
    for (const auto slide : slides) {
      const float reward = state.rewards[slide];
      const auto child = state.children[slide];
      if (rounds == 1) {
        best = std::max(best, reward + judged_child(node, child));
      } else {
        const auto value_within = [&](float low, float high) {
          return value_of_class(node.expansion.children()[child], rounds - 1, low, high);
        };
        best =
            std::max(best, value_of_slide(reward, slide == slides.front(), std::max(alpha, best), beta, value_within));
      }
      if (best >= beta) break;
    }
    return best;
  }

  /// A guess at the value of a child. Children that are leaves are not valued just to sort them.
  float promise_of(Node& node, std::size_t child, int rounds) {
    if (role_ == Role::attack) return 0;
    if (rounds > 1) return judged_child(node, child);
    return std::isnan(node.judged[child]) ? 0 : node.judged[child];
  }

  void expand(Node& node, const Board& board) {
    node.expansion.expand(board, law_);
    node.expansion.make_canonical();
    std::fill_n(node.judged.begin(), node.expansion.children().size(), std::numeric_limits<float>::quiet_NaN());
    std::size_t spawn = 0;
    for_each_spawn(board, law_, [&](Spawn placed, double) {
      node.placements[spawn] = static_cast<std::uint8_t>(PlacementValues::number_of(placed));
      node.order[spawn] = static_cast<std::uint8_t>(spawn);
      ++spawn;
    });
  }

  /// The largest promise first, equal ones in their order. std::stable_sort() would allocate memory.
  template <class Item, class PromiseOf>
  static void sort_by_promise(std::span<Item> items, PromiseOf&& promise_of_item) {
    for (std::size_t n = 1; n < items.size(); ++n) {
      const auto item = items[n];
      const auto promise = promise_of_item(item);
      std::size_t place = n;
      for (; place > 0 && promise_of_item(items[place - 1]) < promise; --place) items[place] = items[place - 1];
      items[place] = item;
    }
  }

  /// Placements that end the game come first, then the one that was best in a shallower search, then those that were
  /// best at other nodes.
  void sort_placements(Node& node, int rounds, int hint) {
    const auto& known = orders_[static_cast<std::size_t>(rounds)];
    std::array<std::uint64_t, max_placements> promises{};
    const std::span order{node.order.data(), node.expansion.spawn_count()};
    for (const auto spawn : order) {
      const auto placement = node.placements[spawn];
      auto& promise = promises[spawn];
      promise = known.times_best[placement];
      if (placement == known.last) promise = UINT64_MAX - 2;
      if (placement == hint) promise = UINT64_MAX - 1;
      if (node.expansion.state(spawn).moves == 0) promise = UINT64_MAX;
    }
    sort_by_promise(order, [&](std::uint8_t spawn) { return promises[spawn]; });
  }

  void check_time() const {
    if (requested_stop_.stop_requested()) throw SearchStopped{};
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw OutOfTime{};
    if (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_) throw OutOfTime{};
  }

  Node& node_at(int rounds) {
    while (static_cast<int>(nodes_.size()) <= rounds) nodes_.push_back(std::make_unique<Node>());
    return *nodes_[static_cast<std::size_t>(rounds)];
  }

  Value value_;
  SpawnLaw law_;
  Role role_;
  TranspositionTable* table_ = nullptr;
  std::stop_token requested_stop_;
  Clock::time_point deadline_ = Clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
  std::vector<std::unique_ptr<Node>> nodes_;    ///< by remaining rounds
  std::array<Order, max_rounds + 1> orders_{};  ///< the same
  SearchCounts counts_;
};

}  // namespace afterstate
