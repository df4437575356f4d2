#include "solve/stored_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>

#include "base/error.h"
#include "base/packed_numbers.h"
#include "game/symmetry.h"
#include "solve/cost.h"

namespace afterstate {

namespace {

using Kind = LayerStore::Kind;

/// Above every score and probability of a board that can be solved.
constexpr double max_value = 1e7;

constexpr int bits_per_chance = 24;
constexpr std::uint64_t max_stored_chance = (1U << bits_per_chance) - 1;

[[noreturn]] void damaged(const LayerStore& store, const char* what, std::uint32_t tile_sum) {
  throw Failure{fmt::format("'{}' is damaged: the {} of the layer with tile sum {} are impossible; delete the file",
                            store.path(), what, tile_sum)};
}

/// The words of that many boards; 0 if there cannot be so many.
std::size_t expected_words(std::uint64_t count, std::uint64_t largest, Size size) {
  constexpr double margin = 2;
  constexpr double few = 1000;  // the estimate is not made for the smallest boards
  if (static_cast<double>(count) > margin * expected_cost(size).states + few) return 0;
  if (count == 0 ? largest != 0 : largest < count - 1) return 0;
  return EliasFano::word_count(count, largest);
}

bool are_canonical(std::span<const std::uint64_t> boards, std::uint32_t sum, Size size) {
  return with_board(size, [&]<class Board>() {
    return std::ranges::all_of(boards, [&](std::uint64_t nibbles) {
      if (Board::cells < 16 && nibbles >> (4 * Board::cells % 64) != 0) return false;
      const auto board = Board::from_words(nibbles);
      return tile_sum(board) == sum && canonical(board) == board;
    });
  });
}

}  // namespace

void store_boards(LayerStore& store, std::uint32_t tile_sum, const ReachableLayer& layer) {
  const auto& boards = layer.afterstates;
  std::vector<std::uint64_t> words{layer.states, layer.terminal, boards.size(), boards.empty() ? 0 : boards.back()};
  std::ranges::copy(EliasFano::encode(boards), std::back_inserter(words));
  store.add(Kind::boards, tile_sum, words);
}

void store_values(LayerStore& store, std::uint32_t tile_sum, std::span<const double> values) {
  std::vector<std::uint64_t> words(values.size());
  std::ranges::transform(values, words.begin(), [](double value) { return std::bit_cast<std::uint64_t>(value); });
  store.add(Kind::values, tile_sum, words);
}

void store_chances(LayerStore& store, std::uint32_t tile_sum, std::span<const double> chances) {
  std::vector<std::uint64_t> words(packed_words(chances.size(), bits_per_chance));
  for (std::size_t index = 0; index < chances.size(); ++index)
    pack_number(words, bits_per_chance, index,
                static_cast<std::uint64_t>(std::llround(chances[index] * static_cast<double>(max_stored_chance))));
  store.add(Kind::values, tile_sum, words);
}

void store_tiles(LayerStore& store, std::uint32_t tile_sum, std::span<const std::uint8_t> exponents) {
  std::vector<std::uint64_t> words((exponents.size() + 7) / 8);
  if (!exponents.empty()) std::memcpy(words.data(), exponents.data(), exponents.size());
  store.add(Kind::tiles, tile_sum, words);
}

StoredBoards stored_boards(const LayerStore& store, std::uint32_t tile_sum, Size size) {
  const auto all = store.words_in(Kind::boards, tile_sum);
  if (all < StoredBoards::head) damaged(store, "boards", tile_sum);
  const auto head = store.read(Kind::boards, tile_sum, StoredBoards::head);
  const auto words = expected_words(head[2], head[3], size);
  if (words == 0 || all != StoredBoards::head + words) damaged(store, "boards", tile_sum);
  return {store.read(Kind::boards, tile_sum, all)};
}

std::vector<double> stored_values(const LayerStore& store, std::uint32_t tile_sum, std::size_t count) {
  if (store.words_in(Kind::values, tile_sum) != count) damaged(store, "values", tile_sum);
  const auto words = store.read(Kind::values, tile_sum, count);
  std::vector<double> values(words.size());
  std::ranges::transform(words, values.begin(), [](std::uint64_t word) { return std::bit_cast<double>(word); });
  if (!std::ranges::all_of(values, [](double value) { return value >= 0 && value <= max_value; }))
    damaged(store, "values", tile_sum);
  return values;
}

std::vector<double> stored_chances(const LayerStore& store, std::uint32_t tile_sum, std::size_t count) {
  if (store.words_in(Kind::values, tile_sum) != packed_words(count, bits_per_chance))
    damaged(store, "values", tile_sum);
  const auto words = store.read(Kind::values, tile_sum);
  std::vector<double> chances(count);
  for (std::size_t index = 0; index < count; ++index)
    chances[index] =
        static_cast<double>(packed_number(words, bits_per_chance, index)) / static_cast<double>(max_stored_chance);
  return chances;
}

std::vector<std::uint8_t> stored_tiles(const LayerStore& store, std::uint32_t tile_sum, std::size_t count, Size size) {
  if (!store.has(Kind::tiles, tile_sum) || store.words_in(Kind::tiles, tile_sum) != (count + 7) / 8)
    damaged(store, "tiles", tile_sum);
  const auto words = store.read(Kind::tiles, tile_sum);
  std::vector<std::uint8_t> exponents(count);
  if (count > 0) std::memcpy(exponents.data(), words.data(), count);
  if (std::ranges::any_of(exponents, [&](std::uint8_t exponent) { return exponent > largest_exponent(size.cells()); }))
    damaged(store, "tiles", tile_sum);
  return exponents;
}

std::vector<std::uint64_t> checked_boards(const LayerStore& store, std::uint32_t tile_sum, Size size) {
  const auto stored = stored_boards(store, tile_sum, size);
  auto boards = stored.boards();
  const bool ascending = std::ranges::adjacent_find(boards, std::ranges::greater_equal{}) == boards.end();
  if (boards.size() != stored.count() || (!boards.empty() && boards.back() != stored.largest()) || !ascending ||
      !are_canonical(boards, tile_sum, size) || !std::ranges::equal(EliasFano::encode(boards), stored.encoded()))
    damaged(store, "boards", tile_sum);
  return boards;
}

}  // namespace afterstate
