// Stages: a game is divided into parts, each with its own weights (Wu et al. 2014; Matsuzaki 2017, section 4.1;
// Jaskowski 2018, section V D). The stage of an afterstate depends on the board alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/size.h"

namespace afterstate {

/// Where a stage begins: the tiles of at least 2^`least` add up to `sum` or more. A slide never lowers that sum, so an
/// event that has passed stays passed: "a 16384 and an 8192 were on the board" is a sum of 24576 over tiles of 8192 and
/// more, and "8192 moves" is a sum of all tiles, which grows by 2.2 per move.
struct StageEvent {
  int least = 1;
  std::uint32_t sum = 0;

  friend bool operator==(const StageEvent&, const StageEvent&) = default;
};

/// A board is in the stage of the last event that has passed, and in stage 0 before the first. With `bits`, its stage
/// is a binary number instead: one bit for each of the `bits` largest tiles, from 32768 down, set if the tile is
/// present. A duplicate counts as the next smaller tile that is missing, and a larger tile as a 32768.
struct Staging {
  std::vector<StageEvent> events;
  int bits = 0;  ///< 0 if events are used

  int count() const { return bits > 0 ? 1 << bits : static_cast<int>(events.size()) + 1; }

  friend bool operator==(const Staging&, const Staging&) = default;
};

inline constexpr int max_stages = 256;

/// The smallest tile that a slide must make to lead to another stage: a slide keeps the sum of all tiles, and the sum
/// of the tiles of at least some size changes only when one of that size is made.
constexpr std::uint32_t min_tile_of(const Staging& staging) {
  if (staging.bits > 0) return 1U << (16 - staging.bits);
  std::uint32_t least = UINT32_MAX;
  for (const auto& event : staging.events)
    if (event.least > 1 && 1U << event.least < least) least = 1U << event.least;
  return least;
}

/// A predefined staging.
struct NamedStaging {
  std::string_view name;
  std::string_view events;  ///< a list of events, as parse_staging() reads it
  std::string_view source;
};

std::span<const NamedStaging> named_stagings();

/// Reads "one", a name of named_stagings(), "pow2:4", or a list of events such as "8192 16384 16384+8192" or "turn:4096
/// turn:8192"; 16k means 16384. Throws UserError for anything else, for events that are not in the order in which games
/// pass them, and for stages that no game on a board of this size reaches.
Staging parse_staging(std::string_view text, Size size);

/// Reads one event, such as "16k+8k"; throws UserError like parse_staging().
StageEvent parse_event(std::string_view text, Size size);

/// The shortest text that parse_staging() reads as this staging.
std::string name_of(const Staging& staging);

}  // namespace afterstate
