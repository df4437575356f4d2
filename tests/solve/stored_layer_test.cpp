#include "solve/stored_layer.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/random.h"
#include "solve/solver.h"
#include "support.h"

namespace {

std::atomic<int> synced{0};

}  // namespace

/// Counts the calls of this program, in place of the function of the C library.
extern "C" int fdatasync(int descriptor) {
  ++synced;
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

namespace afterstate {
namespace {

using Kind = LayerStore::Kind;
using Words = std::vector<std::uint64_t>;

constexpr auto task = "2x2 score 0.1";

/// A solve whose layer store somebody else has written.
class CraftedStore : public ::testing::Test {
 protected:
  CraftedStore() { complete_store(); }

  std::string path() const { return folder_ / "db"; }
  std::string layers() const { return path() + ".layers"; }

  void run() const {
    solve({{2, 2}, {}, {}, path(), 1}, [](const SolveProgress&) {});
  }

  /// All records of a solve.
  void complete_store() {
    std::stop_source stop;
    solve(
        {{2, 2}, {}, {}, path(), 1},
        [&](const SolveProgress& now) {
          if (now.doing != "backing up values" || std::filesystem::exists(folder_ / "copy")) return;
          if (now.done + 3 >= last_layer) std::filesystem::copy(layers(), folder_ / "copy");
        },
        stop.get_token());
    undisturbed_ = read_file(path());
    whole_ = read_file(folder_ / "copy");
    std::filesystem::remove(path());
  }

  /// Replaces one record and solves; gives the error, or "solved".
  std::string with(Kind kind, std::uint32_t tile_sum, const Words& words) const {
    write_file(layers(), whole_);
    LayerStore{layers(), task}.add(kind, tile_sum, words);
    return outcome();
  }

  std::string outcome() const {
    try {
      run();
    } catch (const Failure& failure) {
      std::filesystem::remove(layers());
      return failure.what();
    }
    return "solved";
  }

  Words record(Kind kind, std::uint32_t tile_sum) const {
    write_file(layers(), whole_);
    return LayerStore{layers(), task}.read(kind, tile_sum);
  }

  static constexpr std::uint64_t last_layer = 30;
  TemporaryFolder folder_;
  std::string whole_;
  std::string undisturbed_;
};

TEST_F(CraftedStore, AGoodOneIsContinued) {
  ASSERT_GT(whole_.size(), 1000U);
  write_file(layers(), whole_);
  run();
  EXPECT_EQ(read_file(path()), undisturbed_);
}

TEST_F(CraftedStore, WithImpossibleRecordsIsRefused) {
  const auto boards = record(Kind::boards, 8);
  const auto expect_refused = [&](Kind kind, const Words& words, const std::string& part) {
    const auto message = with(kind, 8, words);
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_NE(message.find("delete the file"), std::string::npos) << message;
  };
  expect_refused(Kind::boards, {}, "boards");
  expect_refused(Kind::boards, {1}, "boards");
  expect_refused(Kind::boards, {1, 1, UINT64_MAX, UINT64_MAX}, "boards");
  expect_refused(Kind::boards, {1, 1, 1ULL << 61, 1}, "boards");
  expect_refused(Kind::boards, {1, 1, 0, UINT64_MAX}, "boards");
  for (std::size_t word = 2; word < boards.size(); ++word) {
    auto changed = boards;
    changed[word] ^= word < 4 ? 1 : 0x10;
    expect_refused(Kind::boards, changed, "boards");
  }
  const auto layer_of = [](const Words& afterstates) {
    Words words{3, 1, afterstates.size(), afterstates.empty() ? 0 : afterstates.back()};
    std::ranges::copy(EliasFano::encode(afterstates), std::back_inserter(words));
    return words;
  };
  expect_refused(Kind::boards, layer_of({}), "is damaged");      // a hole: the next layer needs its values
  expect_refused(Kind::boards, layer_of({0x22}), "is damaged");  // others are missing
  expect_refused(Kind::boards, layer_of({0x21}), "boards");      // another tile sum
  expect_refused(Kind::boards, layer_of({0x2200}), "boards");    // not the smallest of its images
  expect_refused(Kind::boards, layer_of({0x3'0000}), "boards");  // outside the board
}

TEST_F(CraftedStore, WithMissingBoardsIsRefused) {
  // Boards alone, so that the values have to be computed from a layer that lacks what the one before leads to.
  for (const std::uint32_t sum : {8U, 20U, 40U}) {
    const auto boards = record(Kind::boards, sum);
    std::filesystem::remove(layers());
    {
      LayerStore store{layers(), task};
      auto some = StoredBoards{boards}.boards();
      ASSERT_GT(some.size(), 1U);
      some.erase(some.begin());
      store_boards(store, sum, {some, 1, 0});
    }
    EXPECT_NE(outcome().find("do not follow from each other"), std::string::npos) << sum;
  }
}

TEST_F(CraftedStore, WithImpossibleValuesIsRefused) {
  const auto late = std::uint32_t{56};
  write_file(layers(), whole_);
  const auto values = record(Kind::values, late);
  ASSERT_FALSE(values.empty());
  for (const double value : {double{NAN}, double{INFINITY}, -1.0, 1e300}) {
    auto changed = values;
    changed[0] = std::bit_cast<std::uint64_t>(value);
    EXPECT_NE(with(Kind::values, late, changed).find("values"), std::string::npos);
  }
  auto longer = values;
  longer.push_back(0);
  EXPECT_NE(with(Kind::values, late, longer).find("values"), std::string::npos);
}

TEST(StoredTiles, AreOneExponentPerBoard) {
  const TemporaryFolder folder;
  LayerStore store{folder / "layers", "a task"};
  const std::vector<std::uint8_t> exponents{5, 1, 2, 3, 4, 5, 4, 3, 2};
  store_tiles(store, 4, exponents);
  EXPECT_EQ(stored_tiles(store, 4, exponents.size(), {2, 2}), exponents);
  EXPECT_THROW(stored_tiles(store, 4, 17, {2, 2}), Failure) << "another number of boards";
  EXPECT_THROW(stored_tiles(store, 4, exponents.size(), {1, 3}), Failure) << "no such tile on 1x3";
  EXPECT_THROW(stored_tiles(store, 6, 0, {2, 2}), Failure) << "no such layer";
}

TEST_F(CraftedStore, NeverCrashesNorHangs) {
  for (std::uint64_t round = 0; round < scaled(300); ++round) {
    const auto random = random_block(11, round, 0, 0);
    const auto sum = static_cast<std::uint32_t>(4 + 2 * uniform_below(random.first, last_layer));
    const auto kind = round % 3 == 0 ? Kind::values : Kind::boards;
    write_file(layers(), whole_);
    auto words = [&] {
      const LayerStore store{layers(), task};
      return store.has(kind, sum) ? store.read(kind, sum) : Words(5);
    }();
    for (std::uint32_t n = 0; n < 1 + round % 3; ++n) {
      const auto change = random_block(12, round, n, 0);
      if (!words.empty()) words[uniform_below(change.first, words.size())] ^= 1ULL << change.second % 64;
    }
    EXPECT_FALSE(with(kind, sum, words).empty());
    std::filesystem::remove(path());
  }
}

TEST(LayerStore, ReadsNoMoreThanItNeedsOfAHugeRecord) {
  const TemporaryFolder folder;
  const auto path = folder / "layers";
  {
    const LayerStore store{path, "a task"};
  }
  // A head that claims three gigabytes, which a sparse file has; nothing of that size is allocated.
  const auto head = read_file(path).substr(0, 8) + std::string("\2\0\0\0\4\0\0\0\0\0\0\xc0\0\0\0\0", 16) + "checksum";
  std::ofstream{path, std::ios::app | std::ios::binary} << head;
  std::filesystem::resize_file(path, 3'300'000'000);
  const auto before = std::filesystem::file_size(path);
  const LayerStore store{path, "a task"};
  EXPECT_LT(std::filesystem::file_size(path), before) << "the record without its checksum is dropped";
  EXPECT_FALSE(store.has(Kind::boards, 4));
}

TEST(LayerStore, SyncsAtAnInterval) {
  const TemporaryFolder folder;
  const auto before = synced.load();
  {
    LayerStore store{folder / "often", "a task", std::chrono::milliseconds{0}};
    store.add(Kind::boards, 4, Words{1});
  }
  EXPECT_EQ(synced - before, 2) << "with every record, the task included";
  {
    LayerStore store{folder / "rarely", "a task"};
    store.add(Kind::boards, 4, Words{1});
  }
  EXPECT_EQ(synced - before, 2);
}

TEST(LayerStore, CanBeCheckedWithoutBeingChanged) {
  const TemporaryFolder folder;
  const auto path = folder / "layers";
  {
    LayerStore store{path, "a task"};
    store.add(Kind::boards, 4, Words{1, 2, 3});
    EXPECT_EQ(LayerStore{path}.task(), "a task") << "even while it is in use";
  }
  EXPECT_EQ(LayerStore{path}.tile_sums(Kind::boards), std::vector<std::uint32_t>{4});
  const auto whole = read_file(path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_file(path, whole.substr(0, length));
    if (length == 40)  // the end of the task
      EXPECT_NO_THROW(LayerStore{path});
    else
      EXPECT_THROW(LayerStore{path}, Failure) << length;
    EXPECT_EQ(read_file(path).size(), length);
  }
  EXPECT_THROW(LayerStore{folder / "nowhere"}, UserError);
  EXPECT_THROW(LayerStore{folder.path()}, UserError);
}

}  // namespace
}  // namespace afterstate
