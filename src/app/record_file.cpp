#include "app/record_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace afterstate::app {

RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending) {
  std::ifstream file{path, std::ios::binary};
  if (!file || std::filesystem::is_directory(path))
    throw UserError{fmt::format("cannot read '{}'; give a file written by eval --record or play --record", path)};
  RecordFile records;
  std::uint64_t number = 0;
  for (std::string text; std::getline(file, text);) {
    if (text.empty()) continue;
    ++number;
    try {
      auto record = parse_record(text);
      records.summary.add(replay(record, ending));
      if (number == line) records.chosen = std::move(record);
    } catch (const Failure& failure) {
      throw Failure{
          fmt::format("{}:{}: {}; the record is damaged, record the game again", path, number, failure.what())};
    }
  }
  if (file.bad()) throw Failure{fmt::format("cannot read '{}' to its end", path)};
  if (number == 0)
    throw Failure{
        fmt::format("'{}' contains no game records; give a file written by eval --record or play --record", path)};
  if (line > number) throw UserError{fmt::format("--line {}: '{}' has {} records", line, path, number)};
  return records;
}

}  // namespace afterstate::app
