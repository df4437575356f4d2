// afterstate train: trains a network from a recipe and stores the run in a folder.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/over_seeds.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "app/version.h"
#include "base/error.h"
#include "base/json.h"
#include "train/model_page.h"
#include "train/training.h"

namespace afterstate::app {

namespace {

struct TrainOptions {
  std::string recipe_path;
  std::string folder;
  std::vector<std::string> settings;
  std::optional<std::uint64_t> seeds;  ///< number of runs, each with its own seed
  TrainingOptions training;
  bool json = false;
};

/// What is left of a run when its network is gone.
struct TrainResult {
  std::string folder;
  ModelCard card;
  std::string checksum;
  bool finished = false;
};

std::string strength_of(std::uint64_t games, const Estimate& mean) {
  return fmt::format("mean {:.0f} ± {:.0f} over {} greedy games", mean.value, mean.ci95, games);
}

Json to_json(const TrainResult& result) {
  const auto& card = result.card;
  Json json{{"folder", result.folder}, {"actions", card.actions},     {"games", card.games},
            {"seconds", card.seconds}, {"finished", result.finished}, {"checksum", result.checksum}};
  json["mean"] = card.measured ? Json(card.measured->mean.value) : Json();
  json["ci95"] = card.measured ? Json(card.measured->mean.ci95) : Json();
  return json;
}

void print_text(const TrainResult& result, const Recipe& recipe, const TrainOptions& options) {
  const auto& card = result.card;
  fmt::print("{} after {} actions in {} games and {:.1f} seconds of training\n",
             result.finished ? "finished" : "stopped", card.actions, card.games, card.seconds);
  if (card.measured) fmt::print("{}\n", strength_of(card.measured->games, card.measured->mean));
  fmt::print("the model is {}/model.ast; try: {}\n", result.folder, command_to_try(recipe, result.folder + "/"));
  if (!result.finished)
    fmt::print("continue with: afterstate train {0}/recipe.toml --out {0} --resume{1}\n", result.folder,
               options.training.threads > 0 ? fmt::format(" --threads {}", options.training.threads) : "");
}

TrainResult train_once(const Recipe& recipe, const TrainingOptions& options, const std::stop_token& stop) {
  const auto needed = resources_of(recipe, !options.init.empty());
  check_resources(needed, options.folder);
  Training training{recipe, options};
  const bool by_games = training.end().actions == UINT64_MAX;
  const auto done_of = [&](const TrainingProgress& now) { return by_games ? now.games : now.actions; };
  fmt::print(stderr, "needs up to {} MB of memory and {} MB of disk\n", needed.memory / 1'000'000,
             needed.disk / 1'000'000);
  if (options.resume)
    fmt::print(stderr, "{} after {} actions in {} games{}\n", training.finished() ? "already finished" : "resuming",
               training.state().actions, training.state().games,
               training.finished() ? "; to train more, give a larger --actions" : "");
  {
    Progress progress{by_games ? "games" : "actions", by_games ? training.end().games : training.end().actions,
                      by_games ? training.state().games : training.state().actions};
    training.run(
        [&](const TrainingProgress& now) {
          if (progress.due()) progress.show(done_of(now), now.mean ? fmt::format("mean {:.0f}", *now.mean) : "");
        },
        [&](const TrainingProgress& now, const Summary& summary) {
          progress.keep(fmt::format("{:>14} actions  {:>9.1f} s  {}", now.actions, training.card().seconds,
                                    strength_of(summary.games(), summary.mean())));
        },
        stop);
  }
  return {options.folder.string(), training.card(), training.checksum(), training.finished()};
}

/// The folders and seeds of repeated runs: DIR/seed-1, DIR/seed-2, ...
std::vector<TrainingOptions> repeated_runs(const TrainOptions& options) {
  std::vector<TrainingOptions> runs;
  const auto first = options.training.seed.value_or(1);
  if (first > UINT64_MAX - *options.seeds)
    throw UserError{fmt::format("--seed {} is too large for {} seeds from there on", first, *options.seeds)};
  for (auto seed = first; seed < first + *options.seeds; ++seed) {
    auto run = options.training;
    run.folder = std::filesystem::path{options.folder} / fmt::format("seed-{}", seed);
    run.seed = seed;
    // A run that was not begun before the stop is begun now.
    run.resume = options.training.resume && std::filesystem::exists(run.folder / "checkpoint");
    // Better now than after hours of the runs before it.
    if (!options.training.resume && std::filesystem::exists(run.folder / "checkpoint"))
      throw UserError{
          fmt::format("'{}' already holds a run; continue all with --resume, or give another folder with --out",
                      run.folder.string())};
    runs.push_back(std::move(run));
  }
  if (options.training.resume && std::ranges::none_of(runs, [](const TrainingOptions& run) { return run.resume; }))
    throw UserError{fmt::format("'{}' has no run of --seeds to resume; remove --resume to start", options.folder)};
  return runs;
}

/// One run per seed, one after the other; mean and interval are over the finished ones.
void train_repeatedly(const Recipe& recipe, const TrainOptions& options, const std::stop_token& stop) {
  RunningMean means;
  auto all = Json::array();
  for (const auto& run : repeated_runs(options)) {
    if (stop.stop_requested()) break;
    fmt::print(stderr, "seed {}\n", *run.seed);
    const auto result = train_once(recipe, run, stop);
    if (result.finished && result.card.measured) means.add(result.card.measured->mean.value);
    auto json = to_json(result);
    json["seed"] = *run.seed;
    all.push_back(std::move(json));
    if (!options.json) print_text(result, recipe, options);
  }
  if (options.json) {
    Json json{{"folder", options.folder}, {"seeds", *options.seeds}, {"finished", means.count() == *options.seeds}};
    json.update(over_seeds_json(std::move(all), means));
    fmt::print("{}\n", json_text(json));
    return;
  }
  fmt::print("{}\n", over_seeds_text(means, *options.seeds));
  if (means.count() < *options.seeds) fmt::print("continue by running the same command with --resume\n");
}

int run_train(TrainOptions& options) {
  auto& training_options = options.training;
  if (training_options.until_actions && training_options.until_games)
    throw UserError{"--actions and --games cannot be combined: give one of them"};
  training_options.folder = options.folder;
  training_options.program = program_version();
  const auto recipe = read_recipe(options.recipe_path, options.settings);
  const auto stop = stop_on_signals();
  if (options.seeds) {
    train_repeatedly(recipe, options, stop);
  } else {
    const auto result = train_once(recipe, training_options, stop);
    if (options.json)
      fmt::print("{}\n", json_text(to_json(result)));
    else
      print_text(result, recipe, options);
  }
  return stopped_status();
}

}  // namespace

void add_train(CommandLine& line) {
  const auto options = std::make_shared<TrainOptions>();
  auto& training = options->training;
  line.add("train", "train a network from a recipe", [options] { return run_train(*options); })
      .argument("RECIPE", options->recipe_path, "recipe, a TOML file such as recipes/quickstart.toml")
      .required("--out", "DIR", options->folder, "folder of the run, for recipe, checkpoint, log and model")
      .count("--actions", training.until_actions, 1, max_actions,
             "total number of actions (moves) to learn from; default: that of the recipe")
      .count("--games", training.until_games, 1, max_actions,
             "total number of games to learn from, instead of --actions")
      .threads(training.threads)
      .count("--seed", training.seed, 0, UINT64_MAX,
             "random seed; on one thread the same seed gives the same model; default: 1")
      .repeated("--set", "KEY=VALUE", options->settings,
                "override a key of the recipe, such as learning.beta=0.5; may be repeated")
      .optional("--init", "MODEL", training.init,
                "start from the values of this model, or from the full weights of a checkpoint with the same rule")
      .flag("--resume", training.resume, "resume from the checkpoint in DIR; --actions may be raised")
      .count("--seeds", options->seeds, 1, max_seeds,
             "number of runs, one after the other, with the seeds from --seed on; each has the folder DIR/seed-N")
      .flag("--tensorboard", training.tensorboard, "also write an event file for TensorBoard to DIR")
      .flag("--live", training.live, "show progress and a game of the network in DIR/live.json, for afterstate serve")
      .json(options->json)
      .note("Ctrl-C saves a checkpoint and stops.\nExample: afterstate train recipes/quickstart.toml --out runs/first");
}

}  // namespace afterstate::app
