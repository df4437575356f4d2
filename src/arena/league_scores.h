// The results of a league, in which every player attacks every player over the same openings.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace afterstate {

/// One game of a league. Players are numbered; a player also attacks itself.
struct LeagueGame {
  std::uint64_t opening;
  std::size_t attacker;
  std::size_t defender;
};

/// What the defender of each game scored.
class LeagueScores {
 public:
  LeagueScores(std::size_t players, std::uint64_t openings)
      : players_(players), openings_(openings), scores_(players * players * openings) {}

  std::size_t players() const { return players_; }
  std::uint64_t openings() const { return openings_; }
  std::uint64_t games() const { return scores_.size(); }

  /// Games by number: all of the first opening, then all of the second, so that a league that is interrupted has whole
  /// openings.
  LeagueGame game(std::uint64_t number) const {
    return {number / (players_ * players_), number / players_ % players_, number % players_};
  }
  std::uint64_t number_of(const LeagueGame& game) const {
    return (game.opening * players_ + game.attacker) * players_ + game.defender;
  }

  std::optional<std::uint32_t>& operator[](const LeagueGame& game) { return scores_[number_of(game)]; }
  std::uint32_t operator()(std::uint64_t opening, std::size_t attacker, std::size_t defender) const {
    return scores_[number_of({opening, attacker, defender})].value();
  }
  bool has(std::uint64_t number) const { return scores_[number].has_value(); }

  /// The scores of the openings of which every game is finished.
  LeagueScores whole_openings() const {
    LeagueScores whole{players_, 0};
    const auto per_opening = static_cast<std::ptrdiff_t>(players_ * players_);
    for (auto first = scores_.begin(); first != scores_.end(); first += per_opening) {
      bool all = true;
      for (auto score = first; score != first + per_opening; ++score) all = all && score->has_value();
      if (!all) continue;
      whole.scores_.insert(whole.scores_.end(), first, first + per_opening);
      ++whole.openings_;
    }
    return whole;
  }

 private:
  std::size_t players_;
  std::uint64_t openings_;
  std::vector<std::optional<std::uint32_t>> scores_;
};

}  // namespace afterstate
