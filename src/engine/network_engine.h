// Engines that evaluate boards with an n-tuple network.
#pragma once

#include <string>

#include "engine/engine.h"
#include "network/any_network.h"

namespace afterstate {

/// Reads a model or checkpoint. Redundant tuples are folded if memory allows: the same values, faster.
SharedEngine load_network_engine(const std::string& path, const std::string& name, int threads);

/// An engine for a network that the caller owns, keeps alive and does not modify while the engine is used.
SharedEngine borrowed_network_engine(const AnyNetwork& network, const std::string& name);

}  // namespace afterstate
