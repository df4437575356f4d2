// afterstate match: two players on the same spawns, until it is clear who is better.
#include "arena/match.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/contestant.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "base/error.h"
#include "base/threads.h"

namespace afterstate::app {

namespace {

struct MatchOptions {
  std::string a;
  std::string b;
  std::optional<std::uint64_t> depth_a;
  std::optional<std::uint64_t> depth_b;
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
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

void print_json(const MatchOptions& options, const MatchScore& score, double seconds) {
  const auto [difference, ci95] = score.difference();
  const nlohmann::ordered_json json{{"games", score.games()},
                                    {"mean_a", score.mean_a().value},
                                    {"mean_b", score.mean_b().value},
                                    {"difference", difference},
                                    {"ci95", ci95},
                                    {"verdict", name_of(score.verdict())},
                                    {"ci95_a", score.mean_a().ci95},
                                    {"ci95_b", score.mean_b().ci95},
                                    {"variance_saved", score.variance_saved()},
                                    {"seed", options.seed},
                                    {"seconds", seconds}};
  fmt::print("{}\n", json.dump());
}

void print_text(const MatchOptions& options, const MatchScore& score, const GamesPlan& a, const GamesPlan& b,
                double seconds) {
  const auto line = [](const char* letter, const GamesPlan& plan, Estimate mean) {
    fmt::print("{}  {:<40} {:>10.0f} ± {:.0f}\n", letter, fmt::format("{}, depth {}", plan.player, plan.search.depth),
               mean.value, mean.ci95);
  };
  line("A", a, score.mean_a());
  line("B", b, score.mean_b());
  fmt::print("\nA - B: {}, {:+.1f} %: {}\n", difference_text(score),
             score.mean_b().value > 0 ? 100 * score.difference().value / score.mean_b().value : 0,
             verdict_text(score.verdict()));
  fmt::print("{} games each on {}, seed {}, {:.1f} s; the same spawns make the difference vary {:.0f} % {}\n",
             score.games(), name_of(a.size), options.seed, seconds, 100 * std::fabs(score.variance_saved()),
             score.variance_saved() < 0 ? "more" : "less");
}

/// Of both players and of what was asked for; throws UserError where two of them disagree.
template <class Value>
Value common(const std::optional<Value>& a, const std::optional<Value>& b, const std::optional<Value>& wanted) {
  return wanted ? *wanted : a ? *a : b.value_or(Value{});
}

int run_match(const MatchOptions& options) {
  const int threads = thread_count(options.threads);
  const auto search_to = [&](const std::optional<std::uint64_t>& depth) {
    SearchOptions search;
    search.depth = depth;
    return search_plan(search, threads);
  };
  const auto search_a = search_to(options.depth_a);
  const auto search_b = search_to(options.depth_b);
  const auto a = Contestant::named(options.a, threads);
  const bool same = options.a == options.b;  // a model is loaded once
  std::optional<Contestant> other;
  if (!same) other = Contestant::named(options.b, threads);
  const auto& b = same ? a : *other;
  if (a.size() && b.size() && *a.size() != *b.size())
    throw UserError{fmt::format("'{}' is for {} and '{}' for {}: players of a match need one board", a.name(),
                                name_of(*a.size()), b.name(), name_of(*b.size()))};
  GamesPlan plan_a;
  plan_a.size = common(a.size(), b.size(), options.size);
  plan_a.law = common(a.law(), b.law(), options.law);
  plan_a.seed = options.seed;
  plan_a.games = options.max_games;
  plan_a.threads = threads;
  auto plan_b = plan_a;
  a.take_part(plan_a, search_a);
  b.take_part(plan_b, search_b);

  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  const auto score = [&] {
    Progress progress{"games", options.max_games};
    return play_match(
        plan_a, plan_b,
        [&](const MatchScore& so_far) {
          if (progress.due() && so_far.games() > 1)
            progress.show(so_far.games(), fmt::format("A - B {}", difference_text(so_far)));
        },
        stop);
  }();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (score.games() < 2) throw UserError{"stopped before two games were over"};
  if (options.json)
    print_json(options, score, seconds);
  else
    print_text(options, score, plan_a, plan_b, seconds);
  return stopped_status();
}

}  // namespace

void add_match(CommandLine& line) {
  const auto options = std::make_shared<MatchOptions>();
  line.add("match", "let two players play on the same spawns until it is clear who is better",
           [options] { return run_match(*options); })
      .argument("A", options->a, contestant_help())
      .argument("B", options->b, "the same")
      .count("--depth-a", options->depth_a, 1, deepest_search, "player moves that A looks ahead; 1 without this")
      .count("--depth-b", options->depth_b, 1, deepest_search, "the same for B")
      .count("--max-games", options->max_games, 2, 1'000'000'000, "stop undecided after so many games of each")
      .board_size(options->size)
      .spawn_law(options->law)
      .seed(options->seed)
      .threads(options->threads)
      .json(options->json)
      .note(
          "It stops when an interval that holds after every game at once, with 95 %, excludes zero or lies within 1 "
          "%.\n"
          "Examples: afterstate match default default --depth-a 1 --depth-b 2\n"
          "          afterstate match new.ast old.ast\n"
          "          afterstate match mini.ast perfect:mini.db");
}

}  // namespace afterstate::app
