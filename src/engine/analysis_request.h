// A request to analyse a board, in JSON, and its answer; used by the engine protocol, the server and `hint --json`.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "base/json_fwd.h"
#include "engine/engine.h"
#include "engine/search_request.h"

namespace afterstate {

struct AnalysisRequest {
  PackedBoard board;
  SearchPlan plan;
};

/// Reads {"board": TILES, "size": RxC, "depth": D or "time_ms": T}, of which only the board is required; `also` lists
/// other allowed fields. Throws RequestError.
AnalysisRequest parse_analysis_request(const Json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also = {});

/// Throws RequestError for a field that is not one of these.
void check_fields(const Json& json, std::span<const std::string_view> known);

/// The field "size", if it is present. Throws RequestError.
std::optional<Size> requested_size(const Json& json);

/// A whole number in a range, if the field is present. Throws RequestError.
std::optional<std::uint64_t> whole_number(const Json& json, const char* field, std::uint64_t min, std::uint64_t max);

/// The value of each move by its name, null if it is illegal.
Json moves_json(const MoveValues& values);

/// {"board", "best", "moves", "depth", "nodes", "ms"}
Json analysis_json(const TimedAnalysis& timed, const PackedBoard& board, Size size);

}  // namespace afterstate
