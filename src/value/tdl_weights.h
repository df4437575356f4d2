// The weight files of TDL2048+ (`.w`), so that its networks can be played and measured here.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "value/any_network.h"

namespace afterstate {

/// Reads the values of a 4x4 network of one stage; sums of temporal coherence are skipped. Throws Failure where the
/// stream ends early or makes no sense, UserError where the network takes more than `most_bytes`. `size` is the length
/// of the stream, `name` what messages call it.
AnyNetwork read_tdl_weights(std::istream& file, std::uint64_t size, const std::string& name, std::uint64_t most_bytes);

/// The same from a file.
AnyNetwork read_tdl_weights(const std::string& path);

}  // namespace afterstate
