#include "engine/engine.h"

#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "base/json.h"

namespace afterstate {

std::string EngineInfo::short_name() const {
  return file.empty() ? name : std::filesystem::path{file}.filename().string();
}

Json Engine::details() const { return nullptr; }

TimedAnalysis timed_analysis(Session& session, const PackedBoard& board, const SearchPlan& plan) {
  const auto start = std::chrono::steady_clock::now();
  auto analysis = session.analyse(board, plan);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return {analysis, taken.count()};
}

Choice Session::choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& /*random*/,
                       std::uint32_t /*turn*/) {
  const auto analysis = analyse(board, plan);
  const auto best = analysis.values.best();
  return {best, best ? analysis.values[*best] : std::nullopt, analysis.counts};
}

DirectionSet Session::choices(const PackedBoard& board, const SearchPlan& plan) {
  DirectionSet choices;
  if (const auto move = choose(board, plan, GameRandom{0, 0, {}}, 0).move) choices.insert(*move);
  return choices;
}

PlacementAnalysis Session::analyse_placements(const PackedBoard& /*afterstate*/, const SearchPlan& /*plan*/) {
  throw UserError{"this engine has no values by which to place tiles; choose another"};
}

Spawn Session::place(const PackedBoard& afterstate, const SearchPlan& plan) {
  return analyse_placements(afterstate, plan).values.best().value();
}

}  // namespace afterstate
