// A hand-crafted evaluation of afterstates, without learning.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "game/symmetry.h"

namespace afterstate {

/// The evaluation of one line of `Length` cells, for all lines. Integers, so that every build plays the same.
template <int Length>
class LineValues {
 public:
  LineValues() : values_(std::size_t{1} << (4 * Length)) {
    for (std::size_t packed = 0; packed < values_.size(); ++packed) {
      std::array<int, Length> line{};
      for (std::size_t cell = 0; cell < Length; ++cell) line[cell] = static_cast<int>(packed >> (4 * cell) & 15U);
      values_[packed] = evaluate(line);
    }
  }

  std::int32_t operator[](std::size_t packed) const { return values_[packed]; }

 private:
  // Found by a minute of random search on 4x4, 1,000 games per setting and 4,000 for the better ones, then rounded.
  static constexpr std::int32_t empty_weight = 650;
  static constexpr std::int32_t merge_weight = 1300;

  static constexpr std::int32_t fourth_power(int exponent) { return exponent * exponent * exponent * exponent; }

  static std::int32_t evaluate(const std::array<int, Length>& line) {
    std::int32_t value = 0;
    int last_tile = 0;
    for (const int exponent : line) {
      if (exponent == 0) {
        value += empty_weight;
      } else {
        if (exponent == last_tile) value += merge_weight;
        last_tile = exponent;
      }
    }
    // Large tiles belong at one end: each step against the better of the two orders is penalised.
    std::int32_t falls = 0;
    std::int32_t rises = 0;
    for (std::size_t cell = 1; cell < Length; ++cell) {
      const auto step = fourth_power(line[cell]) - fourth_power(line[cell - 1]);
      (step > 0 ? rises : falls) += std::abs(step);
    }
    return value - std::min(falls, rises);
  }

  std::vector<std::int32_t> values_;
};

template <int Length>
const LineValues<Length>& line_values() {
  static const LineValues<Length> values;
  return values;
}

/// Larger is better.
template <class Board>
std::int32_t heuristic_value(const Board& afterstate) {
  const auto sum_of_lines = []<int Lines, int Length>(std::uint64_t nibbles) {
    const auto& values = line_values<Length>();
    constexpr auto mask = (std::uint64_t{1} << (4 * Length)) - 1;
    std::int32_t sum = 0;
    for (int line = 0; line < Lines; ++line) sum += values[nibbles >> (4 * Length * line) & mask];
    return sum;
  };
  const auto rows = afterstate.nibbles();
  const auto columns = permuted<transposition<Board::rows, Board::cols>, 4>(rows);
  return sum_of_lines.template operator()<Board::rows, Board::cols>(rows) +
         sum_of_lines.template operator()<Board::cols, Board::rows>(columns);
}

}  // namespace afterstate
