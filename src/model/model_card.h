// Metadata of a model: how it was trained, and how strong it is.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fwd.h"
#include "base/statistics.h"

namespace afterstate {

/// The strength of a model when it was last measured.
struct Measured {
  int depth = 1;
  std::uint64_t games = 0;
  Estimate mean{};
};

/// Training statistics of one stage at the last measurement.
struct StageReport {
  double actions = 0;               ///< share of all actions
  double touched = 0;               ///< share of the stage's weights that are not zero
  std::optional<double> rate;       ///< mean learning rate of the trained weights, if each has its own
  std::uint64_t games = 0;          ///< that reached the stage and ended, since the previous measurement
  std::optional<double> predicted;  ///< mean remaining score when they reached it, as predicted by the network
  std::optional<double> realised;   ///< the actual mean
  std::optional<double> passed{};   ///< share of the games that went on to a later stage or to the goal
};

/// What the chance of an endgame table is worth to a model: failure + chance x (success - failure), in its own unit.
struct EndgameWorth {
  std::string walls;                 ///< of the table, such as 012345
  std::uint32_t target = 0;          ///< of the table
  std::vector<std::uint32_t> tiles;  ///< that are the walls, the largest first
  double success = 0;
  double failure = 0;

  friend bool operator==(const EndgameWorth&, const EndgameWorth&) = default;
};

/// Metadata that a model file stores in addition to the network.
struct ModelCard {
  std::string origin;  ///< which program made it, and from what
  std::string recipe;  ///< resolved TOML; empty if there was none
  std::uint64_t seed = 0;
  std::uint64_t actions = 0;
  std::uint64_t games = 0;
  double seconds = 0;                        ///< of learning, without measuring and saving
  std::uint64_t until_actions = UINT64_MAX;  ///< planned end of the run
  std::uint64_t until_games = UINT64_MAX;
  std::optional<Measured> measured;
  std::uint32_t downgrade = 0;           ///< how it plays: the tile from which on it sees downgraded boards; 0: never
  std::vector<EndgameWorth> endgames{};  ///< how it uses endgame tables
  std::vector<StageReport> stages{};     ///< empty if nothing was learned or measured
};

/// Whether boards can be downgraded from this tile on: 8 to 131072.
constexpr bool is_downgrade(std::uint64_t tile) { return std::has_single_bit(tile) && tile >= 8 && tile <= 131'072; }

/// The measurements of a card as JSON; null if there is none.
Json to_json(const std::optional<Measured>& measured);
Json to_json(const StageReport& report);
Json to_json(const std::vector<EndgameWorth>& worths);

/// Throws Failure, or an exception of JSON, if it is not what to_json() gives.
EndgameWorth endgame_worth_from(const Json& json);

}  // namespace afterstate
