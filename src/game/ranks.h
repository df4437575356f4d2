// A rank for each board of a set that is too large for a table and too scattered for a formula.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/elias_fano.h"
#include "game/reachable.h"

namespace afterstate {

/// Layers of boards, by tile sum.
class RankedLayers {
 public:
  /// Adds the next layer; tile sums must ascend.
  void add(std::uint32_t tile_sum, const EliasFano& boards) {
    layer_of_sum_.resize(tile_sum / 2, none);
    layer_of_sum_.push_back(static_cast<std::uint32_t>(layers_.size()));
    layers_.push_back(boards);
  }

  std::size_t size() const { return layers_.size(); }

  /// The index of the layer with that tile sum.
  std::optional<std::size_t> layer_of(std::uint32_t tile_sum) const {
    if (tile_sum / 2 >= layer_of_sum_.size() || layer_of_sum_[tile_sum / 2] == none) return std::nullopt;
    return layer_of_sum_[tile_sum / 2];
  }

  const EliasFano& layer(std::size_t index) const { return layers_[index]; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  std::vector<std::uint32_t> layer_of_sum_;  ///< by half the tile sum
  std::vector<EliasFano> layers_;
};

/// The rank of every reachable afterstate, the same for symmetric ones: 0, 1, ... by tile sum, then by board.
template <class Board>
class AfterstateRanks {
 public:
  AfterstateRanks(const ReachableGames& games, int threads) {
    ThreadTeam team{threads};
    for (ReachableLayers<Board> layers{games, team}; !layers.done();) {
      const auto sum = layers.next_sum();
      const auto boards = layers.next().afterstates;
      if (boards.empty()) continue;
      words_.push_back(EliasFano::encode(boards));
      layers_.add(sum, {words_.back(), boards.size(), boards.back()});
      first_ranks_.push_back(size_);
      size_ += boards.size();
    }
  }

  /// The number of ranks.
  std::uint64_t size() const { return size_; }

  /// Nothing if the board is not reachable.
  std::optional<std::uint64_t> rank(const Board& afterstate) const {
    const auto layer = layers_.layer_of(tile_sum(afterstate));
    if (!layer) return std::nullopt;
    const auto rank = layers_.layer(*layer).rank(canonical(afterstate).nibbles());
    if (!rank) return std::nullopt;
    return first_ranks_[*layer] + *rank;
  }

 private:
  std::vector<std::vector<std::uint64_t>> words_;  ///< the data that layers_ refers to
  RankedLayers layers_;
  std::vector<std::uint64_t> first_ranks_;
  std::uint64_t size_ = 0;
};

}  // namespace afterstate
