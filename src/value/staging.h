// Stages: a game is cut into parts, and each has weights of its own (Wu et al. 2014; Matsuzaki 2017, section 4.1;
// Jaskowski 2018, section V D). Which stage an afterstate belongs to is read from the board alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/size.h"

namespace afterstate {

/// Where a stage begins: the tiles of at least 2^`least` add up to `sum`. A slide never lowers that sum, so what has
/// passed stays so: "a 16384 and an 8192 were there" is 24576 in tiles of 8192 and more, and "8192 moves" is a sum of
/// all tiles, which grows by 2.2 a move.
struct StageEvent {
  int least = 1;
  std::uint32_t sum = 0;

  friend bool operator==(const StageEvent&, const StageEvent&) = default;
};

/// A board is in the stage of the last event that has passed, and in stage 0 before all of them; or its stage is the
/// binary number of which of the `bits` largest tiles, 32768 downward, are there, a duplicate standing for the next
/// smaller one that is free, and a larger tile for a 32768.
struct Staging {
  std::vector<StageEvent> events;
  int bits = 0;  ///< 0 where events decide

  int count() const { return bits > 0 ? 1 << bits : static_cast<int>(events.size()) + 1; }

  friend bool operator==(const Staging&, const Staging&) = default;
};

/// As many stages as a list of events, or 2^bits, may make.
inline constexpr int most_stages = 256;

/// The smallest tile that a slide must make to lead to another stage: a slide keeps the sum of all tiles, and the sum
/// of the tiles from some size on changes where one of that size is made.
constexpr std::uint32_t least_tile_of(const Staging& staging) {
  if (staging.bits > 0) return 1U << (16 - staging.bits);
  std::uint32_t least = UINT32_MAX;
  for (const auto& event : staging.events)
    if (event.least > 1 && 1U << event.least < least) least = 1U << event.least;
  return least;
}

/// A way to cut the game that has a name.
struct NamedStaging {
  std::string_view name;
  std::string_view events;  ///< as a list of one's own is written
  std::string_view source;
};

std::span<const NamedStaging> named_stagings();

/// Reads "one", a name of named_stagings(), "pow2:4", or a list of events such as "8192 16384 16384+8192" or
/// "turn:4096 turn:8192"; 16k means 16384. Throws UserError for anything else, for events that are not in the order in
/// which games pass them, and for stages that no game on such a board comes to.
Staging parse_staging(std::string_view text, Size size);

/// As parse_staging reads it: the shortest way to say it.
std::string name_of(const Staging& staging);

}  // namespace afterstate
