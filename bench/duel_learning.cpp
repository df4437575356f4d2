// Compares the speed of learning the two-player game with that of the one-player game: duel_learning [ROUNDS
// [SECONDS]]. Boards valued per second on one thread, TC, Wu's 4x6 network; the measurements alternate. A board counts
// if its value was looked up to choose a slide or a placement, for whichever side; what an update reads again does not
// count.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "learn/duel_learning.h"
#include "network/greedy_moves.h"

namespace {

using namespace afterstate;
using Board = BasicBoard<4, 4>;
using Learning = NTupleNetwork<Board, CoherenceWeight>;

Learning network_for(Role role) {
  return Learning{{.size = {4, 4}, .tuples = parse_tuples("wu-4x6", {4, 4}), .role = role}};
}

/// A greedy defender that counts the boards that it values.
class CountingDefender final : public DuelSession {
 public:
  CountingDefender(const Learning& network, std::uint64_t& boards) : moves_(network), boards_(boards) {}

  Direction slide(const PackedBoard& board, const GameRandom&, std::uint32_t) override {
    moves_.look_up(unpacked<Board>(board));
    boards_ += moves_.moves().size();
    return moves_.best().move->direction;
  }

 private:
  GreedyMoves<const Learning> moves_;
  std::uint64_t& boards_;
};

/// A way to learn that goes on from call to call.
struct Contest {
  std::string name;
  /// Learns until `keep_going` says no; returns the boards that were valued.
  std::function<std::uint64_t(const std::function<bool(std::uint64_t)>&)> learn;
  std::vector<double> boards_per_second{};
  std::vector<double> ratios{};
};

double speed_of(const Contest& contest, double seconds) {
  const auto start = std::clock();  // other work on the machine does not count
  const auto passed = [&] { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  const auto boards = contest.learn([&](std::uint64_t) { return passed() < seconds; });
  return static_cast<double>(boards) / passed();
}

}  // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::atoi(words[1]) : 9;
  const double seconds = count > 2 ? std::atof(words[2]) : 1;

  auto one_player = network_for(Role::defend);
  TrainingState one_player_state;
  std::vector<Contest> contests;
  contests.push_back({"one player", [&](const auto& keep_going) {
                        return learn(one_player, Phase{}, {}, one_player_state, keep_going);
                      }});

  struct DuelContest {
    Learning network;
    std::optional<Learning> rival{};
    DuelTask task{};
    TrainingState state{};
    std::uint64_t opponents_boards = 0;
  };
  std::vector<std::unique_ptr<DuelContest>> duels;
  const auto add = [&](const std::string& name, Role role, double share, bool self) {
    auto& duel = *duels.emplace_back(std::make_unique<DuelContest>(network_for(role)));
    duel.task.random_share = share;
    if (self) duel.rival.emplace(network_for(role == Role::attack ? Role::defend : Role::attack));
    if (role == Role::attack && !self)
      duel.task.opponents.emplace_back(
          [&] { return std::make_unique<CountingDefender>(one_player, duel.opponents_boards); });
    contests.push_back({name, [&duel](const auto& keep_going) {
                          duel.opponents_boards = 0;
                          const auto own = learn_duel(duel.network, duel.rival ? &*duel.rival : nullptr, Phase{}, {},
                                                      duel.task, duel.state, keep_going);
                          return own + duel.opponents_boards;
                        }});
  };
  for (const double share : {0.0, 0.5}) {
    add(fmt::format("defender, {:.0f} % random", 100 * share), Role::defend, share, false);
    add(fmt::format("attacker, {:.0f} % random", 100 * share), Role::attack, share, false);
  }
  add("both, 50 % random", Role::defend, 0.5, true);

  // Games are short before learning and page faults are frequent: this is not timed.
  for (const auto& contest : contests) speed_of(contest, 3 * seconds);
  for (int round = 0; round < rounds; ++round)
    for (auto& contest : contests) {
      contest.boards_per_second.push_back(speed_of(contest, seconds));
      contest.ratios.push_back(contest.boards_per_second.back() / contests.front().boards_per_second.back());
    }
  for (auto& contest : contests)
    fmt::print("{:<24} {:6.2f} million boards per second, {:.2f} times the speed of one player\n", contest.name,
               median_of(contest.boards_per_second) / 1e6, median_of(contest.ratios));
}
