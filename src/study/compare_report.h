// The report of a comparison with exact values: a folder with a summary, a table and plots.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/compare.h"
#include "solve/database.h"

namespace afterstate {

/// A player and its comparison with exact values.
struct Examined {
  std::string name;
  Comparison seen;
};

/// One or two players as a table in Markdown.
std::string summary_table(const std::vector<Examined>& players, double perfect_score);

/// Writes summary.md, by-progress.csv and a plot of each measure and, for two players, of the difference. Throws
/// UserError if the folder cannot be created or written.
void write_report(const std::filesystem::path& folder, const std::vector<Examined>& players, const Solution& solution);

}  // namespace afterstate
