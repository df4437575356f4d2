#include "arena/endgame_fit.h"

#include <gtest/gtest.h>

#include "arena/games.h"
#include "engine/load_engine.h"
#include "game/notation.h"
#include "solve/endgame_solver.h"
#include "support.h"

namespace afterstate {
namespace {

/// One game among walls that makes the target, and one that does not.
TEST(EndgameFit, IsTheMeanFurtherScoreAfterSuccessAndAfterFailure) {
  const TemporaryFolder folder;
  solve_endgame({.walls = parse_walls("01234567"), .target = 4, .path = folder / "t.end"}, [](const SolveProgress&) {});
  const EndgameTables tables{folder.path()};
  const auto start = packed_from(parse_exponents("8192 4096 2048 1024/64 128 256 512/0 0 0 0/0 0 0 0", {4, 4}));
  GamesPlan plan{.engine = load_engine("random"), .games = 200, .threads = 1, .record = true, .starts = {start}};
  EndgameFits fits{tables, {}};
  struct Expected {
    double sum = 0;
    std::uint64_t games = 0;
  } made, failed;
  play_games(plan, [&](const FinishedGame& finished) {
    const auto record = parse_record(finished.record);
    fits.add(record);
    // By hand: the first slide that keeps the walls is where the game comes to the table.
    auto board = packed_from(record.start);
    std::uint32_t score = 0;
    std::optional<std::uint32_t> came;
    bool success = false;
    for (const auto& turn : record.turns) {
      const auto slid = slide(unpacked<Endgame::Board>(board), turn.move).value();
      score += slid.reward;
      std::uint32_t large = 0;
      for (int cell = 0; cell < 16; ++cell)
        if (slid.afterstate.exponent(cell) >= 4) large += 1U << slid.afterstate.exponent(cell);
      const bool here = tables[0].chance(slid.afterstate).has_value();
      if (came)
        success = success || large > 16320;
      else if (here && large == 16320)
        came = score;
      board = packed(with_spawn(slid.afterstate, turn.spawn));
    }
    if (!came) return;
    auto& expected = success ? made : failed;
    expected.sum += score - *came;
    ++expected.games;
  });
  const auto result = fits.result(1);
  const std::vector<std::uint32_t> tiles{8192, 4096, 2048, 1024, 512, 256, 128, 64};
  const auto fit = std::ranges::find_if(result, [&](const EndgameFit& one) { return one.worth.tiles == tiles; });
  ASSERT_NE(fit, result.end());
  EXPECT_EQ(fit->worth.walls, "01234567");
  EXPECT_EQ(fit->worth.target, 16U);
  ASSERT_EQ(fit->successes, made.games);
  ASSERT_EQ(fit->failures, failed.games);
  EXPECT_NEAR(fit->worth.success, made.sum / static_cast<double>(made.games), 1e-6);
  EXPECT_NEAR(fit->worth.failure, failed.sum / static_cast<double>(failed.games), 1e-6);
  EXPECT_TRUE(fits.result(1000).empty());
}

}  // namespace
}  // namespace afterstate
