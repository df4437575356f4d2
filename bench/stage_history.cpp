// Compares stages read from the board with stages read from the history of the game, "the first time that these tiles
// are on the board": stage_history MODEL [GAMES], a network for 4x4. Plays at depth 1.
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <exception>
#include <vector>

#include "game/game_random.h"
#include "model/model_file.h"
#include "network/folding.h"
#include "network/greedy_moves.h"

namespace {

using namespace afterstate;
using Whole = BasicBoard<4, 4>;

/// The stages of one game according to its history.
class History {
 public:
  explicit History(const Staging& staging) : staging_(staging) {}

  int stage_after(const Whole& afterstate, std::uint32_t moves) {
    for (std::size_t number = 0; number < staging_.events.size(); ++number)
      if (happens(staging_.events[number], afterstate, moves)) stage_ = std::max(stage_, static_cast<int>(number) + 1);
    return stage_;
  }

 private:
  static bool happens(const StageEvent& event, const Whole& afterstate, std::uint32_t moves) {
    if (event.least == 1) return moves >= event.sum * 10 / 22 - 2;
    std::uint32_t there = 0;
    for (int cell = 0; cell < Whole::cells; ++cell) there |= 1U << afterstate.exponent(cell);
    return (there & event.sum) == event.sum;
  }

  const Staging& staging_;
  int stage_ = 0;
};

struct Difference {
  std::uint64_t differing = 0;
  std::uint64_t most_in_a_game = 0;
};

template <class SomeNetwork>
void compare(const SomeNetwork& network, std::uint64_t games) {
  std::vector<Staging> stagings;
  for (const auto& named : named_stagings()) stagings.push_back(parse_staging(named.name, {4, 4}));
  std::vector<Difference> differences(stagings.size());
  std::uint64_t afterstates = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    const GameRandom chance{1, game, {}};
    auto board = chance.start<Whole>();
    std::vector<Whole> seen;
    GreedyMoves<const SomeNetwork> candidates{network};
    for (candidates.look_up(board); !candidates.empty(); candidates.look_up(board)) {
      const auto afterstate = candidates.best().move->afterstate;
      seen.push_back(afterstate);
      board = with_spawn(afterstate, chance.spawn(afterstate, static_cast<std::uint32_t>(seen.size()) + 1));
    }
    afterstates += seen.size();
    for (std::size_t n = 0; n < stagings.size(); ++n) {
      const StageReader<Whole> reader{stagings[n]};
      History history{stagings[n]};
      std::uint64_t differing = 0;
      for (std::size_t move = 0; move < seen.size(); ++move)
        if (reader(seen[move]) != history.stage_after(seen[move], static_cast<std::uint32_t>(move) + 1)) ++differing;
      differences[n].differing += differing;
      differences[n].most_in_a_game = std::max(differences[n].most_in_a_game, differing);
    }
  }
  fmt::print("{} games, {} afterstates\nstages    differing   max in a game\n", games, afterstates);
  for (std::size_t n = 0; n < stagings.size(); ++n)
    fmt::print("{:<8} {:>9.4f} % {:>13}\n", named_stagings()[n].name,
               100.0 * static_cast<double>(differences[n].differing) / static_cast<double>(afterstates),
               differences[n].most_in_a_game);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t games = 100;
  if (argc < 2 || argc > 3 ||
      (argc == 3 && std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), games).ec != std::errc{})) {
    fmt::print(stderr, "usage: stage_history MODEL [GAMES]\n");
    return 2;
  }
  try {
    auto model = load_model(argv[1]);
    model.network = folded_to_play(std::move(model.network), 0);
    std::visit(
        [&]<class SomeNetwork>(const SomeNetwork& network) {
          if constexpr (std::is_same_v<SomeNetwork, NTupleNetwork<Whole, ValueWeight>>)
            compare(network, games);
          else
            fmt::print(stderr, "the model must be for 4x4\n");
        },
        model.network);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
