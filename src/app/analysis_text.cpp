#include "app/analysis_text.h"

#include <fmt/format.h>

#include "engine/analysis_request.h"

namespace afterstate::app {

std::string analysis_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info) {
  const auto& [analysis, milliseconds] = timed;
  const auto& values = analysis.values;
  const auto best = values.best();
  std::string text;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    text += fmt::format("{:<6} {:>12}{}\n", name_of(direction),
                        total ? fmt::format("{:.{}f}", *total, info.decimals) : "illegal",
                        best == direction ? "  best" : "");
  }
  if (!best)
    return text + (board == PackedBoard{} ? "the board is empty: there is nothing to slide\n" : "the game is over\n");
  if (analysis.largest_known > 0) text += largest_known_note(analysis.largest_known) + "\n";
  return text + fmt::format("depth {}, {} nodes, {:.1f} ms\n", analysis.depth, analysis.counts.nodes, milliseconds);
}

}  // namespace afterstate::app
