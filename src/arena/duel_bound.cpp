#include "arena/duel_bound.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "game/score.h"
#include "game/slide.h"
#include "game/symmetry.h"
#include "os/thread_team.h"
#include "os/threads.h"

namespace afterstate {

namespace {

/// An afterstate, and the smallest number of 4s that were placed on a way to it.
struct Reached {
  std::uint64_t board;
  std::uint32_t fours;
};

/// The afterstates of one tile sum, distributed over shards by a hash.
class BoundLayer {
 public:
  static constexpr std::size_t shards = 128;

  static std::size_t shard_of(std::uint64_t board) { return board * 0x9E37'79B9'7F4A'7C15ULL >> 57; }

  /// Adds boards to a shard and gives the change of the memory in use. Several threads may do so at once.
  std::int64_t add(std::size_t number, const std::vector<Reached>& found) {
    auto& shard = shards_[number];
    const std::scoped_lock lock{shard.mutex};
    const auto before = static_cast<std::int64_t>(shard.reached.capacity());
    shard.reached.insert(shard.reached.end(), found.begin(), found.end());
    if (shard.reached.size() > 2 * shard.distinct + min_compacted) compact(shard);
    return (static_cast<std::int64_t>(shard.reached.capacity()) - before) * static_cast<std::int64_t>(sizeof(Reached));
  }

  /// A shard without duplicates.
  const std::vector<Reached>& compacted(std::size_t number) {
    compact(shards_[number]);
    return shards_[number].reached;
  }

  /// Gives the memory that was freed.
  std::int64_t release(std::size_t number) {
    auto& shard = shards_[number];
    const auto freed = static_cast<std::int64_t>(shard.reached.capacity() * sizeof(Reached));
    std::vector<Reached>{}.swap(shard.reached);
    shard.distinct = 0;
    return freed;
  }

 private:
  static constexpr std::size_t min_compacted = 4096;

  struct Shard {
    std::mutex mutex;
    std::vector<Reached> reached;
    std::size_t distinct = 0;  ///< after it was compacted last
  };

  static void compact(Shard& shard) {
    auto& reached = shard.reached;
    std::ranges::sort(reached, [](const Reached& a, const Reached& b) {
      return a.board != b.board ? a.board < b.board : a.fours < b.fours;
    });
    const auto duplicates = std::ranges::unique(reached, {}, &Reached::board);  // the first has the fewest 4s
    reached.erase(duplicates.begin(), duplicates.end());
    shard.distinct = reached.size();
  }

  std::array<Shard, shards> shards_;
};

template <class Board>
class BoundSearch {
 public:
  BoundSearch(const BoundPlan& plan, const std::function<void(const BoundResult&)>& on_layer,
              const std::stop_token& stop)
      : plan_(plan), on_layer_(on_layer), team_(thread_count(plan.threads)) {
    if (plan.time) deadline_ = Clock::now() + *plan.time;
    const DuelRules rules{plan.size, plan.rule, DuelStart::empty, 0};
    for (int thread = 0; thread < team_.size(); ++thread) {
      workers_.push_back(std::make_unique<Worker>(plan.attacker.new_session(rules, stop)));
      workers_.back()->attacker->new_game();
    }
    stop_ = stop;
  }

  BoundResult run() {
    layer(0).add(BoundLayer::shard_of(0), {{0, 0}});
    int empty_layers = 0;
    for (std::uint32_t sum = 0; empty_layers < 2; sum += 2) {  // a 4 leads over one layer
      const auto examined = examine(sum);
      if (end_ != BoundEnd::exhausted) break;
      empty_layers = examined == 0 ? empty_layers + 1 : 0;
      if (examined == 0) continue;
      result_.tile_sum = sum;
      result_.largest_layer = std::max(result_.largest_layer, examined);
      if (on_layer_) on_layer_(summed_up());
    }
    return summed_up();
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Worker {
    explicit Worker(std::unique_ptr<DuelSession> session) : attacker(std::move(session)) {}

    std::unique_ptr<DuelSession> attacker;
    /// Found and not yet added, by tile and shard.
    std::array<std::array<std::vector<Reached>, BoundLayer::shards>, 2> found;
    std::uint32_t largest_score = 0;
    std::uint64_t examined = 0;
  };

  BoundLayer& layer(std::uint32_t sum) { return layers_[sum / 2 % layers_.size()]; }

  BoundResult summed_up() const {
    auto result = result_;
    result.end = end_;
    for (const auto& worker : workers_) {
      result.largest_score = std::max(result.largest_score, worker->largest_score);
      result.afterstates += worker->examined;
    }
    return result;
  }

  /// The number of afterstates of this tile sum.
  std::uint64_t examine(std::uint32_t sum) {
    std::atomic<std::uint64_t> examined{0};
    team_.share_out(BoundLayer::shards, 1, [&](std::size_t begin, std::size_t end, int thread) {
      auto& worker = *workers_[static_cast<std::size_t>(thread)];
      for (auto shard = begin; shard < end; ++shard) {
        const auto& reached = layer(sum).compacted(shard);
        for (const auto& afterstate : reached) {
          if (must_end()) return;
          try {
            examine(afterstate, sum, worker);
          } catch (const SearchStopped&) {
            end_ = BoundEnd::stopped;
            return;
          }
        }
        examined += reached.size();
        bytes_ -= layer(sum).release(shard);
      }
    });
    if (end_ != BoundEnd::exhausted) return examined;
    for (auto& worker : workers_)
      for (int exponent = 1; exponent <= 2; ++exponent)
        for (std::size_t shard = 0; shard < BoundLayer::shards; ++shard) flush(*worker, sum, exponent, shard);
    return examined;
  }

  void examine(const Reached& reached, std::uint32_t sum, Worker& worker) {
    const auto afterstate = Board::from_words(reached.board);
    // Whoever chooses at random does so by the board, so that it is a strategy as well.
    const GameRandom random{0, reached.board, law_of(plan_.rule)};
    const auto placement = worker.attacker->place(packed(afterstate), random, 0);
    check_placement(placement, packed(afterstate), plan_.size, plan_.rule);
    ++worker.examined;
    const auto board = with_spawn(afterstate, placement);
    const auto fours = reached.fours + (placement.exponent == 2 ? 1U : 0U);
    bool over = true;
    for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
      over = false;
      const auto child = canonical(slid.afterstate);
      if (child.beyond() != 0) end_ = BoundEnd::tile;
      const auto shard = BoundLayer::shard_of(child.nibbles());
      auto& found = worker.found[static_cast<std::size_t>(placement.exponent - 1)][shard];
      found.push_back({child.nibbles(), fours});
      if (found.size() >= flushed_at_once) flush(worker, sum, placement.exponent, shard);
    });
    if (over) worker.largest_score = std::max(worker.largest_score, score_from_board(board, fours));
  }

  void flush(Worker& worker, std::uint32_t sum, int exponent, std::size_t shard) {
    auto& found = worker.found[static_cast<std::size_t>(exponent - 1)][shard];
    if (found.empty()) return;
    bytes_ += layer(sum + (1U << exponent)).add(shard, found);
    found.clear();
    if (bytes_ > 0 && static_cast<std::uint64_t>(bytes_) > plan_.memory_bytes) end_ = BoundEnd::memory;
  }

  bool must_end() {
    if (stop_.stop_requested()) end_ = BoundEnd::stopped;
    if (deadline_ && Clock::now() >= *deadline_) end_ = BoundEnd::time;
    return end_ != BoundEnd::exhausted;
  }

  static constexpr std::size_t flushed_at_once = 256;

  const BoundPlan& plan_;
  const std::function<void(const BoundResult&)>& on_layer_;
  std::stop_token stop_;
  std::optional<Clock::time_point> deadline_;
  ThreadTeam team_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::array<BoundLayer, 3> layers_;  ///< of this tile sum and of those with a 2 or a 4 more
  std::atomic<std::int64_t> bytes_{0};
  std::atomic<BoundEnd> end_{BoundEnd::exhausted};
  BoundResult result_;
};

}  // namespace

BoundResult bound_value(const BoundPlan& plan, const std::function<void(const BoundResult&)>& on_layer,
                        const std::stop_token& stop) {
  return with_board(plan.size,
                    [&]<class Board>() { return std::make_unique<BoundSearch<Board>>(plan, on_layer, stop)->run(); });
}

}  // namespace afterstate
