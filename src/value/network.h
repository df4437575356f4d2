// An n-tuple network: the value of an afterstate is the sum of one weight for each tuple on each symmetric image of the
// board (Szubert & Jaskowski 2014; Jaskowski 2018, section IV).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/big_memory.h"
#include "value/network_shape.h"
#include "value/table_index.h"
#include "value/weights.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace afterstate {

template <class BoardType, class WeightType>
class Network {
 public:
  using Board = BoardType;
  using Weight = WeightType;
  /// The addresses of the weights of one tuple, an image each. The lookups of an afterstate are as many of these as the
  /// network has tuples: found once, they serve for the value and for the update.
  using Lookups = typename ImageWords<Board>::type;

  /// All weights are zero, and take no memory before they are written.
  explicit Network(NetworkShape shape) : shape_(std::move(shape)), weights_(shape_.weights()) {
    std::uint64_t first = 0;
    for (const auto tuple : shape_.tuples) {
      tables_.push_back(
          {TableIndex<Board>{tuple, shape_.tile_values}, reinterpret_cast<std::uintptr_t>(weights_.data() + first)});
      first += shape_.entries(tuple);
    }
    lookup_count_ = shape_.lookups();
  }

  const NetworkShape& shape() const { return shape_; }
  int tuple_count() const { return static_cast<int>(tables_.size()); }
  int lookup_count() const { return lookup_count_; }

  /// Tables one after another, in the order of the shape's tuples.
  std::span<Weight> weights() { return weights_.span(); }
  std::span<const Weight> weights() const { return weights_.span(); }

  /// Finds the lookups of an afterstate and asks for their memory, which arrives while other work is done.
  void look_up(const Board& afterstate, Lookups* lookups) const {
    const auto images = pair_images<Board>(known_nibbles(afterstate, shape_.tile_values));
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      const auto address = bytes_of(tables_[table].index(images)) + tables_[table].first;
      lookups[table] = address;
#pragma GCC unroll 8
      for (int image = 0; image < image_count; ++image) __builtin_prefetch(&weight_at(address[image]));
    }
  }

  /// The sum is formed in one order on every machine: along the tuples for each image, then over the images in pairs.
  float value(const Lookups* lookups) const {
    std::array<float, image_count> sums{};
    for (std::size_t table = 0; table < tables_.size(); ++table)
#pragma GCC unroll 8
      for (int image = 0; image < image_count; ++image)
        sums[static_cast<std::size_t>(image)] += weight_at(lookups[table][image]).value.load();
    return sum_of(sums);
  }

  /// The same to the bit, and faster, while nobody writes to the network.
  float value_at_rest(const Lookups* lookups) const {
    Floats sums{};
    for (std::size_t table = 0; table < tables_.size(); ++table) sums += gathered(lookups[table]);
    return sum_of(sums);
  }

  float value(const Board& afterstate) const {
    std::vector<Lookups> lookups(tables_.size());
    look_up(afterstate, lookups.data());
    return value(lookups.data());
  }

  /// Calls `update(weight)` for every lookup, images that coincide included.
  template <class Update>
  void for_each_weight(const Lookups* lookups, Update&& update) {
    for (std::size_t table = 0; table < tables_.size(); ++table)
#pragma GCC unroll 8
      for (int image = 0; image < image_count; ++image) update(weight_at(lookups[table][image]));
  }

 private:
  static constexpr int image_count = symmetry_count<Board>;

  struct Table {
    TableIndex<Board> index;
    std::uintptr_t first;
  };

  static Weight& weight_at(std::uint64_t address) {
    return *reinterpret_cast<Weight*>(address);  // NOLINT(performance-no-int-to-ptr): addresses are made by vectors
  }

  using Floats = typename ImageWords<Board>::floats;

  /// The values of the weights at all addresses.
  static Floats gathered(Lookups addresses) {
#ifdef __AVX512F__
    if constexpr (image_count == 8)
      return reinterpret_cast<Floats>(
          _mm512_mask_i64gather_ps(_mm256_setzero_ps(), 0xff, reinterpret_cast<__m512i>(addresses), nullptr, 1));
#endif
    Floats values{};
#pragma GCC unroll 8
    for (int image = 0; image < image_count; ++image) values[image] = weight_at(addresses[image]).value.load();
    return values;
  }

  template <class Sums>
  float sum_of(const Sums& sums) const {
    const float first = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    if constexpr (image_count == 4)
      return first + shape_.initial_value;
    else
      return first + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + shape_.initial_value;
  }

  static Lookups bytes_of(Lookups index) {
    static_assert(sizeof(Weight) == 4 || sizeof(Weight) == 12);
    return sizeof(Weight) == 4 ? index << 2 : (index + (index << 1)) << 2;  // vectors have no fast multiplication
  }

  NetworkShape shape_;
  BigArray<Weight> weights_;
  std::vector<Table> tables_;
  int lookup_count_ = 0;
};

}  // namespace afterstate
