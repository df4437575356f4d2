// Values of afterstates that were searched before, shared by all threads that search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/big_memory.h"
#include "search/search_plan.h"

namespace afterstate {

class TranspositionTable {
 public:
  /// As large as fits `bytes`, at least one cluster. Throws Failure where the machine gives no memory.
  TranspositionTable(std::uint64_t bytes, SearchMode mode)
      : mode_(mode), clusters_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Cluster), 1))) {}

  SearchMode mode() const { return mode_; }

  /// Forgets everything.
  void clear() { generation_ = generation_ == UINT16_MAX ? 1 : generation_ + 1; }

  void prefetch(std::uint64_t board, int moves_ahead) const { __builtin_prefetch(&cluster_of(board, moves_ahead)); }

  /// The value of an afterstate with so many moves looked ahead.
  std::optional<float> find(std::uint64_t board, int moves_ahead) const {
    for (const auto& entry : cluster_of(board, moves_ahead).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      // Another thread may be writing the two words: then they do not fit together.
      if ((entry.check.load(std::memory_order_relaxed) ^ data) != board) continue;
      const auto [value, depth, generation] = unpacked(data);
      if (generation == generation_ && (mode_ == SearchMode::exact ? depth == moves_ahead : depth >= moves_ahead))
        return value;
    }
    return std::nullopt;
  }

  void store(std::uint64_t board, int moves_ahead, float value) {
    auto& entries = cluster_of(board, moves_ahead).entries;
    auto* replaced = &entries[0];
    int least_worth = 1 << 30;
    for (auto& entry : entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      const auto old = unpacked(data);
      const bool same_board = (entry.check.load(std::memory_order_relaxed) ^ data) == board;
      const int worth = same_board ? -1 : (old.generation == generation_ ? old.moves_ahead : 0);
      if (worth < least_worth) {
        least_worth = worth;
        replaced = &entry;
      }
    }
    const auto data = std::uint64_t{std::bit_cast<std::uint32_t>(value)} |
                      static_cast<std::uint64_t>(moves_ahead) << 32 | std::uint64_t{generation_} << 40;
    replaced->data.store(data, std::memory_order_relaxed);
    replaced->check.store(board ^ data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;  ///< the board ^ data
    std::atomic<std::uint64_t> data;   ///< value, moves looked ahead, generation
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

  /// In exact mode values of different depths lie apart, because none replaces another.
  Cluster& cluster_of(std::uint64_t board, int moves_ahead) const {
    const auto key = mode_ == SearchMode::exact ? board + static_cast<std::uint64_t>(moves_ahead) * 0x9E37'79B9 : board;
    const auto mixed = (key ^ key >> 29) * 0xD6E8'FEB8'6659'FD93ULL;
    return const_cast<Cluster*>(clusters_.data())[(mixed ^ mixed >> 32) & (clusters_.size() - 1)];
  }

  SearchMode mode_;
  std::uint16_t generation_ = 1;  ///< zero bytes are of none
  BigArray<Cluster> clusters_;
};

}  // namespace afterstate
