// What the chances of endgame tables are worth, from games that came to their boards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/record.h"
#include "model/model_card.h"
#include "network/network_shape.h"
#include "solve/endgame_tables.h"

namespace afterstate {

/// How games went on that came to a table with the same tiles as walls.
struct EndgameFit {
  EndgameWorth worth;           ///< mean further scores after success and after failure
  std::uint64_t successes = 0;  ///< games that made the target
  std::uint64_t failures = 0;
  double chance = 0;  ///< mean, when they came there
};

/// Where games end for the model, and what it gets there.
struct FitGoal {
  StageEvent event;
  double value;
};

/// That of a network, if it has one.
std::optional<FitGoal> goal_of(const NetworkShape& shape);

class EndgameFits {
 public:
  /// Of a table, with success and without, for its worth to be used.
  static constexpr std::uint64_t usual_min_games = 20;

  EndgameFits(const EndgameTables& tables, std::optional<FitGoal> goal) : tables_(tables), goal_(goal) {}

  /// The first afterstate of each table and walls in the game, which is on 4x4 and may start anywhere.
  void add(const GameRecord& record);

  /// Those with at least `min_games` successes and as many failures, by table.
  std::vector<EndgameFit> result(std::uint64_t min_games) const;

 private:
  struct Sums {
    std::uint64_t successes = 0;
    std::uint64_t failures = 0;
    double after_success = 0;
    double after_failure = 0;
    double chances = 0;
  };

  const EndgameTables& tables_;
  std::optional<FitGoal> goal_;
  std::map<std::pair<std::size_t, std::uint32_t>, Sums> sums_;  ///< by table and tiles
};

}  // namespace afterstate
