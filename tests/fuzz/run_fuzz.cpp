// Whatever is in the folder of a training run, it is listed; and whatever is in its log, the log is repaired.
#include <array>
#include <cstdlib>

#include "base/error.h"
#include "base/json.h"
#include "fuzz/readers.h"
#include "fuzz/scratch_folder.h"
#include "train/run_folder.h"
#include "train/run_writer.h"

void afterstate::fuzz::read_run(std::string_view text) {
  // Files are separated by a zero byte.
  static const ScratchFolder folder;
  for (const auto* const name :
       {"serve.json", "log.jsonl", "output.log", "result.json", "recipe.toml", "progress.json"}) {
    folder.write(name, text.substr(0, text.find('\0')));
    text.remove_prefix(
        std::min(text.size(), text.find('\0') == std::string_view::npos ? text.size() : text.find('\0') + 1));
  }
  const RunFolder run{folder.path()};
  if (!run.is_run()) std::abort();
  const auto summary = json_text(run.summary(std::nullopt));
  if (!parse_json_or_null(summary).is_object()) std::abort();
  if (run.measurements(0).size() < run.measurements(1).size()) std::abort();
}

void afterstate::fuzz::read_log(std::string_view text) {
  static const ScratchFolder folder;
  const auto path = folder.write("log.jsonl", text);
  constexpr std::uint64_t actions = 1'000'000;
  const RunWriter writer{folder.path()};
  try {
    const auto last = writer.cut_log(actions);
    if (last && last->actions > actions) std::abort();
    // What is repaired stays as it is, and is a beginning of what was there.
    if (std::filesystem::file_size(path) > text.size()) std::abort();
    const auto again = writer.cut_log(actions);
    if (again.has_value() != last.has_value() || (again && again->actions != last->actions)) std::abort();
  } catch (const Failure&) {
  }
}
