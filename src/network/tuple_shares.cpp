#include "network/tuple_shares.h"

#include "network/weight_copies.h"

namespace afterstate {

std::vector<TupleShare> tuple_shares(const AnyNetwork& any, const PackedBoard& afterstate) {
  return std::visit(
      [&]<class Board, class Weight>(const NTupleNetwork<Board, Weight>& network) {
        static constexpr ImageSources<Board> sources;
        const WeightCopies<NTupleNetwork<Board, Weight>> copies{network, unpacked<Board>(afterstate)};
        const auto& tuples = network.shape().tuples;
        const auto sums = copies.shares();
        std::vector<TupleShare> shares;
        for (std::size_t number = 0; number < tuples.size(); ++number) {
          TupleShare share{tuples[number], sums[number], {}};
          for (std::size_t image = 0; image < copies.images; ++image) {
            ImageShare one{{}, copies.part(number, image)};
            for (std::size_t cell = 0; cell < Board::cells; ++cell)
              if ((tuples[number].cells >> cell & 1) != 0) one.cells.push_back(sources.cell[image][cell]);
            share.images.push_back(std::move(one));
          }
          shares.push_back(std::move(share));
        }
        return shares;
      },
      any);
}

}  // namespace afterstate
