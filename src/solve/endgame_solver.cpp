#include "solve/endgame_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "os/sorted_set.h"
#include "os/threads.h"
#include "solve/cost.h"
#include "solve/perfect_play.h"
#include "solve/stored_layer.h"

namespace afterstate {

namespace {

/// Finds the boards of every layer, in the order of their tile sums, from no tile on.
class EndgameLayers {
 public:
  using Board = Endgame::Board;

  EndgameLayers(const Endgame& game, SpawnLaw law, ThreadTeam& team)
      : game_(game), law_(law), states_(team), afterstates_(team) {}

  std::uint32_t next_sum() const { return sum_; }
  bool done() const { return sum_ > 0 && two_less_.empty() && four_less_.empty(); }

  ReachableLayer next() {
    ReachableLayer layer;
    if (sum_ == 0) {
      layer.afterstates = {Board{}.nibbles()};
    } else {
      const auto states = states_of_next();
      layer.states = states.size();
      std::atomic<std::uint64_t> terminal{0};
      layer.afterstates =
          afterstates_.collect(states.size(), [&](std::size_t begin, std::size_t end, SetCollector::Finder& found) {
            std::uint64_t stuck = 0;
            for (const auto nibbles : std::span{states}.subspan(begin, end - begin)) {
              bool moved = false;
              game_.for_each_slide(Board::from_words(nibbles), [&](const Board& afterstate) {
                moved = true;
                if (!game_.succeeded(afterstate)) found.add(game_.canonical(afterstate).nibbles());
              });
              stuck += moved ? 0 : 1;
            }
            terminal += stuck;
          });
      layer.terminal = terminal;
    }
    skip(layer.afterstates);
    return layer;
  }

  /// Skips the next layer, whose afterstates are already known.
  void skip(std::vector<std::uint64_t> afterstates) {
    four_less_ = std::exchange(two_less_, std::move(afterstates));
    sum_ += 2;
  }

 private:
  std::vector<std::uint64_t> states_of_next() {
    const auto twos = law_.four < 1 ? two_less_.size() : 0;
    const auto fours = law_.four > 0 ? four_less_.size() : 0;
    return states_.collect(twos + fours, [&](std::size_t begin, std::size_t end, SetCollector::Finder& found) {
      for (auto index = begin; index < end; ++index) {
        const int exponent = index < twos ? 1 : 2;
        game_.for_each_spawn(Board::from_words(index < twos ? two_less_[index] : four_less_[index - twos]), law_,
                             [&](const Board& board, Spawn spawn, double) {
                               if (spawn.exponent == exponent) found.add(game_.canonical(board).nibbles());
                             });
      }
    });
  }

  const Endgame& game_;
  SpawnLaw law_;
  SetCollector states_;
  SetCollector afterstates_;
  std::uint32_t sum_ = 0;
  std::vector<std::uint64_t> two_less_;
  std::vector<std::uint64_t> four_less_;
};

[[noreturn]] void damaged(const LayerStore& store) {
  throw Failure{
      fmt::format("'{}' is damaged: its layers do not follow from each other; delete the file", store.path())};
}

constexpr std::string_view task_begin = "4x4 endgame ";

std::string task_of(const Endgame& game, SpawnLaw law) {
  return fmt::format("{}{} {} {}", task_begin, name_of(game.walls()), 1 << game.target(), law.four);
}

/// The boards of a layer, from keys that another process may have written.
std::vector<std::uint64_t> endgame_boards(const LayerStore& store, std::uint32_t sum, const Endgame& game) {
  const auto words = store.read(LayerStore::Kind::boards, sum);
  if (words.size() < StoredBoards::head) damaged(store);
  const StoredBoards stored{words};
  if (stored.count() > game.key_count() || stored.largest() >= game.key_count() ||
      words.size() != StoredBoards::head + EliasFano::word_count(stored.count(), stored.largest()))
    damaged(store);
  auto boards = stored.boards();
  if (boards.size() != stored.count() ||
      std::ranges::adjacent_find(boards, std::ranges::greater_equal{}) != boards.end())
    damaged(store);
  for (auto& board : boards) {
    const auto found = game.board_of(board, sum);
    if (!found) damaged(store);
    board = found->nibbles();
  }
  return boards;
}

class EndgameSolving {
 public:
  using Board = Endgame::Board;
  using Kind = LayerStore::Kind;

  EndgameSolving(const EndgamePlan& plan, const std::function<void(const SolveProgress&)>& on_progress,
                 const std::stop_token& stop)
      : plan_(plan),
        game_(plan.walls, plan.target),
        on_progress_(on_progress),
        stop_(stop),
        team_(thread_count(plan.threads)),
        store_(layers_path(plan.path), task_of(game_, plan.law)) {}

  std::optional<Solution> run() {
    try {
      if (!enumerate() || !back_up()) return std::nullopt;
    } catch (const MissingBoard&) {
      damaged(store_);
    }
    write();
    store_.remove();
    return solution_;
  }

 private:
  static constexpr std::size_t boards_at_once = 512;  // per thread

  bool enumerate() {
    EndgameLayers layers{game_, plan_.law, team_};
    report("finding boards", 0, 0);
    while (!layers.done()) {
      if (stop_.stop_requested()) return false;
      last_sum_ = layers.next_sum();
      if (store_.has(Kind::boards, last_sum_)) {
        layers.skip(boards_of(last_sum_));
      } else {
        auto layer = layers.next();
        for (auto& board : layer.afterstates) board = game_.key_of(Board::from_words(board));
        store_boards(store_, last_sum_, layer);
      }
      const auto head = store_.read(Kind::boards, last_sum_, StoredBoards::head);
      solution_.states += head[0];
      solution_.terminal += head[1];
      solution_.afterstates += head[2];
      report("finding boards", last_sum_, solution_.states);
    }
    return true;
  }

  bool back_up() {
    NextLayers next;
    std::uint64_t done = 0;
    for (auto sum = last_sum_ + 2; sum > 0;) {
      sum -= 2;
      if (stop_.stop_requested()) return false;
      const auto boards = boards_of(sum);
      if (!store_.has(Kind::values, sum)) store_chances(store_, sum, backed_up(boards, next));
      // Read from the store in any case, so that an interrupted solve gives the same table.
      const auto values = stored_chances(store_, sum, boards.size());
      done += boards.size();
      if (sum == 0) solution_.value = values.at(0);
      next.after[1] = std::exchange(next.after[0], ValueTable{boards, values});
      report("backing up values", last_sum_ - sum, done);
    }
    return true;
  }

  std::vector<double> backed_up(std::span<const std::uint64_t> boards, const NextLayers& next) {
    std::vector<double> values(boards.size());
    team_.share_out(boards.size(), boards_at_once, [&](std::size_t begin, std::size_t end, int) {
      for (auto index = begin; index < end; ++index) {
        double value = 0;
        game_.for_each_spawn(Board::from_words(boards[index]), plan_.law,
                             [&](const Board& board, Spawn spawn, double chance) {
                               value += chance * best_chance(board, next.after_spawn(spawn.exponent));
                             });
        values[index] = std::min(value, 1.0);
      }
    });
    return values;
  }

  double best_chance(const Board& board, const ValueTable& layer) const {
    double best = 0;
    game_.for_each_slide(board, [&](const Board& afterstate) {
      best = std::max(best, game_.succeeded(afterstate)
                                ? 1.0
                                : layer.value_at(layer.slot_of(game_.canonical(afterstate).nibbles())));
    });
    return best;
  }

  std::vector<std::uint64_t> boards_of(std::uint32_t sum) const { return endgame_boards(store_, sum, game_); }

  void write() {
    solution_.size = {4, 4};
    solution_.objective = {plan_.target};
    solution_.law = plan_.law;
    solution_.walls = plan_.walls;
    solution_.step = 1.0 / (1 << 14);
    std::vector<std::uint32_t> sums;
    solution_.afterstates = 0;
    for (std::uint32_t sum = 0; sum <= last_sum_; sum += 2)
      if (auto kept = kept_of(sum); !kept.keys.empty()) {
        sums.push_back(sum);
        solution_.afterstates += kept.keys.size();
      }
    DatabaseWriter writer{plan_.path, solution_, static_cast<std::uint32_t>(sums.size())};
    for (const auto sum : sums) {
      const auto kept = kept_of(sum);
      writer.add(sum, EliasFano::encode(kept.keys), kept.keys.back(), kept.values);
    }
    writer.commit();
  }

  struct Kept {
    std::vector<std::uint64_t> keys;
    std::vector<double> values;
  };

  /// What of a layer is written.
  Kept kept_of(std::uint32_t sum) const {
    const StoredBoards stored{store_.read(Kind::boards, sum)};
    const auto keys = stored.boards();
    const auto values = stored_chances(store_, sum, keys.size());
    Kept kept;
    for (std::size_t index = 0; index < keys.size(); ++index)
      if (values[index] >= plan_.prune && values[index] > 0) {
        kept.keys.push_back(keys[index]);
        kept.values.push_back(values[index]);
      }
    return kept;
  }

  void report(const char* doing, std::uint32_t sum_done, std::uint64_t boards) const {
    const auto most = static_cast<std::uint32_t>(16 - plan_.walls.count()) << (plan_.target - 1);
    on_progress_({doing, sum_done / 2, most / 2, boards});
  }

  const EndgamePlan& plan_;
  Endgame game_;
  const std::function<void(const SolveProgress&)>& on_progress_;
  const std::stop_token& stop_;
  ThreadTeam team_;
  LayerStore store_;
  std::uint32_t last_sum_ = 0;
  Solution solution_;
};

}  // namespace

EndgameCost endgame_cost(const EndgamePlan& plan) {
  ThreadTeam team{thread_count(plan.threads)};
  const auto afterstates_for = [&](int target) {
    const Endgame game{plan.walls, target};
    double sum = 0;
    for (EndgameLayers layers{game, plan.law, team}; !layers.done();)
      sum += static_cast<double>(layers.next().afterstates.size());
    return sum;
  };
  // Small targets are counted for some seconds at most. Each doubling of the target lets every free cell have one tile
  // more; the share of those boards that can be reached falls by a factor of 0.59 to 0.91 beyond 64, depending on the
  // walls (docs/results/endgame.md).
  constexpr double most_counted = 6e7;
  constexpr int first_counted = 4;
  constexpr int all_reached = 6;
  constexpr double reached = 0.7;
  EndgameCost cost;
  cost.afterstates = afterstates_for(first_counted);
  for (int target = first_counted + 1; target <= plan.target; ++target) {
    cost.afterstates *=
        std::pow(target / (target - 1.0), 16 - plan.walls.count()) * (target > all_reached ? reached : 1);
    if (target < plan.target && cost.afterstates < most_counted) cost.afterstates = afterstates_for(target);
  }
  const double layers = static_cast<double>(16 - plan.walls.count()) * (1 << plan.target) / 16;
  constexpr double bytes_of_an_afterstate = 3 + 1.7 + 3.4;  // chance and key during the solve; both in the table
  cost.memory = 1e8 + 600 * cost.afterstates / layers;
  cost.disk = bytes_of_an_afterstate * cost.afterstates;
  return cost;
}

bool is_endgame(const LayerStore& store) { return store.task().starts_with(task_begin); }

void check_endgame_layers(const LayerStore& store) {
  std::istringstream task{store.task().substr(task_begin.size())};
  std::string walls;
  unsigned target = 0;
  if (!(task >> walls >> target) || !std::has_single_bit(target)) damaged(store);
  const Endgame game{parse_walls(walls), std::countr_zero(target)};
  for (const auto sum : store.tile_sums(LayerStore::Kind::boards)) {
    const auto boards = endgame_boards(store, sum, game);
    if (store.has(LayerStore::Kind::values, sum)) stored_chances(store, sum, boards.size());
  }
}

std::optional<Solution> solve_endgame(const EndgamePlan& plan,
                                      const std::function<void(const SolveProgress&)>& on_progress,
                                      const std::stop_token& stop) {
  return EndgameSolving{plan, on_progress, stop}.run();
}

}  // namespace afterstate
