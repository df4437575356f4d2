#include "app/serve/engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "engine/load_engine.h"

namespace afterstate::app {

namespace {

constexpr std::size_t max_run_engines = 3;

/// Deeper searches may take longer than a few milliseconds.
constexpr int max_untimed_depth = 3;

/// A search cannot fill a larger table, and allocating memory takes time.
constexpr double table_bytes_per_millisecond = 160'000;

}  // namespace

ServedEngine::ServedEngine(const SharedEngine& engine) : name_(engine->info().short_name()), sessions_(engine) {}

SearchLimits ServedEngine::limits(std::uint64_t default_depth) const {
  return {.default_depth = default_depth_for(info(), default_depth), .max_time_ms = max_search_milliseconds};
}

void bound_search(SearchPlan& plan) {
  if (plan.depth > max_untimed_depth && !plan.milliseconds)
    plan.milliseconds = static_cast<double>(max_search_milliseconds);
  if (plan.milliseconds)
    plan.table_bytes =
        std::min(plan.table_bytes, static_cast<std::uint64_t>(*plan.milliseconds * table_bytes_per_millisecond));
}

void Engines::add(const SharedEngine& engine) {
  auto served = std::make_shared<const ServedEngine>(engine);
  auto& engines = served->info().duel ? duel_engines_ : engines_;
  const auto other = std::ranges::find_if(engines, [&](const auto& one) {
    return one->size() == served->size() && one->info().duel == served->info().duel;
  });
  if (other != engines.end() && served->info().exact)
    throw UserError{fmt::format("--db '{}': {} already has an engine, '{}'; give one per board size",
                                served->info().file, name_of(served->size()), (*other)->name())};
  engines.push_back(std::move(served));
}

const SharedServedEngine& Engines::of(Size size, DuelRule rule) const {
  const auto found = std::ranges::find_if(
      duel_engines_, [&](const auto& one) { return one->size() == size && one->info().duel == rule; });
  return found != duel_engines_.end() ? *found : of(size);
}

const SharedServedEngine& Engines::of(Size size) const {
  const auto found = std::ranges::find(engines_, size, [](const auto& one) { return one->size(); });
  if (found != engines_.end()) return *found;
  throw RequestError{"size", fmt::format("no engine for {0} boards is loaded; solve or train one and restart the "
                                         "server with it: afterstate solve {0} --out FILE, afterstate serve --db FILE",
                                         name_of(size))};
}

Json Engines::to_json() const {
  auto json = Json::object();
  auto all = Json::array();
  for (const auto& engine : engines_) {
    all.push_back(app::to_json(*engine));
    auto details = engine->engine().details();
    if (details.is_null()) continue;
    json = std::move(details);
    json["name"] = engine->name();
  }
  for (const auto& engine : duel_engines_) all.push_back(app::to_json(*engine));
  json["engines"] = all;
  json["judges"] = std::move(all);  // its name until 0.2.0
  return json;
}

SharedServedEngine RunEngines::load(const std::filesystem::path& path) {
  const std::scoped_lock lock{mutex_};
  const auto written = std::filesystem::last_write_time(path);
  const auto found = std::ranges::find(loaded_, path, &Loaded::path);
  if (found != loaded_.end() && found->written == written) {
    loaded_.splice(loaded_.begin(), loaded_, found);
    return found->engine;
  }
  if (found != loaded_.end()) loaded_.erase(found);
  if (loaded_.size() >= max_run_engines) loaded_.pop_back();  // before loading: there may not be memory for both
  loaded_.push_front({path, written, std::make_shared<const ServedEngine>(load_engine(path.string()))});
  return loaded_.front().engine;
}

Json to_json(const ServedEngine& engine) {
  const auto& info = engine.info();
  Json json{{"size", name_of(engine.size())},
            {"kind", info.kind == "checkpoint" || info.kind == "engine" ? "model" : info.kind},
            {"name", engine.name()},
            {"decimals", info.decimals}};
  if (info.exact) json["exact"] = true;
  if (info.exact) json["objective"] = info.objective;
  if (info.duel) json["duel"] = name_of(*info.duel);
  return json;
}

}  // namespace afterstate::app
