#include "app/serve/judges.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/model_commands.h"
#include "app/question.h"
#include "base/error.h"
#include "value/folding.h"

namespace afterstate::app {

namespace {

constexpr std::size_t most_visitors = 3;

constexpr auto size_judged = [](const SharedJudge& judge) { return judge->size(); };

SharedJudge model_judge(const std::filesystem::path& path) {
  auto model = load_model_to_play(path.string());
  auto info = model_json(model, std::filesystem::file_size(path));
  return std::make_shared<const Judge>(Judge{path.filename().string(), Adviser{std::move(model)}, std::move(info)});
}

/// What is deeper may take longer than a few milliseconds.
constexpr int deepest_quick_search = 3;

}  // namespace

void Judge::bound(SearchPlan& search) const {
  check_can_search(adviser, search);
  if (search.depth > deepest_quick_search && !search.milliseconds)
    search.milliseconds = static_cast<double>(most_search_milliseconds);
}

void Judges::load_model(const std::string& path) { judges_.push_back(model_judge(path)); }

void Judges::load_database(const std::string& path) {
  auto judge = std::make_shared<const Judge>(
      Judge{std::filesystem::path{path}.filename().string(), Adviser{ValueDatabase{path}}, nullptr});
  if (const auto other = std::ranges::find(judges_, judge->size(), size_judged); other != judges_.end())
    throw UserError{
        fmt::format("--db '{}': there is one for {} already, {}", path, name_of(judge->size()), (*other)->name)};
  judges_.push_back(std::move(judge));
}

const SharedJudge& Judges::of(Size size) const {
  if (const auto found = std::ranges::find(judges_, size, size_judged); found != judges_.end()) return *found;
  throw UserError{fmt::format(
      "nobody here judges boards of {0}: `afterstate solve {0} --out FILE` and `afterstate serve --db FILE` "
      "make somebody who does",
      name_of(size))};
}

nlohmann::ordered_json Judges::to_json() const {
  auto json = nlohmann::ordered_json::object();
  auto all = nlohmann::ordered_json::array();
  for (const auto& judge : judges_) {
    all.push_back(app::to_json(*judge));
    if (judge->exact()) continue;
    json = judge->info;
    json["name"] = judge->name;
  }
  json["judges"] = std::move(all);
  return json;
}

SharedJudge VisitingJudges::load(const std::filesystem::path& path) {
  const std::scoped_lock lock{mutex_};
  const auto written = std::filesystem::last_write_time(path);
  const auto found = std::ranges::find(visitors_, path, &Visitor::path);
  if (found != visitors_.end() && found->written == written) {
    visitors_.splice(visitors_.begin(), visitors_, found);
    return found->judge;
  }
  if (found != visitors_.end()) visitors_.erase(found);
  if (visitors_.size() >= most_visitors) visitors_.pop_back();  // first: there may not be memory for both
  visitors_.push_front({path, written, model_judge(path)});
  return visitors_.front().judge;
}

nlohmann::ordered_json to_json(const Judge& judge) {
  const auto& adviser = judge.adviser;
  nlohmann::ordered_json json{{"size", name_of(judge.size())},
                              {"kind", judge.exact() ? "database" : "model"},
                              {"name", judge.name},
                              {"decimals", adviser.decimals()}};
  if (judge.exact()) json["objective"] = name_of(adviser.database()->solution().objective);
  return json;
}

}  // namespace afterstate::app
