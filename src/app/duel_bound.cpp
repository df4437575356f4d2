// afterstate duel bound: proves how much a defender can score at most, by exhausting its replies to one attacker.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "app/duel_options.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "arena/duel_bound.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"

namespace afterstate::app {

namespace {

struct BoundOptions {
  std::string attacker;
  std::string rule{name_of(DuelRule::two_or_four)};
  std::optional<Size> size;
  std::uint64_t memory_mb = 2000;
  std::uint64_t time_s = 600;
  std::uint64_t program_timeout = 10;
  int threads = 0;
  bool json = false;
};

std::string_view name_of_end(BoundEnd end) {
  switch (end) {
    case BoundEnd::exhausted: return "exhausted";
    case BoundEnd::memory: return "memory";
    case BoundEnd::time: return "time";
    case BoundEnd::tile: return "tile";
    case BoundEnd::stopped: return "interrupted";
  }
  return "";
}

std::string reason_of(const BoundOptions& options, BoundEnd end) {
  switch (end) {
    case BoundEnd::memory: return fmt::format("--memory-mb {} is used up", options.memory_mb);
    case BoundEnd::time: return fmt::format("--time-s {} is over", options.time_s);
    case BoundEnd::tile: return "a tile of 65536 was made";
    default: return "interrupted";
  }
}

void print_json(const BoundOptions& options, const BoundPlan& plan, const BoundResult& result, double seconds) {
  fmt::print("{}\n", json_text({{"board", name_of(plan.size)},
                                {"rule", name_of(plan.rule)},
                                {"attacker", options.attacker},
                                {"proven", result.proven()},
                                {"bound", result.proven() ? Json(result.largest_score) : Json()},
                                {"largest_score", result.largest_score},
                                {"tile_sum", result.tile_sum},
                                {"afterstates", result.afterstates},
                                {"largest_layer", result.largest_layer},
                                {"end", name_of_end(result.end)},
                                {"seconds", seconds}}));
}

void print_text(const BoundOptions& options, const BoundPlan& plan, const BoundResult& result, double seconds) {
  fmt::print("{} board, rule {}, empty at the start; attacker {}\n{}, at most {} with one tile sum, {:.1f} s\n",
             name_of(plan.size), name_of(plan.rule), options.attacker, counted(result.afterstates, "afterstate"),
             result.largest_layer, seconds);
  if (result.proven())
    fmt::print("proven: no defender can score more than {} against a perfect attacker\n", result.largest_score);
  else
    fmt::print(
        "nothing is proven: {}, after all afterstates up to the tile sum {}\n"
        "not proven: that no defender can score more than {} against a perfect attacker\n",
        reason_of(options, result.end), result.tile_sum, result.largest_score);
  fmt::print(
      "the best defender scores {} {} against this attacker if the attacker answers symmetric boards alike, as it did "
      "here; in a game it may not\n",
      result.proven() ? "exactly" : "at least", result.largest_score);
}

int run_duel_bound(const BoundOptions& options) {
  DuelPlayers players{{std::nullopt, 1, std::chrono::seconds{options.program_timeout}}};
  const auto attacker = players.player(options.attacker, DuelRoles::attack);
  BoundPlan plan;
  plan.attacker = *attacker.attacker;
  plan.rule = parse_duel_rule(options.rule);
  plan.size = agreed_size(options.size, plan.rule, {&attacker});
  constexpr std::uint64_t megabyte = 1'000'000;
  plan.memory_bytes = options.memory_mb * megabyte;
  plan.time = std::chrono::seconds{options.time_s};
  plan.threads = options.threads;
  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  const auto seconds_since_start = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  BoundResult result;
  {
    Progress progress{"seconds", options.time_s};
    result = bound_value(
        plan,
        [&](const BoundResult& so_far) {
          if (progress.due())
            progress.show(static_cast<std::uint64_t>(seconds_since_start()),
                          fmt::format("{} afterstates, tile sum {}, largest score {}", so_far.afterstates,
                                      so_far.tile_sum, so_far.largest_score));
        },
        stop);
  }
  const double seconds = seconds_since_start();
  if (options.json)
    print_json(options, plan, result, seconds);
  else
    print_text(options, plan, result, seconds);
  return stopped_status();
}

}  // namespace

void add_duel_bound(CommandLine& line) {
  const auto options = std::make_shared<BoundOptions>();
  auto command = line.add("duel bound", "prove an upper bound of the two-player game with one attacker",
                          [options] { return run_duel_bound(*options); });
  command.required("--attacker", "SPEC", options->attacker, duel_player_help())
      .board_size(options->size)
      .optional("--rule", "RULE", options->rule, "what the attacker may place: 2or4, or 2; default: 2or4")
      .count("--memory-mb", options->memory_mb, 1, 1'000'000, "megabytes for boards")
      .count("--time-s", options->time_s, 1, 10'000'000, "seconds");
  add_program_timeout(command, options->program_timeout, false);
  command.threads(options->threads)
      .json(options->json)
      .note(
          "All replies of the defender to the attacker are examined, with symmetric boards as one. If they can be\n"
          "exhausted, the largest score is an upper bound of the game with perfect players; if not, nothing is "
          "proven.\n"
          "Example: afterstate duel bound --board 2x3 --attacker worst:heuristic");
}

}  // namespace afterstate::app
