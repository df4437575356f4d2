#include "arena/board_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "game/notation.h"
#include "os/regular_file.h"

namespace afterstate {

std::vector<PackedBoard> read_boards(const std::string& path, Size size) {
  constexpr LineLimits limits{.bytes = std::uint64_t{1} << 32, .line = 1000};
  const auto file = RegularFile::open(path);
  if (!file) {
    std::error_code odd;
    throw UserError{fmt::format(
        "cannot read '{}': {}; give a file written by 'afterstate boards collect' or 'afterstate boards generate'",
        path, std::filesystem::exists(path, odd) ? "it is not a regular file that can be read" : "no such file")};
  }
  std::vector<PackedBoard> boards;
  std::uint64_t number = 0;
  const auto add = [&](const std::string& line) {
    ++number;
    if (line.empty() || line.front() == '#') return true;
    try {
      const auto exponents = parse_exponents(line, size);
      if (std::ranges::find(exponents, 0) == exponents.end())
        throw UserError{"the board has no empty cell for the next tile"};
      boards.push_back(packed_from(exponents));
    } catch (const UserError& error) {
      throw Failure{fmt::format("'{}': line {}: {}", path, number, error.what())};
    }
    return true;
  };
  const auto read = for_each_line(*file, limits, add);
  if (read.line_too_long) throw Failure{fmt::format("'{}': line {} is too long for a board", path, number + 1)};
  if (read.bytes != file->size()) throw Failure{fmt::format("'{}' does not end with a complete line", path)};
  if (boards.empty()) throw Failure{fmt::format("'{}' has no boards", path)};
  return boards;
}

}  // namespace afterstate
