// A request to analyse a board, in JSON, and its answer; used by the engine protocol, the server and `hint --json`.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "engine/engine.h"
#include "engine/search_request.h"

namespace afterstate {

struct AnalysisRequest {
  PackedBoard board;
  SearchPlan plan;
};

/// Reads {"board": TILES, "size": RxC, "depth": D or "time_ms": T}, of which only the board is required; `also` lists
/// other allowed fields. Throws RequestError.
AnalysisRequest parse_analysis_request(const nlohmann::json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also = {});

/// Throws RequestError for a field that is not one of these.
void check_fields(const nlohmann::json& json, std::span<const std::string_view> known);

/// The field "size", if it is present. Throws RequestError.
std::optional<Size> requested_size(const nlohmann::json& json);

/// A whole number in a range, if the field is present. Throws RequestError.
std::optional<std::uint64_t> whole_number(const nlohmann::json& json, const char* field, std::uint64_t min,
                                          std::uint64_t max);

/// The value of each move by its name, null if it is illegal.
nlohmann::ordered_json moves_json(const MoveValues& values);

/// {"board", "best", "moves", "depth", "nodes", "ms"}
nlohmann::ordered_json analysis_json(const TimedAnalysis& timed, const PackedBoard& board, Size size);

}  // namespace afterstate
