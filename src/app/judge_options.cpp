#include "app/judge_options.h"

#include <fmt/format.h>

#include "app/default_model.h"
#include "base/error.h"

namespace afterstate::app {

void add_judge_options(Command& command, JudgeOptions& options) {
  command
      .optional("--model", "FILE", options.model_path,
                "the model that judges; without, the one that comes with the program")
      .optional("--db", "FILE", options.database_path, "the value database that judges, exactly");
}

void check_size(const std::string& path, Size own, const std::optional<Size>& wanted) {
  if (wanted && *wanted != own)
    throw UserError{fmt::format("'{}' is for {}, not for {}", path, name_of(own), name_of(*wanted))};
}

void check_law(const std::string& path, SpawnLaw own, const std::optional<SpawnLaw>& wanted) {
  if (wanted && wanted->four != own.four)
    throw UserError{fmt::format("'{}' was solved for --spawn4 {}, not for --spawn4 {}", path, own.four, wanted->four)};
}

void check_search(const std::string& path, const ValueDatabase& database, const SearchPlan& search) {
  if (!database.solution().objective.is_score() && !search.greedy())
    throw UserError{
        fmt::format("'{}' holds chances, which are exact: leave --depth, --time-ms and --downgrade out", path)};
}

Adviser load_adviser(const JudgeOptions& options, const SearchPlan& search, const std::optional<Size>& size) {
  const auto& database_path = options.database_path;
  const auto model_path = options.none()
                              ? default_model(size, "give --model FILE, or --db FILE for a solved small board")
                              : options.model_path;
  if (!model_path.empty() && !database_path.empty())
    throw UserError{"--model and --db are two who could judge: give one of them"};
  const auto loaded = [&] {
    if (!model_path.empty()) return Adviser{load_model(model_path)};
    ValueDatabase database{database_path};
    check_search(database_path, database, search);
    return Adviser{std::move(database)};
  };
  auto adviser = loaded();
  check_size(model_path + database_path, adviser.size(), size);
  return adviser;
}

}  // namespace afterstate::app
