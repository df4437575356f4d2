// afterstate train: trains a network from a recipe and stores the run in a folder.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "app/version.h"
#include "base/error.h"
#include "base/json.h"
#include "train/training.h"

namespace afterstate::app {

namespace {

struct TrainOptions {
  std::string recipe_path;
  std::string folder;
  std::vector<std::string> settings;
  TrainingOptions training;
  bool json = false;
};

std::string strength_of(const Measured& measured) {
  return fmt::format("mean {:.0f} ± {:.0f} over {} greedy games", measured.mean.value, measured.mean.ci95,
                     measured.games);
}

void print_result(const Training& training, const TrainOptions& options) {
  const auto& card = training.card();
  if (options.json) {
    Json json{{"folder", options.folder}, {"actions", card.actions},         {"games", card.games},
              {"seconds", card.seconds},  {"finished", training.finished()}, {"checksum", training.checksum()}};
    json["mean"] = card.measured ? Json(card.measured->mean.value) : Json();
    json["ci95"] = card.measured ? Json(card.measured->mean.ci95) : Json();
    fmt::print("{}\n", json_text(json));
    return;
  }
  fmt::print("{} after {} actions in {} games and {:.1f} seconds of training\n",
             training.finished() ? "finished" : "stopped", card.actions, card.games, card.seconds);
  if (card.measured) fmt::print("{}\n", strength_of(*card.measured));
  fmt::print("the model is {0}/model.ast; try: afterstate eval {0}/model.ast\n", options.folder);
  if (!training.finished())
    fmt::print("continue with: afterstate train {0}/recipe.toml --out {0} --resume{1}\n", options.folder,
               options.training.threads > 0 ? fmt::format(" --threads {}", options.training.threads) : "");
}

int run_train(TrainOptions& options) {
  auto& training_options = options.training;
  if (training_options.until_actions && training_options.until_games)
    throw UserError{"--actions and --games cannot be combined: give one of them"};
  training_options.folder = options.folder;
  training_options.program = program_version();
  const auto recipe = read_recipe(options.recipe_path, options.settings);
  const auto needed = resources_of(recipe, !training_options.init.empty());
  check_resources(needed, options.folder);

  const auto stop = stop_on_signals();
  Training training{recipe, training_options};
  const bool by_games = training.end().actions == UINT64_MAX;
  const auto done_of = [&](const TrainingProgress& now) { return by_games ? now.games : now.actions; };
  fmt::print(stderr, "needs up to {} MB of memory and {} MB of disk\n", needed.memory / 1'000'000,
             needed.disk / 1'000'000);
  if (training_options.resume)
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
        [&](const TrainingProgress& now, const Summary&) {
          progress.keep(fmt::format("{:>14} actions  {:>9.1f} s  {}", now.actions, training.card().seconds,
                                    strength_of(*training.card().measured)));
        },
        stop);
  }
  print_result(training, options);
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
      .json(options->json)
      .note("Ctrl-C saves a checkpoint and stops.\nExample: afterstate train recipes/quickstart.toml --out runs/first");
}

}  // namespace afterstate::app
