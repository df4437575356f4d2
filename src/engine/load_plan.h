// How to load an engine.
#pragma once

#include <string>
#include <utility>

namespace afterstate {

struct LoadPlan {
  // NOLINTNEXTLINE(google-explicit-constructor): most callers only say how many threads
  LoadPlan(int wanted_threads = 0, std::string endgame_folder = {})
      : threads(wanted_threads), endgame(std::move(endgame_folder)) {}

  int threads;                   ///< 0: all cores
  std::string endgame;           ///< folder of endgame tables; empty: AFTERSTATE_ENDGAME, or the folder of the file
  bool endgame_required = true;  ///< whether an engine that uses no table of a given folder is refused
};

}  // namespace afterstate
