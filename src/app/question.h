// A question about a board in JSON, and its answer: what the engine, the server and `hint --json` have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/adviser.h"
#include "base/error.h"

namespace afterstate::app {

struct Question {
  std::vector<int> exponents;
  SearchPlan search;
};

/// What is wrong with a question, and in which field.
class QuestionError : public UserError {
 public:
  QuestionError(std::string field, const std::string& what) : UserError{what}, field_(std::move(field)) {}

  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// What a question may ask for.
struct QuestionLimits {
  std::uint64_t usual_depth = 1;
  std::uint64_t most_depth = deepest_search;
  std::uint64_t most_milliseconds = 3'600'000;
};

/// Reads {"board": TILES, "size": RxC, "depth": D or "time_ms": T}, of which the board alone is needed; `also` is a
/// field that may be there besides. Throws QuestionError.
Question parse_question(const nlohmann::json& json, Size size, const QuestionLimits& limits,
                        std::string_view also = {});

/// Throws QuestionError where a database of chances is to look ahead: merges are worth nothing in it, and it is exact.
void check_can_search(const Adviser& adviser, const SearchPlan& search);

/// What each move is worth by its name, null where it is illegal.
nlohmann::ordered_json moves_json(const MoveValues& values);

/// {"board", "best", "moves", "depth", "nodes", "ms"}
nlohmann::ordered_json answer_of(const Advice& advice, std::span<const int> exponents, Size size);

}  // namespace afterstate::app
