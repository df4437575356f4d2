#include "app/judge_options.h"

#include <fmt/format.h>

#include "base/error.h"

namespace afterstate::app {

void check_size(const std::string& path, Size own, const std::optional<Size>& wanted) {
  if (wanted && *wanted != own)
    throw UserError{fmt::format("'{}' is for {}, not for {}", path, name_of(own), name_of(*wanted))};
}

void check_law(const std::string& path, SpawnLaw own, const std::optional<SpawnLaw>& wanted) {
  if (wanted && wanted->four != own.four)
    throw UserError{
        fmt::format("'{}' was solved for --spawn4 {}, not for --spawn4 {}", path, own.four, wanted->four)};
}

Adviser load_adviser(const JudgeOptions& options, const std::optional<Size>& size) {
  if (options.none()) throw UserError{"say who judges: --model FILE, or --db FILE for a solved small board"};
  if (!options.model_path.empty() && !options.database_path.empty())
    throw UserError{"--model and --db are two who could judge: give one of them"};
  auto adviser = options.model_path.empty() ? Adviser{ValueDatabase{options.database_path}}
                                            : Adviser{load_model(options.model_path)};
  check_size(options.model_path + options.database_path, adviser.size(), size);
  return adviser;
}

}  // namespace afterstate::app
