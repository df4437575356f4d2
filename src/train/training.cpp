#include "train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "arena/endgame_fit.h"
#include "arena/games.h"
#include "arena/summary_view.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/network_engine.h"
#include "learn/learning.h"
#include "os/machine.h"
#include "os/threads.h"
#include "train/live_view.h"
#include "train/model_page.h"
#include "train/stage_reports.h"

namespace afterstate {

namespace {

/// Slide tables, buffers of the threads, compression: everything but weights.
constexpr std::uint64_t other_memory = 50'000'000;

WeightKind weight_kind_for(const LearningPlan& plan) {
  const auto has = [&](RuleKind rule) {
    return std::ranges::find(plan.phases, rule, &Phase::rule) != plan.phases.end();
  };
  if (has(RuleKind::tc)) return WeightKind::coherence;
  return has(RuleKind::autostep) ? WeightKind::autostep : WeightKind::values;
}

std::string description_of(const NetworkShape& shape) {
  return fmt::format("{} with {} tile values, stages {} and promotion {}", name_of(shape.tuples), shape.tile_values,
                     name_of(shape.staging), name_of(shape.promotion));
}

bool both_learn(const Recipe& recipe) { return recipe.duel && recipe.duel->self(); }

/// The shape of the network of the other role, if both learn.
NetworkShape rival_shape(const Recipe& recipe) {
  auto shape = recipe.network;
  shape.role = shape.role == Role::attack ? Role::defend : Role::attack;
  return shape;
}

/// `--resume` needs a checkpoint; a folder that is not there must not be made for it.
const std::filesystem::path& checked_folder(const TrainingOptions& options) {
  if (options.resume && !std::filesystem::exists(options.folder / "checkpoint"))
    throw UserError{fmt::format(
        "'{}' has no checkpoint to resume from; give the folder of a run, or remove --resume to start a new one",
        options.folder.string())};
  return options.folder;
}

}  // namespace

Resources resources_of(const Recipe& recipe, bool from_model) {
  const auto weights = recipe.network.weights() * (both_learn(recipe) ? 2 : 1);
  const auto tables = weights * bytes_per_weight(weight_kind_for(recipe.learning));
  const auto model = from_model ? tables : 0;  // a checkpoint of the same rule
  // A new checkpoint exists beside the old one until it replaces it.
  return {tables + model + other_memory, 2 * tables + weights * sizeof(float)};
}

void check_resources(const Resources& needed, const std::filesystem::path& folder) {
  const auto check = [](const char* what, std::uint64_t need, std::uint64_t have, const char* remedy) {
    if (need > have)
      throw UserError{fmt::format("this run needs up to {} MB of {}, and {} MB are available; {}", need / 1'000'000,
                                  what, have / 1'000'000, remedy)};
  };
  check("memory", needed.memory, available_memory(), "use a smaller network, or a machine with more");
  check("disk", needed.disk, available_disk(folder), "free some space, or give another folder with --out");
}

Training::Training(Recipe recipe, const TrainingOptions& options)
    : recipe_(std::move(recipe)),
      threads_(thread_count(options.threads)),
      folder_(checked_folder(options)),
      sources_(recipe_),
      live_(options.live) {
  if (recipe_.duel) duel_.emplace(recipe_, folder_.path());
  if (options.resume)
    resume(options);
  else
    begin(options);
  folder_.keep();
  if (options.tensorboard) events_.emplace(folder_.path(), state_.actions);
}

std::string Training::kept_recipe() const {
  auto kept = recipe_;
  if (card_.until_actions != UINT64_MAX) kept.actions = card_.until_actions;
  return to_toml(kept);
}

void Training::begin(const TrainingOptions& options) {
  card_.recipe = to_toml(recipe_);
  card_.until_games = options.until_games.value_or(UINT64_MAX);
  card_.until_actions = options.until_actions.value_or(options.until_games ? UINT64_MAX : recipe_.actions);
  folder_.check_unused(kept_recipe());
  folder_.remove_half_written();
  std::optional<Model> init;
  if (!options.init.empty()) init = load_init(options.init);
  network_ = std::make_unique<AnyNetwork>(make_network(recipe_.network, weight_kind_for(recipe_.learning)));
  if (init) take_over(init->network, *network_);
  card_.origin = options.program + (init ? fmt::format(", from '{}' ({})", options.init, init->checksum) : "");
  card_.seed = options.seed.value_or(1);
  if (both_learn(recipe_))
    rival_ = std::make_unique<AnyNetwork>(make_network(rival_shape(recipe_), weight_kind_of(*network_)));
  save();  // first of all: from here on the run can be resumed
  folder_.write_recipe(kept_recipe());
}

Model Training::load_init(const std::string& path) const {
  auto model = load_all(path, threads_);
  const auto& shape = shape_of(model.network);
  if (shape.size != recipe_.network.size)
    throw UserError{fmt::format("--init '{}' is a model for {}, the recipe is for {}", path, name_of(shape.size),
                                name_of(recipe_.network.size))};
  if (shape.role != recipe_.network.role)
    throw UserError{fmt::format("--init '{}' is a model that {}s, the recipe is for one that {}s", path,
                                name_of(shape.role), name_of(recipe_.network.role))};
  if (shape.initial_value != recipe_.network.initial_value)
    throw UserError{
        fmt::format("--init '{0}' has the initial value {1}, the recipe {2}; add --set "
                    "network.initial_value={1}",
                    path, shape.initial_value, recipe_.network.initial_value)};
  auto same_stages = recipe_.network;
  if (shape.staging.count() == 1) {
    same_stages.staging = shape.staging;
    same_stages.promotion = shape.promotion;
  }
  if (shape != same_stages)
    throw UserError{fmt::format("--init '{}' has other tables than the recipe: {}, not {}", path, description_of(shape),
                                description_of(recipe_.network))};
  return model;
}

void Training::resume(const TrainingOptions& options) {
  if (!options.init.empty()) throw UserError{"--init and --resume cannot be combined: --init starts a new run"};
  auto model = load_checkpoint(folder_.checkpoint(), threads_);
  card_ = std::move(model.card);
  network_ = std::make_unique<AnyNetwork>(std::move(model.network));
  state_.actions = card_.actions;
  state_.games = card_.games;
  const auto& shape = shape_of(*network_);
  if (!model.training_state.empty()) restore(state_, model.training_state, shape.size, shape.staging.count());
  const auto saved = parse_recipe(card_.recipe, folder_.checkpoint());
  if (const auto difference = first_difference(recipe_, saved))
    throw UserError{fmt::format("--resume needs the recipe that the run began with, which is '{}': {}",
                                folder_.recipe().string(), *difference)};
  const bool is_kept_recipe = recipe_.actions == card_.until_actions;
  if (recipe_.actions != saved.actions && !is_kept_recipe && !options.until_actions && !options.until_games)
    throw UserError{fmt::format("actions is {} in this recipe and {} in that of the run; give the total with --actions",
                                recipe_.actions, saved.actions)};
  recipe_ = saved;
  if (both_learn(recipe_)) {
    auto rival = load_checkpoint(folder_.rival_checkpoint(rival_shape(recipe_).role, card_.actions), threads_);
    if (shape_of(rival.network) != rival_shape(recipe_) || weight_kind_of(rival.network) != weight_kind_of(*network_))
      throw Failure{fmt::format("the networks in '{}' do not match", options.folder.string())};
    rival_ = std::make_unique<AnyNetwork>(std::move(rival.network));
  }
  if (options.seed && *options.seed != card_.seed)
    throw UserError{fmt::format("--seed {}: the run in '{}' has seed {}; remove --seed", *options.seed,
                                options.folder.string(), card_.seed)};
  if (options.until_actions || options.until_games) set_end(options);
  folder_.remove_half_written();
  const bool has_new_end = options.until_actions || options.until_games;
  if (has_new_end || !std::filesystem::exists(folder_.recipe())) folder_.write_recipe(kept_recipe());
  logged_ = folder_.cut_log(state_.actions);
}

void Training::set_end(const TrainingOptions& options) {
  // The end that the run already has is accepted, although its last game may have gone beyond it.
  const auto check = [&](const char* option, std::optional<std::uint64_t> until, std::uint64_t before,
                         std::uint64_t done) {
    if (until && *until < std::min(before, done))
      throw UserError{fmt::format("{} {}: the run in '{}' is at {} already; give the total", option, *until,
                                  options.folder.string(), done)};
  };
  check("--actions", options.until_actions, card_.until_actions, state_.actions);
  check("--games", options.until_games, card_.until_games, state_.games);
  card_.until_actions = options.until_actions.value_or(UINT64_MAX);
  card_.until_games = options.until_games.value_or(UINT64_MAX);
}

void Training::save() const { folder_.write_checkpoint(*network_, rival_.get(), card_, state_, threads_); }

void Training::learn_until(std::uint64_t pause, const Phase& phase,
                           const std::function<bool(std::uint64_t)>& keep_going) {
  const auto known_values = sources_.known_values(card_.endgames);
  const LearningTask task{recipe_.learning.law,
                          card_.seed,
                          threads_,
                          pause,
                          card_.until_games,
                          sources_.boards(),
                          sources_.new_demonstrator(phase),
                          known_values.get()};
  std::visit(
      [&]<class Network>(Network& network) {
        if (!duel_)
          learn(network, phase, task, state_, keep_going);
        else
          learn_duel(network, rival_ ? &std::get<Network>(*rival_) : nullptr, phase, task, duel_->task(), state_,
                     keep_going);
      },
      *network_);
}

Summary Training::measure(const std::stop_token& stop) {
  if (duel_) return duel_->measure({*network_, rival_.get()}, card_.seed, recipe_.measuring.games, threads_, stop);
  const GamesPlan plan{.engine = borrowed_network_engine(*network_, "network"),
                       .size = recipe_.network.size,
                       .law = recipe_.learning.law,
                       .seed = card_.seed,
                       .games = recipe_.measuring.games,
                       .threads = threads_,
                       .record = sources_.endgame_tables() != nullptr,
                       .starts = sources_.measured_boards()};
  Summary summary;
  std::optional<EndgameFits> fits;
  if (const auto* const tables = sources_.endgame_tables()) fits.emplace(*tables, goal_of(recipe_.network));
  play_games(
      plan,
      [&](const FinishedGame& finished) {
        summary.add(finished.outcome);
        if (fits) fits->add(parse_record(finished.record));
      },
      stop);
  if (fits && summary.games() == plan.games) keep_worths(fits->result(EndgameFits::usual_min_games));
  return summary;
}

void Training::keep_worths(const std::vector<EndgameFit>& fits) {
  for (const auto& fit : fits) {
    const auto same = std::ranges::find_if(card_.endgames, [&](const EndgameWorth& worth) {
      return worth.walls == fit.worth.walls && worth.target == fit.worth.target && worth.tiles == fit.worth.tiles;
    });
    if (same == card_.endgames.end())
      card_.endgames.push_back(fit.worth);
    else
      *same = fit.worth;
  }
}

void Training::log(const Summary& summary) {
  card_.stages = stage_reports(*network_, state_, threads_);
  auto reports = Json::array();
  for (const auto& report : card_.stages) reports.push_back(to_json(report));
  for (auto& stage : state_.stages) stage = {.actions = stage.actions};  // predictions are of one measurement each
  const auto measured = to_json(summary);
  const auto last = logged_.value_or(LoggedMeasurement{});
  const double seconds = card_.seconds - last.seconds;
  const Json line{
      {"actions", state_.actions},
      {"seconds", card_.seconds},
      {"actions_per_second", seconds > 0 ? static_cast<double>(state_.actions - last.actions) / seconds : 0},
      {"depth", 1},
      {"games", measured["games"]},
      {"mean", measured["mean"]},
      {"ci95", measured["ci95"]},
      {"max", measured["max"]},
      {"tiles", measured["tiles"]},
      {"stages", reports}};
  folder_.log(line);
  if (events_) events_->add(line);
  // The model of a run that is stopped early was not measured; the network before learning was.
  if (state_.actions > 0) card_.measured = Measured{1, summary.games(), summary.mean()};
  logged_ = LoggedMeasurement{state_.actions, card_.seconds};
}

TrainingProgress Training::progress(std::uint64_t actions) const {
  std::optional<double> mean;
  if (card_.measured) mean = card_.measured->mean.value;
  return {actions, state_.games, mean};
}

void Training::run(const std::function<void(const TrainingProgress&)>& on_progress,
                   const std::function<void(const TrainingProgress&, const Summary&)>& on_measured,
                   const std::stop_token& stop) {
  Schedule schedule{recipe_, end()};
  std::optional<LiveView> live;
  if (live_) live.emplace(*network_, recipe_, LiveView::Run{folder_.path(), card_.seed, state_.actions, end()});
  auto looked_at_folder = Schedule::Clock::now();
  const auto keep_going = [&](std::uint64_t actions) {
    if (live) live->set_actions(actions);
    on_progress(progress(actions));
    if (Schedule::seconds_since(looked_at_folder) > 1) {
      if (!folder_.is_there()) return false;
      looked_at_folder = Schedule::Clock::now();
    }
    return !stop.stop_requested() && !schedule.checkpoint_due();
  };
  for (;;) {
    folder_.check_is_there();
    const auto logged = logged_ ? std::optional{logged_->actions} : std::nullopt;
    if (schedule.measurement_due(state_, logged) && !stop.stop_requested()) {
      const auto summary = measure(stop);
      if (summary.games() == recipe_.measuring.games) {  // a measurement that was stopped is made again after --resume
        log(summary);
        on_measured(progress(state_.actions), summary);
      }
    }
    if (schedule.finished(state_) || stop.stop_requested()) break;
    const auto start = Schedule::Clock::now();
    if (schedule.checkpoint_due()) {
      save();
      schedule.saved(start);
    }
    const auto learning_start = Schedule::Clock::now();
    learn_until(schedule.next_pause(state_.actions), schedule.phase(state_.actions), keep_going);
    card_.actions = state_.actions;
    card_.games = state_.games;
    card_.seconds += Schedule::seconds_since(learning_start);
  }
  save();
  auto card = card_;
  card.recipe = kept_recipe();
  if (rival_) folder_.write_rival_model(*rival_, card, threads_);
  checksum_ = folder_.write_model(*network_, card, threads_);
  folder_.write_model_page(model_page(recipe_, card, checksum_, processor_name(), threads_));
}

}  // namespace afterstate
