#include "app/question.h"

#include <fmt/format.h>

#include "app/search_options.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

/// A whole number in a range, where it is there.
std::optional<std::uint64_t> whole_number(const nlohmann::json& json, const char* field, std::uint64_t most) {
  const auto found = json.find(field);
  if (found == json.end() || found->is_null()) return std::nullopt;
  if (!found->is_number_unsigned() || *found < 1 || *found > most)
    throw QuestionError{field, fmt::format("{}: give a whole number from 1 to {}", field, most)};
  return found->get<std::uint64_t>();
}

}  // namespace

Question parse_question(const nlohmann::json& json, Size size, const QuestionLimits& limits, std::string_view also) {
  if (!json.is_object()) throw QuestionError{"", "a question is a JSON object"};
  for (const auto& [field, value] : json.items())
    if (field != "board" && field != "size" && field != "depth" && field != "time_ms" && field != also)
      throw QuestionError{field,
                          fmt::format("unknown field '{}': a question has board, size, depth and time_ms", field)};
  const auto wanted = json.find("size");
  if (wanted != json.end()) {
    if (!wanted->is_string()) throw QuestionError{"size", "size: give rows x columns, such as \"4x4\""};
    if (const auto text = wanted->get<std::string>(); text != name_of(size))
      throw QuestionError{"size", fmt::format("size '{}': this one judges boards of {}", text, name_of(size))};
  }
  const auto board = json.find("board");
  if (board == json.end() || !board->is_string())
    throw QuestionError{"board", "board: give the tiles row by row, such as \"2 4 8 16 0 0 ...\""};
  Question question;
  try {
    question.exponents = parse_exponents(board->get<std::string>(), size);
  } catch (const UserError& error) {
    throw QuestionError{"board", error.what()};
  }
  SearchOptions search;
  search.depth = whole_number(json, "depth", limits.most_depth);
  search.milliseconds = whole_number(json, "time_ms", limits.most_milliseconds);
  if (!search.depth && !search.milliseconds) search.depth = limits.usual_depth;
  question.search = search_plan(search, 1);
  return question;
}

void check_can_search(const Adviser& adviser, const SearchPlan& search) {
  if (!search.greedy() && !adviser.can_search())
    throw QuestionError{"depth", "this database holds chances, which are exact: leave depth and time_ms out"};
}

nlohmann::ordered_json moves_json(const MoveValues& values) {
  nlohmann::ordered_json moves;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    moves[std::string{name_of(direction)}] = total ? nlohmann::ordered_json(*total) : nlohmann::ordered_json();
  }
  return moves;
}

nlohmann::ordered_json answer_of(const Advice& advice, std::span<const int> exponents, Size size) {
  const auto best = advice.values.best();
  return {{"board", notation_of(exponents, size)},
          {"best", best ? nlohmann::ordered_json(name_of(*best)) : nlohmann::ordered_json()},
          {"moves", moves_json(advice.values)},
          {"depth", advice.depth},
          {"nodes", advice.nodes},
          {"ms", advice.milliseconds}};
}

}  // namespace afterstate::app
