// A request to analyse a board, in JSON, and its answer; used by the engine protocol, the server and `hint --json`.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

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

/// A whole number in a range, if the field is present. Throws RequestError.
std::optional<std::uint64_t> whole_number(const nlohmann::json& json, const char* field, std::uint64_t min,
                                          std::uint64_t max);

/// The value of each move by its name, null if it is illegal.
nlohmann::ordered_json moves_json(const MoveValues& values);

/// {"board", "best", "moves", "depth", "nodes", "ms"}
nlohmann::ordered_json analysis_json(const Analysis& analysis, const PackedBoard& board, Size size,
                                     double milliseconds);

/// Analyses the board and returns the answer, including the time taken.
nlohmann::ordered_json answer_of(Session& session, const AnalysisRequest& request, Size size);

}  // namespace afterstate
