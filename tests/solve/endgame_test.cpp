#include "solve/endgame_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "game/game_random.h"
#include "game/notation.h"
#include "solve/endgame_table.h"
#include "support.h"

namespace afterstate {
namespace {

/// Plain recursion over arrays of 16 tiles; walls are tiles that differ from each other and from all others.
class SlowEndgame {
 public:
  using Cells = std::array<int, 16>;

  SlowEndgame(const std::string& walls, int target) : target_(target) {
    for (const char wall : walls) {
      const int cell = std::stoi(std::string{wall}, nullptr, 16);
      empty_[static_cast<std::size_t>(cell)] = 1000 + cell;
    }
  }

  const Cells& empty() const { return empty_; }

  double chance(const Cells& afterstate) {
    if (const auto known = chances_.find(afterstate); known != chances_.end()) return known->second;
    int free = 0;
    double sum = 0;
    for (std::size_t cell = 0; cell < 16; ++cell) {
      if (afterstate[cell] != 0) continue;
      ++free;
      for (const auto& [tile, share] : {std::pair{2, 0.9}, std::pair{4, 0.1}}) {
        auto board = afterstate;
        board[cell] = tile;
        double best = 0;
        for (int direction = 0; direction < 4; ++direction)
          if (const auto next = slid(board, direction))
            best = std::max(
                best, std::ranges::count_if(*next, [&](int one) { return one == target_; }) > 0 ? 1 : chance(*next));
        sum += share * best;
      }
    }
    const double mean = free == 0 ? 0 : sum / free;
    chances_[afterstate] = mean;
    return mean;
  }

  const std::map<Cells, double>& all() const { return chances_; }

 private:
  /// Nothing if nothing moves or a wall does.
  std::optional<Cells> slid(const Cells& board, int direction) const {
    Cells after{};
    for (int line = 0; line < 4; ++line) {
      const auto cell = [&](int n) {
        const int at = direction % 2 == 0 ? n : 3 - n;
        return static_cast<std::size_t>(direction < 2 ? 4 * line + at : 4 * at + line);
      };
      std::vector<int> tiles;
      bool merged = false;
      for (int n = 0; n < 4; ++n) {
        const int tile = board[cell(n)];
        if (tile == 0) continue;
        if (!tiles.empty() && tiles.back() == tile && !merged) {
          tiles.back() *= 2;
          merged = true;
        } else {
          tiles.push_back(tile);
          merged = false;
        }
      }
      for (std::size_t n = 0; n < tiles.size(); ++n) after[cell(static_cast<int>(n))] = tiles[n];
    }
    if (after == board) return std::nullopt;
    for (std::size_t n = 0; n < 16; ++n)
      if ((empty_[n] > 0 || after[n] >= 1000) && after[n] != empty_[n]) return std::nullopt;
    return after;
  }

  int target_;
  Cells empty_{};
  std::map<Cells, double> chances_;
};

/// A board of a real game: distinct large tiles in place of the walls.
Endgame::Board real_board(const SlowEndgame::Cells& cells) {
  Endgame::Board board;
  int large = 8;
  for (int cell = 0; cell < 16; ++cell) {
    const int tile = cells[static_cast<std::size_t>(cell)];
    if (tile >= 1000)
      board.set_exponent(cell, large++);
    else if (tile > 0)
      board.set_exponent(cell, std::countr_zero(static_cast<unsigned>(tile)));
  }
  return board;
}

struct Shape {
  std::string walls;
  int target;
};

TEST(Endgame, EqualsPlainRecursionOnEveryBoard) {
  for (const auto& [walls, target] : {Shape{"0123456789", 64}, Shape{"01234567", 32}, Shape{"012456789a", 32},
                                      Shape{"01245689a", 32}, Shape{"0123cdef", 16}}) {
    const TemporaryFolder folder;
    SlowEndgame slow{walls, target};
    const double expected = slow.chance(slow.empty());
    const auto solution = solve_endgame({.walls = parse_walls(walls),
                                         .target = std::countr_zero(static_cast<unsigned>(target)),
                                         .path = (folder / "t").string(),
                                         .threads = 2},
                                        [](const SolveProgress&) {});
    ASSERT_TRUE(solution);
    EXPECT_NEAR(solution->value, expected, 1e-6) << walls;
    const EndgameTable table{(folder / "t").string()};
    for (const auto& [cells, chance] : slow.all()) {
      const auto board = real_board(cells);
      for (const auto& image : symmetric_images(board)) {
        const auto found = table.chance(image);
        ASSERT_TRUE(found) << walls;
        ASSERT_NEAR(*found, chance, 1.0 / (1 << 14)) << walls << " " << notation_of(packed(board), {4, 4});
      }
    }
  }
}

TEST(Endgame, TheTableKnowsOnlyItsBoards) {
  const TemporaryFolder folder;
  const auto path = (folder / "t").string();
  solve_endgame({.walls = parse_walls("012345"), .target = 4, .path = path}, [](const SolveProgress&) {});
  const EndgameTable table{path};
  const auto chance = [&](const char* tiles) { return table.chance(parse_board<Endgame::Board>(tiles)); };
  EXPECT_TRUE(chance("1024 512 256 128/64 32 0 0/0 0 0 2/0 0 0 0"));
  EXPECT_TRUE(chance("16384 512 256 128/64 32 0 0/0 0 0 2/0 0 0 0"));
  EXPECT_FALSE(chance("1024 512 256 128/64 64 0 0/0 0 0 2/0 0 0 0")) << "walls that merge";
  EXPECT_FALSE(chance("1024 512 256 128/64 0 32 0/0 0 0 2/0 0 0 0")) << "other walls";
  EXPECT_FALSE(chance("1024 512 256 128/64 32 16 0/0 0 0 2/0 0 0 0")) << "a tile that is the target";
  EXPECT_FALSE(chance("1024 512 256 128/64 0 0 0/0 0 0 2/0 0 0 0")) << "too few walls";
}

/// Whoever plays by the table succeeds as often as it says.
TEST(Endgame, PlayingByTheTableSucceedsAsOftenAsItSays) {
  const TemporaryFolder folder;
  const auto path = (folder / "t").string();
  const auto walls = parse_walls("01234567");
  const auto solution = solve_endgame({.walls = walls, .target = 6, .path = path}, [](const SolveProgress&) {}).value();
  const EndgameTable table{path};
  auto start = Endgame::Board{};
  for (int cell = 0; cell < 8; ++cell) start.set_exponent(cell, 15 - cell);
  const auto games = scaled(1e5);
  std::uint64_t successes = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    const GameRandom random{3, game, {}};
    auto afterstate = start;
    for (std::uint32_t turn = 0;; ++turn) {
      const auto board = with_spawn(afterstate, random.spawn(afterstate, turn));
      double best = 0;
      bool succeeded = false;
      for_each_slide(board, [&](Direction, const Slid<Endgame::Board>& slid) {
        for (int cell = 8; cell < 16; ++cell) succeeded = succeeded || slid.afterstate.exponent(cell) == 6;
        const auto chance = table.chance(slid.afterstate);
        if (!chance || *chance <= best) return;
        best = *chance;
        afterstate = slid.afterstate;
      });
      if (succeeded) ++successes;
      if (succeeded || best == 0) break;
    }
  }
  const double share = static_cast<double>(successes) / static_cast<double>(games);
  const double deviation = std::sqrt(solution.value * (1 - solution.value) / static_cast<double>(games));
  EXPECT_NEAR(share, solution.value, 4 * deviation + 1e-3);
}

TEST(Endgame, ResumesAndPrunes) {
  const TemporaryFolder folder;
  const auto plan_for = [&](const char* name) {
    return EndgamePlan{.walls = parse_walls("0123456"), .target = 5, .path = (folder / name).string(), .threads = 1};
  };
  const auto whole = solve_endgame(plan_for("whole"), [](const SolveProgress&) {}).value();
  // Stopped after every layer.
  std::optional<Solution> resumed;
  for (int times = 0; !resumed && times < 1000; ++times) {
    std::stop_source stop;
    std::uint64_t first = UINT64_MAX;
    resumed = solve_endgame(
        plan_for("resumed"),
        [&](const SolveProgress& now) {
          if (first == UINT64_MAX) first = now.done;
          if (now.done > first + 2 * static_cast<std::uint64_t>(times)) stop.request_stop();
        },
        stop.get_token());
    if (resumed) break;
    const LayerStore store{(folder / "resumed.layers").string()};
    EXPECT_TRUE(is_endgame(store));
    EXPECT_NO_THROW(check_endgame_layers(store));
  }
  ASSERT_TRUE(resumed);
  EXPECT_EQ(read_file(folder / "resumed"), read_file(folder / "whole"));
  auto plan = plan_for("pruned");
  plan.prune = 0.5;
  const auto pruned = solve_endgame(plan, [](const SolveProgress&) {}).value();
  EXPECT_EQ(pruned.value, whole.value);
  EXPECT_LT(pruned.afterstates, whole.afterstates);
  const auto cost = endgame_cost(plan_for("x"));
  EXPECT_GE(2 * cost.afterstates, static_cast<double>(whole.afterstates));
  EXPECT_LE(cost.afterstates, 2 * static_cast<double>(whole.afterstates));
}

TEST(Endgame, RefusesImpossibleWallsAndTargets) {
  EXPECT_NE(complaint_of([] { parse_walls("0120"); }).find("given twice"), std::string::npos);
  EXPECT_NE(complaint_of([] { parse_walls("01g"); }).find("not a cell"), std::string::npos);
  EXPECT_NE(complaint_of([] { parse_walls(""); }).find("at least one wall"), std::string::npos);
  EXPECT_NE(complaint_of([] { parse_walls("0123456789abcde"); }).find("1 free cell is too few"), std::string::npos);
  EXPECT_NE(
      complaint_of([] { Endgame(parse_walls("0123456789abcd"), 4); }).find("2 free cells are too few to make any"),
      std::string::npos);
  EXPECT_EQ(name_of(parse_walls("fa0")), "0af");
  EXPECT_NE(complaint_of([] { Endgame(parse_walls("0123456789ab"), 9); }).find("from 16 to 32"), std::string::npos);
  EXPECT_NE(complaint_of([] { Endgame(parse_walls("012345"), 3); }).find("from 16 to 2048"), std::string::npos);
}

}  // namespace
}  // namespace afterstate
