#include "app/analysis_text.h"

#include <fmt/format.h>

namespace afterstate::app {

std::string analysis_text(const TimedAnalysis& timed, const EngineInfo& info) {
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
  if (!best) return text + "the game is over\n";
  return text + fmt::format("depth {}, {} nodes, {:.1f} ms\n", analysis.depth, analysis.counts.nodes, milliseconds);
}

}  // namespace afterstate::app
