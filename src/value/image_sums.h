// The sums of weights over the tables, one for each symmetric image: in one register where the machine gathers quickly,
// else image by image. Both give the same to the bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "value/pair_images.h"
#include "value/weights.h"

namespace afterstate {

/// Addresses of weights are computed many at once, as numbers.
template <class Weight>
Weight& weight_at(std::uint64_t address) {
  return *reinterpret_cast<Weight*>(address);  // NOLINT(performance-no-int-to-ptr)
}

namespace detail {

/// The sum over the images, in pairs.
template <class Sums>
float in_pairs(const Sums& sums, int images) {
  const float first = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return images == 4 ? first : first + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace detail

template <class Weight, int images>
class ImageSums {
 public:
  using Values = std::array<float, images>;

  /// Adds the weights at the addresses, and gives them back.
  template <class Words>
  Values add(const Words& addresses) {
    Values values;
    std::size_t image = 0;
    for_each_word(addresses, [&](std::uint64_t address) {
      values[image] = weight_at<Weight>(address).value.load();
      sums_[image] += values[image];
      ++image;
    });
    return values;
  }

  void add(int image, float value) { sums_[static_cast<std::size_t>(image)] += value; }

  float total() const { return detail::in_pairs(sums_, images); }

 private:
  Values sums_{};
};

/// Whether a weight was zero.
template <int images>
class ZeroSeen {
 public:
  void look(const std::array<float, images>& values) {
    for (std::size_t image = 0; image < images; ++image) least_[image] = std::min(least_[image], std::fabs(values[image]));
  }

  bool any() const {
    float least = least_[0];
    for (const float one : least_) least = std::min(least, one);
    return least == 0;
  }

 private:
  static constexpr std::array<float, images> all_large() {
    std::array<float, images> values{};
    values.fill(std::numeric_limits<float>::infinity());
    return values;
  }

  std::array<float, images> least_ = all_large();
};

#ifdef __AVX512F__

template <class Weight>
class ImageSums<Weight, 8> {
 public:
  using Values = __m256;

  Values add(detail::WordsOfSquare addresses) {
    const auto values =
        _mm512_mask_i64gather_ps(_mm256_setzero_ps(), 0xff, reinterpret_cast<__m512i>(addresses), nullptr, 1);
    sums_ = _mm256_add_ps(sums_, values);
    return values;
  }

  void add(int image, float value) { sums_[image] += value; }

  float total() const { return detail::in_pairs(sums_, 8); }

 private:
  __m256 sums_ = _mm256_setzero_ps();
};

template <>
class ZeroSeen<8> {
 public:
  void look(__m256 values) {
    seen_ = _mm256_or_ps(seen_, _mm256_cmp_ps(values, _mm256_setzero_ps(), _CMP_EQ_OQ));
  }

  bool any() const { return _mm256_movemask_ps(seen_) != 0; }

 private:
  __m256 seen_ = _mm256_setzero_ps();
};

#endif

}  // namespace afterstate
