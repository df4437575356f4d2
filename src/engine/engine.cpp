#include "engine/engine.h"

namespace afterstate {

Choice Session::choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& /*random*/,
                       std::uint32_t /*turn*/) {
  const auto analysis = analyse(board, plan);
  const auto best = analysis.values.best();
  return {best, best ? analysis.values[*best] : std::nullopt, analysis.counts};
}

}  // namespace afterstate
