#include "train/run_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "os/atomic_file.h"

namespace afterstate {

namespace {

constexpr auto log_file = "log.jsonl";
constexpr auto model_name = "model.ast";
constexpr auto page_name = "MODEL_CARD.md";

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file{path};
  file.write(text);
  file.commit();
}

}  // namespace

RunWriter::RunWriter(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
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
  for (const auto* const name : {"recipe.toml", log_file, model_name, page_name})
    if (const auto path = folder_ / name;
        std::filesystem::exists(path) && read_text(path) != recipe_text)  // the same recipe is no loss
      throw UserError{
          fmt::format("'{}' exists and the run would replace it; give another folder with --out", path.string())};
}

void RunWriter::remove_half_written() const {
  constexpr std::array ours{"recipe.toml.", "checkpoint.", "log.jsonl.", "model.ast.", "MODEL_CARD.md.", "live.json."};
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder_, ignored}) {
    const auto name = entry.path().filename().string();
    const bool is_ours = std::ranges::any_of(ours, [&](const char* begin) { return name.starts_with(begin); });
    if (is_ours && name.ends_with(".tmp")) std::filesystem::remove(entry.path(), ignored);
  }
}

void RunWriter::write_recipe(std::string_view text) const { write_text(recipe(), text); }

void RunWriter::write_checkpoint(const AnyNetwork& network, const ModelCard& card, const TrainingState& state,
                                 int threads) const {
  save_checkpoint(checkpoint(), network, card, to_bytes(state), threads);
}

std::string RunWriter::write_model(const AnyNetwork& network, const ModelCard& card, int threads) const {
  return save_model(folder_ / model_name, network, card, threads);
}

void RunWriter::write_model_page(std::string_view markdown) const { write_text(folder_ / page_name, markdown); }

void RunWriter::log(const Json& line) const {
  const auto path = folder_ / log_file;
  std::ofstream file{path, std::ios::app | std::ios::binary};
  file << json_text(line) << '\n';
  file.flush();
  if (!file) throw Failure{fmt::format("writing '{}' failed; is the disk full?", path.string())};
}

std::optional<LoggedMeasurement> RunWriter::cut_log(std::uint64_t actions) const {
  const auto path = folder_ / log_file;
  const auto text = read_text(path);
  std::string kept;
  std::optional<LoggedMeasurement> last;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) break;
    const auto line = text.substr(begin, end - begin + 1);
    const auto json = parse_json_or_null(line);
    const auto is_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
    if (!json.is_object() || !is_number("actions") || !is_number("seconds") || json["actions"] > actions) break;
    last = LoggedMeasurement{json["actions"].get<std::uint64_t>(), json["seconds"].get<double>()};
    kept += line;
    begin = end + 1;
  }
  if (kept != text) write_text(path, kept);
  return last;
}

}  // namespace afterstate
