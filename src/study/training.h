// A training run and its folder: recipe.toml as resolved, checkpoint, log.jsonl with a line a measurement, and at the
// end model.ast and MODEL_CARD.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/summary.h"
#include "learn/learning.h"
#include "study/recipe.h"
#include "value/model_file.h"

namespace afterstate {

struct TrainingOptions {
  std::filesystem::path folder;
  std::optional<std::uint64_t> until_actions;  ///< the recipe's where neither is given
  std::optional<std::uint64_t> until_games;
  std::optional<std::uint64_t> seed;  ///< 1 for a new run
  std::string init;                   ///< a model whose values are the start, or empty
  bool resume = false;
  int threads = 0;
  std::string program;  ///< name and version, for the model's card
};

/// What a run takes at the most.
struct Resources {
  std::uint64_t memory;
  std::uint64_t disk;
};

/// `from_model`: the run starts from a model, which is in memory beside its own network at first.
Resources resources_of(const Recipe& recipe, bool from_model);

/// Throws UserError with the figures where this machine has less.
void check_resources(const Resources& needed, const std::filesystem::path& folder);

struct TrainingProgress {
  std::uint64_t actions;
  std::uint64_t games;
  std::optional<double> mean;  ///< of the latest measurement
};

class Training {
 public:
  /// Takes the folder: a new one, or with `resume` one with a checkpoint of the same recipe. Throws UserError where it
  /// is neither, or where another run is at work there.
  Training(Recipe recipe, const TrainingOptions& options);
  ~Training();
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  const ModelCard& card() const { return card_; }
  const std::string& checksum() const { return checksum_; }  ///< of the model, after run()
  const Learned& learned() const { return learned_; }
  std::uint64_t until_actions() const { return card_.until_actions; }
  std::uint64_t until_games() const { return card_.until_games; }
  bool finished() const { return learned_.actions >= until_actions() || learned_.games >= until_games(); }

  /// Learns, measures and saves until the run is finished or `stop` is asked for, and saves at the end of either.
  /// `on_progress` is called often, `on_measured` with each measurement.
  void run(const std::function<void(const TrainingProgress&)>& on_progress,
           const std::function<void(const TrainingProgress&, const Summary&)>& on_measured,
           const std::stop_token& stop);

 private:
  void begin(const TrainingOptions& options);
  void resume(const TrainingOptions& options);
  void set_end(const TrainingOptions& options);
  void learn_until(std::uint64_t actions, const std::function<bool(std::uint64_t)>& keep_going);
  bool measurement_due() const;
  Summary measure(const std::stop_token& stop);
  void log(const Summary& summary);
  void save_checkpoint();
  void save_model();
  TrainingProgress progress() const;

  Recipe recipe_;
  std::filesystem::path folder_;
  int folder_lock_ = -1;
  int threads_;
  ModelCard card_;
  std::string checksum_;
  Learned learned_;
  std::unique_ptr<AnyNetwork> network_;
  double seconds_logged_ = 0;  ///< of learning, at the last measurement
  std::uint64_t actions_logged_ = 0;
};

}  // namespace afterstate
