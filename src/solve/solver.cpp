#include "solve/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "os/threads.h"
#include "solve/cost.h"
#include "solve/perfect_play.h"
#include "solve/stored_layer.h"

namespace afterstate {

namespace {

using Kind = LayerStore::Kind;

/// Probabilities in units of 2^-60: sums do not depend on their order, and so not on the number of threads.
using Mass = std::uint64_t;
constexpr double whole = 0x1p60;

/// What a layer store belongs to: whoever solves the same continues from it.
std::string task_of(const SolvePlan& plan) {
  auto task = fmt::format("{} {} {}", name_of(plan.size), name_of(plan.objective), plan.law.four);
  if (const auto& duel = plan.duel)
    task += fmt::format(" duel {} {} {}", name_of(duel->rule), name_of(duel->start), duel->random);
  return task;
}

template <class Board>
class Solving {
 public:
  Solving(const SolvePlan& plan, const std::function<void(const SolveProgress&)>& on_progress,
          const std::stop_token& stop)
      : plan_(plan),
        on_progress_(on_progress),
        stop_(stop),
        team_(thread_count(plan.threads)),
        store_(layers_path(plan.path), task_of(plan)) {}

  std::optional<Solution> run() {
    try {
      if (!enumerate() || !back_up()) return std::nullopt;
      return finish();
    } catch (const MissingBoard&) {
      inconsistent();
    }
  }

 private:
  using Layers = ReachableLayers<Board>;

  static constexpr std::size_t boards_at_once = 512;  // per thread

  Solution finish() {
    solution_.size = plan_.size;
    solution_.objective = plan_.objective;
    solution_.law = plan_.law;
    solution_.duel = plan_.duel;
    solution_.step = value_step(plan_.objective, plan_.duel, plan_.fine);
    value_start();
    if (solution_.of_chance()) follow();
    write();
    store_.remove();
    return solution_;
  }

  /// Finds the boards of every layer, from the first to the last.
  bool enumerate() {
    Layers layers{{plan_.law, plan_.objective.goal, start()}, team_};
    first_sum_ = layers.next_sum();
    report("finding boards", 0, 0);
    while (!layers.done()) {
      if (stop_.stop_requested()) return false;
      last_sum_ = layers.next_sum();
      if (last_sum_ > Layers::largest_sum + 4) inconsistent();  // two empty layers follow the last one
      if (store_.has(Kind::boards, last_sum_))
        layers.skip(checked_boards(store_, last_sum_, plan_.size));
      else
        store_boards(store_, last_sum_, layers.next());
      const auto stored = boards_of(last_sum_);
      solution_.states += stored.states();
      solution_.terminal += stored.terminal();
      solution_.afterstates += stored.count();
      report("finding boards", last_sum_, solution_.states);
    }
    return true;
  }

  /// Finds the value of every afterstate, from the last layer to the first.
  bool back_up() {
    NextLayers next;
    std::uint64_t done = 0;
    for (auto sum = last_sum_ + 2; sum > first_sum_;) {
      sum -= 2;
      if (stop_.stop_requested()) return false;
      const auto boards = boards_of(sum).boards();
      const auto layer = store_.has(Kind::values, sum) ? stored(sum, boards.size()) : backed_up(sum, boards, next);
      done += boards.size();
      next.after[1] = std::exchange(next.after[0], ValueTable{boards, layer.values, layer.tiles});
      report("backing up values", last_sum_ - sum, done);
    }
    return true;
  }

  /// What is found for the boards of a layer.
  struct LayerValues {
    std::vector<double> values;
    std::vector<std::uint8_t> tiles;  ///< exponents of the tiles that can be forced; only in a duel
  };

  LayerValues backed_up(std::uint32_t sum, std::span<const std::uint64_t> boards, const NextLayers& next) {
    const double random = plan_.duel ? plan_.duel->random : 1;
    LayerValues layer{std::vector<double>(boards.size()), std::vector<std::uint8_t>(plan_.duel ? boards.size() : 0)};
    team_.share_out(boards.size(), boards_at_once, [&](std::size_t begin, std::size_t end, int) {
      for (auto index = begin; index < end; ++index) {
        const auto worth = afterstate_worth(Board::from_words(boards[index]), plan_.objective, plan_.law, random, next);
        layer.values[index] = worth.value;
        if (plan_.duel) layer.tiles[index] = static_cast<std::uint8_t>(worth.forced_tile);
      }
    });
    if (plan_.duel) store_tiles(store_, sum, layer.tiles);  // before the values, which say that the layer is done
    store_values(store_, sum, layer.values);
    return layer;
  }

  LayerValues stored(std::uint32_t sum, std::size_t count) const {
    return {stored_values(store_, sum, count),
            plan_.duel ? stored_tiles(store_, sum, count, plan_.size) : std::vector<std::uint8_t>{}};
  }

  ValueTable table_of(std::uint32_t sum, std::span<const std::uint64_t> boards) const {
    const auto layer = stored(sum, boards.size());
    return {boards, layer.values, layer.tiles};
  }

  /// The value of the start, and the tile that can be forced from it.
  void value_start() {
    int forced = 0;
    if (start() == DuelStart::empty) {
      const auto layer = table_of(0, boards_of(0).boards());
      const auto slot = layer.slot_of(Board{}.nibbles());
      solution_.value = layer.value_at(slot);
      forced = layer.tile_at(slot);
    } else {
      std::map<std::uint32_t, ValueTable> layers;
      forced = largest_exponent(Board::cells);
      for_each_start<Board>(plan_.law, [&](const Board& board, double chance) {
        const auto sum = tile_sum(board);
        if (!layers.contains(sum)) layers.emplace(sum, table_of(sum, boards_of(sum).boards()));
        const auto move = best_move(board, plan_.objective, layers.at(sum));
        solution_.value += chance * (move ? move->value : 0);
        forced = std::min(forced, forced_tile(board, move));
      });
    }
    if (plan_.duel) solution_.tile_forced = 1U << forced;
  }

  /// By the exponent of a game's largest tile.
  using Ends = std::array<std::atomic<Mass>, 18>;

  /// The probability of making each tile.
  static std::vector<std::pair<std::uint32_t, double>> chances_of_tiles(const Ends& ends) {
    Mass total = 0;  // one, except for rounding
    for (const auto& mass : ends) total += mass;
    std::vector<std::pair<std::uint32_t, double>> tiles;
    Mass at_least = 0;
    for (int exponent = largest_exponent(Board::cells); exponent >= 1; --exponent) {
      at_least += ends[static_cast<std::size_t>(exponent)];
      if (at_least > 0) tiles.emplace_back(1U << exponent, static_cast<double>(at_least) / static_cast<double>(total));
    }
    std::ranges::reverse(tiles);
    return tiles;
  }

  /// Goes once more from the first layer to the last with the probability of each afterstate under perfect play, for
  /// the probabilities of the tiles.
  void follow() {
    Ends ends{};
    std::map<std::uint32_t, Reached> layers;
    const auto layer_at = [&](std::uint32_t sum) -> Reached& {
      auto& reached = layers[sum];
      if (!reached.values) {
        reached.boards = boards_of(sum).boards();
        reached.values = std::make_unique<ValueTable>(table_of(sum, reached.boards));
        reached.mass = std::vector<std::atomic<Mass>>(reached.values->slot_count());
      }
      return reached;
    };
    const auto arrive = [&](const Board& board, Mass mass, Reached& layer) {
      const auto move = best_move(board, plan_.objective, *layer.values);
      if (!move)
        ends[static_cast<std::size_t>(max_exponent(board))] += mass;
      else if (move->reaches_goal)
        ends[static_cast<std::size_t>(plan_.objective.goal)] += mass;
      else
        layer.mass[move->slot] += mass;
    };
    if (start() == DuelStart::empty) {
      auto& layer = layer_at(0);
      layer.mass[layer.values->slot_of(Board{}.nibbles())] = mass_of(1);
    } else {
      for_each_start<Board>(plan_.law, [&](const Board& board, double chance) {
        arrive(board, mass_of(chance), layer_at(tile_sum(board)));
      });
    }
    for (auto sum = first_sum_; sum <= last_sum_; sum += 2) {
      const auto here = std::move(layer_at(sum));
      layers.erase(sum);
      if (sum == last_sum_) break;
      auto& two_more = layer_at(sum + 2);
      auto& four_more = layer_at(std::min(sum + 4, last_sum_));
      team_.share_out(here.boards.size(), boards_at_once, [&](std::size_t begin, std::size_t end, int) {
        for (auto index = begin; index < end; ++index) {
          const Mass mass = here.mass[here.values->slot_of(here.boards[index])];
          if (mass == 0) continue;
          const auto board = Board::from_words(here.boards[index]);
          for_each_spawn(board, plan_.law, [&](Spawn spawn, double chance) {
            arrive(with_spawn(board, spawn), static_cast<Mass>(std::llround(chance * static_cast<double>(mass))),
                   spawn.exponent == 1 ? two_more : four_more);
          });
        }
      });
    }
    solution_.tiles = chances_of_tiles(ends);
  }

  void write() {
    std::vector<std::uint32_t> sums;
    for (auto sum = first_sum_; sum <= last_sum_; sum += 2)
      if (boards_of(sum).count() > 0) sums.push_back(sum);
    DatabaseWriter writer{plan_.path, solution_, static_cast<std::uint32_t>(sums.size())};
    for (const auto sum : sums) {
      const auto stored = boards_of(sum);
      writer.add(sum, stored.encoded(), stored.largest(), stored_values(store_, sum, stored.count()));
    }
    writer.commit();
  }

  /// A layer with the probabilities of its afterstates.
  struct Reached {
    std::vector<std::uint64_t> boards;
    std::unique_ptr<ValueTable> values;
    std::vector<std::atomic<Mass>> mass;  ///< by slot
  };

  DuelStart start() const { return plan_.duel ? plan_.duel->start : DuelStart::two; }

  static Mass mass_of(double chance) { return static_cast<Mass>(std::llround(chance * whole)); }

  StoredBoards boards_of(std::uint32_t sum) const { return stored_boards(store_, sum, plan_.size); }

  /// No process of this program writes such a store.
  [[noreturn]] void inconsistent() const {
    throw Failure{
        fmt::format("'{}' is damaged: its layers do not follow from each other; delete the file", store_.path())};
  }

  void report(const char* doing, std::uint32_t sum_done, std::uint64_t boards) const {
    on_progress_({doing, sum_done / 2, Layers::largest_sum / 2, boards});
  }

  const SolvePlan& plan_;
  const std::function<void(const SolveProgress&)>& on_progress_;
  const std::stop_token& stop_;
  ThreadTeam team_;
  LayerStore store_;
  std::uint32_t first_sum_ = 0;
  std::uint32_t last_sum_ = 0;
  Solution solution_;
};

/// The file is replaced at the end of the solve; reports now if that is impossible or would destroy other data.
void check_target(const std::string& path) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (std::filesystem::is_directory(status))
    throw UserError{fmt::format("cannot write '{}': it is a folder; give a file name", path)};
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, none) > 0 && !is_database(path))
    throw UserError{fmt::format("'{}' exists and is not a value database; choose another file", path)};
}

}  // namespace

SolvePlan duel_plan(Size size, const SolvedDuel& duel, std::string path, int threads) {
  return {.size = size, .law = law_of(duel.rule), .path = std::move(path), .threads = threads, .duel = duel};
}

std::optional<Solution> solve(const SolvePlan& plan, const std::function<void(const SolveProgress&)>& on_progress,
                              const std::stop_token& stop) {
  check_target(plan.path);
  return with_board(plan.size, [&]<class Board>() -> std::optional<Solution> {
    if constexpr (largest_exponent(Board::cells) <= 15)
      return Solving<Board>{plan, on_progress, stop}.run();
    else
      throw UserError{
          fmt::format("cannot solve {}: the solver does not support tiles beyond 32768; choose a smaller board",
                      name_of(plan.size))};
  });
}

}  // namespace afterstate
