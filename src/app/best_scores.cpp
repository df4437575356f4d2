#include "app/best_scores.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/json.h"
#include "os/atomic_file.h"

namespace afterstate::app {

namespace {

namespace fs = std::filesystem;

fs::path scores_path() {
  const auto* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state != '\0') return fs::path{state} / "afterstate" / "best_scores.json";
  const auto* const home = std::getenv("HOME");
  return fs::path{home != nullptr ? home : "."} / ".local" / "state" / "afterstate" / "best_scores.json";
}

std::string key_of(Size size, SpawnLaw law) {
  return law.four == SpawnLaw{}.four ? name_of(size) : fmt::format("{} spawn4 {}", name_of(size), law.four);
}

Json read_scores() {
  std::ifstream file{scores_path()};
  auto scores = parse_json_or_null(std::string{std::istreambuf_iterator{file}, {}});
  return scores.is_object() ? scores : Json::object();
}

}  // namespace

std::uint32_t best_score(Size size, SpawnLaw law) {
  const auto scores = read_scores();
  const auto found = scores.find(key_of(size, law));
  return found != scores.end() && found->is_number_unsigned() ? found->get<std::uint32_t>() : 0;
}

void keep_best_score(Size size, SpawnLaw law, std::uint32_t score) {
  if (score <= best_score(size, law)) return;
  try {
    auto scores = read_scores();
    scores[key_of(size, law)] = score;
    fs::create_directories(scores_path().parent_path());
    AtomicFile file{scores_path()};
    file.write(json_text(scores) + "\n");
    file.commit();
  } catch (const std::exception&) {
    return;  // the home directory cannot be written
  }
}

}  // namespace afterstate::app
