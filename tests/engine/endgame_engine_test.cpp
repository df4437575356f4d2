#include <gtest/gtest.h>

#include <bit>

#include "engine/checks.h"
#include "engine/endgame_value.h"
#include "engine/joined_engine.h"
#include "engine/load_engine.h"
#include "engine/network_engine.h"
#include "game/notation.h"
#include "game/slide.h"
#include "model/engine_file.h"
#include "network/random_network.h"
#include "solve/endgame_solver.h"
#include "support.h"

namespace afterstate {
namespace {

using Board = EndgameTables::Board;

/// A model that uses two tables next to it: 01234567 with target 64 and 0123456 with target 32.
class EndgameEngineTest : public ::testing::Test {
 protected:
  EndgameEngineTest() {
    solve("01234567", 6);
    solve("0123456", 5);
    save_model(folder_ / "plain", random_network({{4, 4}, parse_tuples("0123 0145", {4, 4}), 16, 0}), {}, 1);
    JoinedPart part{folder_ / "plain"};
    part.endgames = {{"01234567", 64, {8192, 4096, 2048, 1024, 512, 256, 128, 64}, 1000, 100},
                     {"0123456", 32, {8192, 4096, 2048, 1024, 512, 256, 128}, 500, 50}};
    join_models(folder_ / "model", {part}, false);
  }

  void solve(const std::string& walls, int target) {
    solve_endgame({.walls = parse_walls(walls), .target = target, .path = folder_ / (walls + ".end")},
                  [](const SolveProgress&) {});
  }

  /// Boards of which about half have their large tiles where a table has its walls.
  static Board board_of(std::uint64_t number) {
    auto board = random_board<Board>(number, 4, 4);
    const auto random = random_block(11, number, 0, 0).first;
    for (int cell = 0; cell < 7; ++cell) board.set_exponent(cell, 13 - cell);
    board.set_exponent(7, random % 2 == 0 ? 6 : static_cast<int>(random % 5));
    return symmetric_images(board)[random / 16 % 8];
  }

  TemporaryFolder folder_;
};

/// Expectimax that asks the tables about every afterstate first, by plain recursion.
class SlowSearch {
 public:
  SlowSearch(const EndgameTables& tables, const Engine& plain) : tables_(tables), plain_(plain) {}

  double value(const Board& afterstate, int moves_ahead) const {
    if (const auto known = worth(afterstate)) return *known;
    if (moves_ahead == 0)
      return std::visit([&](const auto& network) { return value_by(network, afterstate); },
                        network_view(plain_, packed(afterstate)).value().network);
    double sum = 0;
    for_each_spawn(afterstate, {}, [&](Spawn spawn, double chance) {
      double best = 0;
      bool any = false;
      for_each_slide(with_spawn(afterstate, spawn), [&](Direction, const Slid<Board>& slid) {
        const double total = slid.reward + value(slid.afterstate, moves_ahead - 1);
        best = any ? std::max(best, total) : total;
        any = true;
      });
      sum += chance * best;
    });
    return sum;
  }

 private:
  template <class Network>
  static double value_by(const Network& network, const Board& afterstate) {
    if constexpr (std::is_same_v<typename Network::Board, Board>)
      return static_cast<double>(network.value(afterstate));
    else
      return 0;
  }

  /// By looking at each table on its own.
  std::optional<double> worth(const Board& afterstate) const {
    std::vector<int> large;
    for (int cell = 0; cell < 16; ++cell)
      if (afterstate.exponent(cell) >= 5) large.push_back(afterstate.exponent(cell));
    std::ranges::sort(large, std::ranges::greater{});
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      const bool eight = tables_[table].target() == 6;
      std::vector<int> wanted{13, 12, 11, 10, 9, 8, 7};
      if (eight) wanted.push_back(6);
      auto walls = large;
      std::erase_if(walls, [&](int exponent) { return exponent < tables_[table].target(); });
      if (walls != wanted) continue;
      if (const auto chance = tables_[table].chance(afterstate))
        return eight ? 100 + *chance * 900 : 50 + *chance * 450;
    }
    return std::nullopt;
  }

  const EndgameTables& tables_;
  const Engine& plain_;
};

TEST_F(EndgameEngineTest, SearchAsksTheTablesAtEveryNode) {
  const auto engine = load_engine(folder_ / "model", 1);
  const auto plain = load_engine(folder_ / "plain", 1);
  const auto session = engine->new_session({4, 4}, {});
  const EndgameTables tables{folder_.path()};
  const SlowSearch slow{tables, *plain};
  std::uint64_t known = 0;
  for (std::uint64_t number = 0; number < scaled(150); ++number) {
    const auto board = board_of(number);
    for (const int depth : {1, 2, 3}) {
      if (depth == 3 && empty_count(board) > 3) continue;
      const auto analysis = session->analyse(packed(board), {.depth = depth, .table_bytes = 1 << 16});
      for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
        const double expected = slid.reward + slow.value(slid.afterstate, depth - 1);
        ASSERT_NEAR(analysis.values[direction].value(), expected, 1e-2 + 1e-5 * std::abs(expected)) << number;
        const auto& chance = analysis.chances[static_cast<std::size_t>(direction)];
        if (chance) ++known;
      });
      EXPECT_EQ(session->choose(packed(board), {.depth = depth, .table_bytes = 1 << 16}, {1, number, {}}, 0).move,
                analysis.values.best());
    }
  }
  EXPECT_GT(known, scaled(100));
}

TEST_F(EndgameEngineTest, TablesAreFoundNextToTheModelOrGiven) {
  const auto board = packed_from(parse_exponents("8192 4096 2048 1024/64 128 256 512/2 0 0 0/0 0 0 4", {4, 4}));
  const auto chance_by = [&](const Engine& engine) {
    return engine.new_session({4, 4}, {})->analyse(board, {}).chances[static_cast<std::size_t>(Direction::left)];
  };
  const auto chance = chance_by(*load_engine(folder_ / "model", 1));
  ASSERT_TRUE(chance);
  EXPECT_EQ(chance->tile, 64U);
  EXPECT_GT(chance->chance, 0.05);
  EXPECT_FALSE(chance_by(*load_engine(folder_ / "plain", 1))) << "it does not say what tables are worth";
  const auto elsewhere = folder_ / "elsewhere";
  std::filesystem::create_directory(elsewhere);
  std::filesystem::copy(folder_ / "model", elsewhere / "model");
  EXPECT_FALSE(chance_by(*load_engine(elsewhere / "model", 1)));
  EXPECT_EQ(chance_by(*load_engine(elsewhere / "model", {1, folder_.path()}))->chance, chance->chance);
  // Another spawn law than that of the tables: the network alone.
  const auto other = load_engine(folder_ / "model", 1)->new_session({4, 4}, {0.5})->analyse(board, {});
  EXPECT_FALSE(other.chances[static_cast<std::size_t>(Direction::left)]);
}

TEST_F(EndgameEngineTest, NamesTheTileOfTheRealBoard) {
  JoinedPart part{folder_ / "model"};
  part.downgrade = 16384;
  join_models(folder_ / "downgrades", {part}, false);
  const auto engine = load_engine(folder_ / "downgrades", 1);
  const auto board = packed_from(parse_exponents("16384 8192 4096 2048/128 256 512 1024/2 0 0 0/0 0 0 4", {4, 4}));
  const auto analysis = engine->new_session({4, 4}, {})->analyse(board, {});
  const auto& chance = analysis.chances[static_cast<std::size_t>(Direction::left)];
  ASSERT_TRUE(chance);
  EXPECT_EQ(chance->tile, 128U);
}

TEST_F(EndgameEngineTest, RefusesFoldersWithoutUsefulTables) {
  const auto empty = folder_ / "empty";
  std::filesystem::create_directory(empty);
  const auto complaint = [&](const std::string& model, const std::string& folder) {
    return complaint_of([&] { load_engine(model, {1, folder}); });
  };
  EXPECT_NE(complaint(folder_ / "model", empty).find("there are no endgame tables"), std::string::npos);
  EXPECT_NE(complaint(folder_ / "plain", folder_.path()).find("does not say what any table"), std::string::npos);
  EXPECT_NE(complaint("heuristic", folder_.path()).find("is not a network"), std::string::npos);
  EXPECT_NE(complaint("heuristic", folder_ / "nowhere").find("no such folder"), std::string::npos);
  LoadPlan optional{1, folder_.path()};
  optional.endgame_required = false;
  EXPECT_FALSE(load_engine(folder_ / "plain", optional)->info().uses_endgames);
  EXPECT_FALSE(load_engine("heuristic", optional)->info().uses_endgames);
  EXPECT_TRUE(load_engine(folder_ / "model", optional)->info().uses_endgames);
  std::filesystem::copy(folder_ / "01234567.end", folder_ / "again.end");
  EXPECT_NE(complaint(folder_ / "model", folder_.path()).find("two tables for walls 01234567"), std::string::npos);
  std::filesystem::remove(folder_ / "again.end");
  write_file(folder_ / "bad.end", "AFTVALUE");
  EXPECT_THROW(load_engine(folder_ / "model", {1, folder_.path()}), std::exception);
}

}  // namespace
}  // namespace afterstate
