// afterstate model pack: shrinks a model to a given file size, and measures the loss of strength.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/model_commands.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "arena/games.h"
#include "arena/summary.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/network_engine.h"
#include "model/model_file.h"
#include "model/packing.h"
#include "network/folding.h"
#include "os/atomic_file.h"

namespace afterstate::app {

namespace {

/// Loses almost nothing (docs/results/default-model.md).
constexpr std::uint64_t default_min_errors = 3000;

struct PackOptions {
  std::string source;
  std::string target;
  std::uint64_t max_mb = 40;
  std::optional<std::uint64_t> min_errors;
  std::uint64_t games = 2000;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

/// The network after one step of packing.
struct PackStep {
  std::string name;
  std::uint64_t weights;
  std::optional<Estimate> mean;  ///< if games were played
};

Estimate mean_score(const AnyNetwork& network, const PackOptions& options, const std::stop_token& stop) {
  const auto playing = folded_to_play(without_hardly_touched(network, 0), options.threads);
  GamesPlan plan;
  plan.size = shape_of(network).size;
  plan.engine = borrowed_network_engine(playing, "packed");
  plan.seed = options.seed;
  plan.games = options.games;
  plan.threads = options.threads;
  Summary summary;
  Progress progress{"games", plan.games};
  play_games(
      plan,
      [&](const FinishedGame& finished) {
        summary.add(finished.outcome);
        if (progress.due()) progress.show(summary.games(), "");
      },
      stop);
  if (stop.stop_requested()) throw UserError{"stopped; no model was written"};
  return summary.mean();
}

PackStep step_done(std::string name, const AnyNetwork& network, const PackOptions& options,
                   const std::stop_token& stop) {
  PackStep step{std::move(name), touched_weights(network), {}};
  if (options.games > 0) step.mean = mean_score(network, options, stop);
  return step;
}

/// Games of the one-player game measure no attacker.
bool is_attacker(const AnyNetwork& network) { return shape_of(network).role == Role::attack; }

/// The loss from the first step to this one, as a fraction of the score.
Estimate cost_of(const PackStep& first, const PackStep& step) {
  return {1 - step.mean->value / first.mean->value, std::hypot(first.mean->ci95, step.mean->ci95) / first.mean->value};
}

void print_json(const PackOptions& options, const std::vector<PackStep>& steps, std::uint64_t bytes,
                const std::string& checksum) {
  Json json{{"model", options.target}, {"bytes", bytes}, {"games", options.games}, {"seed", options.seed}};
  for (const auto& step : steps) {
    Json one{{"name", step.name}, {"weights", step.weights}};
    if (step.mean) {
      const auto cost = cost_of(steps.front(), step);
      one.update(
          {{"mean", step.mean->value}, {"ci95", step.mean->ci95}, {"cost", cost.value}, {"cost_ci95", cost.ci95}});
    }
    json["steps"].push_back(one);
  }
  json["checksum"] = checksum;
  fmt::print("{}\n", json_text(json));
}

void print_text(const PackOptions& options, const std::vector<PackStep>& steps, std::uint64_t bytes,
                const std::string& next) {
  fmt::print("{:<32} {:>11}", "", "weights");
  fmt::print("{}\n", options.games > 0 ? fmt::format("  mean of {} greedy games      cost", options.games) : "");
  for (const auto& step : steps) {
    fmt::print("{:<32} {:>11}", step.name, step.weights);
    if (step.mean) {
      fmt::print("  {:>14.0f} ± {:<10.0f}", step.mean->value, step.mean->ci95);
      if (&step != &steps.front()) {
        const auto cost = cost_of(steps.front(), step);
        fmt::print(" {:>4.1f} ± {:.1f} %", 100 * cost.value, 100 * cost.ci95);
      }
    }
    fmt::print("\n");
  }
  fmt::print("{} has {:.1f} MB; try: afterstate {}\n", options.target, static_cast<double>(bytes) / 1e6, next);
}

int run_pack(PackOptions& options) {
  refuse_same_file(options.source, options.target);
  {
    const AtomicFile writable{options.target};
  }  // reports an output that cannot be written before the long measurements
  const auto stop = stop_on_signals();
  auto source = load_all(options.source, options.threads);
  const bool attacker = is_attacker(source.network);
  if (attacker) options.games = 0;
  const bool knows_errors = weight_kind_of(source.network) == WeightKind::coherence;
  if (options.min_errors && !knows_errors)
    throw UserError{
        fmt::format("--min-errors needs the error sums of a TC checkpoint, which '{}' does not contain; give the "
                    "checkpoint of a TC run or remove --min-errors",
                    options.source)};
  const auto min_errors = options.min_errors.value_or(default_min_errors);
  std::vector<PackStep> steps;
  steps.push_back(step_done("original", source.network, options, stop));
  auto network = without_hardly_touched(source.network, static_cast<float>(min_errors));
  source.network = make_network(NetworkShape{.size = {2, 2}, .tuples = {}}, WeightKind::values);  // frees its memory
  if (knows_errors)
    steps.push_back(step_done(fmt::format("errors below {} dropped", min_errors), network, options, stop));

  // The file may be slightly larger or smaller than the estimate from a part of its chunks.
  const auto max_bytes = options.max_mb * 1'000'000;
  float step = step_that_fits(network, 1, max_bytes / 100 * 99, options.threads);
  auto card = source.card;
  std::string checksum;
  for (;; step *= 1.04F) {
    const auto table_steps = packing_steps(network, step);
    round_values(network, table_steps);
    card.origin = fmt::format("{}, packed to multiples of {:.3g}", source.card.origin, step);
    if (knows_errors) card.origin += fmt::format(" without weights of errors below {}", min_errors);
    if (options.games > 0) {
      steps.push_back(step_done(fmt::format("rounded to multiples of {:.3g}", step), network, options, stop));
      card.measured = Measured{1, options.games, *steps.back().mean};
    }
    checksum = save_packed_model(options.target, network, card, table_steps, options.threads);
    if (std::filesystem::file_size(options.target) <= max_bytes) break;
  }
  const auto bytes = std::filesystem::file_size(options.target);
  if (options.json)
    print_json(options, steps, bytes, checksum);
  else
    print_text(options, steps, bytes,
               attacker ? fmt::format("duel play {} default", options.target) : "eval " + options.target);
  return 0;
}

}  // namespace

void add_model_pack(CommandLine& line) {
  const auto options = std::make_shared<PackOptions>();
  line.add("model pack", "shrink a model to a given file size", [options] { return run_pack(*options); })
      .argument("IN", options->source, "model or checkpoint to read")
      .argument("OUT", options->target, "model file to write")
      .count("--max-mb", options->max_mb, 1, 1'000'000, "maximum file size in MB (1e6 bytes)")
      .count(
          "--min-errors", options->min_errors, 0, 1'000'000'000,
          fmt::format("drop weights whose absolute errors, summed up in a TC checkpoint, are below this; default: {}",
                      default_min_errors))
      .formerly("--least-errors")
      .count("--games", options->games, 0, 1'000'000'000,
             "number of games to measure each step with, 0 for no measurement; attackers are not measured")
      .seed(options->seed)
      .threads(options->threads)
      .json(options->json)
      .note(
          "Weights are stored in 16 bits, as multiples of the smallest step with which the file is small enough.\n"
          "Example: afterstate model pack runs/long/checkpoint small.ast --max-mb 40 --min-errors 1000");
}

}  // namespace afterstate::app
