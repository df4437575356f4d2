// Any bytes give the weights of a TDL2048+ file, a Failure or a UserError.
#include <cstdlib>
#include <sstream>
#include <string>

#include "base/error.h"
#include "model/tdl_weights.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace afterstate;
  constexpr std::uint64_t max_bytes = 64'000'000;
  std::istringstream stream{{reinterpret_cast<const char*>(bytes), count}};
  try {
    const auto network = read_tdl_weights(stream, count, "fuzz", max_bytes);
    // No element of a file is shorter than two bytes.
    if (shape_of(network).weights() > count / 2) std::abort();
  } catch (const Failure&) {
  } catch (const UserError&) {
  }
  return 0;
}
