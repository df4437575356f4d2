#include "app/bench_learning.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "base/statistics.h"
#include "learn/learning.h"

namespace afterstate::app {

namespace {

/// Learning from zero up to here is not timed, because of first-touch page faults; as many actions after it are timed.
constexpr std::uint64_t warm_up_actions = 10'000'000;

const auto always = [](std::uint64_t) { return true; };

template <class Board>
std::uint64_t learned_bits(const NetworkShape& shape, const Phase& phase) {
  NTupleNetwork<Board, CoherenceWeight> network{shape};
  TrainingState state;
  learn(network, phase, {.until_actions = 10'000}, state, always);
  return XXH3_64bits(network.weights().data(), network.weights().size_bytes()) + state.actions;
}

double own_speed(int threads) {
  NTupleNetwork<BasicBoard<4, 4>, CoherenceWeight> network{{{4, 4}, parse_tuples("wu-4x6", {4, 4}), 16, 0}};
  TrainingState state;
  LearningTask task{.threads = threads, .until_actions = warm_up_actions};
  learn(network, Phase{}, task, state, always);
  const auto warm = state.actions;
  task.until_actions *= 2;
  const auto start = std::chrono::steady_clock::now();
  learn(network, Phase{}, task, state, always);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return static_cast<double>(state.actions - warm) / seconds;
}

/// Runs TDL2048+ and parses its report: a line such as "005/010 1163ms 1416030.09ops" per thousand games.
double reference_speed(const std::string& program) {
  const auto command = fmt::format("'{}' -n 4x6patt -a 1.0 coherence -t 13x1000 -% none -s 7 2>&1", program);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output{::popen(command.c_str(), "r"),
                                                               ::pclose};  // NOLINT(cert-env33-c): given by the user
  double warm = 0;
  double actions = 0;
  double seconds = 0;
  std::array<char, 256> line{};
  while (output && std::fgets(line.data(), line.size(), output.get()) != nullptr) {
    const std::string text{line.data()};
    const auto space = text.find(' ');
    if (space == std::string::npos || text.find("ops") == std::string::npos) continue;
    char* rest = nullptr;
    const double milliseconds = std::strtod(text.c_str() + space, &rest);
    const double rate = std::strtod(rest + std::min<std::size_t>(2, std::strlen(rest)), nullptr);
    if (milliseconds <= 0 || rate <= 0) continue;
    const double made = rate * milliseconds / 1e3;
    if (warm < static_cast<double>(warm_up_actions)) {
      warm += made;
    } else {
      actions += made;
      seconds += milliseconds / 1e3;
    }
  }
  if (seconds == 0)
    throw UserError{
        fmt::format("--reference '{}': no speed report found in its output; give a TDL2048+ executable", program)};
  return actions / seconds;
}

}  // namespace

std::uint64_t signature_of_learning() {
  std::uint64_t bits = 0;
  for (const auto rule : {RuleKind::td, RuleKind::tc})
    for (const auto accumulate : {Accumulate::error, Accumulate::change})
      for (const auto credit : {CreditKind::plain, CreditKind::delayed}) {
        const Phase phase{.rule = rule,
                          .accumulate = accumulate,
                          .forget_above = 1e4F,
                          .credit = credit,
                          .lambda = 0.5F,
                          .horizon = 3};
        const auto learn_on = [&]<class Board>(const char* tuples, int tile_values) {
          const Size size = size_of<Board>;
          bits = bits * 31 + learned_bits<Board>({size, parse_tuples(tuples, size), tile_values, 100}, phase);
        };
        learn_on.template operator()<BasicBoard<4, 4>>("0123 0145", 16);
        learn_on.template operator()<BasicBoard<3, 4>>("0123 0145", 14);
        learn_on.template operator()<BasicBoard<3, 3>>("0124 0345", 11);
        learn_on.template operator()<BasicBoard<2, 2>>("0123", 6);
      }
  return bits;
}

Json learning_speeds(int threads, std::uint64_t rounds, const std::string& reference) {
  std::vector<double> alone;
  std::vector<double> together;
  std::vector<double> references;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (!reference.empty()) references.push_back(reference_speed(reference));
    alone.push_back(own_speed(1));
    together.push_back(own_speed(threads));
  }
  // Other work on the machine comes and goes: medians show the typical speed, the fastest rounds what is possible.
  const double fastest = *std::ranges::max_element(alone);
  Json json{{"actions_per_second", median_of(alone)},
            {"learning_scaling", median_of(together) / median_of(alone)},
            {"learning_scaling_of_fastest", *std::ranges::max_element(together) / fastest}};
  if (!reference.empty()) {
    json["reference_actions_per_second"] = median_of(references);
    json["reference_ratio"] = median_of(alone) / median_of(references);
    json["reference_ratio_of_fastest"] = fastest / *std::ranges::max_element(references);
  }
  return json;
}

}  // namespace afterstate::app
