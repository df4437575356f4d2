// An n-tuple network: the value of an afterstate is the sum of one weight per tuple and symmetric image of the board
// (Szubert & Jaskowski 2014; Jaskowski 2018, section IV).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "network/image_sums.h"
#include "network/network_shape.h"
#include "network/stage_reader.h"
#include "network/table_index.h"
#include "network/weights.h"
#include "os/big_memory.h"

namespace afterstate {

template <class BoardType, class WeightType>
class NTupleNetwork {
 public:
  using Board = BoardType;
  using Weight = WeightType;
  /// The addresses of the weights of one tuple, one per image. An afterstate has one of these per tuple of the network;
  /// computed once, they serve for the value and for the update.
  using Lookups = ImageWords<Board>;

  /// All weights are zero, and take no memory until they are written.
  explicit NTupleNetwork(NetworkShape shape)
      : shape_(std::move(shape)), stage_(shape_.staging_with_goal()), weights_(shape_.weights()) {
    std::uint64_t first = 0;
    for (const auto tuple : shape_.tuples) {
      tables_.push_back(
          {TableIndex<Board>{tuple, shape_.tile_values}, reinterpret_cast<std::uintptr_t>(weights_.data() + first)});
      first += shape_.entries(tuple);
    }
    lookup_count_ = shape_.lookups();
    stage_bytes_ = first * sizeof(Weight);
    min_tile_of_stages_ = min_tile_of(stage_.staging());
    if (shape_.goal) {
      goal_stage_ = shape_.staging.count();
      goal_weight_ = std::make_unique<Weight>();
      goal_weight_->value.store(shape_.goal_value.value() / static_cast<float>(lookup_count_));
    }
  }

  const NetworkShape& shape() const { return shape_; }
  int tuple_count() const { return static_cast<int>(tables_.size()); }
  int lookup_count() const { return lookup_count_; }

  /// Stage by stage; within a stage, table by table in the order of the shape's tuples.
  std::span<Weight> weights() { return weights_.span(); }
  std::span<const Weight> weights() const { return weights_.span(); }

  /// goal_stage() from the goal on.
  int stage(const Board& afterstate) const { return stage_(afterstate); }

  /// What stage() returns from the goal on; -1 without a goal. It has no weights of its own, and must not be learned.
  int goal_stage() const { return goal_stage_; }

  /// The smallest tile that a slide must make to lead to another stage.
  std::uint32_t min_tile_of_stages() const { return min_tile_of_stages_; }

  /// Finds the lookups of an afterstate and prefetches the weights.
  void look_up(const Board& afterstate, Lookups* lookups) const { look_up(afterstate, stage_(afterstate), lookups); }

  /// The same if the stage is known.
  void look_up(const Board& afterstate, int stage, Lookups* lookups) const {
    if (stage == goal_stage_) [[unlikely]]
      return look_up_goal(lookups);
    const auto images = pair_images<Board>(known_nibbles(afterstate, shape_.tile_values));
    const auto of_stage = static_cast<std::uint64_t>(stage) * stage_bytes_;
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      tables_[table].index.template find<sizeof(Weight)>(images, tables_[table].first + of_stage, lookups[table]);
      for_each_word(lookups[table], [](std::uint64_t one) { __builtin_prefetch(&weight_at(one)); });
    }
  }

  /// The sum of the weights as they are. The order of summation is the same on every machine: along the tuples for each
  /// image, then over the images in pairs.
  float value(const Lookups* lookups) const {
    Sums sums;
    for (std::size_t table = 0; table < tables_.size(); ++table) sums.add(lookups[table]);
    return sums.total() + shape_.initial_value;
  }

  /// The address of a weight that is zero, and of the weights it may be promoted from; 0 if there is none.
  struct Unset {
    std::uint64_t weight;
    std::uint64_t halved;        ///< the pattern with every tile halved
    std::uint64_t stage_before;  ///< the same pattern in the previous stage
    int image;
  };

  bool promotes() const { return shape_.promotion != Promotion::none; }

  /// The sum of the weights as they are; adds those that are zero to `unset`, and prefetches the weights they may be
  /// promoted from.
  float value(const Board& afterstate, int stage, const Lookups* lookups, std::vector<Unset>& unset) const {
    Sums sums;
    if (finds_zero(lookups, sums)) [[unlikely]]
      find_unset(afterstate, stage, lookups, unset);
    return sums.total() + shape_.initial_value;
  }

  /// The value of an afterstate; a weight that is zero counts as the value it would be promoted to.
  float value(const Board& afterstate, const Lookups* lookups, std::vector<Unset>& unset) const {
    if (!promotes()) return value(lookups);
    Sums sums;
    if (finds_zero(lookups, sums)) [[unlikely]] {
      unset.clear();
      find_unset(afterstate, stage_(afterstate), lookups, unset);
      for (const auto& one : unset) sums.add(one.image, promoted(one));
    }
    return sums.total() + shape_.initial_value;
  }

  /// What a weight that is zero would be promoted to.
  static float promoted(const Unset& unset) {
    const float value = unset.halved != 0 ? weight_at(unset.halved).value.load() : 0;
    return value == 0 && unset.stage_before != 0 ? weight_at(unset.stage_before).value.load() : value;
  }

  /// Promotes the weights that are still zero.
  void promote(const std::vector<Unset>& unset) {
    for (const auto& one : unset)
      if (weight_at(one.weight).value.load() == 0) weight_at(one.weight).value.store(promoted(one));
  }

  float value(const Board& afterstate) const {
    std::vector<Lookups> lookups(tables_.size());
    std::vector<Unset> unset;
    look_up(afterstate, lookups.data());
    return value(afterstate, lookups.data(), unset);
  }

  /// Calls `update(weight)` for every lookup, including images that coincide.
  template <class Update>
  void for_each_weight(const Lookups* lookups, Update&& update) {
    for (std::size_t table = 0; table < tables_.size(); ++table)
      for_each_word(lookups[table], [&](std::uint64_t address) { update(weight_at(address)); });
  }

 private:
  static constexpr int image_count = symmetry_count<Board>;

  /// From the goal on there is one weight. Not inlined, so that the usual path is.
  [[gnu::noinline]] void look_up_goal(Lookups* lookups) const {
    const auto address = reinterpret_cast<std::uintptr_t>(goal_weight_.get());
    for (std::size_t table = 0; table < tables_.size(); ++table)
      set_words(lookups[table], [&](std::size_t) { return address; });
  }

  struct Table {
    TableIndex<Board> index;
    std::uintptr_t first;
  };

  static Weight& weight_at(std::uint64_t address) { return afterstate::weight_at<Weight>(address); }

  using Sums = ImageSums<Weight, image_count>;

  /// Adds up the weights; returns whether one of them is zero.
  bool finds_zero(const Lookups* lookups, Sums& sums) const {
    ZeroSeen<image_count> zeros;
    for (std::size_t table = 0; table < tables_.size(); ++table) sums.add(lookups[table], zeros);
    return zeros.any();
  }

  void find_unset(const Board& afterstate, int stage, const Lookups* lookups, std::vector<Unset>& unset) const {
    const bool intra = shape_.promotion != Promotion::inter;
    const bool inter = shape_.promotion != Promotion::intra && stage > 0;
    const auto of_stage = static_cast<std::uint64_t>(stage) * stage_bytes_;
    const auto images = pair_images<Board>(halved_nibbles(known_nibbles(afterstate, shape_.tile_values)));
    Lookups halved{};
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      unsigned zeros = 0;  // one bit per image
      unsigned bit = 1;
      for_each_word(lookups[table], [&](std::uint64_t address) {
        zeros |= weight_at(address).value.load() == 0 ? bit : 0;
        bit <<= 1;
      });
      if (zeros == 0) continue;
      if (intra) tables_[table].index.template find<sizeof(Weight)>(images, tables_[table].first + of_stage, halved);
      for (; zeros != 0; zeros &= zeros - 1) {
        const int image = std::countr_zero(zeros);
        const auto address = words_of(lookups[table])[image];
        const Unset one{address, words_of(halved)[image], inter ? address - stage_bytes_ : 0, image};
        if (intra) __builtin_prefetch(&weight_at(one.halved));
        if (inter) __builtin_prefetch(&weight_at(one.stage_before));
        unset.push_back(one);
      }
    }
  }

  NetworkShape shape_;
  StageReader<Board> stage_;
  BigArray<Weight> weights_;
  std::vector<Table> tables_;
  int lookup_count_ = 0;
  std::uint64_t stage_bytes_ = 0;
  std::uint32_t min_tile_of_stages_ = 0;
  int goal_stage_ = -1;
  std::unique_ptr<Weight> goal_weight_;  ///< the weight of every lookup from the goal on
};

}  // namespace afterstate
