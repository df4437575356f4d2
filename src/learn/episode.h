// Plays episodes and learns from them (Jaskowski 2018, alg. 1).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "game/game_state.h"
#include "learn/credit.h"
#include "learn/demonstrator.h"
#include "learn/episode_starts.h"
#include "learn/known_values.h"
#include "learn/stage_counts.h"
#include "network/greedy_moves.h"

namespace afterstate {

/// Where the tiles of a game come from: chance. In the two-player game it is an attacker (learn/duel_spawning.h).
class ChanceSpawning {
 public:
  void new_game(std::uint64_t /*seed*/, std::uint64_t /*game*/) {}

  template <class Board>
  Board first_board(const GameRandom& random) {
    return random.template start<Board>();
  }

  ChanceSpawner spawner(const GameRandom& random) const { return ChanceSpawner{random}; }

  /// The boards that were valued to place tiles.
  std::uint64_t boards() const { return 0; }
};

/// What the episodes of a thread need besides the network.
struct EpisodeSources {
  const StartBoards* boards = nullptr;           ///< for Start::boards
  std::unique_ptr<Demonstrator> demonstrator{};  ///< plays instead of the network, if there is one
  const KnownValues* known_values = nullptr;     ///< replace those of the network, if there are any
};

/// Learns from games on one thread; other threads may learn with the same network.
template <class Network, class Credit, class Spawning = ChanceSpawning>
class EpisodeLearner {
 public:
  using Board = typename Network::Board;

  EpisodeLearner(Network& network, const Phase& phase, SharedFirstBoards& first_boards, Spawning spawning = {},
                 EpisodeSources sources = {})
      : network_(network),
        phase_(phase),
        greedy_moves_(network),
        before_(static_cast<std::size_t>(network.tuple_count())),
        credit_(network, phase),
        starts_(phase, network.shape().staging.count(), first_boards, sources.boards),
        first_boards_(first_boards),
        spawning_(std::move(spawning)),
        demonstrator_(std::move(sources.demonstrator)),
        known_values_(sources.known_values),
        stages_(network.shape().staging.count()) {}

  /// Plays a new game to its end, and the episodes that follow from it; returns the number of actions.
  std::uint64_t learn_from_round(std::uint64_t seed, std::uint64_t game, SpawnLaw law) {
    const auto random_of = [&](std::uint32_t episode) { return GameRandom{seed, game, law, episode}; };
    std::uint64_t actions = 0;
    std::uint32_t episode = 0;
    moves_.clear();
    spawning_.new_game(seed, game);
    const auto new_board = [&] { return spawning_.template first_board<Board>(random_of(0)); };
    for (std::optional start{starts_.first(random_of(0), new_board)}; start;) {
      const auto random = random_of(episode);
      actions += learn_from_episode(*start, random);
      start = starts_.after(*start, moves_, random_of(++episode));
    }
    return actions;
  }

  /// Statistics of each stage so far.
  const std::vector<StageStatistics>& stages() const { return stages_.stages(); }

  /// The boards that were valued so far: every slide from which a move was chosen, and what the spawns took.
  std::uint64_t boards() const { return boards_ + spawning_.boards(); }

  const Spawning& spawning() const { return spawning_; }

 private:
  using Move = typename GreedyMoves<Network>::Best;

  std::uint64_t learn_from_episode(const EpisodeStart<Board>& start, const GameRandom& random) {
    GameState<Board> game{start.board, 0, start.turn};
    auto&& spawner = spawning_.spawner(random);
    const int start_stage = start.is_new_game ? -1 : network_.stage(start.board);
    // Given boards are the first of their stage, so that predictions count from there.
    stages_.begin(phase_.start == Start::boards ? start_stage - 1 : start_stage);
    if (starts_.needs_moves()) moves_.resize(start.turn);
    credit_.begin();
    if (start.before) {
      network_.look_up(*start.before, before_.data());
      credit_.add({*start.before, before_.data(), 0, 0, is_frozen(network_.stage(*start.before))});
    }
    const bool ends_at_known =
        known_values_ != nullptr && uniform_unit(random.choice(1).second) < static_cast<double>(phase_.table_end);
    float rest = 0;               // what follows the last afterstate that is learned
    std::uint32_t end_value = 0;  // if the episode ends early: of its last afterstate
    auto end = StageCounts::End::game_over;
    for (;;) {
      greedy_moves_.look_up(game.board);
      // What is due from the previous move is learned here, while the memory of these moves is being fetched.
      credit_.learn_due(network_);
      if (greedy_moves_.empty()) break;
      spawner.prepare(game.turn);  // early, so that the spawn waits only for the choice
      const auto chosen = chosen_move(game, random);
      const auto& move = *chosen.move;
      const int stage = move.stage;
      boards_ += greedy_moves_.moves().size();
      if (stage == network_.goal_stage() || (ends_at_known && move_is_known_)) [[unlikely]] {
        if (starts_.needs_moves()) moves_.push_back({game.board, move.afterstate});
        game.advance(move.afterstate, move.reward, spawner);
        rest = chosen.total;
        end_value = static_cast<std::uint32_t>(chosen.value);
        end = stage == network_.goal_stage() ? StageCounts::End::goal : StageCounts::End::cut;
        break;
      }
      if (stages_.count(stage)) [[unlikely]] {
        if (stage > 0 && stage > start_stage) first_boards_.add(stage, packed(move.afterstate));
        stages_.arrive(stage, game.score, chosen.total);
      }
      credit_.add({move.afterstate, move.lookups, static_cast<float>(move.reward), chosen.value, is_frozen(stage)});
      if (starts_.needs_moves()) moves_.push_back({game.board, move.afterstate});
      if constexpr (requires { spawner.reward(move.reward); }) spawner.reward(move.reward);
      game.advance(move.afterstate, move.reward, spawner);
    }
    credit_.finish(network_, rest);
    stages_.finish(game.score + end_value, end);
    return game.turn - start.turn;
  }

  bool is_frozen(int stage) const { return stage < phase_.stage; }

  Move chosen_move(const GameState<Board>& game, const GameRandom& random) {
    if (demonstrator_) [[unlikely]] {
      const auto direction = demonstrator_->move(packed(game.board));
      const auto moves = greedy_moves_.moves();
      const auto shown = std::ranges::find(moves, direction, &GreedyMoves<Network>::Candidate::direction);
      if (shown == moves.end()) throw std::logic_error{"a demonstrator chose an illegal move"};
      return with_known_value(greedy_moves_.valued_move(static_cast<std::size_t>(shown - moves.begin())));
    }
    if (explores()) return with_known_value(explored(random, game.turn));
    return best();
  }

  Move best() { return known_values_ == nullptr ? greedy_moves_.best() : best_with_known_values(); }

  /// Replaces the value of a move if it is known. The goal has a value of its own.
  Move with_known_value(Move move) {
    move_is_known_ = false;
    if (known_values_ == nullptr || move.move->stage == network_.goal_stage()) return move;
    const auto value = known_values_->value(packed(move.move->afterstate));
    if (!value) return move;
    move_is_known_ = true;
    return {move.move, *value, static_cast<float>(move.move->reward) + *value};
  }

  Move best_with_known_values() {
    std::optional<Move> best;
    bool best_is_known = false;
    for (const auto& move : greedy_moves_.valued_moves()) {
      const auto valued = with_known_value(move);
      if (best && !(valued.total > best->total)) continue;
      best = valued;
      best_is_known = move_is_known_;
    }
    move_is_known_ = best_is_known;
    return best.value();
  }

  bool explores() const { return phase_.epsilon > 0 || phase_.temperature > 0; }

  /// A random move with probability epsilon; or, with a temperature, a move drawn by softmax over the values.
  Move explored(const GameRandom& random, std::uint32_t turn) {
    const auto draw = random.choice(turn + start_spawns);
    const auto count = greedy_moves_.moves().size();
    if (phase_.temperature == 0) {
      if (uniform_unit(draw.first) >= static_cast<double>(phase_.epsilon)) return best();
      return greedy_moves_.valued_move(uniform_below(draw.second, count));
    }
    const auto moves = greedy_moves_.valued_moves();
    const auto total_of = [&](std::size_t move) { return static_cast<double>(moves[move].total); };
    double best = total_of(0);
    for (std::size_t move = 1; move < count; ++move) best = std::max(best, total_of(move));
    std::array<double, 4> weights{};
    double sum = 0;
    for (std::size_t move = 0; move < count; ++move)
      sum += weights[move] = std::exp((total_of(move) - best) / static_cast<double>(phase_.temperature));
    double left = uniform_unit(draw.first) * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < count && left >= weights[chosen]) left -= weights[chosen++];
    return moves[chosen];
  }

  Network& network_;
  const Phase& phase_;
  GreedyMoves<Network> greedy_moves_;
  std::vector<typename Network::Lookups> before_;
  Credit credit_;
  EpisodeStarts<Board> starts_;
  SharedFirstBoards& first_boards_;
  Spawning spawning_;
  std::unique_ptr<Demonstrator> demonstrator_;
  const KnownValues* known_values_;
  bool move_is_known_ = false;  ///< whether the value of the chosen move is
  StageCounts stages_;
  std::vector<PlayedMove<Board>> moves_;  ///< of the game, if episodes restart in its middle
  std::uint64_t boards_ = 0;
};

}  // namespace afterstate
