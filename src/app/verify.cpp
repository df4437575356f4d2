// afterstate verify: reads files that the program writes from their beginning to their end and says whether they are
// sound.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <sstream>

#include "app/command_line.h"
#include "app/record_file.h"
#include "arena/board_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "game/notation.h"
#include "learn/training_state.h"
#include "model/engine_file.h"
#include "os/regular_file.h"
#include "solve/database.h"
#include "solve/endgame_solver.h"
#include "solve/stored_layer.h"
#include "train/recipe.h"

namespace afterstate::app {

namespace {

namespace fs = std::filesystem;

struct VerifyOptions {
  std::vector<std::string> paths;
  bool json = false;
};

/// What was found in a file.
struct Verdict {
  std::string path;
  std::string kind;      ///< "unknown" if it was not recognised
  std::string contents;  ///< in a few words
  std::string error;     ///< empty if the file is sound
};

std::string verified(const Model& model) {
  const auto& shape = shape_of(model.network);
  const auto rows = rows_of(model.network);
  for (std::uint64_t weight = 0; weight < rows.count; ++weight)
    for (std::size_t number = 0; number < rows.floats; ++number)
      if (!std::isfinite(rows.row(weight)[number]))
        throw Failure{fmt::format("weight {} is not a finite number", weight)};
  if (!model.training_state.empty()) {
    TrainingState state;
    restore(state, model.training_state, shape.size, shape.staging.count());
  }
  if (!model.card.recipe.empty()) parse_recipe(model.card.recipe, "the recipe in the file");
  return fmt::format("{} for {}, {} weights, {} actions, checksum {}", model.checkpoint ? "checkpoint" : "model",
                     name_of(shape.size), shape.weights(), model.card.actions, model.checksum);
}

std::string verify_model(const std::string& path) {
  if (!is_engine_file(path)) return verified(load_all(path));
  const auto parts = load_parts(path);
  for (const auto& part : parts) verified(part.model);
  return fmt::format("engine of {} for {}", counted(parts.size(), "network"),
                     name_of(shape_of(parts.front().model.network).size));
}

std::string verify_database(const std::string& path) {
  const ValueDatabase database{path};
  database.check_everything();
  const auto& solution = database.solution();
  if (solution.walls)
    return fmt::format("endgame table, walls {}, target {}, {} afterstates", name_of(*solution.walls),
                       1 << solution.objective.goal, solution.afterstates);
  return fmt::format("value database of {} ({}), {} afterstates", name_of(solution.size),
                     solution.duel ? "two-player game, " + description_of(*solution.duel) : name_of(solution.objective),
                     solution.afterstates);
}

std::string verify_layers(const std::string& path) {
  using Kind = LayerStore::Kind;
  const LayerStore store{path};
  const auto with_values = store.tile_sums(Kind::values);
  if (is_endgame(store)) {
    check_endgame_layers(store);
  } else {
    std::istringstream task{store.task()};
    std::string size_name;
    task >> size_name;
    const auto size = parse_size(size_name);
    for (const auto sum : store.tile_sums(Kind::boards)) checked_boards(store, sum, size);
    for (const auto sum : with_values) stored_values(store, sum, stored_boards(store, sum, size).count());
    for (const auto sum : store.tile_sums(Kind::tiles))
      stored_tiles(store, sum, stored_boards(store, sum, size).count(), size);
  }
  return fmt::format("layer store of the solve '{}', {} layers of boards, {} of values", store.task(),
                     store.tile_sums(Kind::boards).size(), with_values.size());
}

std::string verify_records(const std::string& path) {
  const auto summary = read_records(path, 1, Ending::anywhere).summary;
  return fmt::format("{}, {}", counted(summary.games(), "game"), counted(summary.moves(), "move"));
}

/// What is enough of a file to recognise it.
constexpr std::size_t recognised_bytes = std::size_t{1} << 16;

constexpr std::string_view begin_of_collected = "# the first boards of ";

/// The size that the first line of 'boards collect' ends with, "... on 2x3"; else the first one for which the first
/// board is valid, square sizes and 2x3 rather than 3x2. Nothing if there is none.
std::optional<Size> size_of_boards(const std::string& begin) {
  const auto parsed = [](const auto& parse) -> bool {
    try {
      parse();
      return true;
    } catch (const UserError&) {
      return false;
    }
  };
  std::istringstream lines{begin};
  for (std::string line; std::getline(lines, line);) {
    Size size;
    if (line.starts_with(begin_of_collected) && parsed([&] { size = parse_size(line.substr(line.rfind(' ') + 1)); }))
      return size;
    if (line.empty() || line.front() == '#') continue;
    for (size.rows = 4; size.rows > 0; --size.rows)
      for (size.cols = 4; size.cols >= std::max(size.rows, 2); --size.cols)
        if (parsed([&] { parse_exponents(line, size); })) return size;
    return std::nullopt;
  }
  return std::nullopt;
}

std::string verify_boards(const std::string& path) {
  const auto size = size_of_boards(first_bytes(path, recognised_bytes)).value_or(Size{});
  return fmt::format("{} of {}", counted(read_boards(path, size).size(), "board"), name_of(size));
}

std::string verify_log(const std::string& path) {
  constexpr LineLimits limits{.bytes = UINT64_MAX, .line = std::size_t{1} << 20};
  const auto file = RegularFile::open(path);
  if (!file) throw Failure{"it is not a regular file"};
  std::uint64_t number = 0;
  double last = 0;
  const auto read = for_each_line(*file, limits, [&](const std::string& line) {
    ++number;
    const auto json = parse_json(line, fmt::format("line {}", number));
    for (const auto* const key : {"actions", "seconds", "mean", "ci95", "games"})
      if (!json.is_object() || !json.contains(key) || !json[key].is_number())
        throw Failure{fmt::format("line {} has no number \"{}\"", number, key)};
    if (json["actions"].get<double>() < last) throw Failure{fmt::format("line {} is out of order", number)};
    last = json["actions"].get<double>();
    return true;
  });
  if (read.line_too_long) throw Failure{fmt::format("line {} is too long", number + 1)};
  if (read.bytes != file->size())
    throw Failure{fmt::format("line {} is incomplete; train --resume repairs it", number + 1)};
  return fmt::format("{}, up to {:.0f} actions", counted(number, "measurement"), last);
}

std::string verify_recipe(const std::string& path) {
  const auto recipe = read_recipe(path);
  return fmt::format("recipe for {}, {} actions", name_of(recipe.network.size), recipe.actions);
}

std::string verify_json(const std::string& path) {
  constexpr std::size_t max_bytes = std::size_t{1} << 20;
  if (!parse_json(first_bytes(path, max_bytes), "it").is_object()) throw Failure{"it is not a JSON object"};
  return "JSON object";
}

/// A kind of file, recognised by its first bytes or its name.
struct FileKind {
  std::string_view name;
  std::string_view begin;  ///< empty if only the name counts
  std::string_view end_of_path;
  std::string (*verify)(const std::string& path);
};

constexpr std::array kinds{
    FileKind{"model", "AFTSTATE", ".ast", verify_model},
    FileKind{"model", "AFTSTATE", "checkpoint", verify_model},
    FileKind{"database", "AFTVALUE", ".db", verify_database},
    FileKind{"database", "AFTVALUE", ".end", verify_database},
    FileKind{"layers", "ATLAYRS", ".layers", verify_layers},
    FileKind{"log", "", "log.jsonl", verify_log},
    FileKind{"recipe", "", ".toml", verify_recipe},
    FileKind{"json", "", "serve.json", verify_json},
    FileKind{"json", "", "result.json", verify_json},
    FileKind{"json", "", "settings.json", verify_json},
    FileKind{"json", "", "league.json", verify_json},
    FileKind{"boards", begin_of_collected, ".boards", verify_boards},
    FileKind{"records", "{", ".jsonl", verify_records},
};

/// The first bytes decide; a file whose first bytes are damaged still has its name.
const FileKind& kind_of(const std::string& path, const std::string& begin) {
  for (const auto& kind : kinds)
    if (kind.begin.size() > 1 && begin.starts_with(kind.begin)) return kind;
  for (const auto& kind : kinds)
    if (path.ends_with(kind.end_of_path)) return kind;
  const auto named = [](std::string_view name) -> const FileKind& {
    return *std::ranges::find(kinds, name, &FileKind::name);
  };
  if (begin.starts_with("{")) return named("records");
  if (size_of_boards(begin)) return named("boards");
  throw Failure{"it is not a file that afterstate writes"};
}

Verdict verdict_of(const std::string& path) {
  Verdict verdict{path, "unknown", "", ""};
  try {
    if (!fs::is_regular_file(path)) throw Failure{"it is not a regular file"};
    const auto resolved = fs::canonical(path).string();
    const auto& kind = kind_of(path, first_bytes(resolved, recognised_bytes));
    verdict.kind = kind.name;
    verdict.contents = kind.verify(resolved);
    if (kind.name == "model" && verdict.contents.starts_with("checkpoint")) verdict.kind = "checkpoint";
  } catch (const std::bad_alloc&) {
    verdict.error = "not enough memory to read it";
  } catch (const std::exception& error) {
    verdict.error = error.what();
  }
  return verdict;
}

/// The files of a league in its folder; none if it has none.
std::vector<std::string> files_of_league(const fs::path& folder) {
  std::vector<std::string> files;
  if (std::error_code odd; !fs::is_regular_file(folder / "settings.json", odd)) return files;
  for (const auto* const name : {"settings.json", "games.jsonl", "league.json"})
    if (std::error_code odd; fs::exists(folder / name, odd)) files.push_back((folder / name).string());
  return files;
}

/// The files of a run or a league in its folder; other files are not looked at.
std::vector<std::string> files_of_folder(const fs::path& folder) {
  auto files = files_of_league(folder);
  for (const auto* const name :
       {"recipe.toml", "checkpoint", "log.jsonl", "model.ast", "attacker.ast", "defender.ast", "serve.json"})
    if (fs::exists(fs::symlink_status(folder / name))) files.push_back((folder / name).string());
  std::error_code odd;
  for (const auto& entry : fs::directory_iterator{folder, odd})  // of the other role, if both learn
    if (entry.path().extension() == ".checkpoint") files.push_back(entry.path().string());
  if (files.empty())
    throw UserError{
        fmt::format("'{}' is a folder without a training run or a league; give a file, or the folder of a run or of "
                    "a league",
                    folder.string())};
  return files;
}

std::vector<std::string> files_in(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error))
      throw UserError{fmt::format("cannot read '{}': no such file; give a file or a folder", path)};
    if (fs::is_directory(path, error))
      std::ranges::copy(files_of_folder(path), std::back_inserter(files));
    else
      files.push_back(path);
  }
  return files;
}

int run_verify(const VerifyOptions& options) {
  const auto files = files_in(options.paths);
  auto all = Json::array();
  bool sound = true;
  for (const auto& file : files) {
    const auto verdict = verdict_of(file);
    sound = sound && verdict.error.empty();
    if (options.json) {
      Json json{{"file", file}, {"kind", verdict.kind}, {"sound", verdict.error.empty()}};
      if (verdict.error.empty())
        json["contents"] = verdict.contents;
      else
        json["error"] = verdict.error;
      all.push_back(std::move(json));
    } else if (verdict.error.empty()) {
      fmt::print("{}: sound: {}\n", file, verdict.contents);
    } else {
      auto error = verdict.error;
      std::ranges::replace_if(error, [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
      fmt::print("{}: {}: {}\n", file, verdict.kind == "unknown" ? "unknown" : "damaged", error);
    }
  }
  if (options.json) fmt::print("{}\n", json_text({{"sound", sound}, {"files", std::move(all)}}));
  return sound ? 0 : 1;
}

}  // namespace

void add_verify(CommandLine& line) {
  const auto options = std::make_shared<VerifyOptions>();
  line.add("verify", "check that files are complete and undamaged", [options] { return run_verify(*options); })
      .arguments("FILE", options->paths,
                 "model, engine file, checkpoint, value database, endgame table, layer store, game records, boards, "
                 "log.jsonl, recipe, or folder of a run or league")
      .json(options->json)
      .note(
          "Exit status: 0 if all files are sound, 1 if one is damaged or of an unknown kind.\n"
          "Example: afterstate verify mini.db runs/first");
}

}  // namespace afterstate::app
