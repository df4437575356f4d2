#include "solve/endgame_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"

namespace afterstate {

namespace {

constexpr std::size_t max_tables = 64;

std::vector<std::string> table_files(const std::string& folder) {
  std::vector<std::string> files;
  if (std::error_code odd; !std::filesystem::is_directory(folder, odd)) return files;
  for (const auto& entry : std::filesystem::directory_iterator{folder})
    if (entry.path().extension() == ".end") files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

EndgameTables::EndgameTables(const std::string& folder) {
  const auto files = table_files(folder);
  if (files.empty())
    throw UserError{fmt::format(
        "there are no endgame tables (files NAME.end) in '{}'; make one with 'afterstate endgame solve'", folder)};
  if (files.size() > max_tables)
    throw UserError{fmt::format("'{}' has {} endgame tables; the maximum is {}", folder, files.size(), max_tables)};
  for (const auto& file : files) {
    auto table = std::make_unique<EndgameTable>(file);
    auto target = std::ranges::find(targets_, table->target(), &Target::exponent);
    if (target == targets_.end())
      target = targets_.insert(targets_.end(), {table->target(), std::vector<std::uint16_t>(1U << 16)});
    if (target->places[table->walls_in(0).cells] != 0)
      throw UserError{fmt::format("'{}' has two tables for walls {} and target {}", folder, name_of(table->walls_in(0)),
                                  1 << table->target())};
    for (std::size_t image = 0; image < 8; ++image)
      target->places[table->walls_in(image).cells] = static_cast<std::uint16_t>(8 * tables_.size() + image + 1);
    tables_.push_back(std::move(table));
  }
  std::ranges::sort(targets_, std::ranges::greater{}, &Target::exponent);
}

bool EndgameTables::any_in(const std::string& folder) { return !table_files(folder).empty(); }

std::optional<std::size_t> EndgameTables::table_of(Walls walls, int target) const {
  for (const auto& one : targets_)
    if (one.exponent == target && one.places[walls.cells] != 0) return (one.places[walls.cells] - 1U) / 8;
  return std::nullopt;
}

void EndgameTables::check_unchanged() const {
  for (const auto& table : tables_) table->check_unchanged();
}

}  // namespace afterstate
