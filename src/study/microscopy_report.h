// What came out under the microscope, as a folder that a person opens: a summary, tables and pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/microscope.h"
#include "solve/database.h"

namespace afterstate {

/// One player and what was seen of it.
struct Examined {
  std::string name;
  Microscopy seen;
};

/// One or two players as a table in Markdown.
std::string summary_table(const std::vector<Examined>& players, double perfect_score);

/// Writes summary.md, by-progress.csv and a picture of each measure, for two players also of the difference. Throws
/// UserError where the folder cannot be made or written.
void write_report(const std::filesystem::path& folder, const std::vector<Examined>& players, const Solution& solution);

}  // namespace afterstate
