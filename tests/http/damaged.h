// Requests with random damage.
#pragma once

#include <string>

#include "base/random.h"

namespace afterstate {

/// `bytes` with up to five random changes; `number` is the number of the attempt.
inline std::string damaged(std::string bytes, std::uint64_t seed, std::uint64_t number) {
  for (std::uint32_t change = 0; change < 1 + number % 5 && !bytes.empty(); ++change) {
    const auto random = random_block(seed, number, change, 0);
    const auto place = uniform_below(random.first, bytes.size());
    if (random.second % 6 == 0)
      bytes.erase(place);  // the rest
    else if (random.second % 6 < 3)
      bytes.erase(place, 1 + (random.second >> 8) % 4);
    else
      bytes[place] = static_cast<char>(random.second >> 8);
  }
  return bytes;
}

}  // namespace afterstate
