// The shape of a network: everything but its weights, as given by a recipe and stored in a model file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/duel.h"
#include "game/symmetry.h"
#include "network/board_ranks.h"
#include "network/staging.h"
#include "network/tuples.h"

namespace afterstate {

/// Maximum number of tile values that a table distinguishes: empty, and 2 to 32768.
inline constexpr int max_tile_values = 16;

/// Where a weight that is zero takes its value from when it is first used: the weight of the same stage for the pattern
/// with every tile halved (Matsuzaki 2017, section 4.2), the weight of the previous stage for the same pattern
/// (Jaskowski 2018, section V D), or the first of these two that is not zero.
enum class Promotion { none, intra, inter, both };

inline constexpr std::array<std::pair<std::string_view, Promotion>, 4> promotion_names{
    {{"none", Promotion::none}, {"intra", Promotion::intra}, {"inter", Promotion::inter}, {"both", Promotion::both}}};

inline std::string_view name_of(Promotion promotion) {
  return promotion_names[static_cast<std::size_t>(promotion)].first;
}

struct NetworkShape;

/// What is wrong with the goal of a shape; nothing if nothing is.
std::optional<std::string> goal_problem(const NetworkShape& shape);

struct NetworkShape {
  Size size{};
  std::vector<Tuple> tuples;
  int tile_values = max_tile_values;  ///< larger tiles read as the largest known one
  float initial_value = 0;            ///< of an afterstate whose weights are all zero
  Staging staging{};
  Promotion promotion = Promotion::none;
  std::optional<StageEvent> goal{};   ///< from there on every afterstate is worth `goal_value`, and episodes end
  std::optional<float> goal_value{};  ///< with a goal
  Role role = Role::defend;           ///< of the two-player game; a network for the one-player game defends

  /// Lookups of one afterstate: every tuple on every symmetric image of the board.
  int lookups() const { return static_cast<int>(tuples.size()) * (size.rows == size.cols ? 8 : 4); }

  /// Entries of the table of one tuple in one stage.
  std::uint64_t entries(Tuple tuple) const {
    if (is_ranked(size, tuple, tile_values)) return ranked_entries();
    std::uint64_t product = 1;
    for (int n = 0; n < tuple.size(); ++n) product *= static_cast<std::uint64_t>(tile_values);
    return product;
  }

  std::uint64_t weights_per_stage() const {
    std::uint64_t sum = 0;
    for (const auto tuple : tuples) sum += entries(tuple);
    return sum;
  }

  /// The stages, and what comes after the goal as one more.
  Staging staging_with_goal() const {
    auto with_goal = staging;
    if (goal) with_goal.events.push_back(*goal);
    return with_goal;
  }

  std::uint64_t weights() const { return weights_per_stage() * static_cast<std::uint64_t>(staging.count()); }

  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
};

}  // namespace afterstate
