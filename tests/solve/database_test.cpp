#include "solve/database.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "game/notation.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

using Small = BasicBoard<2, 2>;

class ValueDatabaseTest : public ::testing::Test {
 protected:
  ValueDatabaseTest() {
    solve({{2, 2}, {}, {}, path_, 1}, [](const SolveProgress&) {});
    whole_ = read_file(path_);
  }

  void write(const std::string& bytes) const { std::ofstream{path_, std::ios::binary} << bytes; }

  /// Opens the file and reads every value in it.
  double sum_of_values() const {
    const ValueDatabase database{path_};
    double sum = 0;
    for (std::uint64_t nibbles = 1; nibbles < 0x10000; ++nibbles)
      sum += database.value(Small::from_words(nibbles)).value_or(0);
    return sum;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "db";
  std::string whole_;
};

TEST_F(ValueDatabaseTest, SaysWhatWasSolved) {
  const ValueDatabase database{path_};
  const auto& solution = database.solution();
  EXPECT_EQ(solution.size, (Size{2, 2}));
  EXPECT_TRUE(solution.objective.is_score());
  EXPECT_EQ(solution.states, 110U);
  EXPECT_EQ(solution.afterstates, 67U);
  EXPECT_EQ(solution.terminal, 36U);
  EXPECT_NEAR(solution.value, 66.964149457101, 1e-12);
  EXPECT_EQ(solution.tiles.back().first, 32U);
}

TEST_F(ValueDatabaseTest, HasTheBytesOfEarlierVersions) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;  // FNV-1a
  for (const auto byte : whole_) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x0100'0000'01b3;
  EXPECT_EQ(whole_.size(), 2744U);
  EXPECT_EQ(hash, 0x5d1e'b2dd'5fec'7375);
}

TEST_F(ValueDatabaseTest, MayBeFine) {
  const ValueDatabase usual{path_};
  const auto path = folder_ / "fine";
  solve({.size = {2, 2}, .objective = {}, .law = {}, .path = path, .threads = 1, .fine = true},
        [](const SolveProgress&) {});
  const ValueDatabase fine{path};
  EXPECT_EQ(usual.solution().step, 1.0 / 64);
  EXPECT_LT(fine.solution().step, 1e-7);
  int finer = 0;
  for (std::uint64_t nibbles = 1; nibbles < 0x10000; ++nibbles) {
    const auto board = Small::from_words(nibbles);
    const auto value = fine.value(board);
    ASSERT_EQ(value.has_value(), usual.value(board).has_value());
    if (!value) continue;
    EXPECT_NEAR(*value, *usual.value(board), 1.0 / 128 + 1e-9);
    finer += *value != *usual.value(board) ? 1 : 0;
  }
  EXPECT_GT(finer, 20);
}

TEST_F(ValueDatabaseTest, HoldsNothingThatPlayCannotReach) {
  const ValueDatabase database{path_};
  EXPECT_TRUE(database.value(parse_board<Small>("4 0/0 0")));
  EXPECT_FALSE(database.value(parse_board<Small>("0 0/0 0")));
  EXPECT_FALSE(database.value(Small::from_words(0x6)));
  EXPECT_FALSE(database.value(Small::from_words(0xffff)));
}

TEST_F(ValueDatabaseTest, IsTheSameForSymmetricBoards) {
  const ValueDatabase database{path_};
  for (std::uint64_t nibbles = 1; nibbles < 0x10000; nibbles += 7)
    for (const auto& image : symmetric_images(Small::from_words(nibbles)))
      EXPECT_EQ(database.value(image), database.value(Small::from_words(nibbles)));
}

TEST_F(ValueDatabaseTest, ChangedInAnyByteItIsRefused) {
  EXPECT_GT(sum_of_values(), 0);
  for (std::size_t place = 0; place < whole_.size(); ++place) {
    auto damaged = whole_;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << place % 8));
    write(damaged);
    EXPECT_THROW(sum_of_values(), Failure) << "byte " << place;
  }
}

TEST_F(ValueDatabaseTest, CutAnywhereItIsRefused) {
  for (std::size_t length = 0; length < whole_.size(); ++length) {
    write(whole_.substr(0, length));
    EXPECT_THROW(sum_of_values(), Failure) << length << " bytes";
  }
  write(whole_ + "and more");
  EXPECT_THROW(sum_of_values(), Failure);
}

TEST_F(ValueDatabaseTest, DamageIsFoundWhereItIsTouched) {
  // The layers follow the header; the first of them holds the afterstates of the smallest tile sum.
  const auto first_layer = (whole_.find("}") / 8 + 2) * 8;
  auto damaged = whole_;
  damaged[first_layer] = static_cast<char>(damaged[first_layer] ^ 1);
  write(damaged);
  const ValueDatabase database{path_};
  EXPECT_TRUE(database.value(parse_board<Small>("16 8/0 0")));
  EXPECT_THROW((void)database.value(parse_board<Small>("4 0/0 0")), Failure);
}

TEST_F(ValueDatabaseTest, NeverReadsOutsideItsBytesWhateverTheyAre) {
  for (std::uint64_t round = 0; round < scaled(20'000); ++round) {
    std::vector<std::uint64_t> words(whole_.size() / 8);
    std::memcpy(words.data(), whole_.data(), whole_.size());
    for (std::uint32_t n = 0; n < 4; ++n) {
      const auto random = random_block(5, round, n, 0);
      words[uniform_below(random.first, words.size())] ^= std::uint64_t{1} << (random.second % 64);
    }
    try {
      const ValueDatabase database{std::as_bytes(std::span{words}), "changed", ValueDatabase::Check::all_but_checksums};
      for (std::uint64_t nibbles = 1; nibbles < 0x10000; nibbles += 97)
        (void)database.value(Small::from_words(nibbles));
    } catch (const Failure&) {
    }
  }
}

TEST_F(ValueDatabaseTest, OtherFilesAreRefused) {
  write("AFTSTATE and so on, for a model is not a database");
  EXPECT_THROW((ValueDatabase{path_}), Failure);
  EXPECT_THROW((ValueDatabase{folder_ / "nowhere"}), UserError);
  EXPECT_THROW((ValueDatabase{folder_.path()}), UserError);
}

}  // namespace
}  // namespace afterstate
