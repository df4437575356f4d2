// The learning part of bench.
#pragma once

#include <cstdint>
#include <string>

#include "base/json_fwd.h"

namespace afterstate::app {

/// A 64-bit hash of the weights after short runs with every rule and credit: the same in every build.
std::uint64_t signature_of_learning();

/// Actions per second with TC on Wu's 4x6 network, from zero, and the speedup with `threads` threads. If `reference`
/// names a TDL2048+ executable, also the ratio to its speed. The measurements alternate.
Json learning_speeds(int threads, std::uint64_t rounds, const std::string& reference);

}  // namespace afterstate::app
