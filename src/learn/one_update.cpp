#include "learn/one_update.h"

#include <numeric>

#include "learn/rules.h"
#include "network/weight_copies.h"

namespace afterstate {

OneUpdate one_update(const AnyNetwork& any, const Phase& phase, const PackedBoard& afterstate, double target) {
  return std::visit(
      [&]<class Board, class Weight>(const NTupleNetwork<Board, Weight>& network) {
        const auto board = unpacked<Board>(afterstate);
        WeightCopies<NTupleNetwork<Board, Weight>> copies{network, board};
        OneUpdate update{0, copies.shares(), {}};
        update.error = target - std::accumulate(update.shares.begin(), update.shares.end(), 0.0);
        const bool frozen = network.stage(board) < phase.stage;
        if (!frozen) {
          const auto error = static_cast<float>(update.error);
          typename RuleFor<Weight>::Type{phase}.update(copies, nullptr, error, error);
        }
        update.changes = copies.shares();
        for (std::size_t tuple = 0; tuple < update.shares.size(); ++tuple)
          update.changes[tuple] -= update.shares[tuple];
        return update;
      },
      any);
}

}  // namespace afterstate
