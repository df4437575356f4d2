#include "arena/summary.h"

#include <algorithm>

#include "game/notation.h"

namespace afterstate {

void Summary::add(const Outcome& outcome) {
  const auto exponent = static_cast<std::size_t>(outcome.max_exponent);
  scores_.push_back(outcome.score);
  if (games_by_max_exponent_.size() <= exponent) games_by_max_exponent_.resize(exponent + 1);
  ++games_by_max_exponent_[exponent];
  moves_ += outcome.moves;
  max_ = std::max(max_, outcome.score);
}

std::map<std::uint32_t, Share> Summary::tiles() const {
  std::map<std::uint32_t, Share> shares;
  std::uint64_t at_least = 0;
  for (auto exponent = static_cast<int>(games_by_max_exponent_.size()) - 1; exponent > 0; --exponent) {
    at_least += games_by_max_exponent_[static_cast<std::size_t>(exponent)];
    shares[tile_value(exponent)] = share_of(at_least, games());
  }
  return shares;
}

}  // namespace afterstate
