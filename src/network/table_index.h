// From a board to the entries of the tables: one index per tuple and symmetric image.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "network/network_shape.h"
#include "network/pair_images.h"
#include "network/tuple_bits.h"

namespace afterstate {

/// With sixteen tile values, the index is the bits of a pair word that belong to the cells of the tuple, packed
/// together. With fewer, these bits are translated to a number in base `tile_values`, twelve bits at a time. A tuple of
/// all cells may be indexed by ranks instead (network/board_ranks.h).
template <class Board>
class TableIndex {
 public:
  using Words = ImageWords<Board>;

  TableIndex(Tuple tuple, int tile_values) : chosen_(tuple) {
    if constexpr (may_be_ranked) ranked_ = is_ranked(size_of<Board>, tuple, tile_values);
    if (tile_values < max_tile_values && !ranked_) make_digits(tuple, tile_values);
  }

  /// The entry for every image.
  Words operator()(const Words& images) const {
    Words entries;
    find<1>(images, 0, entries);
    return entries;
  }

  /// The addresses of the entries, if the table begins at `first`. Always inlined: a call would pass the words through
  /// memory.
  template <std::size_t entry_bytes>
  [[gnu::always_inline]] void find(const Words& images, std::uint64_t first, Words& addresses) const {
    if constexpr (may_be_ranked)
      if (ranked_) {
        const auto entry = first_ranked_entry(Board::from_words(nibbles_of_pair_word(images[0])));
        set_words(addresses, [&](std::size_t image) { return first + (entry + image) * entry_bytes; });
        return;
      }
    const auto bits = chosen_(images);
    if (!digits_.empty())
      set_words(addresses, [&](std::size_t image) { return first + translated(bits[image]) * entry_bytes; });
    else if constexpr (TupleBits<Board>::word_by_word)
      set_words(addresses, [&](std::size_t image) { return first + bits[image] * entry_bytes; });
    else
      addresses = times<entry_bytes>(bits) + first;
  }

 private:
  static constexpr bool may_be_ranked = size_of<Board> == Size{3, 3};

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

  std::uint64_t translated(std::uint64_t bits) const {
    std::uint64_t entry = 0;
    for (const auto& digit : digits_) {
      entry += digit[bits & ((1U << digit_bits) - 1)];
      bits >>= digit_bits;
    }
    return entry;
  }

  /// Vectors have no fast multiplication.
  template <std::size_t factor>
  static Words times(Words words) {
    static_assert(std::has_single_bit(factor) || factor == 12);
    if constexpr (factor == 12) return (words + (words << 1)) << 2;
    return words << std::countr_zero(factor);
  }

  TupleBits<Board> chosen_;
  bool ranked_ = false;
  std::vector<Digits> digits_;  ///< empty for sixteen tile values
};

/// The board as a network with `tile_values` tile values sees it: larger tiles read as the largest known one.
template <class Board>
inline std::uint64_t known_nibbles(const Board& board, int tile_values) {
  const auto nibbles = board.nibbles();
  if (tile_values == max_tile_values) return nibbles;
  constexpr auto bytes = 0x0101'0101'0101'0101ULL;
  const auto unknown = bytes * static_cast<std::uint64_t>(max_tile_values - tile_values);
  const auto even = (nibbles & bytes * 15) + unknown;
  const auto odd = (nibbles >> 4 & bytes * 15) + unknown;
  if (((even | odd) & bytes * 16) == 0) [[likely]]
    return nibbles;
  auto known = Board::from_words(nibbles);
  for (int cell = 0; cell < Board::cells; ++cell)
    known.set_exponent(cell, std::min(known.exponent(cell), tile_values - 1));
  return known.nibbles();
}

/// Every tile halved; a 2 becomes an empty cell.
constexpr std::uint64_t halved_nibbles(std::uint64_t nibbles) {
  const auto pairs = nibbles | nibbles >> 1;
  return nibbles - ((pairs | pairs >> 2) & 0x1111'1111'1111'1111ULL);
}

}  // namespace afterstate
