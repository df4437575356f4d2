// What training needs from outside: the boards at which episodes start, engines that demonstrate, and endgame tables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "learn/demonstrator.h"
#include "learn/first_boards.h"
#include "learn/known_values.h"
#include "model/model_card.h"
#include "solve/endgame_tables.h"
#include "train/recipe.h"

namespace afterstate {

class LearningSources {
 public:
  /// Reads the boards and loads the demonstrators of a recipe. Throws UserError or Failure if one cannot be read, is
  /// for another board size, or if a phase would have no board to start at.
  explicit LearningSources(const Recipe& recipe);

  /// By stage of the network; null if no phase starts at them.
  const StartBoards* boards() const { return boards_.empty() ? nullptr : &boards_; }

  /// The boards of the first stage that has any, for measurements; empty if no phase starts at boards.
  const std::vector<PackedBoard>& measured_boards() const { return measured_; }

  /// Makes demonstrators of a phase, one per thread; empty if it has none.
  std::function<std::unique_ptr<Demonstrator>()> new_demonstrator(const Phase& phase) const;

  /// Null if the recipe names none.
  const EndgameTables* endgame_tables() const { return endgames_.get(); }

  /// The values of the boards that the tables know, if their chances are worth that much; null if none is known.
  std::unique_ptr<KnownValues> known_values(const std::vector<EndgameWorth>& worths) const;

 private:
  Size size_;
  SpawnLaw law_;
  StartBoards boards_;
  std::vector<PackedBoard> measured_;
  std::map<std::string, SharedEngine> demonstrators_;
  std::shared_ptr<const EndgameTables> endgames_;  ///< null if the recipe names none
};

}  // namespace afterstate
