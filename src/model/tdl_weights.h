// Reads the weight files of TDL2048+ (`.w`), so that its networks can be played and measured here.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "network/any_network.h"

namespace afterstate {

/// Reads the values of a 4x4 network with one stage; sums of temporal coherence are skipped. Throws Failure if the
/// stream is truncated or invalid, UserError if the network takes more than `max_bytes`. `size` is the length of the
/// stream; `name` is used in messages.
AnyNetwork read_tdl_weights(std::istream& file, std::uint64_t size, const std::string& name, std::uint64_t max_bytes);

/// The same from a file.
AnyNetwork read_tdl_weights(const std::string& path);

}  // namespace afterstate
