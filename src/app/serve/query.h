// The query of a request: name=value pairs of known fields.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/search_request.h"
#include "game/packed_board.h"

namespace afterstate::app {

/// A part of a path with percent-encoding (such as %20) decoded.
std::string decoded_path(std::string_view text);

class Query {
 public:
  /// Throws RequestError if a name is unknown or given twice.
  Query(std::string_view text, std::initializer_list<std::string_view> known);

  // Each throws RequestError if the field is present and invalid.
  std::string text(const std::string& name) const;  ///< empty if absent
  std::optional<std::uint64_t> whole_number(const std::string& name, std::uint64_t min, std::uint64_t max) const;
  Size size(const std::string& name) const;  ///< 4x4 if absent
  std::optional<PackedBoard> board(const std::string& name, Size size) const;
  SearchPlan search(const SearchLimits& limits) const;  ///< from "depth" and "time_ms"

 private:
  std::map<std::string, std::string, std::less<>> fields_;
};

}  // namespace afterstate::app
