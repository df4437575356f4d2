// afterstate strong: makes the endgame tables with which the default model plays as the engine 'strong'.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/solving.h"
#include "app/stopping.h"
#include "base/error.h"
#include "base/json.h"
#include "os/machine.h"
#include "os/threads.h"
#include "solve/endgame_solver.h"
#include "solve/endgame_table.h"

namespace afterstate::app {

namespace {

/// A table of the engine, and what solving it was measured to need (docs/results/strength.md).
struct StrongTable {
  const char* walls;
  int target;  ///< tile
  double core_hours;
  double memory;  ///< bytes
  double disk;    ///< bytes, while it is solved
  double table;   ///< bytes of the finished table
};

/// The five largest tiles in a row and below its end: where games of the default model have them.
constexpr std::array strong_tables{StrongTable{"01234", 1024, 0.6, 1.3e9, 9e9, 4e9}};

struct StrongOptions {
  std::string folder;
  int threads = 0;
  bool json = false;
};

std::filesystem::path path_of(const StrongTable& table, const StrongOptions& options) {
  return std::filesystem::path{options.folder} / fmt::format("{}-{}.end", table.walls, table.target);
}

/// Whether the finished table is there.
bool is_solved(const StrongTable& table, const StrongOptions& options) {
  const auto path = path_of(table, options);
  if (!std::filesystem::exists(path)) return false;
  const auto& solution = EndgameTable{path.string()}.solution();
  return solution.walls == parse_walls(table.walls) && 1 << solution.objective.goal == table.target;
}

/// Says what is left to do; throws UserError if this machine has too little for it.
void check_needs(const std::vector<StrongTable>& tables, const StrongOptions& options) {
  double core_hours = 0;
  double memory = 0;
  double disk = 0;  // at most: earlier tables are finished when the next one is solved
  double finished = 0;
  for (const auto& table : tables) {
    core_hours += table.core_hours;
    memory = std::max(memory, table.memory);
    disk = std::max(disk, finished + table.disk);
    finished += table.table;
  }
  fmt::print(stderr, "{} tables: about {:.1f} hours on {} threads, {:.1f} GB of memory and {:.1f} GB of disk\n",
             tables.size(), core_hours / thread_count(options.threads), thread_count(options.threads), memory / 1e9,
             disk / 1e9);
  const auto check = [](const char* what, double need, std::uint64_t have) {
    if (need > static_cast<double>(have))
      throw UserError{fmt::format("the tables of 'strong' need {:.1f} GB of {}, and {:.1f} GB are available",
                                  need / 1e9, what, static_cast<double>(have) / 1e9)};
  };
  check("memory", memory, available_memory());
  const bool begun = std::ranges::any_of(tables, [&](const StrongTable& table) {
    return std::filesystem::exists(path_of(table, options).string() + ".layers");
  });
  if (!begun) check("disk", disk, available_disk(options.folder));
}

int run_build(const StrongOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (!std::filesystem::is_directory(options.folder))
    throw UserError{fmt::format("cannot use '{}' as a folder: {}", options.folder, error.message())};
  std::vector<StrongTable> left;
  for (const auto& table : strong_tables)
    if (!is_solved(table, options)) left.push_back(table);
  if (!left.empty()) check_needs(left, options);
  const auto stop = stop_on_signals();
  for (const auto& table : left) {
    fmt::print(stderr, "solving {}\n", path_of(table, options).string());
    LayerProgress progress;
    const EndgamePlan plan{.walls = parse_walls(table.walls),
                           .target = std::countr_zero(static_cast<unsigned>(table.target)),
                           .path = path_of(table, options).string(),
                           .threads = options.threads};
    if (!solve_endgame(plan, [&](const SolveProgress& now) { progress.show(now); }, stop)) {
      fmt::print(stderr, "stopped; what is finished is in '{}', the same command resumes\n", options.folder);
      return stopped_status();
    }
  }
  if (options.json) {
    auto files = Json::array();
    for (const auto& table : strong_tables)
      files.push_back(
          {{"file", path_of(table, options).string()}, {"bytes", std::filesystem::file_size(path_of(table, options))}});
    fmt::print("{}\n", json_text({{"folder", options.folder}, {"tables", files}}));
  } else {
    fmt::print("{} is complete; try: afterstate hint BOARD --model strong --endgame {}\n", options.folder,
               options.folder);
  }
  return 0;
}

}  // namespace

void add_strong(CommandLine& line) {
  line.add_group("strong", "make the endgame tables of the engine 'strong'");
  const auto options = std::make_shared<StrongOptions>();
  line.add("strong build", "solve the endgame tables that the engine 'strong' uses",
           [options] { return run_build(*options); })
      .argument("DIR", options->folder, "folder for the tables")
      .threads(options->threads)
      .json(options->json)
      .note(
          "'strong' is the model of AFTERSTATE_MODEL with these tables, if 'afterstate endgame fit' found what they\n"
          "are worth to it; the model that comes with the program does not use tables yet. It finds them with\n"
          "--endgame DIR, in AFTERSTATE_ENDGAME, or in a folder 'strong' next to the model. Says first how many "
          "hours,\n"
          "how much memory and disk it needs. Ctrl-C keeps finished layers, the same command resumes.\n"
          "Example: afterstate strong build models/strong");
}

}  // namespace afterstate::app
