// The symmetries of square and rectangular boards, and the canonical form of a board under them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "game/board.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace afterstate {

/// Where each cell of a board goes.
template <int Cells>
struct CellMap {
  std::array<int, Cells> target;
};

template <int Rows, int Cols>
inline constexpr auto transposition = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = col * Rows + row;
  return map;
}();

/// Swaps left and right.
template <int Rows, int Cols>
inline constexpr auto mirroring = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = row * Cols + Cols - 1 - col;
  return map;
}();

/// Swaps top and bottom.
template <int Rows, int Cols>
inline constexpr auto flipping = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = (Rows - 1 - row) * Cols + col;
  return map;
}();

namespace detail {

template <CellMap map, int bits>
constexpr std::uint64_t mask_of_distance(int distance) {
  std::uint64_t mask = 0;
  for (int cell = 0; cell < static_cast<int>(map.target.size()); ++cell)
    if (map.target[static_cast<std::size_t>(cell)] - cell == distance)
      mask |= ((std::uint64_t{1} << bits) - 1) << (bits * cell);
  return mask;
}

template <CellMap map, int bits, int distance>
constexpr std::uint64_t moved_by(std::uint64_t word) {
  constexpr auto mask = mask_of_distance<map, bits>(distance);
  if constexpr (mask == 0)
    return 0;
  else if constexpr (distance < 0)
    return (word & mask) >> (bits * -distance);
  else
    return (word & mask) << (bits * distance);
}

}  // namespace detail

/// Permutes a word that holds `bits` bits per cell. Cells that move by the same distance move together: one mask and
/// one shift per distance, all of them constants.
template <CellMap map, int bits>
constexpr std::uint64_t permuted(std::uint64_t word) {
  constexpr int cells = static_cast<int>(map.target.size());
  return [word]<int... index>(std::integer_sequence<int, index...>) {
    return (detail::moved_by<map, bits, index - (cells - 1)>(word) | ...);
  }(std::make_integer_sequence<int, 2 * cells - 1>{});
}

namespace detail {

template <class Target, CellMap map, class Source>
constexpr Target permuted_board(const Source& board) {
  std::uint32_t beyond = 0;
  if (Source::wide && board.beyond() != 0) [[unlikely]]
    beyond = static_cast<std::uint32_t>(permuted<map, 2>(board.beyond()));
  return Target::from_words(permuted<map, 4>(board.nibbles()), beyond);
}

}  // namespace detail

/// Rows become columns.
template <int Rows, int Cols, bool Wide>
constexpr BasicBoard<Cols, Rows, Wide> transposed(const BasicBoard<Rows, Cols, Wide>& board) {
  return detail::permuted_board<BasicBoard<Cols, Rows, Wide>, transposition<Rows, Cols>>(board);
}

template <int Rows, int Cols, bool Wide>
constexpr BasicBoard<Rows, Cols, Wide> mirrored(const BasicBoard<Rows, Cols, Wide>& board) {
  return detail::permuted_board<BasicBoard<Rows, Cols, Wide>, mirroring<Rows, Cols>>(board);
}

template <int Rows, int Cols, bool Wide>
constexpr BasicBoard<Rows, Cols, Wide> flipped(const BasicBoard<Rows, Cols, Wide>& board) {
  return detail::permuted_board<BasicBoard<Rows, Cols, Wide>, flipping<Rows, Cols>>(board);
}

/// 8 for square boards, 4 for other rectangles.
template <class Board>
inline constexpr int symmetry_count = Board::rows == Board::cols ? 8 : 4;

/// The images of a board under all symmetries, itself first; images may coincide.
template <class Board>
constexpr std::array<Board, symmetry_count<Board>> symmetric_images(const Board& board) {
  const Board upside_down = flipped(board);
  if constexpr (Board::rows == Board::cols) {
    const Board turned = transposed(board);
    const Board turned_upside_down = flipped(turned);
    return {board,  mirrored(board),  upside_down,        mirrored(upside_down),
            turned, mirrored(turned), turned_upside_down, mirrored(turned_upside_down)};
  } else {
    return {board, mirrored(board), upside_down, mirrored(upside_down)};
  }
}

/// For every image, the source cell of each of its cells; 0x80 beyond the board.
template <class Board>
struct ImageSources {
  alignas(64) std::array<std::array<std::uint8_t, 16>, symmetry_count<Board>> cell{};

  constexpr ImageSources() {
    for (int source = 0; source < Board::cells; ++source) {
      Board board;
      board.set_exponent(source, 1);
      const auto images = symmetric_images(board);
      for (std::size_t image = 0; image < images.size(); ++image)
        for (int target = 0; target < Board::cells; ++target)
          if (images[image].exponent(target) != 0)
            cell[image][static_cast<std::size_t>(target)] = static_cast<std::uint8_t>(source);
    }
    for (auto& image : cell)
      for (std::size_t target = Board::cells; target < 16; ++target) image[target] = 0x80;
  }
};

#ifdef __AVX2__

/// One byte per cell.
inline __m128i cells_as_bytes(std::uint64_t nibbles) {
  constexpr auto lower = 0x0f0f'0f0f'0f0f'0f0fULL;
  return _mm_unpacklo_epi8(_mm_cvtsi64_si128(static_cast<long long>(nibbles & lower)),
                           _mm_cvtsi64_si128(static_cast<long long>(nibbles >> 4 & lower)));
}

#endif

namespace detail {

#if defined(__AVX512VBMI__) && defined(__AVX512VL__)

/// For each byte of each image, the bit offset from which eight bits are taken: once so that the lower nibble is right,
/// once so that the upper one is. Nibbles beyond the board are taken from their own position, which is zero.
template <class Board>
struct ImageShifts {
  alignas(64) std::array<std::uint8_t, 64> lower{};
  alignas(64) std::array<std::uint8_t, 64> upper{};

  constexpr ImageShifts() {
    constexpr ImageSources<Board> sources;
    for (std::size_t byte = 0; byte < 64; ++byte) {
      const auto& cells = sources.cell[byte / 8 % symmetry_count<Board>];
      const auto shift = [&cells](std::size_t nibble) { return 4 * (cells[nibble] < 16 ? cells[nibble] : nibble); };
      lower[byte] = static_cast<std::uint8_t>(shift(byte % 8 * 2));
      upper[byte] = static_cast<std::uint8_t>((shift(byte % 8 * 2 + 1) + 60) % 64);
    }
  }
};

/// All images in one register. The masked intrinsics with a mask of ones are equal to the plain ones, for which GCC 12
/// warns about an unused value.
template <class Board>
inline std::uint64_t min_image(std::uint64_t nibbles) {
  static constexpr ImageShifts<Board> shifts;
  constexpr auto all = ~__mmask64{0};
  const auto board = _mm512_set1_epi64(static_cast<long long>(nibbles));
  const auto lower = _mm512_maskz_multishift_epi64_epi8(all, _mm512_load_si512(shifts.lower.data()), board);
  const auto upper = _mm512_maskz_multishift_epi64_epi8(all, _mm512_load_si512(shifts.upper.data()), board);
  constexpr int first_chooses = 0xca;
  const auto images = _mm512_ternarylogic_epi64(_mm512_set1_epi8(15), lower, upper, first_chooses);
  const auto four = _mm256_maskz_min_epu64(0xf, _mm512_maskz_extracti64x4_epi64(0xf, images, 0),
                                           _mm512_maskz_extracti64x4_epi64(0xf, images, 1));
  const auto two = _mm_maskz_min_epu64(0x3, _mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return std::min(static_cast<std::uint64_t>(_mm_cvtsi128_si64(two)),
                  static_cast<std::uint64_t>(_mm_extract_epi64(two, 1)));
}

#elif defined(__AVX2__)

/// Two images per register, one byte per cell; then pairs of bytes are packed into nibbles again.
template <class Board>
inline std::uint64_t min_image(std::uint64_t nibbles) {
  static constexpr ImageSources<Board> sources;
  const auto cells = _mm256_broadcastsi128_si256(cells_as_bytes(nibbles));
  const auto two_images = [&](std::size_t image) {
    const auto source = _mm256_load_si256(reinterpret_cast<const __m256i*>(sources.cell[image].data()));
    return _mm256_maddubs_epi16(_mm256_shuffle_epi8(cells, source), _mm256_set1_epi16(0x1001));
  };
  const auto four_images = [&](std::size_t image) {
    return _mm256_packus_epi16(two_images(image), two_images(image + 2));
  };
  // AVX2 has no minimum of unsigned 64-bit words, but with the highest bit flipped they compare as signed ones.
  const auto turned = [](__m256i words) { return _mm256_xor_si256(words, _mm256_set1_epi64x(INT64_MIN)); };
  const auto lesser = [](auto a, auto b) { return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b)); };
  auto least = turned(four_images(0));
  if constexpr (symmetry_count<Board> == 8) least = lesser(least, turned(four_images(4)));
  least = lesser(least, _mm256_permute4x64_epi64(least, 0x4e));  // the other half
  least = lesser(least, _mm256_shuffle_epi32(least, 0x4e));      // the other word of a half
  return static_cast<std::uint64_t>(_mm256_extract_epi64(least, 0)) ^ std::uint64_t{1} << 63;
}

#endif

}  // namespace detail

/// The smallest of the symmetric images: one representative per class of symmetric boards.
template <class Board>
constexpr Board canonical(const Board& board) {
#ifdef __AVX2__
  if (!std::is_constant_evaluated() && board.beyond() == 0) [[likely]]
    return Board::from_words(detail::min_image<Board>(board.nibbles()));
#endif
  const auto images = symmetric_images(board);
  return *std::min_element(images.begin(), images.end());
}

}  // namespace afterstate
