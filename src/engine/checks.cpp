#include "engine/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "os/machine.h"

namespace afterstate {

std::string name_in(Vocabulary vocabulary, std::string_view field) {
  if (vocabulary == Vocabulary::json) return std::string{field};
  auto option = fmt::format("--{}", field);
  std::ranges::replace(option, '_', '-');
  return option;
}

namespace {

bool is_network(const Engine& engine) {
  const auto& kind = engine.info().kind;
  return kind != "database" && kind != "player";
}

/// Clients of a server see the name of a file, but not its folder.
std::string shown_name(const Engine& engine, Vocabulary vocabulary) {
  return vocabulary == Vocabulary::json ? engine.info().short_name() : engine.info().name;
}

}  // namespace

bool FieldChecks::passes(const std::function<void()>& check) {
  try {
    check();
    return true;
  } catch (const RequestError& error) {
    fields_.insert(fields_.end(), error.fields().begin(), error.fields().end());
    what_ += fmt::format("{}{}", what_.empty() ? "" : "; ", error.what());
    return false;
  }
}

void FieldChecks::finish() const {
  if (!what_.empty()) throw RequestError{fields_, what_};
}

void check_size(const Engine& engine, const std::optional<Size>& wanted, Vocabulary vocabulary) {
  const auto& own = engine.info().size;
  if (own && wanted && *own != *wanted)
    throw RequestError{"size", fmt::format("'{}' is for {}, not for {}", shown_name(engine, vocabulary), name_of(*own),
                                           name_of(*wanted))};
}

void check_law(const Engine& engine, const std::optional<SpawnLaw>& wanted, Vocabulary vocabulary) {
  const auto& own = engine.info().law;
  if (own && wanted && own->four != wanted->four)
    throw RequestError{"spawn4",
                       fmt::format("'{0}' was solved for {1} {2}, not for {1} {3}", shown_name(engine, vocabulary),
                                   name_in(vocabulary, "spawn4"), own->four, wanted->four)};
}

void check_role(const Engine& engine, Role wanted, Vocabulary vocabulary) {
  if (engine.info().role == wanted) return;
  const auto name = shown_name(engine, vocabulary);
  throw RequestError{
      "role",
      wanted == Role::defend
          ? fmt::format("'{}' is the model of an attacker, which places tiles; give one that chooses moves", name)
          : fmt::format("'{}' does not place tiles; give the model of an attacker, or worst:{}", name, name)};
}

void check_rule(const Engine& engine, DuelRule wanted, Vocabulary vocabulary) {
  const auto& own = engine.info().duel;
  if (own && *own != wanted)
    throw RequestError{"rule", fmt::format("'{}' has the values of the rule '{}', not of '{}'",
                                           shown_name(engine, vocabulary), name_of(*own), name_of(wanted))};
}

void check_search(const Engine& engine, const SearchPlan& plan, Vocabulary vocabulary) {
  if (plan.downgrade.value_or(0) > 0 && !is_network(engine))
    throw RequestError{"downgrade", fmt::format("'{}' is not a network: remove {}", shown_name(engine, vocabulary),
                                                name_in(vocabulary, "downgrade"))};
  if (plan.greedy() || engine.info().searchable) return;
  // Commands name these options differently: --depth, --depth-a, --plies.
  const auto* const remove = vocabulary == Vocabulary::command_line ? "the depth or time limit" : "depth and time_ms";
  throw RequestError{"depth", fmt::format("'{}' cannot be searched{}: remove {}", shown_name(engine, vocabulary),
                                          engine.info().exact ? ", its values are exact probabilities" : "", remove)};
}

void check_endgame_used(const std::vector<SharedEngine>& engines, const std::string& folder) {
  if (folder.empty()) return;
  const auto uses_tables = [](const SharedEngine& engine) { return engine->info().uses_endgames; };
  if (std::ranges::any_of(engines, uses_tables)) return;
  const auto network = std::ranges::find_if(engines, [](const SharedEngine& engine) { return is_network(*engine); });
  if (network == engines.end())
    throw UserError{fmt::format("'{}' is not a network and uses no endgame tables; remove --endgame",
                                engines.front()->info().name)};
  throw UserError{
      fmt::format("the model '{}' does not say what any table in '{}' is worth; see 'afterstate endgame fit'",
                  (*network)->info().name, folder)};
}

void check_tables(const SearchPlan& plan, int sessions, Vocabulary vocabulary) {
  const auto wanted = plan.table_bytes * static_cast<std::uint64_t>(sessions);
  const auto available = available_memory();
  constexpr std::uint64_t megabyte = 1'000'000;
  if (wanted > available)
    throw RequestError{"table_mb",
                       fmt::format("{} {}: {} transposition table{} {} MB of memory, and {} MB are "
                                   "available; use a smaller table",
                                   name_in(vocabulary, "table_mb"), plan.table_bytes / megabyte, sessions,
                                   sessions == 1 ? " needs" : "s need", wanted / megabyte, available / megabyte)};
}

}  // namespace afterstate
