// Any bytes give a value database or a Failure, and no lookup reads out of bounds.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "fuzz/readers.h"
#include "solve/database.h"

void afterstate::fuzz::read_database(std::string_view bytes) {
  std::vector<std::uint64_t> words((bytes.size() + 7) / 8);  // aligned, as a mapped file is
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  try {
    const ValueDatabase database{std::as_bytes(std::span{words}).first(bytes.size()), "fuzz",
                                 ValueDatabase::Check::all_but_checksums};
    with_board(database.solution().size, [&]<class Board>() {
      for (std::uint64_t n = 0; n < 500; ++n) {
        const auto nibbles = (n * 0x9E37'79B9'7F4A'7C15ULL ^ n) & (Board::unit_mask * 15);
        const auto value = database.value(Board::from_words(n < 250 ? nibbles : nibbles & Board::unit_mask * 3));
        if (value && !std::isfinite(*value)) std::abort();
      }
    });
  } catch (const Failure&) {
  }
}
