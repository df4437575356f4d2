// The transposition table: values of afterstates that were searched before, shared by all threads of a search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "os/big_memory.h"
#include "search/search_plan.h"

namespace afterstate {

/// What a stored value says about the true one.
enum class Bound : std::uint8_t { exact, lower, upper };

class TranspositionTable {
 public:
  /// Prepares for a search in this mode with at most `bytes`, but at least one cluster. Memory is kept, so shrinking
  /// and growing back costs nothing. Throws Failure if there is not enough memory.
  void prepare(std::uint64_t bytes, SearchMode mode) {
    const auto clusters = std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Cluster), 1));
    if (clusters > clusters_.size()) clusters_ = BigArray<Cluster>{clusters};
    if (mode != mode_) clear();
    mask_ = clusters - 1;
    mode_ = mode;
  }

  SearchMode mode() const { return mode_; }

  /// Forgets everything.
  void clear() { generation_ = generation_ == UINT16_MAX ? 1 : generation_ + 1; }

  void prefetch(std::uint64_t board, int moves_ahead) const { __builtin_prefetch(&cluster_of(board, moves_ahead)); }

  /// The value of an afterstate searched `moves_ahead` moves deep, in strong mode also deeper.
  std::optional<float> find(std::uint64_t board, int moves_ahead) const {
    for (const auto& entry : cluster_of(board, moves_ahead).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      // If another thread is writing the two words, they do not match.
      if ((entry.check.load(std::memory_order_relaxed) ^ data) != board) continue;
      const auto [value, depth, generation] = unpacked(data);
      if (generation == generation_ && (mode_ == SearchMode::exact ? depth == moves_ahead : depth >= moves_ahead))
        return value;
    }
    return std::nullopt;
  }

  /// The entry of an afterstate searched to that depth, for searches with bounds.
  struct Bounded {
    float value;
    Bound bound;
    int hint;  ///< as it was stored
  };
  std::optional<Bounded> find_bounded(std::uint64_t board, int moves_ahead) const {
    for (const auto& entry : cluster_of(board, moves_ahead).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ data) != board) continue;
      const auto [value, depth, generation] = unpacked(data);
      if (generation == generation_ && depth == moves_ahead)
        return Bounded{value, static_cast<Bound>(data >> 56 & 3), static_cast<int>(data >> 58)};
    }
    return std::nullopt;
  }

  /// `hint` is any number from 0 to 63, such as the move that was best.
  void store(std::uint64_t board, int moves_ahead, float value, Bound bound = Bound::exact, int hint = 0) {
    auto& entries = cluster_of(board, moves_ahead).entries;
    auto* replaced = entries.data();
    int min_worth = 1 << 30;
    for (auto& entry : entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      const auto old = unpacked(data);
      const bool same_board = (entry.check.load(std::memory_order_relaxed) ^ data) == board;
      int worth = old.generation == generation_ ? old.moves_ahead : 0;
      if (same_board) worth = -1;
      if (worth < min_worth) {
        min_worth = worth;
        replaced = &entry;
      }
    }
    const auto data = std::uint64_t{std::bit_cast<std::uint32_t>(value)} |
                      static_cast<std::uint64_t>(moves_ahead) << 32 | std::uint64_t{generation_} << 40 |
                      static_cast<std::uint64_t>(bound) << 56 | static_cast<std::uint64_t>(hint) << 58;
    replaced->data.store(data, std::memory_order_relaxed);
    replaced->check.store(board ^ data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;  ///< the board ^ data
    std::atomic<std::uint64_t> data;   ///< value, moves looked ahead, generation, bound, hint
  };
  struct alignas(64) Cluster {
    std::array<Entry, 4> entries;
  };
  struct Unpacked {
    float value;
    int moves_ahead;
    std::uint16_t generation;
  };

  static Unpacked unpacked(std::uint64_t data) {
    return {std::bit_cast<float>(static_cast<std::uint32_t>(data)), static_cast<int>(data >> 32 & 0xff),
            static_cast<std::uint16_t>(data >> 40)};
  }

  /// In exact mode, values of different depths go to different clusters, because none replaces another.
  Cluster& cluster_of(std::uint64_t board, int moves_ahead) const {
    const auto key = mode_ == SearchMode::exact ? board + static_cast<std::uint64_t>(moves_ahead) * 0x9E37'79B9 : board;
    const auto mixed = (key ^ key >> 29) * 0xD6E8'FEB8'6659'FD93ULL;
    return const_cast<Cluster*>(clusters_.data())[(mixed ^ mixed >> 32) & mask_];
  }

  SearchMode mode_ = SearchMode::exact;
  std::uint16_t generation_ = 1;  ///< never 0, which marks empty entries
  std::uint64_t mask_ = 0;        ///< of the clusters in use
  BigArray<Cluster> clusters_{1};
};

}  // namespace afterstate
