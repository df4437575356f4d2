#include "train/learning_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "arena/board_file.h"
#include "base/error.h"
#include "engine/checks.h"
#include "engine/load_engine.h"

namespace afterstate {

namespace {

/// Greedy play of an engine.
class EngineDemonstrator final : public Demonstrator {
 public:
  EngineDemonstrator(SharedEngine engine, SpawnLaw law)
      : engine_(std::move(engine)), session_(engine_->new_session(engine_->size(), law)), law_(law) {}

  Direction move(const PackedBoard& board) override {
    return session_->choose(board, {}, GameRandom{1, 0, law_}, turn_++).move.value();
  }

 private:
  SharedEngine engine_;
  std::unique_ptr<Session> session_;
  SpawnLaw law_;
  std::uint32_t turn_ = 0;  ///< of all games, for engines that choose at random
};

StartBoards by_stage(const std::vector<PackedBoard>& boards, const AnyNetwork& any) {
  return std::visit(
      [&]<class Board, class Weight>(const NTupleNetwork<Board, Weight>& network) {
        StartBoards sorted(static_cast<std::size_t>(network.shape().staging.count()));
        for (const auto& board : boards)
          if (const int stage = network.stage(unpacked<Board>(board)); stage != network.goal_stage())
            sorted[static_cast<std::size_t>(stage)].push_back(board);
        return sorted;
      },
      any);
}

}  // namespace

LearningSources::LearningSources(const Recipe& recipe, const AnyNetwork& network) {
  const auto& phases = recipe.learning.phases;
  if (std::ranges::find(phases, Start::boards, &Phase::start) != phases.end()) {
    boards_ = by_stage(read_boards(recipe.boards.value(), recipe.network.size), network);
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
  for (const auto& phase : phases)
    if (phase.demonstrator && !demonstrators_.contains(*phase.demonstrator)) {
      const auto engine = load_engine(*phase.demonstrator);
      check_size(*engine, recipe.network.size, Vocabulary::command_line);
      demonstrators_[*phase.demonstrator] = engine;
    }
}

std::function<std::unique_ptr<Demonstrator>()> LearningSources::new_demonstrator(const Phase& phase,
                                                                                 SpawnLaw law) const {
  if (!phase.demonstrator) return {};
  return [engine = demonstrators_.at(*phase.demonstrator), law] {
    return std::make_unique<EngineDemonstrator>(engine, law);
  };
}

}  // namespace afterstate
