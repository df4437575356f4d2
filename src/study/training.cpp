#include "study/training.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/games.h"
#include "arena/summary_view.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/machine.h"
#include "base/threads.h"
#include "study/diagnostics.h"
#include "study/model_card.h"

namespace afterstate {

namespace {

/// Saving takes at most this share of the time, however often it is asked for.
constexpr double most_saving = 0.05;

/// Rows of the slide tables, buffers of the threads, compression: what is not tables.
constexpr std::uint64_t other_memory = 50'000'000;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Keep keep_for(const LearningPlan& plan) {
  const auto has = [&](Rule rule) { return std::ranges::find(plan.phases, rule, &Phase::rule) != plan.phases.end(); };
  if (has(Rule::tc)) return Keep::coherence;
  return has(Rule::autostep) ? Keep::autostep : Keep::values;
}

const Phase& phase_at(const LearningPlan& plan, std::uint64_t actions) {
  return *std::ranges::find_if(plan.phases, [&](const Phase& phase) { return actions < phase.end; });
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file{path};
  file.write(text);
  file.commit();
}

std::string description_of(const NetworkShape& shape) {
  return fmt::format("{} with {} tile values, stages {} and promotion {}", name_of(shape.tuples), shape.tile_values,
                     name_of(shape.staging), name_of(shape.promotion));
}

struct Logged {
  std::uint64_t actions = 0;
  double seconds = 0;
};

/// Keeps the lines up to the checkpoint: a run that was killed may have logged more than it saved. Gives the last.
Logged cut_log(const std::filesystem::path& path, std::uint64_t actions) {
  const auto text = read_text(path);
  std::string kept;
  Logged last;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) break;
    const auto line = text.substr(begin, end - begin + 1);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const auto is_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
    if (!json.is_object() || !is_number("actions") || !is_number("seconds") || json["actions"] > actions) break;
    last = {json["actions"].get<std::uint64_t>(), json["seconds"].get<double>()};
    kept += line;
    begin = end + 1;
  }
  if (kept != text) write_text(path, kept);
  return last;
}

/// What a run that was killed while it saved left behind, and nothing of others that may be there.
void remove_half_written(const std::filesystem::path& folder) {
  constexpr std::array ours{"recipe.toml.", "checkpoint.", "log.jsonl.", "model.ast.", "MODEL_CARD.md."};
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder, ignored}) {
    const auto name = entry.path().filename().string();
    const bool is_ours = std::ranges::any_of(ours, [&](const char* begin) { return name.starts_with(begin); });
    if (is_ours && name.ends_with(".tmp")) std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace

Resources resources_of(const Recipe& recipe, bool from_model) {
  const auto weights = recipe.network.weights();
  const auto tables = weights * bytes_a_weight(keep_for(recipe.learning));
  const auto model = from_model ? tables : 0;  // a checkpoint of the same rule
  // A checkpoint is there beside the one that replaces it.
  return {tables + model + other_memory, 2 * tables + weights * sizeof(float)};
}

void check_resources(const Resources& needed, const std::filesystem::path& folder) {
  const auto check = [](const char* what, std::uint64_t need, std::uint64_t have, const char* remedy) {
    if (need > have)
      throw UserError{fmt::format("this run needs up to {} MB of {}, and there are {} MB; {}", need / 1'000'000, what,
                                  have / 1'000'000, remedy)};
  };
  check("memory", needed.memory, available_memory(), "take a smaller network, or a machine with more");
  check("disk", needed.disk, available_disk(folder), "make room, or name another folder with --out");
}

Training::Training(Recipe recipe, const TrainingOptions& options)
    : recipe_(std::move(recipe)), folder_(options.folder), threads_(thread_count(options.threads)) {
  if (options.resume && !std::filesystem::exists(folder_ / "checkpoint"))
    throw UserError{fmt::format(
        "'{}' has no checkpoint to go on from; name the folder of a run, or leave --resume out to start one",
        folder_.string())};
  std::error_code error;
  const bool created = std::filesystem::create_directories(folder_, error);
  folder_lock_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_lock_ < 0)
    throw UserError{fmt::format("cannot use '{}' as a folder: {}", folder_.string(),
                                error ? error.message() : std::strerror(errno))};
  try {
    if (::flock(folder_lock_, LOCK_EX | LOCK_NB) != 0)
      throw UserError{fmt::format("another run is at work in '{}'; wait for it, or name another folder with --out",
                                  folder_.string())};
    if (options.resume)
      resume(options);
    else
      begin(options);
  } catch (...) {
    ::close(folder_lock_);
    if (created) std::filesystem::remove(folder_, error);  // where nothing is in it
    throw;
  }
}

Training::~Training() { ::close(folder_lock_); }

void Training::begin(const TrainingOptions& options) {
  card_.recipe = to_toml(recipe_);
  if (std::filesystem::exists(folder_ / "checkpoint"))
    throw UserError{fmt::format("'{}' holds a run already; go on with it (--resume), or name another folder with --out",
                                folder_.string())};
  for (const auto* const name : {"recipe.toml", "log.jsonl", "model.ast", "MODEL_CARD.md"})
    if (const auto path = folder_ / name;
        std::filesystem::exists(path) && read_text(path) != card_.recipe)  // the same recipe is no loss
      throw UserError{fmt::format("'{}' is there already and the run would replace it; name another folder with --out",
                                  path.string())};
  remove_half_written(folder_);
  std::optional<Model> start;
  if (!options.init.empty()) {
    start = load_all(options.init, threads_);
    const auto& shape = shape_of(start->network);
    if (shape.size != recipe_.network.size)
      throw UserError{fmt::format("'{}' is a model for {}, the recipe is for {}", options.init, name_of(shape.size),
                                  name_of(recipe_.network.size))};
    if (shape.initial_value != recipe_.network.initial_value)
      throw UserError{
          fmt::format("'{0}' has the initial value {1}, the recipe {2}; add --set "
                      "network.initial_value={1}",
                      options.init, shape.initial_value, recipe_.network.initial_value)};
    auto same_stages = recipe_.network;
    if (shape.staging.count() == 1) {
      same_stages.staging = shape.staging;
      same_stages.promotion = shape.promotion;
    }
    if (shape != same_stages)
      throw UserError{fmt::format("'{}' has other tables than the recipe: {}, not {}", options.init,
                                  description_of(shape), description_of(recipe_.network))};
  }
  network_ = std::make_unique<AnyNetwork>(make_network(recipe_.network, keep_for(recipe_.learning)));
  if (start) take_over(start->network, *network_);
  card_.origin = options.program + (start ? fmt::format(", from '{}' ({})", options.init, start->checksum) : "");
  card_.seed = options.seed.value_or(1);
  card_.until_games = options.until_games.value_or(UINT64_MAX);
  card_.until_actions = options.until_actions.value_or(options.until_games ? UINT64_MAX : recipe_.actions);
  save_checkpoint();  // first of all: from here on there is a run to go on with
  write_text(folder_ / "recipe.toml", card_.recipe);
}

void Training::resume(const TrainingOptions& options) {
  if (!options.init.empty()) throw UserError{"--init starts a run, --resume goes on with one: give one of the two"};
  const auto path = folder_ / "checkpoint";
  auto model = load_checkpoint(path, threads_);
  card_ = std::move(model.card);
  network_ = std::make_unique<AnyNetwork>(std::move(model.network));
  learned_.actions = card_.actions;
  learned_.games = card_.games;
  if (!model.memory.empty()) restore_memory(learned_, model.memory, shape_of(*network_).size);
  const auto saved = parse_recipe(card_.recipe, path);
  if (const auto difference = first_difference(recipe_, saved))
    throw UserError{fmt::format("--resume needs the recipe that the run began with, which is '{}': {}",
                                (folder_ / "recipe.toml").string(), *difference)};
  if (recipe_.actions != saved.actions && !options.until_actions && !options.until_games)
    throw UserError{fmt::format("actions is {} in this recipe and {} in that of the run; give the total with --actions",
                                recipe_.actions, saved.actions)};
  recipe_ = saved;
  if (options.seed && *options.seed != card_.seed)
    throw UserError{fmt::format("--seed {}: the run in '{}' has seed {}; leave --seed out", *options.seed,
                                folder_.string(), card_.seed)};
  if (options.until_actions || options.until_games) set_end(options);
  remove_half_written(folder_);
  if (const auto copy = folder_ / "recipe.toml"; !std::filesystem::exists(copy)) write_text(copy, card_.recipe);
  const auto logged = cut_log(folder_ / "log.jsonl", learned_.actions);
  actions_logged_ = logged.actions;
  seconds_logged_ = logged.seconds;
}

void Training::set_end(const TrainingOptions& options) {
  // The end that the run has is taken again, although its last game may have gone beyond.
  const auto check = [&](const char* option, std::optional<std::uint64_t> until, std::uint64_t before,
                         std::uint64_t done) {
    if (until && *until < std::min(before, done))
      throw UserError{fmt::format("{} {}: the run in '{}' has made {} already; this is the number in all", option,
                                  *until, folder_.string(), done)};
  };
  check("--actions", options.until_actions, card_.until_actions, learned_.actions);
  check("--games", options.until_games, card_.until_games, learned_.games);
  card_.until_actions = options.until_actions.value_or(UINT64_MAX);
  card_.until_games = options.until_games.value_or(UINT64_MAX);
}

void Training::learn_until(std::uint64_t actions, const std::function<bool(std::uint64_t)>& keep_going) {
  const auto start = Clock::now();
  const auto& phase = phase_at(recipe_.learning, learned_.actions);
  const LearningTask task{recipe_.learning.law, card_.seed, threads_, std::min(actions, phase.end), card_.until_games};
  std::visit([&](auto& network) { learn(network, phase, task, learned_, keep_going); }, *network_);
  card_.actions = learned_.actions;
  card_.games = learned_.games;
  card_.seconds += seconds_since(start);
}

bool Training::measurement_due() const {
  const auto every = recipe_.measuring.every;
  return learned_.actions / every > actions_logged_ / every || (finished() && learned_.actions > actions_logged_);
}

Summary Training::measure(const std::stop_token& stop) {
  const GamesPlan plan{.size = recipe_.network.size,
                       .player = "network",
                       .network = network_.get(),
                       .law = recipe_.learning.law,
                       .seed = card_.seed,
                       .games = recipe_.measuring.games,
                       .threads = threads_};
  Summary summary;
  play_games(plan, [&](const FinishedGame& finished) { summary.add(finished.outcome); }, stop);
  return summary;
}

void Training::log(const Summary& summary) {
  card_.stages = stage_reports(*network_, learned_, threads_);
  auto reports = nlohmann::ordered_json::array();
  for (const auto& report : card_.stages) reports.push_back(to_json(report));
  for (auto& stage : learned_.stages) stage = {.actions = stage.actions};  // predictions are of one measurement each
  const auto measured = to_json(summary);
  const double seconds = card_.seconds - seconds_logged_;
  const nlohmann::ordered_json line{
      {"actions", learned_.actions},
      {"seconds", card_.seconds},
      {"actions_per_second", seconds > 0 ? static_cast<double>(learned_.actions - actions_logged_) / seconds : 0},
      {"depth", 1},
      {"games", measured["games"]},
      {"mean", measured["mean"]},
      {"ci95", measured["ci95"]},
      {"max", measured["max"]},
      {"tiles", measured["tiles"]},
      {"stages", reports}};
  const auto path = folder_ / "log.jsonl";
  std::ofstream file{path, std::ios::app | std::ios::binary};
  file << line.dump() << '\n';
  file.flush();
  if (!file) throw Failure{fmt::format("writing '{}' failed; is the disk full?", path.string())};
  card_.measured = Measured{1, summary.games(), summary.mean()};
  seconds_logged_ = card_.seconds;
  actions_logged_ = learned_.actions;
}

void Training::save_checkpoint() {
  afterstate::save_checkpoint(folder_ / "checkpoint", *network_, card_, memory_of(learned_), threads_);
}

void Training::save_model() {
  checksum_ = afterstate::save_model(folder_ / "model.ast", *network_, card_, threads_);
  write_text(folder_ / "MODEL_CARD.md", model_card_of(recipe_, card_, checksum_, processor_name(), threads_));
}

TrainingProgress Training::progress() const {
  std::optional<double> mean;
  if (card_.measured) mean = card_.measured->mean.value;
  return {learned_.actions, learned_.games, mean};
}

void Training::run(const std::function<void(const TrainingProgress&)>& on_progress,
                   const std::function<void(const TrainingProgress&, const Summary&)>& on_measured,
                   const std::stop_token& stop) {
  const auto every = recipe_.measuring.every;
  double save_interval = recipe_.save_seconds;
  auto saved = Clock::now();
  const auto keep_going = [&](std::uint64_t actions) {
    auto now = progress();
    now.actions = actions;
    on_progress(now);
    return !stop.stop_requested() && seconds_since(saved) < save_interval;
  };
  for (;;) {
    if (measurement_due() && !stop.stop_requested()) {
      const auto summary = measure(stop);
      if (summary.games() == recipe_.measuring.games) {  // one that was stopped is none, and made after --resume
        log(summary);
        on_measured(progress(), summary);
      }
    }
    if (finished() || stop.stop_requested()) break;
    if (seconds_since(saved) >= save_interval) {
      const auto start = Clock::now();
      save_checkpoint();
      save_interval = std::max(recipe_.save_seconds, seconds_since(start) / most_saving);
      saved = Clock::now();
    }
    learn_until(std::min(card_.until_actions, (learned_.actions / every + 1) * every), keep_going);
  }
  save_checkpoint();
  save_model();
}

}  // namespace afterstate
