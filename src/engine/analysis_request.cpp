#include "engine/analysis_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/json.h"
#include "game/notation.h"

namespace afterstate {

void check_fields(const Json& json, std::span<const std::string_view> known) {
  for (const auto& [field, value] : json.items())
    if (std::ranges::find(known, field) == known.end())
      throw RequestError{field, fmt::format("unknown field '{}': the fields are {}", field, fmt::join(known, ", "))};
}

std::optional<Size> requested_size(const Json& json) {
  const auto size = json.find("size");
  if (size == json.end()) return std::nullopt;
  if (!size->is_string()) throw RequestError{"size", "size: give rows x columns as a string, such as \"4x4\""};
  try {
    return parse_size(size->get<std::string>());
  } catch (const UserError& error) {
    throw RequestError{"size", error.what()};
  }
}

std::optional<std::uint64_t> whole_number(const Json& json, const char* field, std::uint64_t min, std::uint64_t max) {
  const auto found = json.find(field);
  if (found == json.end() || found->is_null()) return std::nullopt;
  const double number = found->is_number() ? found->get<double>() : -1;
  const bool is_whole = number >= 0 && number == std::floor(number);
  if (!is_whole || number < static_cast<double>(min) || number > static_cast<double>(max))
    throw RequestError{field, range_message(field, json_text(*found), min, max)};
  return static_cast<std::uint64_t>(number);
}

AnalysisRequest parse_analysis_request(const Json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also) {
  if (!json.is_object()) throw RequestError{"", "the request is not a JSON object"};
  std::vector<std::string_view> known{"board", "size", "depth", "time_ms"};
  known.insert(known.end(), also);
  check_fields(json, known);
  if (const auto size = requested_size(json)) {
    check_size(engine, size, Vocabulary::json);
    if (*size != engine.size())  // the engine plays on any board, but its session is for one
      throw RequestError{"size", fmt::format("only boards of {} can be analysed here, not of {}",
                                             name_of(engine.size()), name_of(*size))};
  }
  AnalysisRequest request;
  const auto board = json.find("board");
  if (board == json.end() || !board->is_string())
    throw RequestError{"board", "board: give the tiles row by row as a string, such as \"2 4 8 16 0 0 ...\""};
  try {
    request.board = packed_from(parse_exponents(board->get<std::string>(), engine.size()));
  } catch (const UserError& error) {
    throw RequestError{"board", error.what()};
  }
  SearchRequest search;
  search.depth = whole_number(json, "depth", 1, limits.max_depth);
  search.time_ms = whole_number(json, "time_ms", 1, limits.max_time_ms);
  request.plan = plan_of(search, limits, Vocabulary::json);
  check_search(engine, request.plan, Vocabulary::json);
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
  return {{"board", notation_of(board, size)},    {"best", best ? Json(name_of(*best)) : Json()},
          {"moves", moves_json(analysis.values)}, {"depth", analysis.depth},
          {"nodes", analysis.counts.nodes},       {"ms", timed.milliseconds}};
}

}  // namespace afterstate
