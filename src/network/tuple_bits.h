// The bits of pair words that belong to the cells of a tuple, packed together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "network/pair_images.h"
#include "network/tuples.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace afterstate {

// With PEXT, packing word by word is faster than shifting and masking all images at once, unless one register holds all
// of them (AVX-512). Zen 1 and Zen 2 have PEXT, but it is slow.
#if defined(__BMI2__) && !defined(__AVX512F__) && !defined(__znver1__) && !defined(__znver2__)

template <class Board>
class TupleBits {
 public:
  static constexpr bool word_by_word = true;

  explicit TupleBits(Tuple tuple) {
    std::uint64_t cells = 0;
    for (int cell = 0; cell < Board::cells; ++cell)
      if ((tuple.cells >> cell & 1) != 0) cells |= std::uint64_t{15} << 4 * cell;
    chosen_ = pair_word(cells);
  }

  /// The bits of each image, extracted on access; `images` must outlive the result.
  auto operator()(const ImageWords<Board>& images) const {
    struct Bits {
      const std::uint64_t* words;
      std::uint64_t chosen;
      std::uint64_t operator[](std::size_t image) const { return _pext_u64(words[image], chosen); }
    };
    return Bits{words_of(images), chosen_};
  }

 private:
  std::uint64_t chosen_;
};

#else

template <class Board>
class TupleBits {
 public:
  static constexpr bool word_by_word = false;

  explicit TupleBits(Tuple tuple) {
    int position = 0;
    for (const int half : {0, 32})
      for (int cell = 0; cell < Board::cells;) {
        int end = cell;
        while (end < Board::cells && (tuple.cells >> end & 1) != 0) ++end;
        const int bits = 2 * (end - cell);
        if (bits > 0) {
          runs_[run_count_++] = {half + 2 * cell - position, ((std::uint64_t{1} << bits) - 1) << position};
          position += bits;
        }
        cell = end + 1;
      }
  }

  /// The bits of all images.
  [[gnu::always_inline]] ImageWords<Board> operator()(const ImageWords<Board>& images) const {
    auto bits = images >> runs_[0].shift & runs_[0].mask;
    for (std::size_t run = 1; run < run_count_; ++run) bits = bits | (images >> runs_[run].shift & runs_[run].mask);
    return bits;
  }

 private:
  /// Neighbouring cells, which are moved together.
  struct Run {
    int shift;
    std::uint64_t mask;
  };

  std::array<Run, Board::cells + 2> runs_{};  // at most every other cell begins a run, in each half
  std::size_t run_count_ = 0;
};

#endif

}  // namespace afterstate
