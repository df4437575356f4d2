// afterstate boards: collects boards at which training can start.
#include <fmt/format.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>

#include "app/command_line.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/games.h"
#include "arena/stage_boards.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/load_engine.h"
#include "game/game_random.h"
#include "game/notation.h"
#include "os/atomic_file.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct CollectOptions {
  std::string source;
  std::string stages;
  std::string out;
  GamesPlan plan;
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> first_game;
  std::optional<std::uint64_t> seed;
  SearchRequest search;
  bool force = false;
  bool json = false;
};

/// Writes the boards of one game after the other, and counts them.
class Collector {
 public:
  Collector(const CollectOptions& options, Size size)
      : stages_(parse_staging(options.stages, size)), stage_(stages_), file_(options.out) {
    file_.write(fmt::format("# the first boards of {} in games of {} on {}\n", name_of(stages_), options.source,
                            name_of(size)));
    counts_.resize(static_cast<std::size_t>(stages_.count()));
  }

  void add(const GameRecord& record) {
    ++games_;
    for (const auto& [stage, afterstate] : stage_boards(record, stage_)) {
      ++counts_[static_cast<std::size_t>(stage)];
      file_.write(notation_of(afterstate, record.size) + "\n");
    }
  }

  std::uint64_t games() const { return games_; }

  /// Keeps the file, and prints what is in it.
  void finish(const CollectOptions& options) {
    std::uint64_t boards = 0;
    Json by_stage = Json::array();
    for (std::size_t stage = 1; stage < counts_.size(); ++stage) {
      boards += counts_[stage];
      const auto from = stages_.bits > 0 ? std::to_string(stage) : name_of(Staging{{stages_.events[stage - 1]}});
      by_stage.push_back({{"from", from}, {"boards", counts_[stage]}});
    }
    if (boards == 0)
      throw Failure{
          fmt::format("none of {} games reached a stage of '{}': nothing was written", games_, options.stages)};
    file_.commit();
    if (options.json) {
      fmt::print("{}\n",
                 json_text({{"file", options.out}, {"games", games_}, {"boards", boards}, {"stages", by_stage}}));
      return;
    }
    fmt::print("{} of {} in {}\n", counted(boards, "board"), counted(games_, "game"), options.out);
    for (const auto& stage : by_stage)
      fmt::print("{:>16} {:>8}\n", stage["from"].get<std::string>(), stage["boards"].get<std::uint64_t>());
  }

 private:
  Staging stages_;
  StageReader<LargestBoard> stage_;
  AtomicFile file_;
  std::vector<std::uint64_t> counts_;  ///< of boards, by stage
  std::uint64_t games_ = 0;
};

/// Records begin with a brace; everything else is for load_engine() to recognise.
bool is_record_file(const std::string& path) {
  if (std::error_code odd; !std::filesystem::is_regular_file(path, odd)) return false;
  return std::ifstream{path}.peek() == '{';
}

/// Throws UserError if options are given that are for games of an engine.
void check_no_engine_options(const CollectOptions& options) {
  const auto& search = options.search;
  const std::initializer_list<std::pair<const char*, bool>> given{{"--games", options.games.has_value()},
                                                                  {"--first-game", options.first_game.has_value()},
                                                                  {"--seed", options.seed.has_value()},
                                                                  {"--depth", search.depth.has_value()},
                                                                  {"--time-ms", search.time_ms.has_value()},
                                                                  {"--table-mb", search.table_mb.has_value()},
                                                                  {"--mode", !search.mode.empty()},
                                                                  {"--downgrade", search.downgrade.has_value()},
                                                                  {"--depth-limit", !search.depth_limit.empty()},
                                                                  {"--min-chance", !search.min_chance.empty()}};
  for (const auto& [option, is_given] : given)
    if (is_given)
      throw UserError{fmt::format("{} is for games that an engine plays, and '{}' has game records; remove it", option,
                                  options.source)};
}

int run_collect(CollectOptions& options) {
  if (!options.force) check_can_create(options.out, "--out");
  if (is_record_file(options.source)) {
    check_no_engine_options(options);
    std::optional<Collector> collector;
    std::optional<Size> size;
    for_each_record(options.source, Ending::anywhere, [&](const GameRecord& record, const Outcome&) {
      if (!collector) collector.emplace(options, record.size);
      if (size && *size != record.size)
        throw Failure{
            fmt::format("'{}' has games on {} and on {}", options.source, name_of(*size), name_of(record.size))};
      size = record.size;
      collector->add(record);
    });
    collector->finish(options);
    return 0;
  }
  auto& plan = options.plan;
  plan.games = options.games.value_or(plan.games);
  plan.first_game = options.first_game.value_or(plan.first_game);
  plan.seed = options.seed.value_or(plan.seed);
  const int threads = thread_count(plan.threads);
  plan.engine = load_engine(options.source, threads);
  plan.size = plan.engine->size();
  plan.law = plan.engine->law();
  plan.search = search_plan(options.search, *plan.engine, threads);
  plan.record = true;
  Collector collector{options, plan.size};
  const auto stop = stop_on_signals();
  {
    Progress progress{"games", plan.games};
    play_games(
        plan,
        [&](const FinishedGame& finished) {
          collector.add(parse_record(finished.record));
          if (progress.due()) progress.show(collector.games(), "");
        },
        stop);
  }
  collector.finish(options);
  return stopped_status();
}

struct GenerateOptions {
  std::string formation;
  std::string out;
  std::uint64_t boards = 1000;
  std::uint64_t others = 6;
  std::uint64_t largest = 64;
  std::uint64_t seed = 1;
  bool force = false;
  bool json = false;
};

/// The formation with random tiles in some of its empty cells.
LargestBoard with_random_tiles(LargestBoard board, const GenerateOptions& options, std::uint64_t number) {
  const GameRandom random{options.seed, number, SpawnLaw{}};
  const auto first = random.choice(0);
  const auto exponents = static_cast<std::uint64_t>(std::countr_zero(options.largest));
  const auto count = uniform_below(first.first, options.others + 1);
  for (std::uint32_t tile = 0; tile < count; ++tile) {
    const auto draw = random.choice(tile + 1);
    auto skip = uniform_below(draw.first, static_cast<std::uint64_t>(empty_count(board)));
    int cell = 0;
    while (board.exponent(cell) != 0 || skip-- > 0) ++cell;
    board.set_exponent(cell, 1 + static_cast<int>(uniform_below(draw.second, exponents)));
  }
  return board;
}

int run_generate(const GenerateOptions& options) {
  const Size size{4, 4};
  const auto formation = unpacked<LargestBoard>(packed_from(parse_exponents(options.formation, size)));
  if (!std::has_single_bit(options.largest))
    throw UserError{fmt::format("--largest '{}': give a tile, a power of 2 such as 64", options.largest)};
  if (options.others + 1 > static_cast<std::uint64_t>(empty_count(formation)))
    throw UserError{fmt::format("--others {}: the formation has {} empty cells, and one must stay empty",
                                options.others, empty_count(formation))};
  if (!options.force) check_can_create(options.out, "--out");
  AtomicFile file{options.out};
  file.write(fmt::format("# {} with up to {} random tiles, seed {}\n", notation_of(packed(formation), size),
                         options.others, options.seed));
  for (std::uint64_t number = 0; number < options.boards; ++number)
    file.write(notation_of(packed(with_random_tiles(formation, options, number)), size) + "\n");
  file.commit();
  if (options.json)
    fmt::print("{}\n", json_text({{"file", options.out}, {"boards", options.boards}}));
  else
    fmt::print("{} in {}\n", counted(options.boards, "board"), options.out);
  return 0;
}

void add_generate(CommandLine& line) {
  const auto options = std::make_shared<GenerateOptions>();
  line.add("boards generate", "write boards with large tiles in given cells and random small ones",
           [options] { return run_generate(*options); })
      .argument("FORMATION", options->formation, "the large tiles: a board of 4x4, with 0 in all other cells")
      .required("--out", "FILE", options->out, "text file to write, one board per line")
      .count("--boards", options->boards, 1, 10'000'000, "number of boards")
      .count("--others", options->others, 0, 15, "maximum number of random tiles in a board")
      .count("--largest", options->largest, 2, 4096, "largest random tile")
      .seed(options->seed)
      .flag("--force", options->force, "replace an existing file")
      .json(options->json)
      .note("Example: afterstate boards generate '16384 8192 4096 2048  0 0 0 0  0 0 0 0  0 0 0 0' --out late.boards");
}

}  // namespace

void add_boards(CommandLine& line) {
  line.add_group("boards", "collect or generate boards at which training can start");
  add_generate(line);
  const auto options = std::make_shared<CollectOptions>();
  options->plan.games = 1000;
  auto command = line.add("boards collect", "write the first boards of each stage that games reach",
                          [options] { return run_collect(*options); });
  command.argument("SOURCE", options->source, "game records, or an engine that plays: " + engine_help())
      .required("--stages", "LIST", options->stages,
                "where stages begin, such as \"16k+8k 16k+8k+4k\", or a name such as max8")
      .required("--out", "FILE", options->out,
                "text file to write, one board per line, for the key 'boards' of a recipe");
  add_search_options(command, options->search);
  const auto& plan = options->plan;
  command
      .count("--games", options->games, 1, 1'000'000'000,
             fmt::format("number of games that the engine plays; default: {}", plan.games))
      .count("--first-game", options->first_game, 0, 1ULL << 62,
             fmt::format("number of the first game; default: {}", plan.first_game))
      .count("--seed", options->seed, 0, UINT64_MAX,
             fmt::format("random seed; the same seed gives the same games; default: {}", plan.seed))
      .threads(options->plan.threads)
      .flag("--force", options->force, "replace an existing file")
      .json(options->json)
      .note(
          "The boards are afterstates: a tile is spawned before the first move. Ctrl-C keeps those of the finished "
          "games.\n"
          "Example: afterstate boards collect default --depth 2 --games 2000 --stages \"16k+8k+4k 16k+8k+4k+2k\" \\\n"
          "         --out late.boards");
}

}  // namespace afterstate::app
