#include "arena/duel_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/random.h"
#include "game/game_state.h"
#include "game/notation.h"
#include "game/packed_slide.h"
#include "game/slide.h"

namespace afterstate {

namespace {

/// Attempts to draw an opening of one length before a shorter one is drawn.
constexpr std::uint32_t max_attempts = 100;

template <class Board>
std::optional<DuelOpening> drawn_opening(const DuelRules& rules, std::uint32_t placements, const GameRandom& random) {
  DuelOpening opening;
  GameState<Board> game;
  std::uint32_t placed = 0;
  if (rules.start == DuelStart::two) {
    game = GameState<Board>::start(random);
  } else if (placements > 0) {
    game.board = with_spawn(Board{}, random.spawn(Board{}, 0));
    placed = 1;
  }
  opening.start = exponents_of(game.board);
  ChanceSpawner spawner{random};
  for (; placed < placements; ++placed) {
    const auto legal = legal_moves(game.board);
    if (legal.empty()) return std::nullopt;
    const auto n = uniform_below(random.choice(game.turn).first, static_cast<std::uint64_t>(legal.size()));
    const auto move = legal.nth(static_cast<int>(n));
    opening.turns.push_back({move, *game.step(move, spawner)});
  }
  const bool waits_for_attacker = placements == 0 && rules.start == DuelStart::empty;
  if (!waits_for_attacker && game.over()) return std::nullopt;
  return opening;
}

/// Mixes numbers into a hash.
class Identity {
 public:
  void add(std::uint64_t number) { hash_ = (hash_ ^ number) * 0x9E37'79B9'7F4A'7C15ULL ^ hash_ >> 29; }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x243F'6A88'85A3'08D3ULL;
};

class DuelGame {
 public:
  DuelGame(const DuelRules& rules, DuelSession& attacker, DuelSession& defender, const GameRandom& random)
      : rules_(rules), attacker_(attacker), defender_(defender), random_(random) {}

  /// Nothing if stopped.
  std::optional<Outcome> play(const DuelOpening& opening, GameRecord& record, const std::stop_token& stop) {
    PackedGame game{rules_.size, packed_from(opening.start)};
    record.start = opening.start;
    record.turns = opening.turns;
    attacker_.new_game();
    defender_.new_game();
    if (std::ranges::all_of(opening.start, [](int exponent) { return exponent == 0; })) {
      const auto first = checked(attacker_.place(game.board, random_, 0), game.board);
      record.start[static_cast<std::size_t>(first.cell)] = first.exponent;
      game.board = packed_from(record.start);
    }
    for (const auto& turn : opening.turns)
      game.step(turn.move, [&](const PackedBoard&, std::uint32_t) { return turn.spawn; });
    while (!game.over()) {
      if (stop.stop_requested()) return std::nullopt;
      const auto move = defender_.slide(game.board, random_, game.turn);
      const auto spawn = game.step(move, [&](const PackedBoard& afterstate, std::uint32_t turn) {
        return checked(attacker_.place(afterstate, random_, turn + start_spawns), afterstate);
      });
      if (!spawn)
        throw Failure{fmt::format("the defender slid {} on '{}', which changes nothing", name_of(move),
                                  notation_of(game.board, game.size))};
      record.turns.push_back({move, *spawn});
    }
    record.score = game.score;
    return Outcome{game.score, game.turn, game.max_exponent()};
  }

 private:
  Spawn checked(Spawn spawn, const PackedBoard& afterstate) const {
    check_placement(spawn, afterstate, rules_.size, rules_.rule);
    return spawn;
  }

  const DuelRules& rules_;
  DuelSession& attacker_;
  DuelSession& defender_;
  const GameRandom& random_;
};

}  // namespace

std::uint64_t identity_of(const GameRecord& record) {
  Identity identity;
  for (const int exponent : record.start) identity.add(static_cast<std::uint64_t>(exponent));
  for (const auto& turn : record.turns)
    identity.add(static_cast<std::uint64_t>(turn.move) << 8 | static_cast<std::uint64_t>(turn.spawn.cell) << 2 |
                 static_cast<std::uint64_t>(turn.spawn.exponent));
  return identity.hash();
}

GameRecord new_duel_record(const DuelRules& rules, std::uint64_t seed, std::uint64_t number, std::string attacker,
                           std::string defender) {
  GameRecord record;
  record.size = rules.size;
  record.player = std::move(defender);
  record.seed = seed;
  record.game = number;
  record.law = law_of(rules.rule);
  record.duel = {rules.rule, rules.start, rules.opening, std::move(attacker)};
  return record;
}

DuelOpening opening_of(const DuelRules& rules, std::uint64_t seed, std::uint64_t number) {
  return with_board(rules.size, [&]<class Board>() {
    for (auto placements = rules.opening;; --placements)
      for (std::uint32_t attempt = 0; attempt < max_attempts; ++attempt) {
        // Episode 0 is for the players.
        const GameRandom random{seed, number, law_of(rules.rule), attempt + 1};
        if (auto opening = drawn_opening<Board>(rules, placements, random)) return std::move(*opening);
        if (placements == 0 && rules.start == DuelStart::two && attempt + 1 == max_attempts)
          throw Failure{fmt::format("no game on {} lasts longer than its start", name_of(rules.size))};
      }
  });
}

std::optional<PlayedDuel> play_duel(const DuelRules& rules, DuelSession& attacker, DuelSession& defender,
                                    std::uint64_t seed, std::uint64_t number, GameRecord& record,
                                    const std::stop_token& stop) {
  const GameRandom random{seed, number, law_of(rules.rule)};
  try {
    const auto outcome =
        DuelGame{rules, attacker, defender, random}.play(opening_of(rules, seed, number), record, stop);
    if (!outcome) return std::nullopt;
    return PlayedDuel{*outcome, identity_of(record)};
  } catch (const SearchStopped&) {
    return std::nullopt;
  }
}

}  // namespace afterstate
