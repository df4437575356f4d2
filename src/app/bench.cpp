// afterstate bench: a fixed workload, its signature (the same in every build) and its speed.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "app/bench_learning.h"
#include "app/command_line.h"
#include "arena/games.h"
#include "base/error.h"
#include "base/json.h"
#include "base/statistics.h"
#include "engine/builtin_players.h"
#include "game/game_state.h"
#include "game/notation.h"
#include "game/perft.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct BenchOptions {
  int threads = 0;
  std::uint64_t rounds = 30;
  std::string reference;
  bool json = false;
};

/// A 64-bit hash of the results of rules, players, random numbers and learning.
class Signature {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E37'79B9'7F4A'7C15ULL;
    value_ ^= value_ >> 29;
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0;
};

std::string signature_of_workload() {
  Signature signature;
  for (int rows = 1; rows <= 4; ++rows)
    for (int cols = 1; cols <= 4; ++cols) {
      const Size size{rows, cols};
      if (size.cells() < 2) continue;
      for (const auto& player : builtin_players) {
        const GamesPlan plan{.engine = builtin_engine(player.name), .size = size, .games = 20, .threads = 1};
        play_games(plan, [&](const FinishedGame& finished) {
          signature.add(finished.outcome.score);
          signature.add(finished.outcome.moves);
        });
      }
      std::vector<int> two_tiles(static_cast<std::size_t>(size.cells()));
      two_tiles.front() = 1;
      two_tiles.back() = 2;
      signature.add(perft(two_tiles, size, 3));
    }
  const auto beyond_32768 = parse_exponents("32768 32768 65536 65536/2 4 2 32768/0 131072 0 2/0 0 0 0", {4, 4});
  signature.add(perft(beyond_32768, {4, 4}, 3));
  signature.add(signature_of_learning());
  return signature.text();
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Moves per second of random play, with the code that eval uses.
double random_play_speed(int threads) {
  std::uint64_t moves = 0;
  const GamesPlan plan{
      .engine = builtin_engine("random"), .games = 20'000 * static_cast<std::uint64_t>(threads), .threads = threads};
  const double seconds =
      seconds_of([&] { play_games(plan, [&](const FinishedGame& finished) { moves += finished.outcome.moves; }); });
  return static_cast<double>(moves) / seconds;
}

/// The total score of random play without an engine, for any board type.
template <class Board>
std::uint64_t random_play_score(std::uint64_t games) {
  std::uint64_t score = 0;
  for (std::uint64_t number = 0; number < games; ++number) {
    const GameRandom random{1, number, {}};
    ChanceSpawner spawner{random};
    auto game = GameState<Board>::start(random);
    for (auto legal = legal_moves(game.board); !legal.empty(); legal = legal_moves(game.board)) {
      const auto n = uniform_below(random.choice(game.turn).first, static_cast<std::uint64_t>(legal.size()));
      game.step(legal.nth(static_cast<int>(n)), spawner);
    }
    score += game.score;
  }
  return score;
}

/// The relative extra time of random play on the 4x4 board that can hold tiles above 32768, compared with one that
/// cannot: the median of many short rounds, alternating between the two.
double cost_of_wide_tiles(std::uint64_t rounds) {
  constexpr std::uint64_t games = 1000;
  using Wide = BasicBoard<4, 4>;
  using Narrow = BasicBoard<4, 4, false>;
  if (random_play_score<Wide>(games) != random_play_score<Narrow>(games))
    throw Failure{"the wide and the narrow board play different games; this is a bug, please report it"};
  std::vector<double> ratios;
  std::uint64_t sink = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const auto wide_seconds = [&] { return seconds_of([&] { sink += random_play_score<Wide>(games); }); };
    const auto narrow_seconds = [&] { return seconds_of([&] { sink += random_play_score<Narrow>(games); }); };
    if (round % 2 == 0) {
      const double wide = wide_seconds();
      ratios.push_back(wide / narrow_seconds());
    } else {
      const double narrow = narrow_seconds();
      ratios.push_back(wide_seconds() / narrow);
    }
  }
  return sink == 0 ? 0 : median_of(ratios) - 1;
}

int run_bench(const BenchOptions& options) {
  const int threads = thread_count(options.threads);
  Json json{{"signature", signature_of_workload()}};
  if (!options.json) fmt::print("signature               {}\n", json["signature"].get<std::string>());
  if (options.rounds > 0) {
    std::vector<double> alone;
    std::vector<double> together;
    for (std::uint64_t round = 0; round < options.rounds; ++round) {
      alone.push_back(random_play_speed(1));
      together.push_back(random_play_speed(threads));
    }
    json["moves_per_second"] = median_of(alone);
    json["threads"] = threads;
    // Other work on the machine only slows rounds down, so the fastest rounds are compared.
    json["scaling"] = *std::ranges::max_element(together) / *std::ranges::max_element(alone);
    json["wide_tiles_cost"] = cost_of_wide_tiles(10 * options.rounds);
    if (!options.json)
      fmt::print(
          "random play             {:.2f} million moves per second on one thread\n"
          "on {:<2} threads           {:.2f} times as fast\n"
          "tiles above 32768 cost  {:+.2f} % of random play\n",
          json["moves_per_second"].get<double>() / 1e6, threads, json["scaling"].get<double>(),
          100 * json["wide_tiles_cost"].get<double>());
    // A round of learning takes as long as a hundred rounds of play.
    json.update(learning_speeds(threads, (options.rounds + 9) / 10, options.reference));
    if (!options.json) {
      fmt::print(
          "learning (TC, 4x6)      {:.2f} million actions per second on one thread\n"
          "on {:<2} threads           {:.2f} times as fast\n",
          json["actions_per_second"].get<double>() / 1e6, threads, json["learning_scaling"].get<double>());
      if (!options.reference.empty())
        fmt::print(
            "reference               {:.2f} million; Afterstate is {:.2f} times as fast ({:.2f} by the fastest "
            "rounds)\n",
            json["reference_actions_per_second"].get<double>() / 1e6, json["reference_ratio"].get<double>(),
            json["reference_ratio_of_fastest"].get<double>());
    }
  }
  if (options.json) fmt::print("{}\n", json_text(json));
  return 0;
}

}  // namespace

void add_bench(CommandLine& line) {
  const auto options = std::make_shared<BenchOptions>();
  line.add("bench", "run a fixed workload and print its signature and speed", [options] { return run_bench(*options); })
      .count("--rounds", options->rounds, 0, 10'000,
             "number of times to measure each speed; 0 prints only the signature")
      .optional("--reference", "PROGRAM", options->reference,
                "TDL2048+ executable to compare the speed of learning with")
      .threads(options->threads)
      .json(options->json);
}

}  // namespace afterstate::app
