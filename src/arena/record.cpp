#include "arena/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "base/error.h"
#include "base/json.h"
#include "game/notation.h"

namespace afterstate {

namespace {

/// The member `key`, which is present, of the type that `is_type` tests.
const Json& member(const Json& object, const char* key, bool (Json::*is_type)() const noexcept, const char* type) {
  const auto& value = object.at(key);
  if (!(value.*is_type)()) throw Failure{fmt::format("\"{}\" is not {}", key, type)};
  return value;
}

/// The member `key`, or `otherwise` if it is absent.
template <class Value>
Value optional_member(const Json& object, const char* key, bool (Json::*is_type)() const noexcept, const char* type,
                      Value otherwise) {
  if (!object.contains(key)) return otherwise;
  return member(object, key, is_type, type).get<Value>();
}

Spawn parse_spawn(const Json& spawn, Size size, std::size_t turn) {
  const auto is_whole = [](const Json& value) { return value.is_number_unsigned(); };
  if (!spawn.is_array() || spawn.size() != 2 || !is_whole(spawn[0]) || !is_whole(spawn[1]))
    throw Failure{fmt::format("spawn {} is not a pair of cell and tile", turn)};
  const auto cell = spawn[0].get<std::uint64_t>();
  const auto tile = spawn[1].get<std::uint64_t>();
  if (cell >= static_cast<std::uint64_t>(size.cells()))
    throw Failure{fmt::format("spawn {} is on cell {}; cells of {} go from 0 to {}", turn, cell, name_of(size),
                              size.cells() - 1)};
  if (tile != 2 && tile != 4) throw Failure{fmt::format("spawn {} is a {}; only 2 and 4 spawn", turn, tile)};
  return {static_cast<int>(cell), tile == 2 ? 1 : 2};
}

GameRecord record_of(const Json& object) {
  if (!object.is_object()) throw Failure{"the line is not a JSON object"};
  std::vector<std::string> missing;
  for (const auto* const key : {"start", "moves", "spawns", "score"})
    if (!object.contains(key)) missing.push_back(fmt::format("\"{}\"", key));
  if (!missing.empty()) throw Failure{fmt::format("the record has no {}", fmt::join(missing, ", "))};
  GameRecord record;
  record.size = parse_size(optional_member(object, "board", &Json::is_string, "a string", std::string{"4x4"}));
  record.player = optional_member(object, "player", &Json::is_string, "a string", std::string{});
  record.seed = optional_member(object, "seed", &Json::is_number_unsigned, "a whole number", std::uint64_t{0});
  record.game = optional_member(object, "game", &Json::is_number_unsigned, "a whole number", std::uint64_t{0});
  record.law.four = optional_member(object, "spawn4", &Json::is_number, "a number", SpawnLaw{}.four);
  if (!record.law.valid()) throw Failure{"\"spawn4\" must be from 0 to 1"};
  if (object.contains("rule")) {
    DuelTerms duel;
    duel.rule = parse_duel_rule(member(object, "rule", &Json::is_string, "a string").get<std::string>());
    duel.start = parse_duel_start(
        optional_member(object, "from", &Json::is_string, "a string", std::string{name_of(duel.start)}));
    const auto opening =
        optional_member(object, "opening", &Json::is_number_unsigned, "a whole number", std::uint64_t{0});
    if (opening > max_duel_opening)
      throw Failure{fmt::format("\"opening\" is {}; it has at most {} placements", opening, max_duel_opening)};
    duel.opening = static_cast<std::uint32_t>(opening);
    duel.attacker = optional_member(object, "attacker", &Json::is_string, "a string", std::string{});
    record.law = law_of(duel.rule);
    record.duel = std::move(duel);
  }
  record.start = parse_exponents(member(object, "start", &Json::is_string, "a string").get<std::string>(), record.size);

  const auto& moves = member(object, "moves", &Json::is_string, "a string").get_ref<const std::string&>();
  const auto& spawns = member(object, "spawns", &Json::is_array, "an array");
  if (moves.size() != spawns.size())
    throw Failure{
        fmt::format("{} moves and {} spawns: each move is followed by one spawn", moves.size(), spawns.size())};
  record.turns.reserve(moves.size());
  for (std::size_t turn = 0; turn < moves.size(); ++turn) {
    const auto direction = direction_of_letter(moves[turn]);
    if (!direction) throw Failure{fmt::format("move {} is not one of the letters U, R, D and L", turn)};
    record.turns.push_back({*direction, parse_spawn(spawns[turn], record.size, turn)});
  }
  const auto score = member(object, "score", &Json::is_number_unsigned, "a whole number").get<std::uint64_t>();
  if (score > UINT32_MAX) throw Failure{fmt::format("score {} is larger than any possible score", score)};
  record.score = static_cast<std::uint32_t>(score);
  return record;
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  std::string line;
  auto out = std::back_inserter(line);
  fmt::format_to(out, R"({{"board":"{}","player":{},"seed":{},"game":{},)", name_of(record.size),
                 json_text(record.player), record.seed, record.game);
  if (record.duel)
    fmt::format_to(out, R"("rule":"{}","from":"{}","opening":{},"attacker":{},)", name_of(record.duel->rule),
                   name_of(record.duel->start), record.duel->opening, json_text(record.duel->attacker));
  else
    fmt::format_to(out, R"("spawn4":{},)", record.law.four);
  fmt::format_to(out, R"("start":"{}","moves":")", notation_of(record.start, record.size));
  for (const auto& turn : record.turns) line += letter_of(turn.move);
  line += R"(","spawns":[)";
  for (const auto& turn : record.turns)
    fmt::format_to(out, "{}[{},{}]", &turn == record.turns.data() ? "" : ",", turn.spawn.cell,
                   tile_value(turn.spawn.exponent));
  fmt::format_to(out, R"(],"score":{}}})", record.score);
  return line;
}

GameRecord parse_record(std::string_view line) {
  try {
    const auto json = parse_json_or_null(line);
    if (json.is_null()) throw Failure{"the line is not JSON; it may be truncated"};
    return record_of(json);
  } catch (const UserError& error) {  // an invalid size or board, which here comes from a file
    throw Failure{error.what()};
  }
}

}  // namespace afterstate
