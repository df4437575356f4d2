#include "arena/duel_player.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/error.h"
#include "engine/checks.h"
#include "engine/load_engine.h"
#include "engine/search_request.h"

namespace afterstate {

namespace {

/// Tables are kept between moves, so that a larger one costs only memory.
constexpr std::uint64_t min_table_bytes = 16'000'000;

/// Of a search without a depth.
constexpr auto needs_time = "without that number it needs --time-ms, which only 'duel play' and 'duel league' have";

class EngineSide final : public DuelSession {
 public:
  EngineSide(SharedEngine engine, SearchPlan plan, const DuelRules& rules)
      : engine_(std::move(engine)),
        plan_(std::move(plan)),
        session_(engine_->new_session(rules.size, law_of(rules.rule))) {}

  void new_game() override { session_->new_game(); }

  Spawn place(const PackedBoard& afterstate, const GameRandom& /*random*/, std::uint32_t /*turn*/) override {
    return session_->place(afterstate, plan_);
  }

  Direction slide(const PackedBoard& board, const GameRandom& random, std::uint32_t turn) override {
    return session_->choose(board, plan_, random, turn).move.value();
  }

  DirectionSet slides(const PackedBoard& board) override { return session_->choices(board, plan_); }

 private:
  SharedEngine engine_;
  SearchPlan plan_;
  std::unique_ptr<Session> session_;
};

class RandomAttacker final : public DuelSession {
 public:
  explicit RandomAttacker(const DuelRules& rules) : rules_(rules) {}

  Spawn place(const PackedBoard& afterstate, const GameRandom& random, std::uint32_t turn) override {
    // Not choice(): a defender that chooses at random must not get the same bits.
    return with_board(rules_.size, [&]<class Board>() {
      return draw_spawn(unpacked<Board>(afterstate), random_attacker_law(rules_.rule), random.draw(turn));
    });
  }

  std::vector<Spawn> placements(const PackedBoard& afterstate) override {
    return with_board(rules_.size, [&]<class Board>() {
      std::vector<Spawn> all;
      for_each_spawn(unpacked<Board>(afterstate), random_attacker_law(rules_.rule),
                     [&](Spawn placement, double) { all.push_back(placement); });
      return all;
    });
  }

 private:
  DuelRules rules_;
};

[[noreturn]] void refuse(const std::string& player, const std::string& why) {
  throw UserError{fmt::format("player '{}': {}", player, why)};
}

bool take_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

/// Splits ENGINE@NUMBER; no number if there is no '@'.
struct Numbered {
  std::string engine;
  std::optional<std::uint64_t> number;
};
Numbered numbered(const std::string& text, const std::string& argument, std::string_view form, std::uint64_t max) {
  const auto at = argument.rfind('@');
  if (at == std::string::npos) return {argument, std::nullopt};
  std::uint64_t number = 0;
  const auto* const begin = argument.data() + at + 1;
  const auto* const end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc{} || stop != end || begin == end || number < 1 || number > max)
    throw UserError{fmt::format("player '{}': write {} with a number from 1 to {}", text, form, max)};
  return {argument.substr(0, at), number};
}

std::string plies_text(int plies) {
  const int rounds = rounds_of_plies(plies);
  return fmt::format("{} {} ({} {})", plies, plies == 1 ? "ply" : "plies", rounds, rounds == 1 ? "round" : "rounds");
}

DuelSide side_of(const SharedEngine& engine, const SearchPlan& plan) {
  const auto& info = engine->info();
  DuelSide side{.name = info.name, .description = info.name, .file = info.file, .size = info.size};
  side.rule = info.duel;
  if (!side.rule && info.law && info.law->four == 0) side.rule = DuelRule::two;  // it knows no board that needs a 4
  side.new_session = [engine, plan](const DuelRules& rules, const std::stop_token& stop) {
    auto stopped = plan;
    stopped.stop = stop;
    return std::make_unique<EngineSide>(engine, std::move(stopped), rules);
  };
  return side;
}

}  // namespace

DuelSide greedy_side(const SharedEngine& engine, Role role) {
  return side_of(engine, {.adversary = role == Role::attack});
}

SharedEngine DuelPlayers::engine(const std::string& spec) {
  auto& loaded = engines_[spec];
  if (!loaded) loaded = load_duel_engine(spec);
  return loaded;
}

DuelSide DuelPlayers::engine_side(const std::string& text, const std::string& spec, const SearchPlan& plan,
                                  const std::string& how) {
  const auto loaded = engine(spec);
  const auto& info = loaded->info();
  if (!plan.greedy() && !info.searchable)
    throw UserError{fmt::format("player '{}': '{}' cannot be searched; name it without a search", text, info.name)};
  auto side = side_of(loaded, plan);
  side.name = text;
  side.description = fmt::format("{}{}", how, info.name);
  return side;
}

SearchPlan DuelPlayers::searched_plan(const std::optional<std::uint64_t>& depth, bool adversary) const {
  SearchRequest request;
  request.depth = depth;
  request.time_ms = search_.time_ms;
  auto plan = plan_of(request, {}, Vocabulary::command_line);
  plan.adversary = adversary;
  plan.threads = search_.threads;
  if (!plan.greedy()) plan.table_bytes = std::max(plan.table_bytes, min_table_bytes);
  return plan;
}

DuelSide DuelPlayers::minimax_side(const std::string& text, const std::string& argument, Role role) {
  const auto [spec, plies] = numbered(text, argument, "minimax:ENGINE@PLIES", plies_of_depth(max_minimax_depth));
  if (!plies && !search_.time_ms)
    refuse(text, fmt::format("write minimax:ENGINE@PLIES with 1, 3, 5 or more plies; {}", needs_time));
  if (plies.value_or(1) % 2 == 0) refuse(text, even_plies_text(*plies));
  const auto depth = plies ? (*plies + 1) / 2 : std::uint64_t{max_minimax_depth};
  const auto how = plies ? fmt::format("minimax of {} over ", plies_text(static_cast<int>(*plies)))
                         : fmt::format("minimax of {} ms per move over ", *search_.time_ms);
  auto made = engine_side(text, spec, searched_plan(depth, true), how);
  if (role == Role::defend) check_role(*engine(spec), Role::defend);
  return made;
}

DuelSide DuelPlayers::expectimax_side(const std::string& text, const std::string& argument, Role role) {
  const auto [spec, depth] = numbered(text, argument, "expectimax:ENGINE@DEPTH", max_search_depth);
  if (role == Role::attack)
    refuse(text,
           fmt::format("expectimax defends; it does not place tiles; for both roles, write NAME=ATTACKER,{}", text));
  if (!depth && !search_.time_ms) refuse(text, fmt::format("write expectimax:ENGINE@DEPTH; {}", needs_time));
  check_role(*engine(spec), Role::defend);
  return engine_side(text, spec, searched_plan(depth, false),
                     depth ? fmt::format("expectimax of depth {} over ", *depth)
                           : fmt::format("expectimax of {} ms per move over ", *search_.time_ms));
}

DuelSide DuelPlayers::worst_side(const std::string& text, const std::string& spec, Role role) {
  if (role == Role::defend)
    refuse(text, fmt::format("worst: attacks; it does not slide; for both roles, write NAME={},DEFENDER", text));
  check_role(*engine(spec), Role::defend);
  if (spec == "random") refuse(text, "'random' has no values by which to place tiles");
  return engine_side(text, spec, {.adversary = true}, "worst placement by ");
}

DuelSide DuelPlayers::side(const std::string& text, Role role) {
  if (const auto other = others_.find(text); other != others_.end()) return other->second(role);
  auto rest = text;
  if (take_prefix(rest, "program:")) {
    if (rest.empty()) refuse(text, "write program:COMMAND");
    return program_side(rest, {search_.program_limit, search_.time_ms});
  }
  if (take_prefix(rest, "minimax:")) return minimax_side(text, rest, role);
  if (take_prefix(rest, "expectimax:")) return expectimax_side(text, rest, role);
  if (take_prefix(rest, "worst:")) return worst_side(text, rest, role);
  if (rest == "random" && role == Role::attack)
    return {.name = text, .description = "random placements", .new_session = [](const DuelRules& rules, const auto&) {
              return std::make_unique<RandomAttacker>(rules);
            }};
  // The values of a database of the two-player game are for both roles; all others are for one.
  const bool perfect = engine(rest)->info().duel && engine(rest)->info().exact;
  if (!perfect) check_role(*engine(rest), role);
  return engine_side(text, rest, {.adversary = role == Role::attack}, perfect ? "perfect play by " : "");
}

DuelPlayer DuelPlayers::player(const std::string& text, DuelRoles roles) {
  DuelPlayer player{.name = text};
  auto attacker = text;
  auto defender = text;
  // A name has no ':' before its '=', which tells it from a file name with '='.
  const auto equals = text.find('=');
  if (equals != std::string::npos && equals > 0 && text.find_first_of(":/.") > equals) {
    const auto comma = text.find(',', equals);
    if (comma == std::string::npos || comma == equals + 1 || comma + 1 == text.size())
      throw UserError{fmt::format("player '{}': write NAME=ATTACKER,DEFENDER", text)};
    player.name = text.substr(0, equals);
    attacker = text.substr(equals + 1, comma - equals - 1);
    defender = text.substr(comma + 1);
  }
  if (roles != DuelRoles::defend) player.attacker = side(attacker, Role::attack);
  if (roles != DuelRoles::attack) player.defender = side(defender, Role::defend);
  return player;
}

Size agreed_size(const std::optional<Size>& wanted, DuelRule rule, const std::vector<const DuelPlayer*>& players) {
  std::vector<const DuelSide*> sides;
  for (const auto* const player : players)
    for (const auto* const side : {&player->attacker, &player->defender})
      if (*side) sides.push_back(&**side);
  auto size = wanted;
  for (const auto* const side : sides)
    if (!size) size = side->size;
  for (const auto* const side : sides) {
    if (side->size && *side->size != *size)
      throw UserError{
          fmt::format("player '{}' is for {}, not for {}", side->name, name_of(*side->size), name_of(*size))};
    if (side->rule && *side->rule != rule)
      throw UserError{fmt::format("player '{}' is for the rule '{}', not for '{}'", side->name, name_of(*side->rule),
                                  name_of(rule))};
  }
  return size.value_or(Size{});
}

std::string duel_player_help() {
  return "random, ENGINE (greedy), worst:ENGINE (attacks, one ply), minimax:ENGINE@PLIES, expectimax:ENGINE@DEPTH, "
         "perfect:DB, program:COMMAND (speaks the engine protocol), or NAME=ATTACKER,DEFENDER";
}

}  // namespace afterstate
