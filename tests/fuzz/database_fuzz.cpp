// Any bytes give a value database or a Failure, and no lookup reads out of bounds.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "solve/database.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace afterstate;
  std::vector<std::uint64_t> words((count + 7) / 8);  // aligned, as a mapped file is
  if (count > 0) std::memcpy(words.data(), bytes, count);
  try {
    const ValueDatabase database{std::as_bytes(std::span{words}).first(count), "fuzz",
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
  return 0;
}
