#include "app/analysis_text.h"

#include <fmt/format.h>

#include <limits>

#include "engine/analysis_request.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

std::string value_text(double value, const EngineInfo& info) {
  // Players without scores value the end of the game below everything else.
  return value == std::numeric_limits<double>::lowest() ? "ends" : fmt::format("{:.{}f}", value, info.decimals);
}

std::string moves_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info,
                       const std::string& how_deep) {
  const auto& [analysis, milliseconds] = timed;
  const auto& values = analysis.values;
  const auto best = values.best();
  std::string text;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    const auto& chance = analysis.chances[static_cast<std::size_t>(direction)];
    text += fmt::format("{:<6} {:>12}{}{}\n", name_of(direction), total ? value_text(*total, info) : "illegal",
                        best == direction ? "  best" : "",
                        chance ? fmt::format("  {:.1f} % to make the {}", 100 * chance->chance, chance->tile) : "");
  }
  if (!best)
    return text + (board == PackedBoard{} ? "the board is empty: there is nothing to slide\n" : "the game is over\n");
  if (!analysis.note.empty()) text += analysis.note + "\n";
  return text + fmt::format("{}, {} nodes, {:.1f} ms\n", how_deep, analysis.counts.nodes, milliseconds);
}

std::string plies_text(int depth) {
  const int plies = plies_of_depth(depth);
  const int rounds = rounds_of_plies(plies);
  return fmt::format("{} {} ({} {})", plies, plies == 1 ? "ply" : "plies", rounds, rounds == 1 ? "round" : "rounds");
}

}  // namespace

std::string analysis_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info) {
  return moves_text(timed, board, info, fmt::format("depth {}", timed.analysis.depth));
}

std::string defence_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info) {
  return moves_text(timed, board, info, plies_text(timed.analysis.depth));
}

std::string placements_text(const TimedPlacements& timed, Size size, const EngineInfo& info) {
  const auto& [analysis, milliseconds] = timed;
  const auto best = analysis.values.best();
  if (!best) return "the board is full: no tile can be placed\n";
  std::string text;
  for (const int exponent : {1, 2}) {
    std::string grid;
    bool any = false;
    for (int cell = 0; cell < size.cells(); ++cell) {
      const auto value = analysis.values[Spawn{cell, exponent}];
      any = any || value.has_value();
      grid += fmt::format("{:>12}{}", value ? value_text(*value, info) : "-", (cell + 1) % size.cols == 0 ? "\n" : "");
    }
    if (any) text += fmt::format("a {} is worth to the defender:\n{}", tile_value(exponent), grid);
  }
  return text +
         fmt::format("best for the attacker: a {} in row {}, column {} (cell {}), worth {}\n{}, {} nodes, {:.1f} ms\n",
                     tile_value(best->exponent), best->cell / size.cols + 1, best->cell % size.cols + 1, best->cell,
                     value_text(*analysis.values[*best], info), plies_text(analysis.depth), analysis.counts.nodes,
                     milliseconds);
}

}  // namespace afterstate::app
