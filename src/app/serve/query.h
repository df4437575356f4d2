// The query of a request: name=value pairs, each a field that is known.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/question.h"
#include "game/size.h"

namespace afterstate::app {

/// A part of a path, with what %20 stands for.
std::string decoded_path(std::string_view text);

class Query {
 public:
  /// Throws QuestionError where a name is none of those that are known, or comes twice.
  Query(std::string_view text, std::initializer_list<std::string_view> known);

  // Each throws QuestionError where the field is there and wrong.
  std::string text(const std::string& name) const;  ///< empty where it is not there
  std::optional<std::uint64_t> whole_number(const std::string& name, std::uint64_t least, std::uint64_t most) const;
  Size size(const std::string& name) const;                          ///< 4x4 where it is not there
  std::vector<int> board(const std::string& name, Size size) const;  ///< empty where it is not there
  SearchPlan search(const QuestionLimits& limits) const;             ///< of "depth" and "time_ms"

 private:
  std::map<std::string, std::string, std::less<>> fields_;
};

}  // namespace afterstate::app
