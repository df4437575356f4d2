// The four directions of a slide.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace afterstate {

enum class Direction : std::uint8_t { up, right, down, left };

inline constexpr std::array<Direction, 4> all_directions{Direction::up, Direction::right, Direction::down,
                                                         Direction::left};

constexpr bool is_vertical(Direction direction) { return direction == Direction::up || direction == Direction::down; }

/// Up and left slide toward cell 0, right and down away from it.
constexpr bool is_toward_origin(Direction direction) {
  return direction == Direction::up || direction == Direction::left;
}

constexpr std::string_view name_of(Direction direction) {
  constexpr std::array<std::string_view, 4> names{"up", "right", "down", "left"};
  return names[static_cast<std::size_t>(direction)];
}

/// The direction as one letter of a game record.
constexpr char letter_of(Direction direction) { return "URDL"[static_cast<std::size_t>(direction)]; }

constexpr std::optional<Direction> direction_of_letter(char letter) {
  for (const auto direction : all_directions)
    if (letter_of(direction) == letter) return direction;
  return std::nullopt;
}

/// A set of directions, such as the legal ones.
class DirectionSet {
 public:
  constexpr DirectionSet() = default;

  constexpr void insert(Direction direction) { bits_ |= bit(direction); }
  constexpr void insert_if(bool condition, Direction direction) {
    bits_ |= static_cast<std::uint8_t>(condition << static_cast<int>(direction));
  }
  constexpr bool contains(Direction direction) const { return (bits_ & bit(direction)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }

  /// The `n`-th direction of the set in the order of `all_directions`; `n` is less than size().
  constexpr Direction nth(int n) const { return static_cast<Direction>(nth_table[bits_][static_cast<std::size_t>(n)]); }

  friend constexpr bool operator==(DirectionSet, DirectionSet) = default;

 private:
  static constexpr std::uint8_t bit(Direction direction) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(direction));
  }

  static constexpr auto nth_table = [] {
    std::array<std::array<std::uint8_t, 4>, 16> table{};
    for (std::size_t bits = 0; bits < 16; ++bits)
      for (std::size_t direction = 0, n = 0; direction < 4; ++direction)
        if ((bits >> direction & 1U) != 0) table[bits][n++] = static_cast<std::uint8_t>(direction);
    return table;
  }();

  std::uint8_t bits_ = 0;
};

}  // namespace afterstate
