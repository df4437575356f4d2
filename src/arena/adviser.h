// Whoever is asked what the moves of a board are worth: a model, or the value database of a small board.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "arena/move_values.h"
#include "solve/database.h"
#include "value/model_file.h"

namespace afterstate {

class Adviser {
 public:
  explicit Adviser(Model model) : judge_(std::move(model)) {}
  explicit Adviser(ValueDatabase database) : judge_(std::move(database)) {}

  Size size() const;

  /// Of the spawns for which its values are exact; nothing for a model.
  std::optional<SpawnLaw> law() const;

  /// How many decimals of its values mean something to a person.
  int decimals() const;

  /// Throws UserError where it cannot judge the board.
  MoveValues move_values(std::span<const int> exponents) const;

 private:
  std::variant<Model, ValueDatabase> judge_;
};

/// A line for each move, the best one marked.
std::string to_text(const MoveValues& values, int decimals);

}  // namespace afterstate
