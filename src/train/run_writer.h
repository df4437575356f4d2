// The folder of a training run as the run itself sees it: it holds the lock, and writes recipe.toml, checkpoint,
// log.jsonl, model.ast and MODEL_CARD.md. If both roles of the two-player game learn, the model of the other role is
// attacker.ast or defender.ast, and attacker-N.checkpoint or defender-N.checkpoint belongs to the checkpoint after N
// actions: it is written first and removed after the next checkpoint, so that the two always match.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fwd.h"
#include "learn/training_state.h"
#include "model/model_file.h"

namespace afterstate {

/// The last measurement in the log.
struct LoggedMeasurement {
  std::uint64_t actions = 0;
  double seconds = 0;  ///< of learning
};

class RunWriter {
 public:
  /// Makes the folder if it does not exist and locks it. Throws UserError if it cannot, or if another run has the lock.
  explicit RunWriter(std::filesystem::path folder);
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint"; }
  std::filesystem::path recipe() const { return folder_ / "recipe.toml"; }

  /// Throws UserError if the folder holds a run, or a file that a run with this recipe would replace.
  void check_unused(const std::string& recipe_text) const;

  /// Removes what a run that was killed while saving left behind, and nothing else.
  void remove_half_written() const;

  /// The folder stays when the writer goes, even if nothing was saved in it.
  void keep() { created_ = false; }

  void write_recipe(std::string_view text) const;
  /// `rival` is the network of the other role if that learns too, otherwise null.
  void write_checkpoint(const AnyNetwork& network, const AnyNetwork* rival, const ModelCard& card,
                        const TrainingState& state, int threads) const;
  /// The network of a role that belongs to the checkpoint after `actions`.
  std::filesystem::path rival_checkpoint(Role role, std::uint64_t actions) const;
  /// Gives the checksum of the model.
  std::string write_model(const AnyNetwork& network, const ModelCard& card, int threads) const;
  void write_rival_model(const AnyNetwork& rival, const ModelCard& card, int threads) const;
  void write_model_page(std::string_view markdown) const;

  /// Adds a line to the log; when this returns, it is on disk.
  void log(const Json& line) const;

  /// Keeps the lines of the log up to a number of actions: a run that was killed may have logged more than it saved.
  /// Gives the last one, if any.
  std::optional<LoggedMeasurement> cut_log(std::uint64_t actions) const;

  /// False if the folder was deleted or moved: nothing can be saved any more.
  bool is_there() const;
  /// Throws Failure if it is not there.
  void check_is_there() const;

 private:
  std::filesystem::path folder_;
  bool created_ = false;
  int lock_ = -1;
};

}  // namespace afterstate
