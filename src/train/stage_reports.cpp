#include "train/stage_reports.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <type_traits>

#include "os/threads.h"

namespace afterstate {

namespace {

/// Sums over the weights of one stage.
struct WeightSums {
  std::uint64_t touched = 0;
  std::uint64_t learned = 0;  ///< weights with a rate of their own
  double rates = 0;

  WeightSums& operator+=(const WeightSums& other) {
    touched += other.touched;
    learned += other.learned;
    rates += other.rates;
    return *this;
  }
};

template <class Weight>
void add_rate(const Weight& weight, WeightSums& sums, double lookups) {
  if constexpr (std::is_same_v<Weight, CoherenceWeight>) {
    const auto magnitude = static_cast<double>(weight.magnitude.load());
    if (magnitude == 0) return;
    sums.rates += std::abs(static_cast<double>(weight.errors.load())) / magnitude;
    ++sums.learned;
  } else if constexpr (std::is_same_v<Weight, AutostepWeight>) {
    if (weight.step.load() == 0) return;
    sums.rates += static_cast<double>(weight.step.load()) * lookups;
    ++sums.learned;
  }
}

/// Per stage. Threads take blocks in any order, but the blocks are added up in order, so that the sums do not depend on
/// the number of threads.
template <class Network>
std::vector<WeightSums> sums_of(const Network& network, int threads) {
  constexpr std::uint64_t weights_per_block = std::uint64_t{1} << 20;
  const auto& shape = network.shape();
  const auto weights = network.weights();
  const auto a_stage = shape.weights_per_stage();
  const auto blocks_per_stage = (a_stage + weights_per_block - 1) / weights_per_block;
  std::vector<WeightSums> blocks(blocks_per_stage * static_cast<std::uint64_t>(shape.staging.count()));
  std::atomic<std::uint64_t> taken{0};
  run_on_threads(threads, [&](int) {
    for (auto block = taken++; block < blocks.size(); block = taken++) {
      const auto begin = block % blocks_per_stage * weights_per_block;
      const auto first = block / blocks_per_stage * a_stage + begin;
      WeightSums sums;
      for (const auto& weight : weights.subspan(first, std::min(weights_per_block, a_stage - begin))) {
        if (weight.value.load() != 0) ++sums.touched;
        add_rate(weight, sums, shape.lookups());
      }
      blocks[block] = sums;
    }
  });
  std::vector<WeightSums> stages(static_cast<std::size_t>(shape.staging.count()));
  for (std::uint64_t block = 0; block < blocks.size(); ++block) stages[block / blocks_per_stage] += blocks[block];
  return stages;
}

}  // namespace

std::vector<StageReport> stage_reports(const AnyNetwork& network, const TrainingState& state, int threads) {
  const auto sums = std::visit([&](const auto& any) { return sums_of(any, threads); }, network);
  const auto all_actions =
      std::accumulate(state.stages.begin(), state.stages.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const StageStatistics& stage) { return sum + stage.actions; });
  std::vector<StageReport> reports(sums.size());
  for (std::size_t stage = 0; stage < reports.size(); ++stage) {
    auto& report = reports[stage];
    report.touched =
        static_cast<double>(sums[stage].touched) / static_cast<double>(shape_of(network).weights_per_stage());
    if (sums[stage].learned > 0) report.rate = sums[stage].rates / static_cast<double>(sums[stage].learned);
    if (stage >= state.stages.size()) continue;
    const auto& met = state.stages[stage];
    if (all_actions > 0) report.actions = static_cast<double>(met.actions) / static_cast<double>(all_actions);
    report.games = met.games;
    const bool is_last = stage + 1 == reports.size() && !shape_of(network).goal;
    if (met.decided > 0 && !is_last) report.passed = static_cast<double>(met.passed) / static_cast<double>(met.decided);
    if (met.games == 0) continue;
    report.predicted = met.predicted / static_cast<double>(met.games);
    report.realised = met.realised / static_cast<double>(met.games);
  }
  return reports;
}

}  // namespace afterstate
