#include "engine/database_engine.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "search/minimax_searcher.h"
#include "search/searcher.h"
#include "solve/database_value.h"

namespace afterstate {

namespace {

template <class Board>
class DatabaseSession final : public Session {
 public:
  DatabaseSession(const ValueDatabase& database, SpawnLaw law) : database_(database), law_(law) {}

  Analysis analyse(const PackedBoard& packed_board, const SearchPlan& plan) override {
    const auto board = unpacked<Board>(packed_board);
    if (plan.greedy()) {
      const auto values = exact_values(database_, board);
      return {values, values.count() > 0 ? 1 : 0, {.nodes = values.count()}};
    }
    if (plan.adversary) {
      const auto result = minimax().defend(board, plan, Wanted::every_value);
      return {result.values, result.depth, result.counts};
    }
    if (!searcher_) searcher_.emplace(DatabaseValue<Board>{database_}, law_);
    const auto result = searcher_->search(board, plan);
    return {result.values, result.depth, result.counts};
  }

  PlacementAnalysis analyse_placements(const PackedBoard& packed_afterstate, const SearchPlan& plan) override {
    const auto afterstate = unpacked<Board>(packed_afterstate);
    if (!plan.greedy()) {
      const auto result = minimax().attack(afterstate, plan, Wanted::every_value);
      return {result.values, result.depth, result.counts};
    }
    PlacementAnalysis analysis;
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      const auto values = exact_values(database_, with_spawn(afterstate, spawn));
      const auto best = values.best();
      analysis.values[spawn] = best ? *values[*best] : 0;
      analysis.counts.nodes += values.count();
    });
    if (!analysis.values.best()) analysis.depth = 0;
    return analysis;
  }

  /// Called before every game and every request: the file may have changed since.
  void new_game() override {
    database_.check_unchanged();
    if (searcher_) searcher_->forget();
    if (minimax_) minimax_->forget();
  }

 private:
  MinimaxSearcher<DatabaseValue<Board>>& minimax() {
    if (!minimax_) minimax_.emplace(DatabaseValue<Board>{database_}, law_, Role::defend);
    return *minimax_;
  }

  const ValueDatabase& database_;
  SpawnLaw law_;
  std::optional<Searcher<DatabaseValue<Board>>> searcher_;
  std::optional<MinimaxSearcher<DatabaseValue<Board>>> minimax_;
};

class DatabaseEngine final : public Engine {
 public:
  DatabaseEngine(ValueDatabase database, EngineInfo info) : Engine{std::move(info)}, database_(std::move(database)) {}

  std::unique_ptr<Session> new_session(Size size, SpawnLaw law) const override {
    return with_board(size, [&]<class Board>() -> std::unique_ptr<Session> {
      if constexpr (Board::cells <= max_solved_cells)
        return std::make_unique<DatabaseSession<Board>>(database_, law);
      else
        throw Failure{fmt::format("{} boards are too large for a value database", name_of(size))};
    });
  }

 private:
  /// Larger boards cannot be solved.
  static constexpr int max_solved_cells = 12;

  ValueDatabase database_;
};

int decimals_of(const Solution& solution) {
  if (!solution.objective.is_score()) return 6;
  return solution.step == 1 ? 0 : 2;
}

std::string described(const Solution& solution) {
  const auto what = fmt::format("exact values of {}", name_of(solution.size));
  if (solution.duel) return fmt::format("{} for the two-player game ({})", what, description_of(*solution.duel));
  return fmt::format("{} ({})", what, solution.objective.is_score() ? "expected score" : "probability of the tile");
}

}  // namespace

SharedEngine load_database_engine(const std::string& path, const std::string& name, const LoadPlan& /*plan*/) {
  ValueDatabase database{path};
  const auto& solution = database.solution();
  if (solution.walls)
    throw UserError{fmt::format("'{}' is an endgame table, which knows only boards with walls {}; it is no engine",
                                path, name_of(*solution.walls))};
  const bool of_scores = solution.objective.is_score();
  EngineInfo info{.name = name,
                  .file = path,
                  .kind = "database",
                  .description = described(solution),
                  .size = solution.size,
                  .law = solution.law,
                  .unit = of_scores ? ValueUnit::score : ValueUnit::probability,
                  .duel = solution.duel ? std::optional{solution.duel->rule} : std::nullopt,
                  .searchable = of_scores,
                  .exact = true,
                  .decimals = decimals_of(solution),
                  .objective = name_of(solution.objective)};
  return std::make_shared<DatabaseEngine>(std::move(database), std::move(info));
}

}  // namespace afterstate
