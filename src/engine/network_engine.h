// Engines that evaluate boards with an n-tuple network.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "engine/load_plan.h"
#include "network/any_network.h"

namespace afterstate {

/// Reads a model, checkpoint or engine file. Redundant tuples are folded if memory allows: the same values, faster.
SharedEngine load_network_engine(const std::string& path, const std::string& name, const LoadPlan& plan);

/// An engine for a network that the caller owns and keeps alive. It may be trained while the engine looks moves up
/// (depth 1), but not while it searches.
SharedEngine borrowed_network_engine(const AnyNetwork& network, const std::string& name);

/// The network that evaluates a board, folded if it was loaded and could be, and the board as it is shown to it.
struct NetworkView {
  const AnyNetwork& network;
  PackedBoard board;
};

/// Nothing if the engine has no networks.
std::optional<NetworkView> network_view(const Engine& engine, const PackedBoard& board);

}  // namespace afterstate
