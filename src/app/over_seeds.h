// Results of repeated runs that differ only in their seed (--seeds of train and eval).
#pragma once

#include <cstdint>
#include <string>

#include "base/json_fwd.h"
#include "base/statistics.h"

namespace afterstate::app {

inline constexpr std::uint64_t max_seeds = 1000;

/// {"runs", "mean", "ci95"}: the mean over the runs with its interval by Student's t, null without enough runs.
Json over_seeds_json(Json runs, const RunningMean& means);

/// "mean 1234 ± 56 over 5 seeds (95 %, Student's t)".
std::string over_seeds_text(const RunningMean& means, std::uint64_t seeds);

}  // namespace afterstate::app
