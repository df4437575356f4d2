// The reachable boards, in layers of equal tile sum: a slide keeps the sum and a spawn adds 2 or 4, so a layer is
// reached only from the layers whose sums are 2 and 4 less. The smallest of several symmetric boards represents them
// all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "game/duel.h"
#include "game/slide.h"
#include "game/spawn.h"
#include "game/symmetry.h"
#include "os/sorted_set.h"

namespace afterstate {

/// The games whose boards are enumerated.
struct ReachableGames {
  SpawnLaw law;
  int goal = 0;  ///< the exponent of a tile that ends a game when a merge makes it; 0 for none
  DuelStart start = DuelStart::two;
};

/// Whether a tile of that exponent is on the board.
template <class Board>
constexpr bool holds_exponent(const Board& board, int exponent) {
  const auto differing = board.nibbles() ^ Board::unit_mask * static_cast<std::uint64_t>(exponent);
  return occupied_units(Board::from_words(differing)) != Board::unit_mask;
}

struct ReachableLayer {
  std::vector<std::uint64_t> afterstates;  ///< nibbles of canonical boards, ascending
  std::uint64_t states = 0;                ///< boards before a move, counted up to symmetry
  std::uint64_t terminal = 0;              ///< those of them without a legal move
};

/// Enumerates the layers in the order of their tile sums.
template <class Board>
class ReachableLayers {
 public:
  /// `team` must outlive this object.
  ReachableLayers(const ReachableGames& games, ThreadTeam& team)
      : games_(games), states_(team), afterstates_(team), sum_(games.start == DuelStart::empty ? 0 : first_sum) {}

  /// The largest sum that any layer can have: one tile of each value, from the largest down to 4.
  static constexpr std::uint32_t largest_sum = (std::uint32_t{2} << largest_exponent(Board::cells)) - 4;

  bool done() const { return sum_ > last_start_sum && two_less_.empty() && four_less_.empty(); }

  /// The tile sum of the next layer.
  std::uint32_t next_sum() const { return sum_; }

  ReachableLayer next() {
    ReachableLayer layer;
    if (sum_ == 0) {  // the empty board, on which the first tile is placed
      layer.afterstates = {Board{}.nibbles()};
      skip(layer.afterstates);
      return layer;
    }
    const auto states = states_of_next();
    layer.states = states.size();
    std::atomic<std::uint64_t> terminal{0};
    layer.afterstates =
        afterstates_.collect(states.size(), [&](std::size_t begin, std::size_t end, SetCollector::Finder& found) {
          std::uint64_t stuck = 0;
          for (const auto nibbles : std::span{states}.subspan(begin, end - begin)) {
            bool moved = false;
            for_each_slide(Board::from_words(nibbles), [&](Direction, const Slid<Board>& slid) {
              moved = true;
              if (games_.goal == 0 || !holds_exponent(slid.afterstate, games_.goal))
                found.add(canonical(slid.afterstate).nibbles());
            });
            stuck += moved ? 0 : 1;
          }
          terminal += stuck;
        });
    layer.terminal = terminal;
    skip(layer.afterstates);
    return layer;
  }

  /// Skips the next layer, whose afterstates are already known.
  void skip(std::vector<std::uint64_t> afterstates) {
    four_less_ = std::exchange(two_less_, std::move(afterstates));
    sum_ += 2;
  }

 private:
  static constexpr std::uint32_t first_sum = 4;
  static constexpr std::uint32_t last_start_sum = 8;

  std::vector<std::uint64_t> states_of_next() {
    const auto twos = games_.law.four < 1 ? two_less_.size() : 0;
    const auto fours = games_.law.four > 0 ? four_less_.size() : 0;
    return states_.collect(twos + fours + 1, [&](std::size_t begin, std::size_t end, SetCollector::Finder& found) {
      for (auto index = begin; index < std::min(end, twos); ++index) add_spawns(two_less_[index], 1, found);
      for (auto index = std::max(begin, twos); index < std::min(end, twos + fours); ++index)
        add_spawns(four_less_[index - twos], 2, found);
      if (end == twos + fours + 1) add_starts(found);
    });
  }

  static void add_spawns(std::uint64_t nibbles, int exponent, SetCollector::Finder& found) {
    const auto afterstate = Board::from_words(nibbles);
    for (auto empty = Board::unit_mask & ~occupied_units(afterstate); empty != 0; empty &= empty - 1) {
      const int cell = std::countr_zero(empty) / 4;
      found.add(canonical(with_spawn(afterstate, {cell, exponent})).nibbles());
    }
  }

  void add_starts(SetCollector::Finder& found) const {
    if (games_.start == DuelStart::empty || sum_ > last_start_sum) return;
    for_each_start<Board>(games_.law, [&](const Board& board, double /*chance*/) {
      if (tile_sum(board) == sum_) found.add(canonical(board).nibbles());
    });
  }

  ReachableGames games_;
  SetCollector states_;
  SetCollector afterstates_;
  std::uint32_t sum_;
  std::vector<std::uint64_t> two_less_;   ///< afterstates of the previous layer
  std::vector<std::uint64_t> four_less_;  ///< and of the one before it
};

}  // namespace afterstate
