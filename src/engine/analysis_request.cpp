#include "engine/analysis_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "game/notation.h"

namespace afterstate {

namespace {

void check_fields(const nlohmann::json& json, std::initializer_list<std::string_view> also) {
  std::vector<std::string_view> known{"board", "size", "depth", "time_ms"};
  known.insert(known.end(), also);
  for (const auto& [field, value] : json.items())
    if (std::ranges::find(known, field) == known.end())
      throw RequestError{field, fmt::format("unknown field '{}': the fields are {}", field, fmt::join(known, ", "))};
}

}  // namespace

std::optional<std::uint64_t> whole_number(const nlohmann::json& json, const char* field, std::uint64_t min,
                                          std::uint64_t max) {
  const auto found = json.find(field);
  if (found == json.end() || found->is_null()) return std::nullopt;
  const double number = found->is_number() ? found->get<double>() : -1;
  const bool is_whole = number >= 0 && number == std::floor(number);
  if (!is_whole || number < static_cast<double>(min) || number > static_cast<double>(max))
    throw RequestError{field, range_message(field, found->dump(), min, max)};
  return static_cast<std::uint64_t>(number);
}

AnalysisRequest parse_analysis_request(const nlohmann::json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also) {
  if (!json.is_object()) throw RequestError{"", "the request is not a JSON object"};
  check_fields(json, also);
  AnalysisRequest request;
  try {
    if (const auto size = json.find("size"); size != json.end()) {
      if (!size->is_string()) throw RequestError{"size", "size: give rows x columns as a string, such as \"4x4\""};
      const auto wanted = parse_size(size->get<std::string>());
      check_size(engine, wanted, Vocabulary::json);
      if (wanted != engine.size())
        throw RequestError{
            "size", fmt::format("boards of {} are analysed here, not of {}", name_of(engine.size()), name_of(wanted))};
    }
  } catch (const UserError& error) {
    throw RequestError{"size", error.what()};
  }
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

nlohmann::ordered_json moves_json(const MoveValues& values) {
  nlohmann::ordered_json moves;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    moves[std::string{name_of(direction)}] = total ? nlohmann::ordered_json(*total) : nlohmann::ordered_json();
  }
  return moves;
}

nlohmann::ordered_json analysis_json(const Analysis& analysis, const PackedBoard& board, Size size,
                                     double milliseconds) {
  const auto best = analysis.values.best();
  return {{"board", notation_of(board, size)},
          {"best", best ? nlohmann::ordered_json(name_of(*best)) : nlohmann::ordered_json()},
          {"moves", moves_json(analysis.values)},
          {"depth", analysis.depth},
          {"nodes", analysis.counts.nodes},
          {"ms", milliseconds}};
}

nlohmann::ordered_json answer_of(Session& session, const AnalysisRequest& request, Size size) {
  const auto start = std::chrono::steady_clock::now();
  const auto analysis = session.analyse(request.board, request.plan);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return analysis_json(analysis, request.board, size, taken.count());
}

}  // namespace afterstate
