#include "arena/league_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "arena/replay.h"
#include "base/error.h"
#include "base/json.h"
#include "os/atomic_file.h"
#include "os/regular_file.h"

namespace afterstate {

namespace {

constexpr auto settings_name = "settings.json";
constexpr auto games_name = "games.jsonl";
constexpr std::size_t max_settings = 1'000'000;
constexpr LineLimits game_limits{UINT64_MAX, 4'000'000};

/// Throws UserError.
void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw UserError{fmt::format("cannot create the folder '{}'; choose another with --out", folder.string())};
  if (std::filesystem::exists(folder / settings_name)) return;
  const auto is_left_over = [](const std::filesystem::directory_entry& entry) {
    const auto name = entry.path().filename().string();
    return name.starts_with(settings_name) ||  // was being written
           (name == games_name && entry.is_regular_file() && entry.file_size() == 0);
  };
  for (const auto& entry : std::filesystem::directory_iterator{folder})
    if (!is_left_over(entry))
      throw UserError{
          fmt::format("'{}' is not empty and holds no league; choose another folder with --out", folder.string())};
}

}  // namespace

LeagueFolder::LeagueFolder(std::filesystem::path folder, const Json& settings) : folder_(std::move(folder)) {
  create_folder(folder_);
  if (has_settings()) check_settings(settings);
  games_ = ::open(games_path().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (games_ < 0) throw UserError{fmt::format("cannot write '{}': {}", games_path().string(), std::strerror(errno))};
  if (::flock(games_, LOCK_EX | LOCK_NB) != 0) {
    ::close(games_);
    throw UserError{fmt::format("another process plays the league in '{}'; wait for its end", folder_.string())};
  }
  try {
    // Under the lock: another process may have written them and ended since they were looked for.
    if (has_settings())
      check_settings(settings);
    else
      new_settings_ = json_text(settings) + "\n";
  } catch (...) {
    ::close(games_);
    throw;
  }
  const auto file = RegularFile::open(games_path());
  if (!file) {
    ::close(games_);
    throw UserError{fmt::format("'{}' is not a regular file; choose another folder with --out", games_path().string())};
  }
  const auto complete = for_each_line(*file, game_limits, [](const std::string&) { return true; });
  if (!complete.line_too_long && complete.bytes < file->size()) cut_file(games_path(), complete.bytes);
}

LeagueFolder::~LeagueFolder() {
  if (games_ < 0) return;
  ::fdatasync(games_);
  ::close(games_);
}

std::filesystem::path LeagueFolder::games_path() const { return folder_ / games_name; }

bool LeagueFolder::has_settings() const { return std::filesystem::exists(folder_ / settings_name); }

void LeagueFolder::check_settings(const Json& settings) const {
  const auto path = folder_ / settings_name;
  const auto found = parse_json_or_null(first_bytes(path, max_settings));
  if (!found.is_object())
    throw Failure{fmt::format("'{}' is damaged; choose another folder with --out", path.string())};
  for (const auto& [key, value] : settings.items()) {
    const auto other = found.value(key, Json{});
    if (other != value)
      throw UserError{
          fmt::format("'{}' holds another league: {} was {}, now it is {}; choose another folder with --out",
                      folder_.string(), key, json_text(other), json_text(value))};
  }
}

void LeagueFolder::read_games(const std::function<void(const GameRecord& record)>& visit) const {
  const auto file = RegularFile::open(games_path());
  if (!file) throw Failure{fmt::format("cannot read '{}'", games_path().string())};
  std::uint64_t number = 0;
  const auto fail = [&](const std::string& what) {
    throw Failure{
        fmt::format("{}:{}: {}; delete this line, then the game is played again", games_path().string(), number, what)};
  };
  const auto read = for_each_line(*file, game_limits, [&](const std::string& line) {
    ++number;
    try {
      const auto record = parse_record(line);
      replay(record);
      visit(record);
    } catch (const Failure& failure) {
      fail(failure.what());
    }
    return true;
  });
  if (read.line_too_long) {
    ++number;
    fail("the line is longer than any game record");
  }
}

void LeagueFolder::add(const GameRecord& record) {
  if (!new_settings_.empty()) {
    write(settings_name, new_settings_);
    new_settings_.clear();
  }
  if (!write_fully(games_, to_json_line(record) + "\n"))
    throw Failure{fmt::format("writing '{}' failed: {}; run the same command again to go on", games_path().string(),
                              std::strerror(errno))};
  constexpr std::chrono::seconds between_syncs{1};
  if (std::chrono::steady_clock::now() - synced_ < between_syncs) return;
  ::fdatasync(games_);
  synced_ = std::chrono::steady_clock::now();
}

void LeagueFolder::write(const std::string& name, const std::string& text) const {
  AtomicFile file{(folder_ / name).string()};
  file.write(text);
  file.commit();
}

}  // namespace afterstate
