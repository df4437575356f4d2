// Numbers of things in sentences.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace afterstate {

/// A number of things, whose plural ends in s: "1 game", "2 games".
inline std::string counted(std::uint64_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace afterstate
