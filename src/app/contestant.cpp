#include "app/contestant.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/default_model.h"
#include "app/judge_options.h"
#include "arena/players.h"
#include "base/error.h"
#include "value/folding.h"

namespace afterstate::app {

namespace {

constexpr std::string_view perfect_prefix = "perfect:";

bool is_player_kind(std::string_view name) {
  return std::ranges::any_of(player_kinds, [&](const auto& kind) { return kind.name == name; });
}

}  // namespace

std::string contestant_help() {
  std::string names;
  for (const auto& kind : player_kinds) names += fmt::format(", {}", kind.name);
  return fmt::format(
      "a model file, 'default' for the one that comes with the program{}, or perfect:FILE for perfect play "
      "by a value database",
      names);
}

Contestant Contestant::model(const std::string& path, int threads) {
  Contestant contestant;
  contestant.name_ = path;
  contestant.file_ = path;
  contestant.model_ = load_model_to_play(path, threads);
  return contestant;
}

Contestant Contestant::perfect(const std::string& path) {
  Contestant contestant;
  contestant.name_ = std::string{perfect_player};
  contestant.file_ = path;
  contestant.database_.emplace(path);
  return contestant;
}

Contestant Contestant::named(const std::string& name, int threads) {
  if (name.starts_with(perfect_prefix)) return perfect(name.substr(perfect_prefix.size()));
  if (is_player_kind(name)) {
    Contestant contestant;
    contestant.name_ = name;
    return contestant;
  }
  if (name == "default") {
    auto contestant = model(default_model({}, "name a model file"), threads);
    contestant.name_ = name;
    return contestant;
  }
  if (!std::filesystem::exists(name)) {
    throw UserError{fmt::format("player '{}': there is no such file; give {}", name, contestant_help())};
  }
  return model(name, threads);
}

std::optional<Size> Contestant::size() const {
  if (model_) return shape_of(model_->network).size;
  if (database_) return database_->solution().size;
  return std::nullopt;
}

std::optional<SpawnLaw> Contestant::law() const {
  return database_ ? std::optional{database_->solution().law} : std::nullopt;
}

void Contestant::take_part(GamesPlan& plan, const SearchPlan& search) const {
  if (const auto own = size()) check_size(file_, *own, plan.size);
  if (database_) {
    check_law(file_, database_->solution().law, plan.law);
    check_search(file_, *database_, search);
  }
  if (!model_ && !database_ && !search.greedy())
    throw UserError{fmt::format("'{}' has no values to search with: give a model, or perfect:FILE", name_)};
  plan.player = name_;
  plan.network = network();
  plan.database = database();
  plan.search = search;
}

}  // namespace afterstate::app
