// Any bytes give the weights of a TDL2048+ file, a Failure or a UserError.
#include <cstdlib>
#include <sstream>
#include <string>

#include "base/error.h"
#include "fuzz/readers.h"
#include "model/tdl_weights.h"

void afterstate::fuzz::read_tdl_file(std::string_view bytes) {
  constexpr std::uint64_t max_bytes = 64'000'000;
  std::istringstream stream{std::string{bytes}};
  try {
    const auto network = read_tdl_weights(stream, bytes.size(), "fuzz", max_bytes);
    // No element of a file is shorter than two bytes.
    if (shape_of(network).weights() > bytes.size() / 2) std::abort();
  } catch (const Failure&) {
  } catch (const UserError&) {
  }
}
