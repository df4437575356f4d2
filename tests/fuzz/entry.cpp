// The entry of libFuzzer. AFTERSTATE_READER names the reader (readers.h) that gets its inputs.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/readers.h"

namespace {

const afterstate::fuzz::Reader& chosen_reader() {
  const auto* const name = std::getenv("AFTERSTATE_READER");
  const auto* const found =
      std::ranges::find(afterstate::fuzz::readers, name != nullptr ? name : "", &afterstate::fuzz::Reader::name);
  if (found == afterstate::fuzz::readers.end()) {
    std::fputs("set AFTERSTATE_READER to the name of a reader, such as http (tests/fuzz/readers.h)\n", stderr);
    std::exit(2);
  }
  return *found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const auto& reader = chosen_reader();
  reader.read({reinterpret_cast<const char*>(bytes), count});
  return 0;
}
