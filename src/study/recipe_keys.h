// Every key of a recipe, declared once: its name, where its value lives, what it may be, what it means and, where that
// depends on other keys, what it is when it is not given. Reading, errors and writing all follow from these functions:
// they call `visit(name, value, range, meaning)` or `visit(name, value, range, meaning, otherwise)` for each key.
#pragma once

#include <algorithm>
#include <optional>

#include "study/recipe.h"
#include "study/recipe_ranges.h"

namespace afterstate {

inline constexpr std::uint64_t most_actions = 1'000'000'000'000'000;
inline constexpr double most_float = 1e38;  // floats end at 3.4e38
inline constexpr int most_horizon = 1000;

/// ceil(log_lambda 0.1) - 1 (Jaskowski 2018): credit goes back while it is above a tenth, or -1 where it would go back
/// further than horizons do. A millionth more is still a tenth: 0.1 is no float, nor is its root.
constexpr int usual_horizon(float lambda) {
  double power = lambda;
  for (int horizon = 0; horizon <= most_horizon; ++horizon) {
    if (power <= 0.1 * (1 + 1e-6)) return horizon;
    power *= lambda;
  }
  return -1;
}

/// As many as can exist on the board.
constexpr int usual_tile_values(Size size) { return std::min(most_tile_values, largest_exponent(size.cells()) + 1); }

/// The keys outside of phases; `recipe` is a Recipe, const or not.
template <class SomeRecipe, class Visit>
void visit_recipe_keys(SomeRecipe& recipe, Visit&& visit) {
  visit("description", recipe.description, AnyText{}, "what the recipe is for");
  visit("board", recipe.network.size, BoardName{}, "rows x columns, sides of 1 to 4");
  visit("spawn4", recipe.learning.law.four, Real{0, 1}, "probability that a spawned tile is a 4");
  visit("actions", recipe.actions, Whole{1, most_actions}, "moves of the whole run");
  visit("network.tuples", recipe.network.tuples, TupleList{recipe.network.size}, "the cells that each table reads");
  visit("network.tile_values", recipe.network.tile_values, Whole{2, most_tile_values},
        "values that a table tells apart, empty included", usual_tile_values(recipe.network.size));
  visit("network.initial_value", recipe.network.initial_value, Real{0, most_float},
        "value of an afterstate before learning");
  visit("network.stages", recipe.network.staging, StageList{recipe.network.size},
        "parts of the game with weights of their own");
  visit("network.promotion", recipe.network.promotion, OneOf<Promotion, 4>{promotion_names},
        "where a new weight takes its value from");
  visit("measure.every", recipe.measuring.every, Whole{1, most_actions}, "moves from one measurement to the next");
  visit("measure.games", recipe.measuring.games, Whole{2, 1'000'000'000}, "games played for a measurement");
  visit("save.seconds", recipe.save_seconds, Real{0.01, 1e9}, "from one checkpoint to the next");
}

/// The keys of [learning] and of each [[phase]].
template <class SomePhase, class Visit>
void visit_phase_keys(SomePhase& phase, Visit&& visit) {
  visit("rule", phase.rule, one_of<Rule>({{"TD", Rule::td}, {"TC", Rule::tc}, {"Autostep", Rule::autostep}}),
        "TD: one fixed rate; TC, Autostep: each weight its own");
  visit("alpha", phase.alpha, Real{0, 1, true}, "rate of TD");
  visit("beta", phase.beta, Real{0, 1, true}, "rate of TC");
  visit("accumulate", phase.accumulate,
        one_of<Accumulate>({{"error", Accumulate::error}, {"change", Accumulate::change}}),
        "what TC adds up: errors, or changes of the weight");
  visit("forget_above", phase.forget_above, Real{0, most_float}, "TC halves its sums above this; 0 never");
  visit("mu", phase.mu, Real{0, 1, true}, "how fast Autostep changes its steps");
  visit("tau", phase.tau, Real{0, 1, true}, "how fast Autostep forgets large errors");
  visit("initial_step", phase.initial_step, Real{0, 1, true}, "Autostep's step for an afterstate at first");
  visit("credit", phase.credit,
        one_of<Credit>({{"plain", Credit::plain}, {"delayed", Credit::delayed}, {"backward", Credit::backward}}),
        "errors go back at once, summed up and late, or at the end of the game");
  visit("lambda", phase.lambda, Real{0, 1}, "share of an error that goes one move further back");
  visit("horizon", phase.horizon, Whole{0, most_horizon}, "moves that an error goes back", usual_horizon(phase.lambda));
  visit(
      "start", phase.start,
      one_of<Start>(
          {{"game", Start::game}, {"restart", Start::restart}, {"carousel", Start::carousel}, {"stage", Start::stage}}),
      "where episodes start");
  visit("restart_length", phase.restart_length, Whole{1, 1'000'000}, "episodes that restart are longer than this");
  visit("stage", phase.stage, Whole{0, most_stages - 1}, "the stage at which episodes start; earlier ones are frozen");
  visit("epsilon", phase.epsilon, Real{0, 1}, "chance of a move at random");
  visit("temperature", phase.temperature, Real{0, most_float}, "softness of the choice of moves; 0: always the best");
}

/// How long a phase is, as a recipe says it: one of them, or neither in the last phase.
struct PhaseLength {
  std::optional<std::uint64_t> actions;
  std::optional<double> share;
};

template <class SomeLength, class Visit>
void visit_length_keys(SomeLength& length, Visit&& visit) {
  visit("actions", length.actions, Whole{1, most_actions}, "moves of this phase");
  visit("share", length.share, Real{0, 1, true}, "moves of this phase, as a share of the whole run");
}

}  // namespace afterstate
