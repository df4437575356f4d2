#include "arena/league.h"

#include <atomic>
#include <mutex>

#include "os/threads.h"
#include "search/search_plan.h"

namespace afterstate {

namespace {

// Boards at the beginning of a game, whatever its size, rule and start: two 2s side by side, and a slide that merges
// them.
constexpr PackedBoard trial_board{0x11, 0};
constexpr PackedBoard trial_afterstate{0x2, 0};

bool is_program(const DuelSide& side) { return side.name.starts_with("program:"); }

/// The sessions of one thread, made when they are needed first.
class LeagueTable {
 public:
  LeagueTable(const LeaguePlan& plan, std::stop_token stop)
      : plan_(plan), stop_(std::move(stop)), attackers_(plan.players.size()), defenders_(plan.players.size()) {}

  /// Nothing if stopped.
  std::optional<GameRecord> play(const LeagueGame& game) {
    const auto& rules = plan_.rules;
    const auto& attacker = plan_.players[game.attacker];
    const auto& defender = plan_.players[game.defender];
    auto record = new_duel_record(rules, plan_.seed, game.opening, attacker.name, defender.name);
    const auto played =
        play_duel(rules, session(attackers_[game.attacker], *attacker.attacker),
                  session(defenders_[game.defender], *defender.defender), plan_.seed, game.opening, record, stop_);
    if (!played) return std::nullopt;
    return record;
  }

 private:
  DuelSession& session(std::unique_ptr<DuelSession>& kept, const DuelSide& side) {
    if (!kept) kept = side.new_session(plan_.rules, stop_);
    return *kept;
  }

  const LeaguePlan& plan_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<DuelSession>> attackers_;
  std::vector<std::unique_ptr<DuelSession>> defenders_;
};

}  // namespace

void try_programs(const LeaguePlan& plan, const std::stop_token& stop) {
  const GameRandom random{plan.seed, 0, law_of(plan.rules.rule)};
  try {
    for (const auto& player : plan.players) {
      if (is_program(*player.attacker))
        player.attacker->new_session(plan.rules, stop)->place(trial_afterstate, random, 0);
      if (is_program(*player.defender)) player.defender->new_session(plan.rules, stop)->slide(trial_board, random, 0);
    }
  } catch (const SearchStopped&) {  // NOLINT(bugprone-empty-catch): play_league() will not begin
  }
}

void play_league(const LeaguePlan& plan, const LeagueScores& scores,
                 const std::function<void(const LeagueGame& game, const GameRecord& record)>& finished,
                 const std::stop_token& stop) {
  std::vector<LeagueGame> missing;
  for (std::uint64_t number = 0; number < scores.games(); ++number)
    if (!scores.has(number)) missing.push_back(scores.game(number));
  std::atomic<std::size_t> taken{0};
  std::mutex mutex;
  run_on_threads(thread_count(plan.threads), [&](int) {
    try {
      LeagueTable table{plan, stop};
      while (!stop.stop_requested()) {
        const auto number = taken.fetch_add(1, std::memory_order_relaxed);
        if (number >= missing.size()) break;
        const auto record = table.play(missing[number]);
        if (!record) break;
        const std::scoped_lock lock{mutex};
        finished(missing[number], *record);
      }
    } catch (...) {
      taken = missing.size();  // an error such as a full disk would occur again: the other threads stop too
      throw;
    }
  });
}

}  // namespace afterstate
