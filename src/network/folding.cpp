#include "network/folding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "base/error.h"
#include "network/entry_patterns.h"
#include "os/machine.h"
#include "os/threads.h"

namespace afterstate {

namespace {

constexpr std::uint64_t entries_per_block = std::uint64_t{1} << 16;

/// For each cell of a tuple, the cell of the board that it shows on one of the symmetric images.
using ShownCells = std::vector<int>;

/// The cells shown on the first image on which the tuple lies within the larger one; nothing if there is no such image.
template <class Board>
std::optional<ShownCells> place_within(Tuple tuple, Tuple larger) {
  constexpr ImageSources<Board> sources;
  for (const auto& image : sources.cell) {
    ShownCells shown;
    for (int cell = 0; cell < Board::cells; ++cell)
      if ((tuple.cells >> cell & 1) != 0) shown.push_back(image[static_cast<std::size_t>(cell)]);
    if (std::ranges::all_of(shown, [&](int cell) { return (larger.cells >> cell & 1) != 0; })) return shown;
  }
  return {};
}

/// Whether the tuple with this number lies within another one that is larger, or equally large and listed before it.
template <class Board>
bool is_redundant(const std::vector<Tuple>& tuples, std::size_t number) {
  for (std::size_t other = 0; other < tuples.size(); ++other) {
    const bool may_hold = tuples[other].size() > tuples[number].size() ||
                          (tuples[other].size() == tuples[number].size() && other < number);
    if (may_hold && place_within<Board>(tuples[number], tuples[other])) return true;
  }
  return false;
}

/// Maps patterns of the larger tuple to entries of the smaller one, whose cells show the cells `shown` of the board.
PatternMap map_to_entries(Tuple larger, const ShownCells& shown, int tile_values) {
  const auto of_own_bit = entry_of_bit(static_cast<int>(shown.size()), tile_values);
  std::vector<std::uint64_t> of_bit(static_cast<std::size_t>(4 * larger.size()));
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    const auto below = larger.cells & ((1U << shown[cell]) - 1);
    const auto position = static_cast<std::size_t>(std::popcount(below));
    for (std::size_t bit = 0; bit < 4; ++bit) of_bit[4 * position + bit] = of_own_bit[4 * cell + bit];
  }
  return PatternMap{of_bit};
}

/// Calls `work(entry)` for all entries of a table, on several threads.
template <class Work>
void for_each_entry(std::uint64_t entries, int threads, Work&& work) {
  std::atomic<std::uint64_t> next{0};
  run_on_threads(threads, [&](int) {
    for (auto begin = next.fetch_add(entries_per_block); begin < entries; begin = next.fetch_add(entries_per_block))
      for (auto entry = begin; entry < std::min(entries, begin + entries_per_block); ++entry) work(entry);
  });
}

/// One table in one stage; weights that are zero read as the value they would be promoted to.
class PromotedTable {
 public:
  /// `first` is where the table begins in the weights of the stage.
  PromotedTable(std::span<const ValueWeight> weights, const NetworkShape& shape, std::size_t table, std::uint64_t first,
                int stage)
      : promotion_(shape.promotion),
        pattern_(shape.tuples[table].size(), shape.tile_values),
        entry_(entry_of_bit(shape.tuples[table].size(), shape.tile_values)),
        values_(&weights[static_cast<std::uint64_t>(stage) * shape.weights_per_stage() + first]),
        before_(stage > 0 ? values_ - shape.weights_per_stage() : nullptr) {}

  float operator()(std::uint64_t entry) const {
    float value = values_[entry].value.load();
    if (value != 0 || promotion_ == Promotion::none) return value;
    if (promotion_ != Promotion::inter) value = values_[entry_(halved_nibbles(pattern_(entry)))].value.load();
    if (value == 0 && before_ != nullptr && promotion_ != Promotion::intra) value = before_[entry].value.load();
    return value;
  }

 private:
  Promotion promotion_;
  EntryPatterns pattern_;
  PatternMap entry_;
  const ValueWeight* values_;
  const ValueWeight* before_;  ///< in the previous stage; null in the first
};

template <class Board>
void fold(const NTupleNetwork<Board, ValueWeight>& from, NTupleNetwork<Board, ValueWeight>& to, int threads) {
  const auto& tuples = from.shape().tuples;
  const auto& kept = to.shape().tuples;
  std::vector<std::uint64_t> first_kept{0};
  for (const auto tuple : kept) first_kept.push_back(first_kept.back() + to.shape().entries(tuple));
  for (int stage = 0; stage < from.shape().staging.count(); ++stage) {
    std::uint64_t first = 0;
    for (std::size_t table = 0; table < tuples.size(); ++table) {
      const auto entries = from.shape().entries(tuples[table]);
      const PromotedTable promoted{from.weights(), from.shape(), table, first, stage};
      first += entries;
      std::size_t larger = 0;
      auto shown = place_within<Board>(tuples[table], kept[larger]);
      while (!shown) shown = place_within<Board>(tuples[table], kept[++larger]);
      auto* const target =
          &to.weights()[static_cast<std::uint64_t>(stage) * to.shape().weights_per_stage() + first_kept[larger]];
      const auto add = [target](std::uint64_t entry, float value) {
        if (value != 0) target[entry].value.store(target[entry].value.load() + value);
      };
      if (tuples[table] == kept[larger]) {
        for_each_entry(entries, threads, [&](std::uint64_t entry) { add(entry, promoted(entry)); });
        continue;
      }
      std::vector<float> values(entries);
      for_each_entry(entries, threads, [&](std::uint64_t entry) { values[entry] = promoted(entry); });
      const EntryPatterns pattern{kept[larger].size(), to.shape().tile_values};
      const auto entry_of = map_to_entries(kept[larger], *shown, to.shape().tile_values);
      for_each_entry(to.shape().entries(kept[larger]), threads,
                     [&](std::uint64_t entry) { add(entry, values[entry_of(pattern(entry))]); });
    }
  }
}

/// A folded table has no gaps: all of its memory is used.
std::uint64_t bytes_of(const NetworkShape& shape) { return shape.weights() * bytes_per_weight(WeightKind::values); }

}  // namespace

std::vector<Tuple> folded_tuples(const NetworkShape& shape) {
  return with_board(shape.size, [&]<class Board>() {
    std::vector<Tuple> kept;
    // The entries of a ranked table are not patterns, so nothing can be folded into them.
    if (std::ranges::any_of(shape.tuples, [&](Tuple one) { return is_ranked(shape.size, one, shape.tile_values); }))
      return shape.tuples;
    for (std::size_t number = 0; number < shape.tuples.size(); ++number)
      if (!is_redundant<Board>(shape.tuples, number)) kept.push_back(shape.tuples[number]);
    return kept;
  });
}

AnyNetwork folded(const AnyNetwork& network, int threads) {
  auto shape = shape_of(network);
  shape.tuples = folded_tuples(shape);
  shape.promotion = Promotion::none;
  if (bytes_of(shape) > available_memory())
    throw UserError{fmt::format("the folded network needs {} MB, but only {} MB of memory are available",
                                bytes_of(shape) / 1'000'000, available_memory() / 1'000'000)};
  auto result = make_network(shape, WeightKind::values);
  std::visit(
      [&]<class Board, class Weight>(const NTupleNetwork<Board, Weight>& from) {
        if constexpr (std::is_same_v<Weight, ValueWeight>)
          fold(from, std::get<NTupleNetwork<Board, ValueWeight>>(result), thread_count(threads));
        else
          throw std::logic_error{"only a network of WeightKind::values can be folded"};
      },
      network);
  return result;
}

AnyNetwork folded_to_play(AnyNetwork network, int threads) {
  auto shape = shape_of(network);
  const auto before = shape.tuples.size();
  shape.tuples = folded_tuples(shape);
  const bool quicker = shape.tuples.size() < before && bytes_of(shape) <= available_memory();
  return quicker ? folded(network, threads) : std::move(network);
}

}  // namespace afterstate
