#include "arena/chances.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "game/packed_game.h"
#include "os/threads.h"

namespace afterstate {

namespace {

using Clock = std::chrono::steady_clock;

/// Plays until the largest goal is reached or no move is legal; gives the largest tile.
int largest_reached(const Branch& branch, Session& session, const ChancesPlan& plan, std::uint64_t game) {
  const GameRandom random{1, game, plan.law};
  PackedGame position{plan.size, branch.board};
  for (std::optional<Direction> move = branch.move; move && position.max_exponent() < goal_exponents.back();) {
    position.step(*move, random);
    move = session.choose(position.board, {}, random, position.turn).move;
  }
  return position.max_exponent();
}

}  // namespace

std::optional<Share> Chances::share(std::size_t goal) const {
  if (games == 0) return std::nullopt;
  return share_of(reached[goal], games);
}

std::vector<Chances> chances_of(std::span<const Branch> branches, const Engine& engine, const ChancesPlan& plan,
                                const std::stop_token& stop) {
  if (largest_exponent(plan.size.cells()) < goal_exponents.front()) return {};
  std::vector<Chances> all(branches.size());
  const auto end = Clock::now() + plan.time;
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  run_on_threads(plan.threads, [&](int) {
    const auto session = engine.new_session(plan.size, plan.law);
    for (auto game = next++; game < plan.games && !branches.empty(); game = next++) {
      std::vector<int> reached;
      for (const auto& branch : branches) {
        if (stop.stop_requested() || Clock::now() >= end) return;  // a round that is not complete does not count
        reached.push_back(largest_reached(branch, *session, plan, game));
      }
      const std::scoped_lock lock{mutex};
      for (std::size_t n = 0; n < all.size(); ++n) {
        ++all[n].games;
        for (std::size_t goal = 0; goal < goal_exponents.size(); ++goal)
          if (reached[n] >= goal_exponents[goal]) ++all[n].reached[goal];
      }
    }
  });
  return all;
}

}  // namespace afterstate
