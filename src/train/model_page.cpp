#include "train/model_page.h"

#include <fmt/format.h>

#include <cmath>

namespace afterstate {

namespace {

std::string measured_against(const Recipe& recipe) {
  if (!recipe.duel) return {};
  const auto& duel = *recipe.duel;
  const bool attacks = recipe.network.role == Role::attack;
  const auto opponent = duel.self() ? fmt::format("the {} that learned with it", attacks ? "defender" : "attacker")
                        : duel.opponents.empty() ? std::string{"the placements that it likes least itself"}
                                                 : fmt::format("'{}'", duel.opponents.front());
  return fmt::format(
      "The score is that of the defender, in the two-player game (rule {}), after openings of ten random placements; "
      "{} "
      "is played by {}.{}\n",
      name_of(duel.rule), attacks ? "the defender" : "the attacker", opponent,
      attacks ? " Lower is better: the model attacks." : "");
}

}  // namespace

std::string command_to_try(const Recipe& recipe, const std::string& folder) {
  const auto model = folder + "model.ast";
  if (!recipe.duel) return fmt::format("afterstate eval {}", model);
  const auto& duel = *recipe.duel;
  const bool attacks = recipe.network.role == Role::attack;
  const auto opponent = duel.self()              ? fmt::format("{}{}.ast", folder, attacks ? "defender" : "attacker")
                        : duel.opponents.empty() ? fmt::format("worst:{}", model)
                                                 : duel.opponents.front();
  return fmt::format("afterstate duel play {} {} --rule {} --start {}", attacks ? model : opponent,
                     attacks ? opponent : model, name_of(duel.rule), name_of(duel.start));
}

std::string model_page(const Recipe& recipe, const ModelCard& card, const std::string& checksum,
                       const std::string& processor, int threads) {
  const auto& network = recipe.network;
  const auto strength =
      card.measured
          ? fmt::format(
                "Mean score {:.0f} ± {:.0f} (95 %) over {} greedy games (depth {}), measured "
                "during training.\n",
                card.measured->mean.value, card.measured->mean.ci95, card.measured->games, card.measured->depth)
          : std::string{"Not measured.\n"};
  return fmt::format(
      "# A model for {}\n\n"
      "{}{}"
      "## Network\n\n"
      "Tuples {}, {} tile values, {} weights. Checksum {}.\n\n"
      "## Training\n\n"
      "{} actions in {} games, {:.0f} seconds on {} thread{} ({}), seed {}. Made by {}.\n"
      "Runs on one thread from the same start, recipe and seed give the same model; runs on several threads do not.\n\n"
      "    afterstate train recipe.toml --seed {} --threads {}{} --out DIR\n\n"
      "## Strength\n\n"
      "{}{}\n"
      "    {} --games 1000\n\n"
      "## Recipe\n\n"
      "```toml\n{}```\n",
      name_of(network.size), recipe.description, recipe.description.empty() ? "" : "\n\n", name_of(network.tuples),
      network.tile_values, network.weights(), checksum, card.actions, card.games, card.seconds, threads,
      threads == 1 ? "" : "s", processor, card.seed, card.origin, card.seed, threads,
      card.until_games == UINT64_MAX ? "" : fmt::format(" --games {}", card.until_games), strength,
      measured_against(recipe), command_to_try(recipe, ""), card.recipe);
}

}  // namespace afterstate
