#include "train/duel_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "arena/duel_match.h"
#include "base/error.h"
#include "engine/network_engine.h"

namespace afterstate {

namespace {

Role other(Role role) { return role == Role::attack ? Role::defend : Role::attack; }

/// The file in the name of a player, if it names one: what follows the prefixes, without the number after '@'.
std::string file_in(std::string name) {
  constexpr std::array<std::string_view, 4> prefixes{"worst:", "minimax:", "expectimax:", "perfect:"};
  for (const auto prefix : prefixes)
    if (name.starts_with(prefix)) return file_in(name.substr(prefix.size()));
  std::error_code odd;
  if (const auto at = name.rfind('@'); at != std::string::npos && !std::filesystem::exists(name, odd)) name.resize(at);
  return name;
}

void check_is_not_output(const std::string& opponent, const std::filesystem::path& folder) {
  std::error_code odd;
  const auto file = std::filesystem::weakly_canonical(std::filesystem::absolute(file_in(opponent), odd), odd);
  const bool is_network =
      file.extension() == ".ast" || file.extension() == ".checkpoint" || file.filename() == "checkpoint";
  const auto own_folder = std::filesystem::weakly_canonical(std::filesystem::absolute(folder, odd), odd);
  if (is_network && file.parent_path() == own_folder)
    throw UserError{
        fmt::format("duel.opponents: '{}' is in the folder of the run, '{}', which learns it; give a model of another "
                    "run, or \"self\" to let both roles learn",
                    opponent, folder.string())};
}

}  // namespace

DuelRun::DuelRun(const Recipe& recipe, const std::filesystem::path& folder)
    : rules_{recipe.network.size, recipe.duel->rule, recipe.duel->start}, role_(recipe.network.role) {
  const auto& duel = *recipe.duel;
  task_ = {duel.rule, duel.start, duel.random_share};
  if (duel.self()) return;
  DuelPlayers players{{}};
  const auto opposing = other(role_);
  for (const auto& name : duel.opponents) {
    check_is_not_output(name, folder);
    try {
      DuelPlayer player{.name = name};
      auto& side = opposing == Role::attack ? player.attacker : player.defender;
      side = players.side(name, opposing);
      agreed_size(rules_.size, rules_.rule, {&player});
      opponents_.push_back(*side);
    } catch (const UserError& error) {
      throw UserError{fmt::format("duel.opponents: {}", error.what())};
    }
  }
  for (const auto& side : opponents_)
    task_.opponents.emplace_back([side, rules = rules_] { return side.new_session(rules, {}); });
}

Summary DuelRun::measure(const Networks& networks, std::uint64_t seed, std::uint64_t games, int threads,
                         const std::stop_token& stop) const {
  const auto network = borrowed_network_engine(networks.network, "network");
  const auto opposing = other(role_);
  const auto opponent = networks.rival != nullptr
                            ? greedy_side(borrowed_network_engine(*networks.rival, "rival"), opposing)
                        : opponents_.empty() ? greedy_side(network, opposing)
                                             : opponents_.front();
  DuelPlan plan{.rules = rules_, .first = {}, .second = {}, .seed = seed, .openings = games, .threads = threads};
  plan.first.attacker = role_ == Role::attack ? greedy_side(network, role_) : opponent;
  plan.second.defender = role_ == Role::attack ? opponent : greedy_side(network, role_);
  Summary summary;
  play_duels(plan, [&](const DuelPair& pair) { summary.add(pair.straight.outcome); }, stop);
  return summary;
}

}  // namespace afterstate
