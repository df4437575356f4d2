// Every key of a recipe, declared once: name, variable, range, meaning and, if it depends on other keys, the default.
// Reading, errors and writing are all derived from these functions, which call `visit(name, value, range, meaning)` or
// `visit(name, value, range, meaning, otherwise)` for each key.
#pragma once

#include <algorithm>
#include <optional>

#include "train/recipe.h"
#include "train/recipe_ranges.h"

namespace afterstate {

inline constexpr double max_float = 1e38;  // the largest float is 3.4e38
inline constexpr int max_horizon = 1000;

/// The default horizon, ceil(log_lambda 0.1) - 1 (Jaskowski 2018): credit goes back while it is above a tenth; -1 if
/// that is more than max_horizon. A millionth more still counts as a tenth, since neither 0.1 nor its root is a float.
constexpr int usual_horizon(float lambda) {
  double power = lambda;
  for (int horizon = 0; horizon <= max_horizon; ++horizon) {
    if (power <= 0.1 * (1 + 1e-6)) return horizon;
    power *= lambda;
  }
  return -1;
}

/// The default: all that can exist on the board.
constexpr int usual_tile_values(Size size) { return std::min(max_tile_values, largest_exponent(size.cells()) + 1); }

/// The default: an attacker learns from the default model, which is for 4x4; a defender from its own worst placement.
inline std::vector<std::string> usual_opponents(const NetworkShape& network) {
  if (network.role == Role::attack && network.size == Size{4, 4}) return {"default"};
  return {};
}

/// The keys outside of phases; `recipe` is a Recipe, const or not. Those of [duel] only if it has that section.
template <class SomeRecipe, class Visit>
void visit_recipe_keys(SomeRecipe& recipe, Visit&& visit) {
  visit("description", recipe.description, AnyText{}, "what the recipe is for");
  visit("board", recipe.network.size, BoardName{}, "rows x columns, sides of 1 to 4");
  if (!recipe.duel) visit("spawn4", recipe.learning.law.four, Real{0, 1}, "probability that a spawned tile is a 4");
  visit("actions", recipe.actions, Whole{1, max_actions}, "moves in the whole run");
  visit("boards", recipe.boards, AnyText{}, "file of boards for start = \"boards\"");
  visit("endgame", recipe.endgame, AnyText{}, "folder of endgame tables to learn from");
  visit("network.tuples", recipe.network.tuples, TupleList{recipe.network.size}, "the cells that each table reads");
  visit("network.tile_values", recipe.network.tile_values, Whole{2, max_tile_values},
        "distinct values of a cell, including empty", usual_tile_values(recipe.network.size));
  visit("network.initial_value", recipe.network.initial_value, Real{0, max_float},
        "value of an afterstate before learning");
  visit("network.stages", recipe.network.staging, StageList{recipe.network.size},
        "parts of the game with separate weights");
  visit("network.goal", recipe.network.goal, EventName{recipe.network.size},
        "where episodes end, and from where on every board has one value");
  visit("network.goal_value", recipe.network.goal_value, Real{0, max_float, true}, "that value");
  visit("network.promotion", recipe.network.promotion, OneOf<Promotion, 4>{promotion_names},
        "source of the initial value of a new weight");
  if (recipe.duel) {
    auto& duel = *recipe.duel;
    visit("duel.role", recipe.network.role, OneOf<Role, 2>{role_names}, "the side that learns");
    visit("duel.rule", duel.rule, OneOf<DuelRule, 2>{duel_rule_names}, "tiles that the attacker may place");
    visit("duel.start", duel.start, OneOf<DuelStart, 2>{duel_start_names}, "an empty board, or two random tiles");
    visit("duel.random_share", duel.random_share, Real{0, 1}, "probability that a placement is random");
    visit("duel.opponents", duel.opponents, PlayerList{}, "players of the other side, or self",
          usual_opponents(recipe.network));
  }
  visit("measure.every", recipe.measuring.every, Whole{1, max_actions}, "moves between measurements");
  visit("measure.games", recipe.measuring.games, Whole{2, 1'000'000'000}, "games per measurement");
  visit("save.seconds", recipe.save_seconds, Real{0.01, 1e9}, "seconds between checkpoints");
}

/// The keys of [learning] and of each [[phase]].
template <class SomePhase, class Visit>
void visit_phase_keys(SomePhase& phase, Visit&& visit) {
  visit("rule", phase.rule,
        one_of<RuleKind>({{"TD", RuleKind::td}, {"TC", RuleKind::tc}, {"Autostep", RuleKind::autostep}}),
        "TD: one fixed rate; TC, Autostep: one per weight");
  visit("alpha", phase.alpha, Real{0, 1, true}, "learning rate of TD");
  visit("beta", phase.beta, Real{0, 1, true}, "learning rate of TC");
  visit("accumulate", phase.accumulate,
        one_of<Accumulate>({{"error", Accumulate::error}, {"change", Accumulate::change}}),
        "what TC sums up: errors or changes of the weight");
  visit("forget_above", phase.forget_above, Real{0, max_float}, "TC halves its sums above this; 0: never");
  visit("mu", phase.mu, Real{0, 1, true}, "how fast Autostep adapts its steps");
  visit("tau", phase.tau, Real{0, 1, true}, "how fast Autostep forgets large errors");
  visit("initial_step", phase.initial_step, Real{0, 1, true}, "Autostep's initial step for an afterstate");
  visit("credit", phase.credit,
        one_of<CreditKind>(
            {{"plain", CreditKind::plain}, {"delayed", CreditKind::delayed}, {"backward", CreditKind::backward}}),
        "errors go back at once, delayed and summed, or after the game");
  visit("lambda", phase.lambda, Real{0, 1}, "share of an error passed one move further back");
  visit("horizon", phase.horizon, Whole{0, max_horizon}, "moves by which an error goes back",
        usual_horizon(phase.lambda));
  visit("start", phase.start,
        one_of<Start>({{"game", Start::game},
                       {"restart", Start::restart},
                       {"carousel", Start::carousel},
                       {"stage", Start::stage},
                       {"boards", Start::boards}}),
        "where episodes start");
  visit("restart_length", phase.restart_length, Whole{1, 1'000'000}, "restart only if more moves than this are left");
  visit("stage", phase.stage, Whole{0, max_stages - 1}, "stage at which episodes start; earlier ones are frozen");
  visit("epsilon", phase.epsilon, Real{0, 1}, "probability of a random move");
  visit("temperature", phase.temperature, Real{0, max_float}, "of softmax move selection; 0: always the best");
  visit("table_end", phase.table_end, Real{0, 1}, "share of episodes that end where an endgame table knows the chance");
  visit("demonstrator", phase.demonstrator, AnyText{}, "engine that chooses the moves instead of the network");
}

/// The length of a phase as given in a recipe: one of the two, or neither in the last phase.
struct PhaseLength {
  std::optional<std::uint64_t> actions;
  std::optional<double> share;
};

template <class SomeLength, class Visit>
void visit_length_keys(SomeLength& length, Visit&& visit) {
  visit("actions", length.actions, Whole{1, max_actions}, "moves in this phase");
  visit("share", length.share, Real{0, 1, true}, "moves in this phase, as a share of the whole run");
}

}  // namespace afterstate
