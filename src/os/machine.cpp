#include "os/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/error.h"

namespace afterstate {

namespace {

namespace fs = std::filesystem;

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number that `text` begins with, after blanks; nothing for "max".
std::optional<std::uint64_t> leading_number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::uint64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return std::nullopt;
  return number;
}

/// What follows `key` on the first line that begins with it.
std::optional<std::string> after(const fs::path& file, std::string_view key) {
  std::ifstream lines{file};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return std::nullopt;
}

std::optional<std::uint64_t> number_after(const fs::path& file, std::string_view key) {
  const auto text = after(file, key);
  return text ? leading_number(*text) : std::nullopt;
}

/// The file names of one version of control groups.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* page_cache;  ///< key in memory.stat: reclaimable cache of the group and its descendants
};

constexpr GroupFiles version1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "};
constexpr GroupFiles version2{"memory.max", "memory.current", "inactive_file "};

/// The memory left below the limit of one group.
std::uint64_t left_in(const fs::path& group, const GroupFiles& files) {
  const auto limit = number_after(group / files.limit, "");
  const auto usage = number_after(group / files.usage, "");
  if (!limit || !usage) return unlimited;
  const auto page_cache = number_after(group / "memory.stat", files.page_cache).value_or(0);
  return *limit - std::min(*limit, *usage - std::min(*usage, page_cache));
}

/// The memory left below the limits of a group and all its ancestors. Inside a container the path may be that of the
/// host: then only the mount itself, which is the container's own group, is readable.
std::uint64_t left_up_from(const fs::path& mount, const fs::path& path, const GroupFiles& files) {
  auto left = unlimited;
  for (auto group = ("/" / path).lexically_normal();; group = group.parent_path()) {
    left = std::min(left, left_in(mount / group.relative_path(), files));
    if (group == group.parent_path()) return left;
  }
}

/// Lines of /proc/self/cgroup are NUMBER:CONTROLLERS:PATH, with no controllers for version 2.
std::uint64_t left_in_groups(const fs::path& root) {
  const auto mount = root / "sys/fs/cgroup";
  auto left = unlimited;
  std::ifstream lines{root / "proc/self/cgroup"};
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const auto path = line.substr(second + 1);
    if (controllers == ",,")
      for (const auto& folder : {mount, mount / "unified"}) left = std::min(left, left_up_from(folder, path, version2));
    else if (controllers.find(",memory,") != std::string::npos)
      left = std::min(left, left_up_from(mount / "memory", path, version1));
  }
  return left;
}

}  // namespace

std::uint64_t available_memory(const fs::path& root) {
  const auto kib = number_after(root / "proc/meminfo", "MemAvailable:");
  return std::min(kib ? *kib * 1024 : unlimited, left_in_groups(root));
}

std::uint64_t available_disk(const fs::path& folder) {
  std::error_code error;
  auto existing = fs::current_path() / folder;
  while (!fs::exists(existing, error) && existing != existing.parent_path()) existing = existing.parent_path();
  const auto space = fs::space(existing, error);
  if (error)
    throw Failure{fmt::format("cannot determine the free disk space of '{}': {}", folder.string(), error.message())};
  return space.available;
}

std::string processor_name(const fs::path& root) {
  auto name = after(root / "proc/cpuinfo", "model name").value_or("");
  name.erase(0, name.find_first_not_of("\t :"));
  return name.empty() ? "unknown" : name;
}

fs::path program_path() { return fs::read_symlink("/proc/self/exe"); }

}  // namespace afterstate
