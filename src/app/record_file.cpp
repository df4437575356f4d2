#include "app/record_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace afterstate::app {

namespace {

/// Three times as long as the longest possible game of 4x4.
constexpr std::size_t longest_record = 4'000'000;

/// Like std::getline, but stops after the longest record: a device without line ends would fill the memory.
bool read_line(std::istream& file, std::string& line) {
  line.clear();
  auto* const buffer = file.rdbuf();
  for (auto byte = buffer->sbumpc(); byte != std::char_traits<char>::eof(); byte = buffer->sbumpc()) {
    if (byte == '\n') return true;
    line += static_cast<char>(byte);
    if (line.size() > longest_record) return true;
  }
  file.setstate(std::ios::eofbit);
  return !line.empty();
}

}  // namespace

RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending) {
  std::ifstream file{path, std::ios::binary};
  if (!file || std::filesystem::is_directory(path))
    throw UserError{fmt::format("cannot read '{}'; give a file written by eval --record or play --record", path)};
  RecordFile records;
  std::uint64_t number = 0;
  for (std::string text; read_line(file, text);) {
    if (text.empty()) continue;
    ++number;
    if (text.size() > longest_record)
      throw Failure{
          fmt::format("{}:{}: the line is longer than any game record; give a file written by eval --record "
                      "or play --record",
                      path, number)};
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
