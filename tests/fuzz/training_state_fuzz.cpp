// Any bytes give a training state or a Failure, and every restored state is written as the same bytes.
#include <algorithm>
#include <cstdlib>
#include <span>

#include "base/error.h"
#include "fuzz/readers.h"
#include "learn/training_state.h"

void afterstate::fuzz::read_training_state(std::string_view bytes) {
  const auto memory = std::as_bytes(std::span{bytes});
  for (const Size size : {Size{4, 4}, Size{2, 3}}) {
    try {
      TrainingState state;
      restore(state, memory, size);
      const auto again = to_bytes(state);
      TrainingState second;
      restore(second, again, size);
      if (to_bytes(second) != again) std::abort();
    } catch (const Failure&) {
    }
  }
}
