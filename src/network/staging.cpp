#include "network/staging.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/nearest.h"

namespace afterstate {

namespace {

constexpr std::string_view matsuzaki = "Matsuzaki 2017";

constexpr std::array named{
    NamedStaging{"turn4", "turn:8192 turn:16384 turn:24576", matsuzaki},
    NamedStaging{"turn8", "turn:4096 turn:8192 turn:12288 turn:16384 turn:20480 turn:24576 turn:28672", matsuzaki},
    NamedStaging{"top4", "16k 32k 32k+16k", matsuzaki},
    NamedStaging{"top8", "8k 16k 16k+8k 32k 32k+8k 32k+16k 32k+16k+8k", matsuzaki},
    NamedStaging{"max4", "8k 16k 32k", matsuzaki},
    NamedStaging{"max8", "512 1k 2k 4k 8k 16k 32k", matsuzaki},
    NamedStaging{"decr4", "32k 32k+16k 32k+16k+8k", matsuzaki},
    NamedStaging{"decr8",
                 "32k 32k+16k 32k+16k+8k 32k+16k+8k+4k 32k+16k+8k+4k+2k 32k+16k+8k+4k+2k+1k "
                 "32k+16k+8k+4k+2k+1k+512",
                 matsuzaki},
    NamedStaging{"hand8", "16k 16k+8k 16k+8k+4k 32k 32k+16k 32k+16k+8k 32k+16k+8k+4k", matsuzaki},
};

constexpr std::string_view turn_prefix = "turn:";
constexpr std::string_view bits_prefix = "pow2:";
constexpr std::uint32_t max_turns = 100'000;  // no game is longer: its tile sum would exceed that of any board
constexpr int max_bits = 8;
static_assert(1 << max_bits == max_stages);

/// Two tiles spawn before the first move and one after each move, each 2.2 on average.
constexpr std::uint32_t sum_at_turn(std::uint32_t turn) { return (22 * (turn + 2) + 9) / 10; }

std::optional<std::uint32_t> whole_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end && !text.empty() ? std::optional{number} : std::nullopt;
}

/// The words between separators, without empty ones.
std::vector<std::string_view> words_of(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// The exponent of a tile such as "512", "16384" or "16k".
std::optional<int> tile_in(std::string_view text) {
  std::uint32_t unit = 1;
  if (text.ends_with('k')) {
    unit = 1024;
    text.remove_suffix(1);
  }
  const auto number = whole_in(text);
  if (!number || *number > 131072) return {};
  const auto tile = *number * unit;
  if (tile < 2 || tile > 131072 || !std::has_single_bit(tile)) return {};
  return std::countr_zero(tile);
}

StageEvent event_in(std::string_view text) {
  const auto wrong = [&](std::string_view what) {
    return UserError{
        fmt::format("stage '{}': {}; a stage begins at tiles, such as 16384 or 16k+8k, or at a move, "
                    "such as turn:8192",
                    text, what)};
  };
  if (text.starts_with(turn_prefix)) {
    const auto turn = whole_in(text.substr(turn_prefix.size()));
    if (!turn || *turn < 1 || *turn > max_turns) throw wrong(fmt::format("the move must be from 1 to {}", max_turns));
    return {1, sum_at_turn(*turn)};
  }
  const auto tiles = words_of(text, '+');
  StageEvent event{0, 0};
  for (const auto tile : tiles) {
    const auto exponent = tile_in(tile);
    if (!exponent) throw wrong(fmt::format("'{}' is not a tile from 2 to 131072", tile));
    if (event.sum != 0 && *exponent >= event.least) throw wrong("list each tile once, largest first");
    event.least = *exponent;
    event.sum += 1U << *exponent;
  }
  if (tiles.empty()) throw wrong("no tile given");
  return event;
}

/// The tiles of an event are the bits of its sum.
bool implies(const StageEvent& later, const StageEvent& earlier) {
  if (earlier.least == 1 || later.least == 1) return later.sum >= earlier.sum;
  return (later.sum >> earlier.least << earlier.least) >= earlier.sum;
}

std::string tile_name(int exponent) {
  return exponent >= 10 ? fmt::format("{}k", 1 << (exponent - 10)) : fmt::format("{}", 1 << exponent);
}

std::string text_of(const StageEvent& event) {
  const auto turn = event.sum * 10 / 22 - 2;  // wraps around for sums of fewer than two tiles, which no turn has
  if (event.least == 1 && turn >= 1 && sum_at_turn(turn) == event.sum) return fmt::format("{}{}", turn_prefix, turn);
  std::string text;
  for (int exponent = 17; exponent >= event.least; --exponent)
    if ((event.sum >> exponent & 1) != 0) text += (text.empty() ? "" : "+") + tile_name(exponent);
  return text;
}

std::vector<StageEvent> parse_events(std::string_view text) {
  std::vector<StageEvent> events;
  for (const auto word : words_of(text, ' ')) {
    const auto event = event_in(word);
    if (!events.empty() && (event == events.back() || !implies(event, events.back())))
      throw UserError{
          fmt::format("stages '{}': games reach '{}' before '{}'; list each stage once, in the order in which games "
                      "reach them",
                      text, text_of(event), text_of(events.back()))};
    events.push_back(event);
  }
  return events;
}

/// The maximum tile sum of a board: one tile of each value up to the largest possible one.
std::uint32_t max_tile_sum(Size size) { return (2U << largest_exponent(size.cells())) - 4; }

}  // namespace

std::span<const NamedStaging> named_stagings() { return named; }

Staging parse_staging(std::string_view text, Size size) {
  if (text == "one") return {};
  Staging staging;
  if (text.starts_with(bits_prefix)) {
    const auto bits = whole_in(text.substr(bits_prefix.size()));
    if (!bits || *bits < 1 || *bits > max_bits)
      throw UserError{fmt::format("stages '{}': expected {}1 to {}{}", text, bits_prefix, bits_prefix, max_bits)};
    staging.bits = static_cast<int>(*bits);
    if (largest_exponent(size.cells()) < 16 - staging.bits)
      throw UserError{fmt::format("stages '{}': no game on {} reaches a {}-tile, where the second stage begins", text,
                                  name_of(size), 1 << (16 - staging.bits))};
    return staging;
  }
  const auto* const found = std::ranges::find(named, text, &NamedStaging::name);
  const bool is_word = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  if (found == named.end() && is_word && !text.starts_with(turn_prefix)) {
    std::vector<std::string> names{"one", "pow2:4"};
    for (const auto& staging_of_name : named) names.emplace_back(staging_of_name.name);
    throw UserError{fmt::format(
        "unknown stages '{}'{}; use one, {}, pow2:1 to pow2:{}, or a list of your own, "
        "such as \"16384 16384+8192\"",
        text, did_you_mean(std::string{text}, names),
        std::accumulate(
            named.begin() + 1, named.end(), std::string{named.front().name},
            [](const std::string& list, const NamedStaging& next) { return fmt::format("{}, {}", list, next.name); }),
        max_bits)};
  }
  staging.events = parse_events(found != named.end() ? found->events : text);
  if (staging.events.empty())
    throw UserError{"stages '': the list is empty; write \"one\", or where each stage after the first begins"};
  if (staging.count() > max_stages)
    throw UserError{fmt::format("{} stages; the maximum is {}", staging.count(), max_stages)};
  const auto& first = staging.events.front();
  if (first.sum > max_tile_sum(size) || first.least > largest_exponent(size.cells()))
    throw UserError{fmt::format("stages '{}': no game on {} reaches the second stage, which begins at {}", text,
                                name_of(size), text_of(first))};
  return staging;
}

StageEvent parse_event(std::string_view text, Size size) {
  const auto staging = parse_staging(text, size);
  if (staging.events.size() != 1)
    throw UserError{fmt::format("'{}' is not one event; give one, such as 16384 or 16k+8k", text)};
  return staging.events.front();
}

std::string name_of(const Staging& staging) {
  if (staging.bits > 0) return fmt::format("{}{}", bits_prefix, staging.bits);
  if (staging.events.empty()) return "one";
  for (const auto& candidate : named)
    if (parse_events(candidate.events) == staging.events) return std::string{candidate.name};
  std::string text;
  for (const auto& event : staging.events) text += (text.empty() ? "" : " ") + text_of(event);
  return text;
}

}  // namespace afterstate
