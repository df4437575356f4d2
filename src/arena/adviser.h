// Whoever is asked what the moves of a board are worth: a model, or the value database of a small board.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "arena/move_values.h"
#include "search/search_plan.h"
#include "solve/database.h"
#include "value/model_file.h"

namespace afterstate {

/// What the moves are worth, and what it took to say so.
struct Advice {
  MoveValues values;
  int depth = 1;
  std::uint64_t nodes = 0;
  double milliseconds = 0;
};

class Adviser {
 public:
  explicit Adviser(Model model) : judge_(std::move(model)) {}
  explicit Adviser(ValueDatabase database) : judge_(std::move(database)) {}

  Size size() const;

  /// What it judges by: one of the two.
  const AnyNetwork* network() const;
  const ValueDatabase* database() const { return std::get_if<ValueDatabase>(&judge_); }

  /// Of the spawns for which its values are exact; nothing for a model.
  std::optional<SpawnLaw> law() const;

  /// Whether looking ahead makes sense: chances are exact, and merges are worth nothing in them.
  bool can_search() const;

  /// How many decimals of its values mean something to a person.
  int decimals() const;

  /// `law` is that of the spawns a model looks ahead to; a database has its own. Throws UserError where it cannot judge
  /// the board.
  Advice advise(std::span<const int> exponents, SpawnLaw law, const SearchPlan& search) const;

 private:
  std::variant<Model, ValueDatabase> judge_;
};

/// A line for each move, the best one marked, and one for what it took.
std::string to_text(const Advice& advice, int decimals);

}  // namespace afterstate
