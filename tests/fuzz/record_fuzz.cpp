// Any line gives a record or a Failure; a record that can be replayed is unchanged after being written and parsed
// again.
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
