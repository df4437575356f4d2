#include "train/run_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "os/atomic_file.h"
#include "os/regular_file.h"

namespace afterstate {

namespace {

constexpr auto log_file = "log.jsonl";
constexpr auto model_name = "model.ast";
constexpr auto page_name = "MODEL_CARD.md";

/// Of the files of a network that is not the run's own model.
std::string_view rival_name(Role role) { return role == Role::attack ? "attacker" : "defender"; }

void write_text(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file{path};
  file.write(text);
  file.commit();
}

}  // namespace

RunWriter::RunWriter(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::vector<std::filesystem::path> parents;  // that get a new folder
  for (auto path = std::filesystem::absolute(folder_);
       !std::filesystem::exists(path, error) && path.has_relative_path(); path = path.parent_path())
    parents.push_back(path.parent_path());
  created_ = std::filesystem::create_directories(folder_, error);
  lock_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0)
    throw UserError{fmt::format("cannot use '{}' as a folder: {}", folder_.string(),
                                error ? error.message() : std::strerror(errno))};
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    throw UserError{
        fmt::format("another run is active in '{}'; wait for it, or give another folder with --out", folder_.string())};
  }
  for (const auto& parent : parents) sync_folder(parent);
}

RunWriter::~RunWriter() {
  ::close(lock_);
  std::error_code ignored;
  if (created_) std::filesystem::remove(folder_, ignored);  // only if nothing is in it
}

void RunWriter::check_unused(const std::string& recipe_text) const {
  if (std::filesystem::exists(checkpoint()))
    throw UserError{fmt::format(
        "'{}' already holds a run; continue it with --resume, or give another folder with --out", folder_.string())};
  for (const auto* const name : {"recipe.toml", log_file, model_name, page_name, "attacker.ast", "defender.ast"})
    if (const auto path = folder_ / name;
        std::filesystem::exists(path) &&
        first_bytes(path, recipe_text.size() + 1) != recipe_text)  // the same recipe is no loss
      throw UserError{
          fmt::format("'{}' exists and the run would replace it; give another folder with --out", path.string())};
}

void RunWriter::remove_half_written() const {
  constexpr std::array ours{"recipe.toml.",   "checkpoint.", "log.jsonl.", "model.ast.",
                            "MODEL_CARD.md.", "live.json.",  "attacker",   "defender"};
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder_, ignored}) {
    const auto name = entry.path().filename().string();
    const bool is_ours = std::ranges::any_of(ours, [&](const char* begin) { return name.starts_with(begin); });
    if (is_ours && name.ends_with(".tmp")) std::filesystem::remove(entry.path(), ignored);
  }
}

void RunWriter::write_recipe(std::string_view text) const { write_text(recipe(), text); }

void RunWriter::write_checkpoint(const AnyNetwork& network, const AnyNetwork* rival, const ModelCard& card,
                                 const TrainingState& state, int threads) const {
  std::filesystem::path kept;
  if (rival != nullptr) {
    kept = rival_checkpoint(shape_of(*rival).role, card.actions);
    save_checkpoint(kept, *rival, card, {}, threads);
  }
  save_checkpoint(checkpoint(), network, card, to_bytes(state), threads);
  if (rival == nullptr) return;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder_, ignored})
    if (const auto name = entry.path().filename().string();
        name.starts_with(fmt::format("{}-", rival_name(shape_of(*rival).role))) && name.ends_with(".checkpoint") &&
        entry.path() != kept)
      std::filesystem::remove(entry.path(), ignored);
}

std::filesystem::path RunWriter::rival_checkpoint(Role role, std::uint64_t actions) const {
  return folder_ / fmt::format("{}-{}.checkpoint", rival_name(role), actions);
}

std::string RunWriter::write_model(const AnyNetwork& network, const ModelCard& card, int threads) const {
  return save_model(folder_ / model_name, network, card, threads);
}

void RunWriter::write_rival_model(const AnyNetwork& rival, const ModelCard& card, int threads) const {
  save_model(folder_ / fmt::format("{}.ast", rival_name(shape_of(rival).role)), rival, card, threads);
}

void RunWriter::write_model_page(std::string_view markdown) const { write_text(folder_ / page_name, markdown); }

void RunWriter::log(const Json& line) const { append_to_file(folder_ / log_file, json_text(line) + "\n"); }

std::optional<LoggedMeasurement> RunWriter::cut_log(std::uint64_t actions) const {
  const auto path = folder_ / log_file;
  const auto log = RegularFile::open(path);
  if (!log) return {};
  constexpr std::size_t longest_line = std::size_t{1} << 20;
  std::optional<LoggedMeasurement> last;
  const auto kept = for_each_line(*log, {UINT64_MAX, longest_line}, [&](const std::string& line) {
    const auto json = parse_json_or_null(line);
    const auto value = [&](const char* key) { return json.is_object() ? json.value(key, Json()) : Json(); };
    const auto logged = value("actions");
    const auto seconds = value("seconds");
    if (!logged.is_number_unsigned() || !seconds.is_number() || logged > actions) return false;
    last = LoggedMeasurement{logged.get<std::uint64_t>(), seconds.get<double>()};
    return true;
  });
  if (kept.bytes < log->size()) cut_file(path, kept.bytes);
  return last;
}

bool RunWriter::is_there() const {
  struct stat held{};
  struct stat named{};
  return ::fstat(lock_, &held) == 0 && ::stat(folder_.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

void RunWriter::check_is_there() const {
  if (!is_there())
    throw Failure{
        fmt::format("the folder '{}' was deleted or moved while the run was active; the run ends", folder_.string())};
}

}  // namespace afterstate
