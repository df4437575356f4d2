// An engine evaluates boards: a network, a database of exact values, a built-in player. An Engine is immutable and
// shared between threads; a Session belongs to one thread and one game or conversation.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/json_fwd.h"
#include "game/duel.h"
#include "game/game_random.h"
#include "game/move_values.h"
#include "game/packed_board.h"
#include "game/placement_values.h"
#include "search/search_plan.h"

namespace afterstate {

/// What the values of an engine mean.
enum class ValueUnit {
  score,        ///< expected further score, reward included
  probability,  ///< of making a tile
  preference    ///< larger is better, and nothing more
};

/// The properties of an engine.
struct EngineInfo {
  std::string name;               ///< as the user wrote it: "default", a file, "random"
  std::string file{};             ///< empty for a built-in player
  std::string kind{};             ///< "model", "checkpoint", "database" or "player"
  std::string description{};      ///< one line
  std::optional<Size> size{};     ///< the board size it is for; nothing if it plays on any
  std::optional<SpawnLaw> law{};  ///< the spawn law its values hold for; nothing if any
  ValueUnit unit = ValueUnit::score;
  Role role = Role::defend;        ///< whether its values are those of slides or of placements
  std::optional<DuelRule> duel{};  ///< the rule of the two-player game that its values hold for, if they do
  bool searchable = false;         ///< whether search over its values makes sense
  bool exact = false;              ///< whether its values are exact
  int decimals = 1;                ///< to print of its values
  std::string objective{};         ///< of a database: "score" or "tile:512"
  bool uses_endgames = false;      ///< whether it asks endgame tables

  /// The name without the folder, for clients of a server.
  std::string short_name() const;
};

/// An exact chance to make a tile, from an endgame table.
struct TileChance {
  double chance;
  std::uint32_t tile;
};

/// The value of each move of a board, and the cost of finding it.
struct Analysis {
  MoveValues values;
  int depth = 1;  ///< that was searched; 0 if no move is legal
  SearchCounts counts;
  std::string note{};                                  ///< how the engine sees the board, if not as it is; one line
  std::array<std::optional<TileChance>, 4> chances{};  ///< by direction, where an endgame table knows one
};

/// The value of each placement on an afterstate, for the defender, and the cost of finding it.
struct PlacementAnalysis {
  PlacementValues values;
  int depth = 1;  ///< that was searched, in placements; 0 if no cell is empty
  SearchCounts counts;
};

/// A move to play. `expected` is empty without values: a random player, a forced move under a time limit.
struct Choice {
  std::optional<Direction> move;     ///< nothing if the game is over
  std::optional<double> expected{};  ///< the value of that move
  SearchCounts counts{};
};

/// Evaluates boards for one thread. Owns what a search needs (transposition table, helper threads) and keeps it between
/// calls, so use one session for a whole game, review or conversation.
class Session {
 public:
  Session() = default;
  virtual ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The value of each legal move. Throws UserError for a board that the engine cannot evaluate.
  virtual Analysis analyse(const PackedBoard& board, const SearchPlan& plan) = 0;

  /// The move to play; by default the first of the best. `random` and `turn` are for engines that choose at random.
  virtual Choice choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& random, std::uint32_t turn);

  /// The moves that choose() may give, all equally likely; none if the game is over. By default the one that it gives.
  virtual DirectionSet choices(const PackedBoard& board, const SearchPlan& plan);

  /// The value of each placement that the session's spawn law allows, in the two-player game.
  virtual PlacementAnalysis analyse_placements(const PackedBoard& afterstate, const SearchPlan& plan);

  /// The placement that is worst for the defender, the first of equal ones; there must be an empty cell.
  virtual Spawn place(const PackedBoard& afterstate, const SearchPlan& plan);

  /// Forgets what was found in earlier searches, so that results do not depend on them.
  virtual void new_game() {}
};

/// An analysis, and how long it took.
struct TimedAnalysis {
  Analysis analysis;
  double milliseconds = 0;
};

TimedAnalysis timed_analysis(Session& session, const PackedBoard& board, const SearchPlan& plan);

class Engine {
 public:
  explicit Engine(EngineInfo info) : info_(std::move(info)) {}
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const EngineInfo& info() const { return info_; }

  /// The board size of the engine; 4x4 if it plays on any.
  Size size() const { return info_.size.value_or(Size{}); }

  /// The spawn law of the engine; the usual one if it plays with any.
  SpawnLaw law() const { return info_.law.value_or(SpawnLaw{}); }

  /// A session for boards of `size` with tiles spawned by `law`. Check both first (engine/checks.h). The engine
  /// must outlive the session.
  virtual std::unique_ptr<Session> new_session(Size size, SpawnLaw law) const = 0;

  /// What `model info --json` prints of a model; null for other engines.
  virtual Json details() const;

 private:
  EngineInfo info_;
};

using SharedEngine = std::shared_ptr<const Engine>;

}  // namespace afterstate
