#include "train/learning_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/board_file.h"
#include "base/error.h"
#include "engine/checks.h"
#include "engine/endgame_value.h"
#include "engine/load_engine.h"
#include "network/stage_reader.h"

namespace afterstate {

namespace {

/// Greedy play of an engine.
class EngineDemonstrator final : public Demonstrator {
 public:
  EngineDemonstrator(SharedEngine engine, Size size, SpawnLaw law)
      : engine_(std::move(engine)), session_(engine_->new_session(size, law)), law_(law) {}

  Direction move(const PackedBoard& board) override {
    return session_->choose(board, {}, GameRandom{1, 0, law_}, turn_++).move.value();
  }

 private:
  SharedEngine engine_;
  std::unique_ptr<Session> session_;
  SpawnLaw law_;
  std::uint32_t turn_ = 0;  ///< of all games, for engines that choose at random
};

class EndgameKnowledge final : public KnownValues {
 public:
  explicit EndgameKnowledge(EndgameValues values) : values_(std::move(values)) {}

  std::optional<float> value(const PackedBoard& afterstate) const override {
    return values_.value(unpacked<LargestBoard>(afterstate));
  }

 private:
  EndgameValues values_;
};

/// Boards beyond the goal are left out.
StartBoards by_stage(const std::vector<PackedBoard>& boards, const NetworkShape& shape) {
  const StageReader<LargestBoard> stage_of{shape.staging_with_goal()};
  StartBoards sorted(static_cast<std::size_t>(shape.staging.count()));
  for (const auto& board : boards)
    if (const auto stage = static_cast<std::size_t>(stage_of(unpacked<LargestBoard>(board))); stage < sorted.size())
      sorted[stage].push_back(board);
  return sorted;
}

}  // namespace

LearningSources::LearningSources(const Recipe& recipe) : size_(recipe.network.size), law_(recipe.learning.law) {
  const auto& phases = recipe.learning.phases;
  if (std::ranges::find(phases, Start::boards, &Phase::start) != phases.end()) {
    boards_ = by_stage(read_boards(recipe.boards.value(), recipe.network.size), recipe.network);
    for (const auto& phase : phases) {
      if (phase.start != Start::boards) continue;
      const auto has_boards = [](const std::vector<PackedBoard>& boards) { return !boards.empty(); };
      const auto first = std::find_if(boards_.begin() + phase.stage, boards_.end(), has_boards);
      if (first == boards_.end())
        throw UserError{fmt::format("'{}' has no board of stage {} or later to start at, before the goal",
                                    *recipe.boards, phase.stage)};
      if (measured_.empty()) measured_ = *first;
    }
  }
  if (recipe.endgame) endgames_ = std::make_shared<const EndgameTables>(*recipe.endgame);
  for (const auto& phase : phases)
    if (phase.demonstrator && !demonstrators_.contains(*phase.demonstrator)) {
      const auto engine = load_engine(*phase.demonstrator);
      check_size(*engine, recipe.network.size, Vocabulary::command_line);
      demonstrators_[*phase.demonstrator] = engine;
    }
}

std::function<std::unique_ptr<Demonstrator>()> LearningSources::new_demonstrator(const Phase& phase) const {
  if (!phase.demonstrator) return {};
  return [engine = demonstrators_.at(*phase.demonstrator), size = size_, law = law_] {
    return std::make_unique<EngineDemonstrator>(engine, size, law);
  };
}

std::unique_ptr<KnownValues> LearningSources::known_values(const std::vector<EndgameWorth>& worths) const {
  if (!endgames_) return nullptr;
  EndgameValues values{endgames_, worths, law_};
  return values.empty() ? nullptr : std::make_unique<EndgameKnowledge>(std::move(values));
}

}  // namespace afterstate
