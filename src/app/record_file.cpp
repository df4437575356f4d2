#include "app/record_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/counted.h"
#include "base/error.h"

namespace afterstate::app {

namespace {

/// Three times as long as the longest possible game of 4x4.
constexpr std::size_t longest_record = 4'000'000;

constexpr auto what_to_give = "give a file written by eval --record or play --record";

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

void check_can_create(const std::string& path, std::string_view option) {
  std::error_code odd;
  if (std::filesystem::is_regular_file(path, odd) && std::filesystem::file_size(path, odd) > 0)
    throw UserError{fmt::format("'{}' exists; add --force to replace it, or give another file with {}", path, option)};
}

RecordAppender::RecordAppender(std::string path) : path_(std::move(path)) {
  std::ifstream existing{path_, std::ios::binary};
  if (std::error_code odd; existing && std::filesystem::is_regular_file(path_, odd)) {
    if (std::string first; read_line(existing, first)) {
      try {
        parse_record(first);
      } catch (const Failure&) {
        throw UserError{
            fmt::format("--record '{}': the file holds something other than game records; give another file", path_)};
      }
      existing.clear();
      existing.seekg(-1, std::ios::end);
      inside_line_ = existing.get() != '\n';
    }
  }
  if (!std::ofstream{path_, std::ios::app | std::ios::binary})
    throw UserError{fmt::format("--record '{}': the file cannot be written", path_)};
}

void RecordAppender::add(const GameRecord& record) {
  std::ofstream file{path_, std::ios::app | std::ios::binary};
  file << (std::exchange(inside_line_, false) ? "\n" : "") << to_json_line(record) << '\n';
  file.close();
  if (!file) throw Failure{fmt::format("writing '{}' failed; is the disk full?", path_)};
}

void for_each_record(const std::string& path, Ending ending, const VisitRecord& visit) {
  std::ifstream file{path, std::ios::binary};
  std::error_code odd;
  const bool is_folder = std::filesystem::is_directory(path, odd);
  if (!file || is_folder)
    throw UserError{fmt::format("cannot read '{}': {}; {}", path,
                                is_folder                            ? "it is a folder"
                                : std::filesystem::exists(path, odd) ? "it cannot be opened"
                                                                     : "no such file",
                                what_to_give)};
  std::uint64_t number = 0;
  for (std::string text; read_line(file, text);) {
    if (text.empty()) continue;
    ++number;
    if (number == 1 && !text.starts_with('{'))
      throw Failure{fmt::format("'{}' is not a file of game records; {}", path, what_to_give)};
    if (text.size() > longest_record)
      throw Failure{fmt::format("{}:{}: the line is longer than any game record; {}", path, number, what_to_give)};
    GameRecord record;
    Outcome outcome;
    try {
      record = parse_record(text);
      outcome = replay(record, ending);
    } catch (const UnfinishedGame& unfinished) {
      throw Failure{
          fmt::format("{}:{}: {}; accept unfinished games with --unfinished", path, number, unfinished.what())};
    } catch (const Failure& failure) {
      throw Failure{
          fmt::format("{}:{}: {}; the record is damaged, record the game again", path, number, failure.what())};
    }
    visit(std::move(record), outcome);
  }
  if (file.bad()) throw Failure{fmt::format("cannot read '{}' to its end", path)};
  if (number == 0) throw Failure{fmt::format("'{}' contains no game records; {}", path, what_to_give)};
}

RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending) {
  RecordFile records;
  std::uint64_t number = 0;
  for_each_record(path, ending, [&](GameRecord record, const Outcome& outcome) {
    ++number;
    records.summary.add(outcome);
    if (number == line) records.chosen = std::move(record);
  });
  if (line > number) throw UserError{fmt::format("--line {}: '{}' has {}", line, path, counted(number, "record"))};
  return records;
}

}  // namespace afterstate::app
