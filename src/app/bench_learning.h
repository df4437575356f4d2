// The part of bench that learns.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace afterstate::app {

/// What short runs of every rule and credit learned, in 64 bits: the same in every build.
std::uint64_t signature_of_learning();

/// Actions a second with TC on Wu's 4x6 network, from zero, and how that grows with threads; with the program of
/// TDL2048+ at `reference` also the ratio to its speed. All take turns.
nlohmann::ordered_json learning_speeds(int threads, std::uint64_t rounds, const std::string& reference);

}  // namespace afterstate::app
