#include "engine/joined_engine.h"

#include <gtest/gtest.h>

#include "engine/load_engine.h"
#include "engine/network_engine.h"
#include "game/notation.h"
#include "model/engine_file.h"
#include "network/random_network.h"
#include "support.h"

namespace afterstate {
namespace {

/// Three networks: until 16384 + 8192, until 4096 joins them, and after that. The first sees boards without a 16384,
/// the last without a 32768.
class JoinedEngineTest : public ::testing::Test {
 protected:
  JoinedEngineTest() {
    for (const auto* const tuples : {"0123 0145", "0145 4567", "0123 0156"}) {
      const auto path = folder_ / std::to_string(paths_.size());
      save_model(path, random_network({{4, 4}, parse_tuples(tuples, {4, 4}), 16, 0}), {}, 1);
      paths_.push_back(path);
    }
    join_models(folder_ / "all", {{paths_[0], "", 16384}, {paths_[1], "16k+8k"}, {paths_[2], "16k+8k+4k", 32768}},
                false);
    engine_ = load_engine(folder_ / "all", 1);
  }

  const JoinedEngine& joined() const { return dynamic_cast<const JoinedEngine&>(*engine_); }

  static PackedBoard board_of(const std::string& tiles) { return packed_from(parse_exponents(tiles, {4, 4})); }

  TemporaryFolder folder_;
  std::vector<std::string> paths_;
  SharedEngine engine_;
};

TEST_F(JoinedEngineTest, TheRootBoardDecides) {
  const auto rest = std::string{" 2 2/0 0 0 0/0 0 0 0/0 4 0 0"};
  const auto expect = [&](const std::string& tiles, std::size_t part, const std::string& shown) {
    const auto view = joined().view_of(board_of(tiles + rest));
    EXPECT_EQ(view.part, part) << tiles;
    EXPECT_EQ(notation_of(view.board, {4, 4}), notation_of(board_of(shown + rest), {4, 4})) << tiles;
  };
  expect("8192 4096", 0, "8192 4096");
  expect("16384 0", 0, "8192 0");  // the first part downgrades
  expect("16384 2048", 0, "8192 2048");
  expect("16384 8192", 1, "16384 8192");    // the second does not
  expect("16384 16384", 2, "16384 16384");  // as much as all three tiles
  expect("32768 0", 0, "8192 0");           // the last one does, then the first
  expect("32768 16384", 1, "16384 8192");   // what remains is for the second
  expect("65536 2048", 0, "8192 2048");
  expect("65536 32768", 1, "16384 8192");
  EXPECT_EQ(joined().view_of(board_of("16384 8192 4096" + rest.substr(2))).part, 2U);
  EXPECT_EQ(joined().view_of(board_of("32768 0" + rest), 0).part, 2U);
  EXPECT_EQ(joined().view_of(board_of("32768 0" + rest), 0).board, board_of("32768 0" + rest));
}

/// What a session says of a board is what the responsible network alone says of the board that it is shown, at any
/// depth, whatever was searched before.
TEST_F(JoinedEngineTest, ASearchUsesOneNetworkForAllItsBoards) {
  const auto session = engine_->new_session({4, 4}, {});
  std::array<std::uint64_t, 3> used{};
  for (std::uint64_t number = 0; number < scaled(300); ++number) {
    auto board = random_board<LargestBoard>(number, 6, 4);
    const auto random = random_block(9, number, 0, 0).first;
    board.set_exponent(0, 13 + static_cast<int>(random % 3));
    if (random % 5 < 4) board.set_exponent(1, 13);
    if (random % 7 < 3) board.set_exponent(4, 12);
    const auto view = joined().view_of(packed(board));
    ++used[view.part];
    for (const int depth : {1, 2}) {
      SearchPlan plan{.depth = depth};
      plan.table_bytes = 1 << 16;
      const auto alone = load_engine(paths_[view.part], 1);
      const auto expected = alone->new_session({4, 4}, {})->analyse(view.board, plan).values;
      const auto found = session->analyse(packed(board), plan).values;
      for (const auto direction : all_directions) ASSERT_EQ(found[direction], expected[direction]) << number;
      ASSERT_EQ(session->choose(packed(board), plan, {1, number, {}}, 0).move, expected.best());
    }
  }
  for (const auto count : used) EXPECT_GT(count, 0U);
}

TEST_F(JoinedEngineTest, DescribesItsPartsAndShowsTheirNetworks) {
  EXPECT_EQ(engine_->info().kind, "engine");
  EXPECT_TRUE(engine_->info().searchable);
  const auto view = network_view(*engine_, board_of("32768 16384 2 2/0 0 0 0/0 0 0 0/0 4 0 0")).value();
  EXPECT_EQ(shape_of(view.network).tuples, parse_tuples("0145 4567", {4, 4}));
  EXPECT_EQ(notation_of(view.board, {4, 4}), "16384 8192 2 2/0 0 0 0/0 0 0 0/0 4 0 0");
}

TEST_F(JoinedEngineTest, ModelsWithoutTheEntryPlayAsBefore) {
  join_models(folder_ / "one", {{paths_[0], "", 16384}}, false);
  const auto without = load_engine(paths_[0], 1);
  const auto with = load_engine(folder_ / "one", 1);
  const auto plain = without->new_session({4, 4}, {});
  const auto downgrading = with->new_session({4, 4}, {});
  const auto board = board_of("32768 8192 2 2/0 0 0 0/0 0 0 0/0 4 0 0");
  const auto halved = board_of("8192 4096 2 2/0 0 0 0/0 0 0 0/0 4 0 0");
  const auto same = [](const Analysis& a, const Analysis& b) {
    return std::ranges::all_of(all_directions, [&](Direction one) { return a.values[one] == b.values[one]; });
  };
  SearchPlan off;
  off.downgrade = 0;
  SearchPlan on;
  on.downgrade = 14;
  EXPECT_TRUE(same(downgrading->analyse(board, {}), plain->analyse(halved, {})));
  EXPECT_TRUE(same(downgrading->analyse(board, off), plain->analyse(board, {})));
  EXPECT_TRUE(same(plain->analyse(board, on), plain->analyse(halved, {})));
  EXPECT_FALSE(same(plain->analyse(board, {}), plain->analyse(halved, {})));
}

}  // namespace
}  // namespace afterstate
