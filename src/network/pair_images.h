// All symmetric images of a board at once, in the form from which tables are indexed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "game/symmetry.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace afterstate {

namespace detail {

using FourWords [[gnu::vector_size(32)]] = std::uint64_t;

/// Eight words if the widest registers hold four: the compiler would keep a vector of eight in memory.
struct EightWords {
  FourWords lower;
  FourWords upper;

  std::uint64_t operator[](int n) const { return n < 4 ? lower[n] : upper[n - 4]; }

  friend EightWords operator>>(EightWords a, int n) { return {a.lower >> n, a.upper >> n}; }
  friend EightWords operator<<(EightWords a, int n) { return {a.lower << n, a.upper << n}; }
  friend EightWords operator&(EightWords a, std::uint64_t b) { return {a.lower & b, a.upper & b}; }
  friend EightWords operator|(EightWords a, EightWords b) { return {a.lower | b.lower, a.upper | b.upper}; }
  friend EightWords operator+(EightWords a, EightWords b) { return {a.lower + b.lower, a.upper + b.upper}; }
  friend EightWords operator+(EightWords a, std::uint64_t b) { return {a.lower + b, a.upper + b}; }
};

#ifdef __AVX512F__
using WordsOfSquare [[gnu::vector_size(64)]] = std::uint64_t;
#else
using WordsOfSquare = EightWords;
#endif

}  // namespace detail

/// One 64-bit word per symmetric image of a board.
template <class Board>
using ImageWords = std::conditional_t<symmetry_count<Board> == 8, detail::WordsOfSquare, detail::FourWords>;

/// The words in memory, which is faster than extracting them from a register one by one.
template <class Words>
const std::uint64_t* words_of(const Words& words) {
  return reinterpret_cast<const std::uint64_t*>(&words);
}

/// Calls `visit(word)` for each image, in order.
template <class Words, class Visit>
inline void for_each_word(const Words& words, Visit&& visit) {
#pragma GCC unroll 8
  for (std::size_t image = 0; image < sizeof(Words) / sizeof(std::uint64_t); ++image) visit(words_of(words)[image]);
}

/// Sets the word of each image to `find(image)`.
template <class Words, class Find>
inline void set_words(Words& words, Find&& find) {
  auto* const first = reinterpret_cast<std::uint64_t*>(&words);
#pragma GCC unroll 8
  for (std::size_t image = 0; image < sizeof(Words) / sizeof(std::uint64_t); ++image) first[image] = find(image);
}

namespace detail {

/// Gathers two bits of every nibble into the lower half of the word.
constexpr std::uint64_t gather_pairs(std::uint64_t pairs) {
  pairs = (pairs | pairs >> 2) & 0x0f0f'0f0f'0f0f'0f0fULL;
  pairs = (pairs | pairs >> 4) & 0x00ff'00ff'00ff'00ffULL;
  pairs = (pairs | pairs >> 8) & 0x0000'ffff'0000'ffffULL;
  return (pairs | pairs >> 16) & 0xffff'ffffULL;
}

/// The inverse of gather_pairs().
constexpr std::uint64_t spread_pairs(std::uint64_t pairs) {
  pairs = (pairs | pairs << 16) & 0x0000'ffff'0000'ffffULL;
  pairs = (pairs | pairs << 8) & 0x00ff'00ff'00ff'00ffULL;
  pairs = (pairs | pairs << 4) & 0x0f0f'0f0f'0f0f'0f0fULL;
  return (pairs | pairs << 2) & 0x3333'3333'3333'3333ULL;
}

}  // namespace detail

/// A pair word holds the lower two bits of every cell in its lower half and the upper two in its upper half, cell 0
/// lowest. Boards that differ only in small tiles then differ only in the lower half, so that the lookups of a game lie
/// close together in a table: measured on 4x6 networks, this halves the TLB misses.
constexpr std::uint64_t pair_word(std::uint64_t nibbles) {
  constexpr auto lower_pairs = 0x3333'3333'3333'3333ULL;
  return detail::gather_pairs(nibbles & lower_pairs) | detail::gather_pairs(nibbles >> 2 & lower_pairs) << 32;
}

/// The inverse of pair_word().
constexpr std::uint64_t nibbles_of_pair_word(std::uint64_t word) {
  return detail::spread_pairs(word & 0xffff'ffffULL) | detail::spread_pairs(word >> 32) << 2;
}

template <class Board>
ImageWords<Board> pair_images_portable(std::uint64_t nibbles) {
  const auto images = symmetric_images(Board::from_words(nibbles));
  ImageWords<Board> words;
  set_words(words, [&](std::size_t image) { return pair_word(images[image].nibbles()); });
  return words;
}

#if defined(__AVX512VBMI__)

namespace detail {

/// A byte of a pair word holds the pairs of four cells. For each of the four: the bit of the board from which to take
/// eight bits, so that the pair ends up in its place; the bits around it are masked out.
template <class Board>
struct PairShifts {
  alignas(64) std::array<std::array<std::uint8_t, 64>, 4> of_pair{};

  constexpr PairShifts() {
    constexpr ImageSources<Board> sources;
    for (std::size_t pair = 0; pair < 4; ++pair)
      for (std::size_t byte = 0; byte < 64; ++byte) {
        const auto half = byte % 8 / 4;
        const auto source = sources.cell[byte / 8 % symmetry_count<Board>][byte % 4 * 4 + pair];
        const auto nibble = std::min<std::size_t>(source, 15);  // a cell beyond the board, which is empty
        of_pair[pair][byte] = static_cast<std::uint8_t>((4 * nibble + 2 * half + 64 - 2 * pair) % 64);
      }
  }
};

}  // namespace detail

/// The pair words of all images, in the order of symmetric_images(). Intrinsics with a mask of ones are equivalent to
/// the unmasked ones, for which GCC 12 warns about a value that is not used.
template <class Board>
inline ImageWords<Board> pair_images(std::uint64_t nibbles) {
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
    return reinterpret_cast<ImageWords<Board>>(_mm512_maskz_extracti64x4_epi64(0xf, words, 0));
  else
    return reinterpret_cast<ImageWords<Board>>(words);
}

#elif defined(__AVX2__)

namespace detail {

/// The pair words of four images, whose cells are taken from `sources`. One half of a register processes the lower
/// pairs of all cells, the other half the upper pairs.
[[gnu::always_inline]] inline FourWords pair_words_of_four(__m256i pairs, const std::array<std::uint8_t, 16>* sources) {
  const auto next_four_bits = _mm256_set1_epi16(0x0401);   // a + 4 b
  const auto next_eight_bits = _mm256_set1_epi16(0x1001);  // a + 16 b
  const auto two_cells = [&](int image) {
    const auto source = _mm_load_si128(reinterpret_cast<const __m128i*>(sources[image].data()));
    return _mm256_maddubs_epi16(_mm256_shuffle_epi8(pairs, _mm256_broadcastsi128_si256(source)), next_four_bits);
  };
  const auto four_cells = [&](int image) {
    return _mm256_maddubs_epi16(_mm256_packus_epi16(two_cells(image), two_cells(image + 1)), next_eight_bits);
  };
  const auto all_cells = _mm256_packus_epi16(four_cells(0), four_cells(2));
  return reinterpret_cast<FourWords>(_mm256_permutevar8x32_epi32(all_cells, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
}

}  // namespace detail

/// The pair words of all images, in the order of symmetric_images().
template <class Board>
inline ImageWords<Board> pair_images(std::uint64_t nibbles) {
  static constexpr ImageSources<Board> sources;
  const auto cells = _mm256_broadcastsi128_si256(cells_as_bytes(nibbles));
  const auto pairs = _mm256_and_si256(_mm256_srlv_epi64(cells, _mm256_setr_epi64x(0, 0, 2, 2)), _mm256_set1_epi8(3));
  const auto first = detail::pair_words_of_four(pairs, sources.cell.data());
  if constexpr (symmetry_count<Board> == 4)
    return first;
  else
    return {first, detail::pair_words_of_four(pairs, sources.cell.data() + 4)};
}

#else

/// The pair words of all images, in the order of symmetric_images().
template <class Board>
inline ImageWords<Board> pair_images(std::uint64_t nibbles) {
  return pair_images_portable<Board>(nibbles);
}

#endif

}  // namespace afterstate
