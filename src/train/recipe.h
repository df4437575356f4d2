// Recipes: everything that decides what a training run learns, read from a TOML file (recipes/README.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/duel.h"
#include "learn/plan.h"
#include "network/network_shape.h"

namespace afterstate {

/// The maximum number of actions in a run.
inline constexpr std::uint64_t max_actions = 1'000'000'000'000'000;

/// How the network is measured during training.
struct Measuring {
  std::uint64_t every = 10'000'000;  ///< actions between measurements
  std::uint64_t games = 1000;        ///< per measurement
};

/// The section [duel]: learning the two-player game. The role is that of the network.
struct DuelRecipe {
  DuelRule rule = DuelRule::two_or_four;
  DuelStart start = DuelStart::empty;
  double random_share = 0.5;           ///< of the placements
  std::vector<std::string> opponents;  ///< names of players (arena/duel_player.h); empty: the network itself attacks

  /// Both roles learn.
  bool self() const { return opponents.size() == 1 && opponents.front() == self_name; }

  static constexpr std::string_view self_name = "self";
};

struct Recipe {
  std::string description;
  std::uint64_t actions = 100'000'000;  ///< of the whole run
  NetworkShape network;
  std::optional<std::string> boards{};   ///< file of the boards at which phases with Start::boards start
  std::optional<std::string> endgame{};  ///< folder of endgame tables to learn from
  LearningPlan learning;                 ///< at least one phase; the last one ends at UINT64_MAX
  std::optional<DuelRecipe> duel;
  Measuring measuring;
  double save_seconds = 300;  ///< between checkpoints
};

/// Every key has the same value.
bool operator==(const Recipe& a, const Recipe& b);

/// Reads a recipe and its bases. Each of the settings is a "key=value" as given to --set, which overrides the file.
/// Throws UserError naming the file, the line and the key.
Recipe read_recipe(const std::filesystem::path& path, const std::vector<std::string>& settings = {});

/// The same from text, as to_toml writes it; it cannot have a base. Errors refer to it by `name`.
Recipe parse_recipe(std::string_view text, const std::string& name, const std::vector<std::string>& settings = {});

/// Every key as resolved, in a fixed order, with its meaning; parse_recipe reads back the same recipe.
std::string to_toml(const Recipe& recipe);

/// A key that a user may change, with --set or on the page; values are TOML.
struct EditableKey {
  std::string key;                       ///< as for --set: "learning.beta", "phase.2.alpha"
  std::string value;                     ///< in this recipe
  std::optional<std::string> otherwise;  ///< the default; nothing if the key is required
  std::string meaning;
};

/// All keys but the description and the lengths of the run and its phases.
std::vector<EditableKey> editable_keys(const Recipe& recipe);

/// The first key that differs, other than actions and description: "learning.beta is 1 in one and 0.5 in the other".
std::optional<std::string> first_difference(const Recipe& a, const Recipe& b);

}  // namespace afterstate
