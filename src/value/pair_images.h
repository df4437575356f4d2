// All symmetric images of a board at once, in the form from which tables are indexed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "game/symmetry.h"

#ifdef __AVX512VBMI__
#include <immintrin.h>
#endif

namespace afterstate {

/// One 64-bit word, and one float, for each symmetric image of a board.
template <class Board>
struct ImageWords {
  using type [[gnu::vector_size(8 * symmetry_count<Board>)]] = std::uint64_t;
  using floats [[gnu::vector_size(4 * symmetry_count<Board>)]] = float;
};

namespace detail {

/// Gathers two bits of every nibble into the lower half of the word.
constexpr std::uint64_t gather_pairs(std::uint64_t pairs) {
  pairs = (pairs | pairs >> 2) & 0x0f0f'0f0f'0f0f'0f0fULL;
  pairs = (pairs | pairs >> 4) & 0x00ff'00ff'00ff'00ffULL;
  pairs = (pairs | pairs >> 8) & 0x0000'ffff'0000'ffffULL;
  return (pairs | pairs >> 16) & 0xffff'ffffULL;
}

}  // namespace detail

/// A pair word holds the lower two bits of every cell in its lower half and the upper two in its upper half, cell 0
/// lowest. Boards that differ in small tiles only then differ in the lower half only, so that what a game looks up in a
/// table lies close together: measured on 4x6 networks, this halves the misses of the TLB.
constexpr std::uint64_t pair_word(std::uint64_t nibbles) {
  constexpr auto lower_pairs = 0x3333'3333'3333'3333ULL;
  return detail::gather_pairs(nibbles & lower_pairs) | detail::gather_pairs(nibbles >> 2 & lower_pairs) << 32;
}

template <class Board>
typename ImageWords<Board>::type pair_images_portable(std::uint64_t nibbles) {
  typename ImageWords<Board>::type words{};
  const auto images = symmetric_images(Board::from_words(nibbles));
  for (int image = 0; image < symmetry_count<Board>; ++image)
    words[image] = pair_word(images[static_cast<std::size_t>(image)].nibbles());
  return words;
}

#ifdef __AVX512VBMI__

namespace detail {

/// A byte of a pair word holds the pairs of four cells. For each of the four, the bit of the board from which to take
/// eight, so that the pair comes to lie where it belongs; what lies around it is masked out.
template <class Board>
struct PairShifts {
  alignas(64) std::array<std::array<std::uint8_t, 64>, 4> of_pair{};

  constexpr PairShifts() {
    constexpr ImageSources<Board> sources;
    for (std::size_t pair = 0; pair < 4; ++pair)
      for (std::size_t byte = 0; byte < 64; ++byte) {
        const auto half = byte % 8 / 4;
        const auto source = sources.cell[byte / 8 % symmetry_count<Board>][byte % 4 * 4 + pair];
        const auto nibble = std::min<std::size_t>(source, 15);  // beyond the board, where there is nothing
        of_pair[pair][byte] = static_cast<std::uint8_t>((4 * nibble + 2 * half + 64 - 2 * pair) % 64);
      }
  }
};

}  // namespace detail

/// The pair words of all images, in the order of symmetric_images(). The intrinsics with a mask of ones are the plain
/// ones, for which GCC 12 warns of a value that is not used.
template <class Board>
inline typename ImageWords<Board>::type pair_images(std::uint64_t nibbles) {
  static constexpr detail::PairShifts<Board> shifts;
  const auto board = _mm512_set1_epi64(static_cast<long long>(nibbles));
  const auto shifted = [&](std::size_t pair) {
    return _mm512_maskz_multishift_epi64_epi8(~__mmask64{0}, _mm512_load_si512(shifts.of_pair[pair].data()), board);
  };
  const auto chosen = [](char mask, __m512i where_set, __m512i where_not) {
    return _mm512_ternarylogic_epi64(_mm512_set1_epi8(mask), where_set, where_not, 0xca);
  };
  const auto words = chosen(0x0f, chosen(0x03, shifted(0), shifted(1)), chosen(0x30, shifted(2), shifted(3)));
  if constexpr (symmetry_count<Board> == 4)
    return reinterpret_cast<typename ImageWords<Board>::type>(_mm512_maskz_extracti64x4_epi64(0xf, words, 0));
  else
    return reinterpret_cast<typename ImageWords<Board>::type>(words);
}

#else

/// The pair words of all images, in the order of symmetric_images().
template <class Board>
inline typename ImageWords<Board>::type pair_images(std::uint64_t nibbles) {
  return pair_images_portable<Board>(nibbles);
}

#endif

}  // namespace afterstate
