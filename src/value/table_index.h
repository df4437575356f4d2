// From a board to the entries of the tables: one index for each tuple and symmetric image.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "value/network_shape.h"
#include "value/pair_images.h"

namespace afterstate {

/// Sixteen tile values: the bits of a pair word that belong to the tuple's cells, moved together. Fewer: the same bits
/// name the entry of a table in that base, and are translated twelve at a time. All cells of a board at once can have
/// ranks instead (value/board_ranks.h).
template <class Board>
class TableIndex {
 public:
  using Words = ImageWords<Board>;

  TableIndex(Tuple tuple, int tile_values) {
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
    if constexpr (may_be_ranked) ranked_ = is_ranked(size_of<Board>, tuple, tile_values);
    if (tile_values < most_tile_values && !ranked_) make_digits(tuple, tile_values);
  }

  /// The index on every image. Called, it would pass its words through memory.
  [[gnu::always_inline]] Words operator()(Words images) const {
    if constexpr (may_be_ranked)
      if (ranked_) return ranked(images);
    Words index = images >> runs_[0].shift & runs_[0].mask;
    for (std::size_t run = 1; run < run_count_; ++run) index = index | (images >> runs_[run].shift & runs_[run].mask);
    return digits_.empty() ? index : translated(index);
  }

 private:
  static constexpr bool may_be_ranked = size_of<Board> == Size{3, 3};

  static Words ranked(Words images) {
    const auto first = first_ranked_entry(Board::from_words(nibbles_of_pair_word(images[0])));
    std::array<std::uint64_t, symmetry_count<Board>> entries{};
    for (std::size_t image = 0; image < entries.size(); ++image) entries[image] = first + image;
    return image_words<Words>(entries);
  }

  /// Neighbouring cells move together.
  struct Run {
    int shift;
    std::uint64_t mask;
  };

  static constexpr int digit_bits = 12;
  using Digits = std::array<std::uint64_t, 1U << digit_bits>;

  void make_digits(Tuple tuple, int tile_values) {
    const int bits = 4 * tuple.size();
    digits_.resize(static_cast<std::size_t>((bits + digit_bits - 1) / digit_bits));
    std::vector<std::uint64_t> weight_of_bit;  // the index is linear in the bits of the tile values
    for (const std::uint64_t unit : {1, 4}) {
      std::uint64_t place = unit;
      for (int cell = 0; cell < tuple.size(); ++cell, place *= static_cast<std::uint64_t>(tile_values)) {
        weight_of_bit.push_back(place);
        weight_of_bit.push_back(2 * place);
      }
    }
    weight_of_bit.resize(digits_.size() * digit_bits);
    for (std::size_t digit = 0; digit < digits_.size(); ++digit)
      for (std::uint32_t value = 0; value < digits_[digit].size(); ++value)
        for (int bit = 0; bit < digit_bits; ++bit)
          if ((value >> bit & 1U) != 0)
            digits_[digit][value] += weight_of_bit[digit * digit_bits + static_cast<std::size_t>(bit)];
  }

  Words translated(Words index) const {
    std::array<std::uint64_t, symmetry_count<Board>> result{};
    for (std::size_t digit = 0; digit < digits_.size(); ++digit)
      for (int image = 0; image < symmetry_count<Board>; ++image)
        result[static_cast<std::size_t>(image)] +=
            digits_[digit][index[image] >> (digit_bits * digit) & ((1U << digit_bits) - 1)];
    return image_words<Words>(result);
  }

  std::array<Run, Board::cells + 2> runs_{};  // at most every other cell begins a run, in each half
  std::size_t run_count_ = 0;
  bool ranked_ = false;
  std::vector<Digits> digits_;  ///< empty for sixteen tile values
};

/// The board as a network of so many tile values sees it: larger tiles read as the largest it knows.
template <class Board>
inline std::uint64_t known_nibbles(const Board& board, int tile_values) {
  const auto nibbles = board.nibbles();
  if (tile_values == most_tile_values) return nibbles;
  constexpr auto bytes = 0x0101'0101'0101'0101ULL;
  const auto unknown = bytes * static_cast<std::uint64_t>(most_tile_values - tile_values);
  const auto even = (nibbles & bytes * 15) + unknown;
  const auto odd = (nibbles >> 4 & bytes * 15) + unknown;
  if (((even | odd) & bytes * 16) == 0) [[likely]]
    return nibbles;
  auto known = Board::from_words(nibbles);
  for (int cell = 0; cell < Board::cells; ++cell)
    known.set_exponent(cell, std::min(known.exponent(cell), tile_values - 1));
  return known.nibbles();
}

/// Every tile halved; a 2 disappears.
constexpr std::uint64_t halved_nibbles(std::uint64_t nibbles) {
  const auto pairs = nibbles | nibbles >> 1;
  return nibbles - ((pairs | pairs >> 2) & 0x1111'1111'1111'1111ULL);
}

}  // namespace afterstate
