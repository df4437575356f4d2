// afterstate match: plays two engines on the same spawns until it is clear which is better.
#include "arena/match.h"
#include "base/counted.h"
#include "base/json.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "base/error.h"
#include "engine/checks.h"
#include "engine/load_engine.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct MatchOptions {
  std::string a;
  std::string b;
  std::optional<std::uint64_t> depth_a;
  std::optional<std::uint64_t> depth_b;
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
  std::string endgame;
  std::uint64_t max_games = 100'000;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::a: return "A is better";
    case Verdict::b: return "B is better";
    case Verdict::equal: return "equal within 1 %";
    default: return "undecided";
  }
}

std::string difference_text(const MatchScore& score) {
  const auto [value, ci95] = score.difference();
  return fmt::format("{:+.0f} ± {:.0f}", value, ci95);
}

void print_json(const MatchOptions& options, const MatchScore& score, double seconds, bool interrupted) {
  const auto [difference, ci95] = score.difference();
  const Json json{{"games", score.games()},
                  {"mean_a", score.mean_a().value},
                  {"mean_b", score.mean_b().value},
                  {"difference", difference},
                  {"ci95", ci95},
                  {"verdict", name_of(score.verdict())},
                  {"ci95_a", score.mean_a().ci95},
                  {"ci95_b", score.mean_b().ci95},
                  {"variance_saved", score.variance_saved()},
                  {"seed", options.seed},
                  {"seconds", seconds},
                  {"interrupted", interrupted}};
  fmt::print("{}\n", json_text(json));
}

void print_text(const MatchOptions& options, const MatchScore& score, const GamesPlan& a, const GamesPlan& b,
                double seconds, bool interrupted) {
  if (interrupted)
    fmt::print("interrupted after {} each; games that only one engine finished are left out\n\n",
               counted(score.games(), "game"));
  if (score.games() == 0) return;
  const auto line = [](const char* letter, const GamesPlan& plan, Estimate mean) {
    fmt::print("{}  {:<40} {:>10.0f} ± {:.0f}\n", letter,
               fmt::format("{}, depth {}", plan.engine->info().name, plan.search.depth), mean.value, mean.ci95);
  };
  line("A", a, score.mean_a());
  line("B", b, score.mean_b());
  fmt::print("\nA - B: {}, {:+.1f} %: {}\n", difference_text(score),
             score.mean_b().value > 0 ? 100 * score.difference().value / score.mean_b().value : 0,
             verdict_text(score.verdict()));
  fmt::print("{} each on {}, seed {}, {:.1f} s; sharing spawns gives the difference {:.0f} % {} variance\n",
             counted(score.games(), "game"), name_of(a.size), options.seed, seconds,
             100 * std::fabs(score.variance_saved()), score.variance_saved() < 0 ? "more" : "less");
}

/// The requested value, else that of the first or second engine, else the default.
template <class Value>
Value first_of(const std::optional<Value>& wanted, const std::optional<Value>& a, const std::optional<Value>& b) {
  for (const auto& choice : {wanted, a, b})
    if (choice) return *choice;
  return {};
}

/// Makes an engine the player of a plan.
void set_engine(GamesPlan& plan, SharedEngine engine, const std::optional<std::uint64_t>& depth) {
  check_size(*engine, plan.size);
  check_law(*engine, plan.law, Vocabulary::command_line);
  plan.search = search_plan(depth_request(depth), *engine, thread_count(plan.threads));
  plan.engine = std::move(engine);
}

int run_match(const MatchOptions& options) {
  const int threads = thread_count(options.threads);
  LoadPlan loading{threads, options.endgame};
  loading.endgame_required = false;  // a network with tables may play against one without
  const auto a = load_engine(options.a, loading);
  const auto b = options.a == options.b ? a : load_engine(options.b, loading);  // the same file is loaded once
  check_endgame_used({a, b}, options.endgame);
  GamesPlan plan_a;
  plan_a.size = first_of(options.size, a->info().size, b->info().size);
  plan_a.law = first_of(options.law, a->info().law, b->info().law);
  plan_a.seed = options.seed;
  plan_a.games = options.max_games;
  plan_a.threads = threads;
  auto plan_b = plan_a;
  set_engine(plan_a, a, options.depth_a);
  set_engine(plan_b, b, options.depth_b);

  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  const auto score = [&] {
    Progress progress{"games", options.max_games};
    return play_match(
        plan_a, plan_b,
        [&](const MatchScore& so_far, double games) {
          if (!progress.due()) return;
          progress.expect(so_far.games_needed(options.max_games));
          progress.show(static_cast<std::uint64_t>(games),
                        so_far.games() > 1 ? fmt::format("A - B {}", difference_text(so_far)) : "");
        },
        stop);
  }();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool interrupted = score.games() < options.max_games && score.verdict() == Verdict::undecided;
  if (options.json)
    print_json(options, score, seconds, interrupted);
  else
    print_text(options, score, plan_a, plan_b, seconds, interrupted);
  return stopped_status();
}

}  // namespace

void add_match(CommandLine& line) {
  const auto options = std::make_shared<MatchOptions>();
  line.add("match", "play two engines on the same spawns until it is clear which is better",
           [options] { return run_match(*options); })
      .argument("A", options->a, engine_help())
      .argument("B", options->b, "the other engine, given in the same way")
      .count("--depth-a", options->depth_a, 1, max_search_depth, "search depth of A in player moves; default: 1")
      .count("--depth-b", options->depth_b, 1, max_search_depth, "search depth of B; default: 1")
      .count("--max-games", options->max_games, 2, 1'000'000'000,
             "maximum number of games per engine; after them the match is undecided")
      .optional("--endgame", "DIR", options->endgame, endgame_help)
      .board_size(options->size)
      .spawn_law(options->law)
      .seed(options->seed)
      .threads(options->threads)
      .json(options->json)
      .note(
          "Stops as soon as an always-valid 95 % interval of the difference excludes zero or lies within 1 %.\n"
          "Ctrl-C stops at once and prints the result so far; the exit status is then 130.\n"
          "Examples: afterstate match default default --depth-a 1 --depth-b 2\n"
          "          afterstate match new.ast old.ast\n"
          "          afterstate match mini.ast mini.db");
}

}  // namespace afterstate::app
