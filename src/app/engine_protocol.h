// The requests and answers of `afterstate engine` (docs/engine.md).
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

#include "base/json_fwd.h"
#include "engine/session_pool.h"

namespace afterstate::app {

/// Longer lines are refused.
inline constexpr std::size_t max_engine_line = std::size_t{1} << 16;

/// The answer to a line that should be a request: an analysis, or what is wrong.
Json answer_to_line(const std::string& line, const SessionPool& sessions, const std::stop_token& stop);

}  // namespace afterstate::app
