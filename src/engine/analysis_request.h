// A request to analyse a board, in JSON, and its answer; used by the engine protocol, the server and `hint --json`.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json_fwd.h"
#include "engine/engine.h"
#include "engine/search_request.h"

namespace afterstate {

struct AnalysisRequest {
  PackedBoard board;
  SearchPlan plan;
  std::optional<Role> role{};             ///< in the two-player game; nothing for the one-player game
  DuelRule rule = DuelRule::two_or_four;  ///< of the two-player game

  /// The spawn law that the session must have.
  SpawnLaw law(const Engine& engine) const { return role ? law_of(rule) : engine.law(); }
};

/// Reads {"board": TILES, "size": RxC, "depth": D or "time_ms": T}, of which only the board is required, and for the
/// two-player game "role", "rule" and, instead of the depth, "plies"; `also` lists other allowed fields. Throws
/// RequestError that names all wrong fields.
AnalysisRequest parse_analysis_request(const Json& json, const Engine& engine, const SearchLimits& limits,
                                       std::initializer_list<std::string_view> also = {});

/// Throws RequestError for fields that are not among these.
void check_fields(const Json& json, std::span<const std::string_view> known);

/// {"error": sentence}, with the first wrong "field", and with all "fields" if several are wrong.
Json error_json(const RequestError& error);

/// The field "size", if it is present. Throws RequestError.
std::optional<Size> requested_size(const Json& json);

/// The field "board", which is required. Throws RequestError.
PackedBoard requested_board(const Json& json, Size size);

/// A whole number in a range, if the field is present. Throws RequestError.
std::optional<std::uint64_t> whole_number(const Json& json, const char* field, std::uint64_t min, std::uint64_t max);

/// The rule of the two-player game, if the field is present. Throws RequestError.
std::optional<DuelRule> requested_rule(const Json& json);

/// The value of each move by its name, null if it is illegal.
Json moves_json(const MoveValues& values);

/// {"board", "best", "moves", "depth", "nodes", "ms"}, and "note" if the engine does not see the board as it is.
Json analysis_json(const TimedAnalysis& timed, const PackedBoard& board, Size size);

/// Analyses, and gives analysis_json() or, in the two-player game, for the defender {"board", "role", "rule", "best",
/// "moves", "plies", "rounds", "nodes", "ms"} and for the attacker the same with "cell", "tile" and "placements"
/// instead of "best" and "moves".
Json answer_json(const AnalysisRequest& request, Session& session, Size size);

}  // namespace afterstate
