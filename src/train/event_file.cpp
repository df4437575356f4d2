#include "train/event_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <string_view>

#include "base/crc32c.h"
#include "base/error.h"
#include "base/json.h"

namespace afterstate {

namespace {

constexpr std::string_view event_file_prefix = "events.out.tfevents.";

template <class Number>
std::string little_endian(Number number) {
  std::string bytes;
  for (std::size_t n = 0; n < sizeof number; ++n) bytes += static_cast<char>(number >> (8 * n) & 255);
  return bytes;
}

/// A field of a protocol buffer message begins with its number and its kind.
enum class Wire : std::uint8_t { varint = 0, eight_bytes = 1, text = 2, four_bytes = 5 };

std::string varint(std::uint64_t number) {
  std::string bytes;
  for (; number >= 128; number >>= 7) bytes += static_cast<char>(128 | (number & 127));
  return bytes + static_cast<char>(number);
}

std::string field_head(unsigned field, Wire wire) { return varint(field << 3 | static_cast<unsigned>(wire)); }
std::string number_field(unsigned field, std::uint64_t number) {
  return field_head(field, Wire::varint) + varint(number);
}
std::string text_field(unsigned field, std::string_view text) {
  return field_head(field, Wire::text) + varint(text.size()) + std::string{text};
}
std::string double_field(unsigned field, double value) {
  return field_head(field, Wire::eight_bytes) + little_endian(std::bit_cast<std::uint64_t>(value));
}
std::string float_field(unsigned field, float value) {
  return field_head(field, Wire::four_bytes) + little_endian(std::bit_cast<std::uint32_t>(value));
}

// Field numbers of tensorflow's Event, Summary, Summary.Value and SessionLog.
constexpr unsigned event_wall_time = 1;
constexpr unsigned event_step = 2;
constexpr unsigned event_file_version = 3;
constexpr unsigned event_summary = 5;
constexpr unsigned event_session_log = 7;
constexpr unsigned summary_value = 1;
constexpr unsigned value_tag = 1;
constexpr unsigned value_simple = 2;
constexpr unsigned session_status = 1;
constexpr std::uint64_t session_start = 1;

std::string event_head(double wall_time, std::uint64_t step) {
  return double_field(event_wall_time, wall_time) + number_field(event_step, step);
}

/// A checksum that may itself be part of data with checksums.
std::uint32_t masked_crc(std::string_view bytes) {
  const auto crc = crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xa282'ead8U;
}

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

bool has_event_file(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::filesystem::directory_iterator entries{folder, ignored};
  return std::any_of(begin(entries), end(entries),
                     [](const auto& entry) { return entry.path().filename().string().starts_with(event_file_prefix); });
}

std::vector<Json> lines_of_log(const std::filesystem::path& folder) {
  std::vector<Json> lines;
  std::ifstream file{folder / "log.jsonl"};
  for (std::string line; std::getline(file, line);)
    if (auto json = parse_json_or_null(line); json.is_object()) lines.push_back(std::move(json));
  return lines;
}

double number_in_line(const Json& line, const char* key) {
  return line.contains(key) && line[key].is_number() ? line[key].get<double>() : 0;
}

}  // namespace

Scalars scalars_of(const Json& line) {
  Scalars scalars;
  const auto add = [&](std::string tag, const Json& from, const char* key) {
    if (from.contains(key) && from[key].is_number()) scalars.emplace_back(std::move(tag), from[key].get<float>());
  };
  for (const auto* const key : {"mean", "ci95", "max"}) add(fmt::format("score/{}", key), line, key);
  add("speed/actions_per_second", line, "actions_per_second");
  if (line.contains("tiles") && line["tiles"].is_object())
    for (const auto& [tile, measured] : line["tiles"].items()) add("tiles/" + tile, measured, "share");
  if (line.contains("stages") && line["stages"].is_array())
    for (std::size_t stage = 0; stage < line["stages"].size(); ++stage)
      for (const auto* const key : {"predicted", "realised", "passed", "rate", "touched", "actions"})
        add(fmt::format("stage {}/{}", stage, key), line["stages"][stage], key);
  return scalars;
}

EventFile::EventFile(const std::filesystem::path& folder, std::uint64_t actions) {
  const double now = seconds_since_1970();
  const bool continues = has_event_file(folder);
  path_ = folder / fmt::format("{}{:010.0f}.afterstate.{}", event_file_prefix, now, ::getpid());
  file_.open(path_, std::ios::binary | std::ios::app);
  add_record(double_field(event_wall_time, now) + text_field(event_file_version, "brain.Event:2"));
  if (continues) {
    // It forgets the steps from that of the event on.
    add_record(event_head(now, actions + 1) +
               text_field(event_session_log, number_field(session_status, session_start)));
    return;
  }
  const auto lines = lines_of_log(folder);
  for (const auto& line : lines)
    add_measured(line, now - number_in_line(lines.back(), "seconds") + number_in_line(line, "seconds"));
}

void EventFile::add(const Json& line) { add_measured(line, seconds_since_1970()); }

void EventFile::add_measured(const Json& line, double wall_time) {
  std::string summary;
  for (const auto& [tag, value] : scalars_of(line))
    summary += text_field(summary_value, text_field(value_tag, tag) + float_field(value_simple, value));
  add_record(event_head(wall_time, line["actions"].get<std::uint64_t>()) + text_field(event_summary, summary));
}

void EventFile::add_record(const std::string& event) {
  const auto length = little_endian(std::uint64_t{event.size()});
  file_ << length << little_endian(masked_crc(length)) << event << little_endian(masked_crc(event));
  if (!file_.flush()) throw Failure{fmt::format("writing '{}' failed; is the disk full?", path_.string())};
}

}  // namespace afterstate
