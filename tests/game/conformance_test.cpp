// Checks this implementation with the conformance suite, which an independent program generates.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "game/notation.h"
#include "game/perft.h"
#include "game/slide.h"
#include "game/spawn.h"
#include "support.h"

namespace afterstate {
namespace {

using Json = nlohmann::json;
using Tiles = std::vector<std::uint32_t>;

struct SlidTiles {
  Tiles tiles;
  std::uint32_t reward;
};

std::vector<int> exponents_from(const Tiles& tiles) {
  std::vector<int> exponents;
  for (const auto tile : tiles) exponents.push_back(tile == 0 ? 0 : std::countr_zero(tile));
  return exponents;
}

template <class Board>
Tiles tiles_of(const Board& board) {
  Tiles tiles;
  for (const int exponent : exponents_of(board)) tiles.push_back(tile_value(exponent));
  return tiles;
}

std::optional<SlidTiles> slide_tiles(const Tiles& tiles, Size size, Direction direction) {
  return with_board(size, [&]<class Board>() -> std::optional<SlidTiles> {
    const auto slid = slide(board_from<Board>(exponents_from(tiles)), direction);
    if (!slid) return std::nullopt;
    return SlidTiles{tiles_of(slid->afterstate), slid->reward};
  });
}

std::vector<std::string> legal_names(const Tiles& tiles, Size size) {
  const auto legal =
      with_board(size, [&]<class Board>() { return legal_moves(board_from<Board>(exponents_from(tiles))); });
  std::vector<std::string> names;
  for (int n = 0; n < legal.size(); ++n) names.emplace_back(name_of(legal.nth(n)));
  return names;
}

Spawn draw_on(const Tiles& tiles, Size size, RandomBlock random) {
  return with_board(size,
                    [&]<class Board>() { return draw_spawn(board_from<Board>(exponents_from(tiles)), {}, random); });
}

/// Calls `check(case, board, size)` for each case of a file.
template <class Check>
void for_each_case(const std::string& file, Check check) {
  const auto cases = Json::parse(read_file(std::string{AFTERSTATE_SOURCE_DIR "/tests/conformance/"} + file));
  ASSERT_GT(cases.size(), 50U);
  for (const auto& one : cases) {
    SCOPED_TRACE(one.dump().substr(0, 300));
    check(one, one["board"].get<Tiles>(), parse_size(one["size"].get<std::string>()));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Conformance, Slides) {
  for_each_case("slides.json", [](const Json& one, const Tiles& board, Size size) {
    std::vector<std::string> legal;
    for (const auto direction : all_directions) {
      const auto& expected = one["slides"][std::string{name_of(direction)}];
      const auto slid = slide_tiles(board, size, direction);
      ASSERT_EQ(slid.has_value(), !expected.is_null());
      if (!slid) continue;
      legal.emplace_back(name_of(direction));
      ASSERT_EQ(slid->tiles, expected["board"].get<Tiles>());
      ASSERT_EQ(slid->reward, expected["reward"].get<std::uint32_t>());
    }
    ASSERT_EQ(legal_names(board, size), legal);
  });
}

TEST(Conformance, Spawns) {
  for_each_case("spawns.json", [](const Json& one, const Tiles& board, Size size) {
    double total = 0;
    std::vector<Spawn> missing;
    for (const auto& spawn : one["spawns"]) {
      missing.push_back({spawn["cell"].get<int>(), spawn["tile"].get<int>() / 2});
      ASSERT_EQ(board[static_cast<std::size_t>(missing.back().cell)], 0U);
      total += spawn["probability"].get<double>();
    }
    ASSERT_EQ(std::ssize(missing), 2 * std::count(board.begin(), board.end(), 0U));
    if (missing.empty()) return;
    ASSERT_NEAR(total, 1, 1e-12);
    // Each empty cell is drawn eventually, for a 2 and for a 4.
    for (std::uint64_t n = 0; n < 5000 && !missing.empty(); ++n)
      std::erase(missing, draw_on(board, size, random_block(1, n, 0, 0)));
    ASSERT_TRUE(missing.empty());
  });
}

TEST(Conformance, Perft) {
  for_each_case("perft.json", [](const Json& one, const Tiles& board, Size size) {
    if (one["leaves"].get<std::uint64_t>() > scaled(5'000'000)) return;
    ASSERT_EQ(perft(exponents_from(board), size, one["depth"].get<int>()), one["leaves"].get<std::uint64_t>());
  });
}

TEST(Conformance, Traps) {
  for_each_case("traps.json", [](const Json& one, const Tiles& board, Size size) {
    const auto move = std::find_if(all_directions.begin(), all_directions.end(), [&](Direction direction) {
      return name_of(direction) == one["move"].get<std::string>();
    });
    ASSERT_NE(move, all_directions.end());
    const auto slid = slide_tiles(board, size, *move);
    ASSERT_EQ(slid.has_value(), one["legal"].get<bool>());
    Json next = Json::array();
    if (slid) {
      ASSERT_EQ(slid->tiles, one["afterstate"].get<Tiles>());
      ASSERT_EQ(slid->reward, one["reward"].get<std::uint32_t>());
      std::vector<Tiles> boards;
      for (std::size_t cell = 0; cell < slid->tiles.size(); ++cell)
        for (const std::uint32_t tile : {2, 4})
          if (slid->tiles[cell] == 0) {
            boards.push_back(slid->tiles);
            boards.back()[cell] = tile;
          }
      std::sort(boards.begin(), boards.end());
      for (const auto& after : boards) next.push_back({{"board", after}, {"legal", legal_names(after, size)}});
    }
    ASSERT_EQ(next, one["next"]);
  });
}

}  // namespace
}  // namespace afterstate
