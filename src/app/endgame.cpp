// afterstate endgame: solves endgames and shows their tables.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "app/command_line.h"
#include "app/endgame_commands.h"
#include "app/record_file.h"
#include "app/solving.h"
#include "app/stopping.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "os/machine.h"
#include "os/regular_file.h"
#include "solve/endgame_solver.h"
#include "solve/endgame_table.h"

namespace afterstate::app {

namespace {

struct EndgameOptions {
  std::string walls;
  std::uint64_t target = 512;
  std::optional<double> prune;
  EndgamePlan plan;
  bool json = false;
};

struct TableOptions {
  std::string path;
  bool json = false;
};

struct ShapesOptions {
  std::string records;
  std::uint64_t tile = 1024;
  std::uint64_t show = 20;
  bool json = false;
};

Json table_json(const Solution& solution, const std::string& path) {
  return {{"file", path},
          {"walls", name_of(solution.walls.value())},
          {"target", 1 << solution.objective.goal},
          {"chance", solution.value},
          {"afterstates", solution.afterstates},
          {"states", solution.states},
          {"terminal", solution.terminal},
          {"spawn4", solution.law.four},
          {"bytes", std::filesystem::file_size(path)}};
}

void print_table(const Solution& solution, const std::string& path) {
  fmt::print("walls {}, target {}: chance {:.6f} from no other tile\n", name_of(solution.walls.value()),
             1 << solution.objective.goal, solution.value);
  fmt::print("{} afterstates in {}, {:.1f} MB\n", solution.afterstates, path,
             static_cast<double>(std::filesystem::file_size(path)) / 1e6);
}

/// The table is written at the end of the solve; reports now if that would destroy other data.
void check_table_target(const EndgamePlan& plan) {
  const auto& path = plan.path;
  std::error_code odd;
  const auto status = std::filesystem::status(path, odd);
  if (std::filesystem::is_directory(status))
    throw UserError{fmt::format("cannot write '{}': it is a folder; give a file name", path)};
  if (!std::filesystem::is_regular_file(status) || std::filesystem::file_size(path, odd) == 0) return;
  try {
    const EndgameTable table{path};
    const auto& found = table.solution();
    if (found.walls == plan.walls && found.objective.goal == plan.target) return;
    throw UserError{fmt::format("'{}' exists and is the table for walls {} and target {}; choose another file", path,
                                name_of(found.walls.value()), 1 << found.objective.goal)};
  } catch (const Failure&) {
    // A table that is damaged after its header is not worth keeping.
    const bool is_table = first_bytes(std::filesystem::canonical(path), 8) == "AFTVALUE" && !is_database(path);
    if (!is_table) throw UserError{fmt::format("'{}' exists and is not an endgame table; choose another file", path)};
  }
}

/// Says what the solve needs; throws UserError if the machine has less than half of it.
void check_cost_of(const EndgamePlan& plan) {
  const auto folder = std::filesystem::absolute(plan.path).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw UserError{fmt::format("cannot write '{}': there is no folder '{}'", plan.path, folder.string())};
  const auto cost = endgame_cost(plan);
  fmt::print(stderr, "about {:.2g} afterstates, {:.0f} MB of memory and {:.0f} MB of disk, half to twice of each\n",
             cost.afterstates, cost.memory / 1e6, cost.disk / 1e6);
  const auto check = [](const char* what, double need, std::uint64_t have) {
    if (need / 2 > static_cast<double>(have))
      throw UserError{
          fmt::format("this endgame needs about {:.0f} MB of {}, and {} MB are available; choose a smaller "
                      "target or more walls",
                      need / 1e6, what, have / 1'000'000)};
  };
  check("memory", cost.memory, available_memory());
  if (!std::filesystem::exists(plan.path + ".layers")) check("disk", cost.disk, available_disk(folder));
}

int run_solve(EndgameOptions& options) {
  auto& plan = options.plan;
  plan.walls = parse_walls(options.walls);
  if (!std::has_single_bit(options.target))
    throw UserError{fmt::format("--target '{}': give a power of 2 such as 512", options.target)};
  plan.target = std::countr_zero(options.target);
  plan.prune = options.prune.value_or(0);
  Endgame::check(plan.walls, plan.target);
  check_table_target(plan);
  check_cost_of(plan);
  const auto stop = stop_on_signals();
  const auto begin = std::chrono::steady_clock::now();
  LayerProgress progress;
  const auto solution = solve_endgame(plan, [&](const SolveProgress& now) { progress.show(now); }, stop);
  if (!solution) {
    fmt::print(stderr, "stopped; finished layers are in {}.layers, the same command resumes\n", plan.path);
    return stopped_status();
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (options.json) {
    auto json = table_json(*solution, plan.path);
    json["seconds"] = seconds;
    fmt::print("{}\n", json_text(json));
  } else {
    print_table(*solution, plan.path);
    fmt::print("{:.1f} s\n", seconds);
  }
  return 0;
}

int run_info(const TableOptions& options) {
  const EndgameTable table{options.path};
  if (options.json)
    fmt::print("{}\n", json_text(table_json(table.solution(), options.path)));
  else
    print_table(table.solution(), options.path);
  return 0;
}

/// The cells of tiles from an exponent on, as the first of the symmetric images by name.
Walls shape_of_large_tiles(const PackedBoard& packed_board, int from) {
  const auto board = unpacked<Endgame::Board>(packed_board);
  Endgame::Board large;
  for (int cell = 0; cell < 16; ++cell) large.set_exponent(cell, board.exponent(cell) >= from ? 1 : 0);
  const auto images = symmetric_images(large);
  Walls first{cells_from(images.front(), 1)};
  for (const auto& image : images)
    if (const Walls walls{cells_from(image, 1)}; name_of(walls) < name_of(first)) first = walls;
  return first;
}

int run_shapes(const ShapesOptions& options) {
  if (!std::has_single_bit(options.tile))
    throw UserError{fmt::format("--tile '{}': give a tile, a power of 2 such as 1024", options.tile)};
  const int from = std::countr_zero(options.tile);
  std::map<std::string, std::uint64_t> boards;  // by the name of the shape
  std::uint64_t all = 0;
  std::uint64_t games = 0;
  for_each_record(options.records, Ending::anywhere, [&](const GameRecord& record, const Outcome&) {
    if (record.size != Size{4, 4})
      throw Failure{fmt::format("'{}' has games on {}", options.records, name_of(record.size))};
    ++games;
    for (const auto& position : positions_of(record)) {
      const auto shape = shape_of_large_tiles(position.board, from);
      if (shape.count() > 0) ++boards[name_of(shape)];
      ++all;
    }
  });
  std::vector<std::pair<std::string, std::uint64_t>> sorted{boards.begin(), boards.end()};
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  sorted.resize(std::min<std::size_t>(sorted.size(), options.show));
  const auto share_of = [&](std::uint64_t count) { return static_cast<double>(count) / static_cast<double>(all); };
  if (options.json) {
    Json json{{"games", games}, {"boards", all}, {"tile", options.tile}, {"shapes", Json::array()}};
    for (const auto& [walls, count] : sorted)
      json["shapes"].push_back({{"walls", walls}, {"boards", count}, {"share", share_of(count)}});
    fmt::print("{}\n", json_text(json));
    return 0;
  }
  fmt::print("cells of tiles of at least {}, in {} of {}\n", options.tile, counted(all, "board"),
             counted(games, "game"));
  for (const auto& [walls, count] : sorted)
    fmt::print("{:<16} {:>10} {:>8.3f} %\n", walls, count, 100 * share_of(count));
  return 0;
}

}  // namespace

void add_endgame(CommandLine& line) {
  line.add_group("endgame", "exact chances when the large tiles are walls");
  const auto options = std::make_shared<EndgameOptions>();
  line.add("endgame solve", "find the chance of making a tile among walls, for every board",
           [options] { return run_solve(*options); })
      .required("--walls", "CELLS", options->walls, "cells with walls, row by row in hexadecimal, such as 012345")
      .count("--target", options->target, 16, 8192, "the tile to make")
      .required("--out", "FILE", options->plan.path, "table to write")
      .probability("--prune", options->prune, "leave out boards with a smaller chance")
      .threads(options->plan.threads)
      .json(options->json)
      .note(
          "Walls neither move nor merge: slides that would move one are not made. Ctrl-C keeps finished layers, the "
          "same\n"
          "command resumes.\n"
          "Example: afterstate endgame solve --walls 012345 --target 512 --out 442-512.end");
  const auto info = std::make_shared<TableOptions>();
  line.add("endgame info", "print what an endgame table contains", [info] { return run_info(*info); })
      .argument("FILE", info->path, "endgame table")
      .json(info->json);
  const auto shapes = std::make_shared<ShapesOptions>();
  line.add("endgame shapes", "print where large tiles are in recorded games, to choose walls",
           [shapes] { return run_shapes(*shapes); })
      .argument("RECORDS", shapes->records, "game records on 4x4, as eval --record writes them")
      .count("--tile", shapes->tile, 4, 65536, "tiles from this one on are walls")
      .count("--show", shapes->show, 1, 65536, "the number of shapes to print, the most frequent first")
      .json(shapes->json);
  add_endgame_fit(line);
}

}  // namespace afterstate::app
