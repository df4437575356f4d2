#include "train/model_page.h"

#include <fmt/format.h>

#include <cmath>

namespace afterstate {

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
      "{}\n"
      "    afterstate eval model.ast --games 1000\n\n"
      "## Recipe\n\n"
      "```toml\n{}```\n",
      name_of(network.size), recipe.description, recipe.description.empty() ? "" : "\n\n", name_of(network.tuples),
      network.tile_values, network.weights(), checksum, card.actions, card.games, card.seconds, threads,
      threads == 1 ? "" : "s", processor, card.seed, card.origin, card.seed, threads,
      card.until_games == UINT64_MAX ? "" : fmt::format(" --games {}", card.until_games), strength, card.recipe);
}

}  // namespace afterstate
