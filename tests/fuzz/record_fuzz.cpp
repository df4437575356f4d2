// Any line is a record or a Failure; one that can be replayed survives being written and read again.
#include <cstdlib>
#include <string_view>

#include "arena/replay.h"
#include "base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace afterstate;
  try {
    const auto record = parse_record({reinterpret_cast<const char*>(bytes), count});
    const auto again = parse_record(to_json_line(record));
    if (again.turns != record.turns || again.start != record.start || again.score != record.score) std::abort();
    if (replay(record).score != record.score) std::abort();
  } catch (const Failure&) {
  }
  return 0;
}
