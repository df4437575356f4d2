// Any line gives a record or a Failure; a record that can be replayed is unchanged after being written and parsed
// again.
#include <cstdlib>
#include <string_view>

#include "arena/replay.h"
#include "base/error.h"
#include "fuzz/readers.h"

void afterstate::fuzz::read_record(std::string_view line) {
  try {
    const auto record = parse_record(line);
    const auto again = parse_record(to_json_line(record));
    if (again.turns != record.turns || again.start != record.start || again.score != record.score) std::abort();
    if (replay(record).score != record.score) std::abort();
  } catch (const Failure&) {
  }
}
