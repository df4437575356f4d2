// What a run shows of itself while it trains (train --live): how far it is, and a game that the network plays as it is
// now. One thread of the lowest priority writes it to live.json in the folder of the run; it reads the weights as the
// learning threads do, and never writes them. Runs of the two-player game show only how far they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <thread>

#include "network/any_network.h"
#include "train/recipe.h"
#include "train/schedule.h"

namespace afterstate {

class LiveView {
 public:
  struct Run {
    std::filesystem::path folder;
    std::uint64_t seed = 1;
    std::uint64_t actions = 0;  ///< done already
    RunEnd end;
  };

  /// Starts to show. Network and recipe must outlive this object.
  LiveView(const AnyNetwork& network, const Recipe& recipe, const Run& run);
  /// Removes live.json.
  ~LiveView();
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;

  /// How far learning is; any thread may call it, often.
  void set_actions(std::uint64_t actions) { actions_.store(actions, std::memory_order_relaxed); }

 private:
  class Game;

  void show(const std::stop_token& stop);

  const AnyNetwork& network_;
  const Recipe& recipe_;
  Run run_;
  std::atomic<std::uint64_t> actions_;
  std::jthread thread_;
};

}  // namespace afterstate
