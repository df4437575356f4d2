#include "engine/analysis_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/json.h"
#include "engine/placement_json.h"
#include "game/notation.h"

namespace afterstate {

void check_fields(const Json& json, std::span<const std::string_view> known) {
  std::vector<std::string> unknown;
  for (const auto& [field, value] : json.items())
    if (std::ranges::find(known, field) == known.end()) unknown.push_back(field);
  if (!unknown.empty())
    throw RequestError{unknown, fmt::format("unknown field{} '{}': the fields are {}", unknown.size() == 1 ? "" : "s",
                                            fmt::join(unknown, "', '"), fmt::join(known, ", "))};
}

Json error_json(const RequestError& error) {
  Json json{{"error", error.what()}};
  if (!error.fields().empty()) json["field"] = error.field();
  if (error.fields().size() > 1) json["fields"] = error.fields();
  return json;
}

namespace {

/// What `parse` makes of the text of a field, if the field is present. Throws RequestError.
template <class Parse>
auto parsed_field(const Json& json, const char* field, Parse&& parse)
    -> std::optional<decltype(parse(std::string_view{}))> {
  const auto found = json.find(field);
  if (found == json.end()) return std::nullopt;
  try {
    return parse(found->is_string() ? found->get<std::string>() : json_text(*found));
  } catch (const UserError& error) {
    throw RequestError{field, error.what()};
  }
}

}  // namespace

std::optional<Size> requested_size(const Json& json) {
  if (const auto size = json.find("size"); size != json.end() && !size->is_string())
    throw RequestError{"size", "size: give rows x columns as a string, such as \"4x4\""};
  return parsed_field(json, "size", parse_size);
}

std::optional<DuelRule> requested_rule(const Json& json) { return parsed_field(json, "rule", parse_duel_rule); }

std::optional<std::uint64_t> whole_number(const Json& json, const char* field, std::uint64_t min, std::uint64_t max) {
  const auto found = json.find(field);
  if (found == json.end() || found->is_null()) return std::nullopt;
  const double number = found->is_number() ? found->get<double>() : -1;
  const bool is_whole = number >= 0 && number == std::floor(number);
  if (!is_whole || number < static_cast<double>(min) || number > static_cast<double>(max))
    throw RequestError{field, range_message(field, json_text(*found), min, max)};
  return static_cast<std::uint64_t>(number);
}

namespace {

void check_requested_size(const Json& json, const Engine& engine) {
  const auto size = requested_size(json);
  check_size(engine, size, Vocabulary::json);
  if (size && *size != engine.size())  // the engine plays on any board, but its session is for one
    throw RequestError{"size", fmt::format("only boards of {} can be analysed here, not of {}", name_of(engine.size()),
                                           name_of(*size))};
}

}  // namespace

PackedBoard requested_board(const Json& json, Size size) {
  const auto board = json.find("board");
  if (board == json.end() || !board->is_string())
    throw RequestError{"board", "board: give the tiles row by row as a string, such as \"2 4 8 16 0 0 ...\""};
  try {
    return packed_from(parse_exponents(board->get<std::string>(), size));
  } catch (const UserError& error) {
    throw RequestError{"board", error.what()};
  }
}

AnalysisRequest parse_analysis_request(const Json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also) {
  if (!json.is_object()) throw RequestError{"", "the request is not a JSON object"};
  std::vector<std::string_view> known{"board", "size", "depth", "time_ms", "role", "rule", "plies"};
  known.insert(known.end(), also);
  FieldChecks checks;
  checks.passes([&] { check_fields(json, known); });
  AnalysisRequest request;
  if (checks.passes([&] { check_requested_size(json, engine); }))  // the board is read as one of that size
    checks.passes([&] { request.board = requested_board(json, engine.size()); });
  SearchRequest search;
  checks.passes([&] { request.role = parsed_field(json, "role", parse_role); });
  checks.passes([&] { request.rule = requested_rule(json).value_or(engine.info().duel.value_or(request.rule)); });
  checks.passes([&] { search.depth = whole_number(json, "depth", 1, limits.max_depth); });
  checks.passes([&] {
    const auto plies = whole_number(json, "plies", 1, plies_of_depth(max_minimax_depth));
    if (request.role && search.depth) throw RequestError{"depth", "depth: with a role, give plies instead"};
    if (!plies) return;
    if (!request.role) throw RequestError{"plies", "plies: give a role too, or depth instead"};
    if (*plies % 2 == 0) throw RequestError{"plies", fmt::format("plies '{}': {}", *plies, even_plies_text(*plies))};
    search.depth = (*plies + 1) / 2;
  });
  checks.passes([&] { search.time_ms = whole_number(json, "time_ms", 1, limits.max_time_ms); });
  checks.finish();
  request.plan = plan_of(search, limits, Vocabulary::json);
  request.plan.adversary = request.role.has_value();
  check_search(engine, request.plan, Vocabulary::json);
  if (request.role != Role::attack) check_role(engine, Role::defend, Vocabulary::json);
  if (request.role) check_rule(engine, request.rule, Vocabulary::json);
  return request;
}

Json moves_json(const MoveValues& values) {
  Json moves;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    moves[std::string{name_of(direction)}] = total ? Json(*total) : Json();
  }
  return moves;
}

Json analysis_json(const TimedAnalysis& timed, const PackedBoard& board, Size size) {
  const auto& analysis = timed.analysis;
  const auto best = analysis.values.best();
  Json json{{"board", notation_of(board, size)},    {"best", best ? Json(name_of(*best)) : Json()},
            {"moves", moves_json(analysis.values)}, {"depth", analysis.depth},
            {"nodes", analysis.counts.nodes},       {"ms", timed.milliseconds}};
  if (!analysis.note.empty()) json["note"] = analysis.note;
  for (const auto direction : all_directions)
    if (const auto& chance = analysis.chances[static_cast<std::size_t>(direction)])
      json["chances"][std::string{name_of(direction)}] = {{"chance", chance->chance}, {"tile", chance->tile}};
  return json;
}

Json answer_json(const AnalysisRequest& request, Session& session, Size size) {
  if (request.role == Role::attack)
    return placements_json(timed_placements(session, request.board, request.plan), request.board, size, request.rule);
  const auto timed = timed_analysis(session, request.board, request.plan);
  return request.role ? defence_json(timed, request.board, size, request.rule)
                      : analysis_json(timed, request.board, size);
}

}  // namespace afterstate
