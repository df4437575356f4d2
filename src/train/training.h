// A training run: learns by a recipe, measures, and keeps its folder (run_writer.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/endgame_fit.h"
#include "arena/summary.h"
#include "learn/training_state.h"
#include "model/model_file.h"
#include "train/duel_run.h"
#include "train/event_file.h"
#include "train/learning_sources.h"
#include "train/recipe.h"
#include "train/run_writer.h"
#include "train/schedule.h"

namespace afterstate {

struct TrainingOptions {
  std::filesystem::path folder;
  std::optional<std::uint64_t> until_actions;  ///< default: the recipe's, if `until_games` is not given either
  std::optional<std::uint64_t> until_games;
  std::optional<std::uint64_t> seed;  ///< default: 1
  std::string init;                   ///< a model or checkpoint to start from, or empty
  bool resume = false;
  int threads = 0;
  bool live = false;         ///< show progress and a game while it trains (train/live_view.h)
  bool tensorboard = false;  ///< write event files (train/event_file.h)
  std::string program;       ///< name and version, for the model's card
};

/// What a run needs at most, in bytes.
struct Resources {
  std::uint64_t memory;
  std::uint64_t disk;
};

/// `from_model`: the run starts from a model, which is in memory beside its own network at first.
Resources resources_of(const Recipe& recipe, bool from_model);

/// Throws UserError with the figures if this machine has less.
void check_resources(const Resources& needed, const std::filesystem::path& folder);

struct TrainingProgress {
  std::uint64_t actions;
  std::uint64_t games;
  std::optional<double> mean;  ///< of the latest measurement
};

class Training {
 public:
  /// Takes the folder: a new one, or with `resume` one with a checkpoint of the same recipe. Throws UserError if it is
  /// neither, or if another run is active there.
  Training(Recipe recipe, const TrainingOptions& options);

  const ModelCard& card() const { return card_; }
  const std::string& checksum() const { return checksum_; }  ///< of the model, after run()
  const TrainingState& state() const { return state_; }
  RunEnd end() const { return {card_.until_actions, card_.until_games}; }
  bool finished() const { return Schedule{recipe_, end()}.finished(state_); }

  /// Learns, measures and saves until the run is finished or `stop` is requested, and saves at the end of either.
  /// `on_progress` is called often, `on_measured` with each measurement.
  void run(const std::function<void(const TrainingProgress&)>& on_progress,
           const std::function<void(const TrainingProgress&, const Summary&)>& on_measured,
           const std::stop_token& stop);

 private:
  void begin(const TrainingOptions& options);
  void resume(const TrainingOptions& options);
  void set_end(const TrainingOptions& options);
  /// The recipe with the end of the run, from which the run can be repeated.
  std::string kept_recipe() const;
  Model load_init(const std::string& path) const;
  void save() const;
  void learn_until(std::uint64_t pause, const Phase& phase, const std::function<bool(std::uint64_t)>& keep_going);
  /// With endgame tables, the games also tell what their chances are worth.
  Summary measure(const std::stop_token& stop);
  void keep_worths(const std::vector<EndgameFit>& fits);
  void log(const Summary& summary);
  TrainingProgress progress(std::uint64_t actions) const;

  Recipe recipe_;
  int threads_;
  RunWriter folder_;
  ModelCard card_;
  std::string checksum_;
  TrainingState state_;
  std::unique_ptr<AnyNetwork> network_;
  LearningSources sources_;
  std::optional<DuelRun> duel_;
  std::unique_ptr<AnyNetwork> rival_;  ///< of the other role, if both learn
  std::optional<LoggedMeasurement> logged_;
  bool live_;
  std::optional<EventFile> events_;
};

}  // namespace afterstate
