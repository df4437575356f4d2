// The sums of weights over the tables, one per symmetric image: in one register if the CPU gathers quickly (AVX-512),
// otherwise image by image. Both give bit-identical results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "network/pair_images.h"
#include "network/weights.h"

namespace afterstate {

/// Addresses of weights are computed in vectors, as integers.
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

/// Whether any of the weights was zero.
template <int images>
class ZeroSeen {
 public:
  void look(float value) { min_ = std::min(min_, std::fabs(value)); }
  bool any() const { return min_ == 0; }

 private:
  float min_ = std::numeric_limits<float>::infinity();
};

template <class Weight, int images>
class ImageSums {
 public:
  /// Adds the weights at the addresses.
  template <class Words>
  void add(const Words& addresses) {
    add_each(addresses, [](float) {});
  }

  /// The same, and looks for zeros among them.
  template <class Words>
  void add(const Words& addresses, ZeroSeen<images>& zeros) {
    add_each(addresses, [&zeros](float value) { zeros.look(value); });
  }

  void add(int image, float value) { sums_[static_cast<std::size_t>(image)] += value; }

  float total() const { return detail::in_pairs(sums_, images); }

 private:
  template <class Words, class Look>
  void add_each(const Words& addresses, Look&& look) {
    std::size_t image = 0;
    for_each_word(addresses, [&](std::uint64_t address) {
      const float value = weight_at<Weight>(address).value.load();
      look(value);
      sums_[image++] += value;
    });
  }

  std::array<float, images> sums_{};
};

#ifdef __AVX512F__

template <>
class ZeroSeen<8> {
 public:
  void look(__m256 values) { seen_ = _mm256_or_ps(seen_, _mm256_cmp_ps(values, _mm256_setzero_ps(), _CMP_EQ_OQ)); }

  bool any() const { return _mm256_movemask_ps(seen_) != 0; }

 private:
  __m256 seen_ = _mm256_setzero_ps();
};

template <class Weight>
class ImageSums<Weight, 8> {
 public:
  void add(detail::WordsOfSquare addresses) { sums_ = _mm256_add_ps(sums_, gathered(addresses)); }

  void add(detail::WordsOfSquare addresses, ZeroSeen<8>& zeros) {
    const auto values = gathered(addresses);
    zeros.look(values);
    sums_ = _mm256_add_ps(sums_, values);
  }

  void add(int image, float value) { sums_[image] += value; }

  float total() const { return detail::in_pairs(sums_, 8); }

 private:
  static __m256 gathered(detail::WordsOfSquare addresses) {
    return _mm512_mask_i64gather_ps(_mm256_setzero_ps(), 0xff, reinterpret_cast<__m512i>(addresses), nullptr, 1);
  }

  __m256 sums_ = _mm256_setzero_ps();
};

#endif

}  // namespace afterstate
