#include "train/recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/error.h"
#include "base/nearest.h"
#include "train/recipe_keys.h"

namespace afterstate {

namespace {

/// Keeps the sum of the lengths of phases far below 2^64.
constexpr std::size_t max_phases = 100;

/// Maximum entries per table: more than any machine has memory for, and few enough that network sizes fit 64 bits.
constexpr std::uint64_t max_entries = std::uint64_t{1} << 40;

/// All keys, prefixed with their table; those of phases without a number.
std::vector<std::string> known_keys() {
  std::vector<std::string> keys{"base"};
  std::string table;
  const auto collect = [&](std::string_view key, const auto&...) { keys.push_back(fmt::format("{}{}", table, key)); };
  const Recipe recipe;
  Recipe duel;
  duel.duel.emplace();
  const PhaseLength length;
  const auto& phase = recipe.learning.phases.front();
  visit_recipe_keys(recipe, collect);
  visit_recipe_keys(duel, [&](std::string_view key, const auto&...) {
    if (key.starts_with("duel.")) keys.emplace_back(key);
  });
  table = "learning.";
  visit_phase_keys(phase, collect);
  table = "phase.";
  visit_length_keys(length, collect);
  visit_phase_keys(phase, collect);
  return keys;
}

std::pair<std::string, std::string> table_and_name(const std::string& key) {
  const auto dot = key.rfind('.');
  if (dot == std::string::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

/// The key without the number of its phase; throws UserError if there is no such phase.
std::string without_phase_number(const Setting& setting, std::size_t phases) {
  const std::string phase = "phase.";
  if (!setting.key.starts_with(phase)) return setting.key;
  const auto [table, name] = table_and_name(setting.key);
  for (std::size_t n = 1; n <= phases; ++n)
    if (table == phase + std::to_string(n)) return phase + name;
  throw UserError{fmt::format("{}: '{}' is not a key of one of the {} phases; write phase.1.KEY, phase.2.KEY, ...",
                              setting.where, setting.key, phases)};
}

[[noreturn]] void refuse_unknown(const Setting& setting, const std::string& key,
                                 const std::vector<std::string>& known) {
  const auto [table, name] = table_and_name(key);
  std::vector<std::string> names;  // of the keys in this table and, at the top level, of tables
  std::string suggestion;
  for (const auto& other : known) {
    const auto [other_table, other_name] = table_and_name(other);
    if (other_table == table) names.push_back(other_name);
    if (table.empty() && !other_table.empty() && names.back() != other_table) names.push_back(other_table);
    if (other_name == name && suggestion.empty()) suggestion = fmt::format(" (did you mean '{}'?)", other);
  }
  if (suggestion.empty()) suggestion = did_you_mean(name, names);
  const auto has = names.empty() ? "no such table"
                                 : fmt::format("{} has {}", table.empty() ? "a recipe" : fmt::format("[{}]", table),
                                               fmt::join(names, ", "));
  throw UserError{fmt::format("{}: unknown key '{}'{}; {}", setting.where, setting.key, suggestion, has)};
}

void check_keys(const Settings& settings) {
  const auto phases = settings.phases.value_or(0);
  if (phases > max_phases)
    throw UserError{fmt::format("{}: {} phases; the maximum is {}", settings.name, phases, max_phases)};
  const auto known = known_keys();
  for (const auto& setting : settings.list) {
    const auto key = without_phase_number(setting, phases);
    if (key == "base") throw UserError{fmt::format("{}: base is allowed only in a recipe file", setting.where)};
    if (std::ranges::find(known, key) != known.end()) continue;
    if (key == "phase") throw UserError{fmt::format("{}: phases are a list; begin each with [[phase]]", setting.where)};
    const bool is_table = std::ranges::any_of(known, [&](const auto& other) { return other.starts_with(key + "."); });
    if (!is_table) refuse_unknown(setting, key, known);
    if (shown(setting.value) != "a table")  // an empty table is allowed
      throw UserError{fmt::format("{}: '{}' is a table; write [{}] and its keys below", setting.where, key, key)};
  }
}

/// Reads each key from the first of the tables that has it; a key in none of them keeps its value.
class KeyReader {
 public:
  KeyReader(const Settings& settings, std::vector<std::string> tables)
      : settings_{settings}, tables_{std::move(tables)} {}

  template <class Value, class Range>
  void operator()(std::string_view key, Value& value, const Range& range, std::string_view /*meaning*/) const {
    if (const auto* setting = find(key)) value = read<Value>(*setting, range);
  }

  template <class Value, class Range>
  void operator()(std::string_view key, std::optional<Value>& value, const Range& range, std::string_view) const {
    if (const auto* setting = find(key)) value = read<Value>(*setting, range);
  }

  template <class Value, class Range>
  void operator()(std::string_view key, Value& value, const Range& range, std::string_view meaning,
                  const Value& otherwise) const {
    value = otherwise;
    (*this)(key, value, range, meaning);
  }

  const Setting* find(std::string_view key) const {
    for (const auto& table : tables_)
      if (const auto* setting = settings_.find(fmt::format("{}{}", table, key))) return setting;
    return nullptr;
  }

 private:
  template <class Value, class Range>
  static Value read(const Setting& setting, const Range& range) {
    try {
      if (const auto value = range.template read<Value>(setting.value)) return *value;
      // A tuple on the command line may look like a number.
      if (setting.typed)
        if (const auto value = range.template read<Value>(*setting.typed)) return *value;
    } catch (const UserError& error) {
      throw UserError{fmt::format("{}: {}: {}", setting.where, setting.key, error.what())};
    }
    throw UserError{
        fmt::format("{}: {} is {}; give {}", setting.where, setting.key, shown(setting.value), range.allowed())};
  }

  const Settings& settings_;
  std::vector<std::string> tables_;
};

void check_network(const NetworkShape& network, const Settings& settings) {
  if (network.tuples.empty())
    throw UserError{
        fmt::format("{}: network.tuples is missing; give {}", settings.name, TupleList{network.size}.allowed())};
  for (const auto tuple : network.tuples) {
    if (is_ranked(network.size, tuple, network.tile_values)) continue;
    double entries = 1;
    for (int n = 0; n < tuple.size(); ++n) entries *= network.tile_values;
    if (entries > static_cast<double>(max_entries))
      throw UserError{
          fmt::format("{}: network.tuples: a table of {} cells with {} tile values has {:.2g} entries; "
                      "the maximum is 2^40",
                      settings.find("network.tuples")->where, tuple.size(), network.tile_values, entries)};
  }
  const bool from_stage_before = network.promotion == Promotion::inter || network.promotion == Promotion::both;
  if (from_stage_before && network.staging.count() == 1)
    throw UserError{
        fmt::format("{}: network.promotion takes values from the previous stage, but there is only one stage; set "
                    "network.stages, or promotion to \"intra\" or \"none\"",
                    settings.find("network.promotion")->where)};
  if (const auto problem = goal_problem(network))
    throw UserError{fmt::format("{}: network.goal: {}",
                                settings.find(network.goal ? "network.goal" : "network.goal_value")->where, *problem)};
}

/// Refuses settings that cannot be combined; `reader` finds the keys of the phase.
void check_phase(const Phase& phase, const Recipe& recipe, const KeyReader& reader, const Settings& settings) {
  const int stages = recipe.network.staging.count();
  const auto refuse_if = [&](bool wrong, std::string_view key, std::string_view what) {
    if (!wrong) return;
    const auto* const setting = reader.find(key);
    throw UserError{fmt::format("{}: {}", setting != nullptr ? setting->where : settings.name, what)};
  };
  refuse_if(phase.horizon < 0, "lambda",
            fmt::format("horizon must be given for lambda {}, from 0 to {}", phase.lambda, max_horizon));
  refuse_if(
      phase.credit == CreditKind::backward && phase.lambda > 0, "credit",
      fmt::format("credit \"backward\" cannot be combined with lambda {}: it learns each afterstate from the corrected "
                  "value of the next, which already carries errors back; set lambda = 0",
                  phase.lambda));
  refuse_if(phase.rule == RuleKind::autostep && phase.lambda > 0, "rule",
            fmt::format("rule \"Autostep\" is defined only for lambda = 0 (it is {})", phase.lambda));
  refuse_if(phase.start == Start::carousel && stages == 1, "start",
            "start \"carousel\" needs several stages, but there is only one; set network.stages");
  refuse_if(phase.start == Start::stage && (phase.stage < 1 || phase.stage >= stages), "start",
            stages == 1 ? "start \"stage\" needs several stages, but there is only one; set network.stages"
                        : fmt::format("start \"stage\" needs the number of the stage: stage = 1 to {} (it is {})",
                                      stages - 1, phase.stage));
  refuse_if(phase.start != Start::stage && phase.start != Start::boards && phase.stage > 0, "stage",
            fmt::format("stage = {} requires start = \"stage\" or \"boards\"", phase.stage));
  refuse_if(phase.start == Start::boards && phase.stage >= stages, "stage",
            fmt::format("stage = {}: the last stage is {}", phase.stage, stages - 1));
  refuse_if(phase.start == Start::boards && !recipe.boards, "start",
            "start \"boards\" needs the key boards, a file of boards");
  refuse_if(phase.demonstrator && (phase.epsilon > 0 || phase.temperature > 0), "demonstrator",
            "demonstrator cannot be combined with epsilon or temperature");
  refuse_if(phase.epsilon > 0 && phase.temperature > 0, "temperature",
            "epsilon and temperature cannot be combined; set one of them to 0");
  if (!recipe.duel) return;
  refuse_if(phase.demonstrator || phase.start == Start::boards, phase.demonstrator ? "demonstrator" : "start",
            "demonstrator and start \"boards\" are for the one-player game");
  const bool attacker_learns = recipe.network.role == Role::attack || recipe.duel->self();
  refuse_if(attacker_learns && phase.start != Start::game, "start",
            "an attacker learns whole games; set start = \"game\"");
  refuse_if(recipe.network.role == Role::attack && !recipe.duel->self() && (phase.epsilon > 0 || phase.temperature > 0),
            phase.epsilon > 0 ? "epsilon" : "temperature",
            "epsilon and temperature are for moves, and an attacker makes none; use duel.random_share");
}

/// Whether there is a section [duel], even an empty one.
bool has_duel(const Settings& settings) {
  return std::ranges::any_of(
      settings.list, [](const Setting& setting) { return setting.key == "duel" || setting.key.starts_with("duel."); });
}

void check_duel(const Recipe& recipe, const Settings& settings) {
  if (!recipe.duel) return;
  if (recipe.network.goal)
    throw UserError{fmt::format("{}: network.goal is for the one-player game; remove it or [duel]",
                                settings.find("network.goal")->where)};
  const auto where = [&](std::string_view key) {
    const auto* const setting = settings.find(key);
    return setting != nullptr ? setting->where : settings.name;
  };
  if (settings.find("duel.role") == nullptr)
    throw UserError{fmt::format("{}: duel.role is missing; give \"defend\" or \"attack\"", settings.name)};
  if (settings.find("spawn4") != nullptr)
    throw UserError{fmt::format(
        "{}: spawn4 is for the one-player game; with [duel], duel.rule decides; remove one of them", where("spawn4"))};
  const auto& opponents = recipe.duel->opponents;
  if (opponents.size() > 1 && std::ranges::find(opponents, DuelRecipe::self_name) != opponents.end())
    throw UserError{
        fmt::format("{}: duel.opponents: \"self\" cannot be combined with other opponents", where("duel.opponents"))};
  if (opponents.empty() && recipe.network.role == Role::attack)
    throw UserError{
        fmt::format("{}: duel.opponents is missing: an attacker on {} needs a defender; name one (the default model is "
                    "for 4x4 only), or \"self\"",
                    where("duel.opponents"), name_of(recipe.network.size))};
}

void check_endgame(const Recipe& recipe, const Settings& settings) {
  if (recipe.endgame && (recipe.duel || recipe.network.size != Size{4, 4}))
    throw UserError{fmt::format("{}: endgame tables are for the one-player game on 4x4; remove endgame",
                                settings.find("endgame")->where)};
}

void check_rules(const std::vector<Phase>& phases, const Settings& settings) {
  const auto any = [&](RuleKind rule) { return std::ranges::find(phases, rule, &Phase::rule) != phases.end(); };
  if (any(RuleKind::tc) && any(RuleKind::autostep))
    throw UserError{fmt::format(
        "{}: TC and Autostep cannot be combined in one run: they store different data per weight; use only one of them",
        settings.name)};
}

std::vector<Phase> phases_of(const Settings& settings, const Recipe& recipe) {
  Phase common;
  const KeyReader common_reader{settings, {"learning."}};
  visit_phase_keys(common, common_reader);
  const auto count = settings.phases.value_or(0);
  if (count == 0) {
    check_phase(common, recipe, common_reader, settings);
    return {common};
  }

  std::vector<Phase> phases(count);
  std::uint64_t end = 0;
  double shares = 0;
  for (std::size_t n = 1; n <= count; ++n) {
    auto& phase = phases[n - 1];
    const auto table = fmt::format("phase.{}.", n);
    const auto refuse = [&](std::string_view what) {
      throw UserError{fmt::format("{}: phase {} of {}: {}", settings.name, n, count, what)};
    };
    const KeyReader reader{settings, {table, "learning."}};
    visit_phase_keys(phase, reader);
    check_phase(phase, recipe, reader, settings);

    PhaseLength length;
    visit_length_keys(length, KeyReader{settings, {table}});
    if (length.actions && length.share) refuse("give its length as 'actions' or as 'share', not both");
    if (n < count && !length.actions && !length.share) refuse("give its length as 'actions' or as 'share'");
    shares += length.share.value_or(0);
    if (shares > 1 + 1e-9) refuse("the shares add up to more than 1");
    const auto of_run = std::llround(length.share.value_or(0) * static_cast<double>(recipe.actions));
    end += length.actions.value_or(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(of_run)));
    if (n < count) phase.end = end;
  }
  return phases;
}

Recipe recipe_of(Settings settings, const std::vector<std::string>& from_command_line) {
  for (const auto& key_and_value : from_command_line) set_from_command_line(settings, key_and_value);
  check_keys(settings);
  Recipe recipe;
  if (has_duel(settings)) recipe.duel.emplace();
  visit_recipe_keys(recipe, KeyReader{settings, {""}});
  check_network(recipe.network, settings);
  check_duel(recipe, settings);
  check_endgame(recipe, settings);
  if (recipe.duel) recipe.learning.law = law_of(recipe.duel->rule);
  recipe.learning.phases = phases_of(settings, recipe);
  check_rules(recipe.learning.phases, settings);
  return recipe;
}

/// A key as to_toml writes it.
struct WrittenKey {
  std::string key;
  std::string text;
  std::string_view meaning;
  std::optional<std::string> otherwise{};  ///< the default, if it depends on other keys
};

std::vector<WrittenKey> written_keys(const Recipe& recipe) {
  std::vector<WrittenKey> keys;
  std::string table;
  const auto write = [&](std::string_view key, const auto& value, const auto& range, std::string_view meaning,
                         const auto&... otherwise) {
    if constexpr (requires { value.has_value(); }) {
      if (value) keys.push_back({fmt::format("{}{}", table, key), range.text(*value), meaning});
    } else {
      keys.push_back({fmt::format("{}{}", table, key), range.text(value), meaning});
      ((keys.back().otherwise = range.text(otherwise)), ...);
    }
  };
  visit_recipe_keys(recipe, write);
  const auto& phases = recipe.learning.phases;
  std::uint64_t begin = 0;
  for (std::size_t n = 0; n < phases.size(); ++n) {
    table = phases.size() == 1 ? "learning." : fmt::format("phase.{}.", n + 1);
    const PhaseLength length{phases[n].end - begin, {}};
    if (n + 1 < phases.size()) visit_length_keys(length, write);
    visit_phase_keys(phases[n], write);
    begin = phases[n].end;
  }
  return keys;
}

}  // namespace

bool operator==(const Recipe& a, const Recipe& b) { return to_toml(a) == to_toml(b); }

Recipe read_recipe(const std::filesystem::path& path, const std::vector<std::string>& settings) {
  return recipe_of(read_settings(path), settings);
}

Recipe parse_recipe(std::string_view text, const std::string& name, const std::vector<std::string>& settings) {
  return recipe_of(parse_settings(text, name), settings);
}

std::string to_toml(const Recipe& recipe) {
  std::string text = "# A recipe with every key; recipes/README.md explains them.\n";
  std::string last_table;
  for (const auto& [key, value, meaning, otherwise] : written_keys(recipe)) {
    const auto [table, name] = table_and_name(key);
    if (table != last_table) text += table.starts_with("phase.") ? "\n[[phase]]\n" : fmt::format("\n[{}]\n", table);
    last_table = table;
    text += fmt::format("{:<26} # {}\n", fmt::format("{} = {}", name, value), meaning);
  }
  return text;
}

std::vector<EditableKey> editable_keys(const Recipe& recipe) {
  Recipe empty;
  if (recipe.duel) empty.duel.emplace();
  const auto defaults = written_keys(empty);
  const auto is_required = [](std::string_view key) { return key == "network.tuples" || key == "duel.role"; };
  std::vector<EditableKey> keys;
  for (const auto& [key, text, meaning, otherwise] : written_keys(recipe)) {
    const auto [table, name] = table_and_name(key);
    if (key == "description" || name == "actions") continue;
    EditableKey editable{key, text, otherwise, std::string{meaning}};
    // The same key in a recipe with one phase.
    const auto plain_key = table.starts_with("phase.") ? "learning." + name : key;
    const auto found = std::ranges::find(defaults, plain_key, &WrittenKey::key);
    if (!otherwise && !is_required(key) && found != defaults.end()) editable.otherwise = found->text;
    keys.push_back(std::move(editable));
  }
  return keys;
}

std::optional<std::string> first_difference(const Recipe& a, const Recipe& b) {
  if (a.duel.has_value() != b.duel.has_value()) return "one has a section [duel] and the other has none";
  const auto in_a = written_keys(a);
  const auto in_b = written_keys(b);
  for (std::size_t n = 0; n < in_a.size(); ++n) {
    const auto& key = in_a[n].key;
    if (n >= in_b.size() || key != in_b[n].key)  // the same keys up to the phases
      return fmt::format("the number of phases is {} in one and {} in the other", a.learning.phases.size(),
                         b.learning.phases.size());
    if (key != "actions" && key != "description" && in_a[n].text != in_b[n].text)
      return fmt::format("{} is {} in one and {} in the other", key, in_a[n].text, in_b[n].text);
  }
  return {};
}

}  // namespace afterstate
