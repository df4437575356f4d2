// Many games of the two-player game between two players, on several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/duel_player.h"
#include "arena/summary.h"

namespace afterstate {

struct DuelPlan {
  DuelRules rules{};
  DuelPlayer first;   ///< attacks
  DuelPlayer second;  ///< defends
  bool swap = false;  ///< each opening is played once more with the roles exchanged
  std::uint64_t seed = 1;
  std::uint64_t first_opening = 0;
  std::uint64_t openings = 1;
  int threads = 0;
};

/// A finished game.
struct FinishedDuel {
  GameRecord record;
  Outcome outcome;
  std::uint64_t identity = 0;
};

/// The games of one opening.
struct DuelPair {
  FinishedDuel straight;                  ///< the first player attacks
  std::optional<FinishedDuel> swapped{};  ///< the second player attacks
};

/// Plays the games and passes them to `deliver`, one opening at a time, in their order. The games do not depend on the
/// number of threads. If `stop` is requested, openings in progress are abandoned.
void play_duels(const DuelPlan& plan, const std::function<void(const DuelPair&)>& deliver,
                const std::stop_token& stop = {});

/// The result of many games.
class DuelScore {
 public:
  void add(const DuelPair& pair);

  std::uint64_t openings() const { return openings_; }
  std::uint64_t games() const { return all_.games(); }

  /// Games that differ from all before in a slide or a placement.
  std::uint64_t distinct() const { return identities_.size(); }

  /// Of the defender, whoever that is. With swapped games, the interval is over openings. At least one game.
  Estimate mean() const;
  const Summary& all() const { return all_; }
  const Summary& straight() const { return straight_; }
  const Summary& swapped() const { return swapped_; }

  // Of the first player over swapped pairs: it wins if it scores more as defender than the second player does.
  std::uint64_t wins() const { return wins_; }
  std::uint64_t losses() const { return losses_; }
  std::uint64_t draws() const { return draws_; }

 private:
  Summary all_;
  Summary straight_;
  Summary swapped_;
  RunningMean per_opening_;
  std::set<std::uint64_t> identities_;
  std::uint64_t openings_ = 0;
  std::uint64_t wins_ = 0;
  std::uint64_t losses_ = 0;
  std::uint64_t draws_ = 0;
};

}  // namespace afterstate
