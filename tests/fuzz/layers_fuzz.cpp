// Any file, and any records with valid checksums, give a layer store and its layers, a Failure or a UserError.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "fuzz/readers.h"
#include "fuzz/scratch_folder.h"
#include "solve/layer_store.h"
#include "solve/stored_layer.h"

namespace {

using namespace afterstate;
using Kind = LayerStore::Kind;

constexpr Size board_size{2, 3};

void read_layers_of(const LayerStore& store) {
  store.task();
  for (const auto sum : store.tile_sums(Kind::boards)) {
    try {
      const auto boards = checked_boards(store, sum, board_size);
      if (!std::ranges::is_sorted(boards)) std::abort();
      for (const auto value : stored_values(store, sum, boards.size()))
        if (!std::isfinite(value)) std::abort();
    } catch (const Failure&) {
    }
    try {
      const auto boards = checked_boards(store, sum, board_size);
      if (stored_tiles(store, sum, boards.size(), board_size).size() != boards.size()) std::abort();
    } catch (const Failure&) {
    }
  }
}

/// The words of the input as records: one word with the kind, the tile sum and the length, then so many words.
void add_records(LayerStore& store, std::string_view bytes) {
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint64_t));
  for (std::size_t begin = 0; begin < words.size();) {
    const auto head = words[begin++];
    const auto length = std::min<std::size_t>(head >> 16 & 0xff, words.size() - begin);
    store.add(std::array{Kind::boards, Kind::values, Kind::tiles}[(head & 0xff) % 3],
              static_cast<std::uint32_t>(head >> 8 & 0xff), std::span{words}.subspan(begin, length));
    begin += length;
  }
}

}  // namespace

void afterstate::fuzz::read_layers(std::string_view bytes) {
  static const ScratchFolder folder;
  const auto path = folder.write("layers", bytes).string();
  try {
    read_layers_of(LayerStore{path});
  } catch (const Failure&) {
  } catch (const UserError&) {
  }
  try {
    const LayerStore resumed{path, "fuzz"};
    read_layers_of(resumed);
  } catch (const Failure&) {
  } catch (const UserError&) {
  }
  std::filesystem::remove(path);
  LayerStore store{path, "fuzz", std::chrono::hours{1}};
  add_records(store, bytes);
  read_layers_of(store);
  store.remove();
}
