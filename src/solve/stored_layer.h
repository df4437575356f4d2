// The layers of a solve as its layer store keeps them. A store is a file that anybody can write, so that what is read
// from it is checked before it is used.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/elias_fano.h"
#include "game/reachable.h"
#include "game/size.h"
#include "solve/layer_store.h"

namespace afterstate {

/// The boards of one layer: the number of states, of terminal states and of afterstates, the largest afterstate, then
/// all afterstates as EliasFano words.
struct StoredBoards {
  static constexpr std::size_t head = 4;

  std::vector<std::uint64_t> words;

  std::uint64_t states() const { return words[0]; }
  std::uint64_t terminal() const { return words[1]; }
  std::uint64_t count() const { return words[2]; }
  std::uint64_t largest() const { return words[3]; }
  std::span<const std::uint64_t> encoded() const { return std::span{words}.subspan(head); }
  std::vector<std::uint64_t> boards() const { return EliasFano{encoded(), count(), largest()}.decode(); }
};

/// Adds a layer to the store.
void store_boards(LayerStore& store, std::uint32_t tile_sum, const ReachableLayer& layer);
void store_values(LayerStore& store, std::uint32_t tile_sum, std::span<const double> values);

/// Stores probabilities as multiples of 1 / (2^24 - 1), in three bytes each.
void store_chances(LayerStore& store, std::uint32_t tile_sum, std::span<const double> chances);

void store_tiles(LayerStore& store, std::uint32_t tile_sum, std::span<const std::uint8_t> exponents);

/// Reads the boards of a layer. Throws Failure if they are missing, or if their words do not fit together or are more
/// than a board of that size has.
StoredBoards stored_boards(const LayerStore& store, std::uint32_t tile_sum, Size size);

/// Reads the values of a layer. Throws Failure if they are missing, or are not `count` possible values.
std::vector<double> stored_values(const LayerStore& store, std::uint32_t tile_sum, std::size_t count);

/// The same for probabilities.
std::vector<double> stored_chances(const LayerStore& store, std::uint32_t tile_sum, std::size_t count);

/// The same for the exponents of the tiles that can be forced, on boards of that size.
std::vector<std::uint8_t> stored_tiles(const LayerStore& store, std::uint32_t tile_sum, std::size_t count, Size size);

/// The boards of a layer that another process may have written. Throws Failure unless they are canonical boards of that
/// size and tile sum, in ascending order.
std::vector<std::uint64_t> checked_boards(const LayerStore& store, std::uint32_t tile_sum, Size size);

}  // namespace afterstate
