// Other programs as players of the two-player game: they speak the engine protocol (docs/engine.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/duel_side.h"

namespace afterstate {

/// How a program is asked.
struct ProgramTime {
  std::chrono::milliseconds limit{10'000};  ///< for an answer, beyond `time_ms`; then the game fails
  std::optional<std::uint64_t> time_ms{};   ///< passed to the program
};

/// A command of the shell. Each session starts the program and asks it with {"id", "board", "size", "role", "rule"}; an
/// attacker answers with "cell" and "tile", a defender with "best". Throws Failure, which names the program, if it
/// ends, answers something else or too late, or breaks a rule.
DuelSide program_side(const std::string& command, ProgramTime time);

}  // namespace afterstate
