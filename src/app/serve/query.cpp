#include "app/serve/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/search_options.h"
#include "game/notation.h"

namespace afterstate::app {

std::string decoded_path(std::string_view text) {
  std::string plain;
  for (std::size_t n = 0; n < text.size(); ++n) {
    unsigned char code = 0;
    const auto* const digits = text.data() + n + 1;
    if (text[n] == '%' && n + 2 < text.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      plain += static_cast<char>(code);
      n += 2;
    } else {
      plain += text[n];
    }
  }
  return plain;
}

namespace {

/// In a query + is a space too.
std::string decoded(std::string_view text) {
  std::string spaced{text};
  std::ranges::replace(spaced, '+', ' ');
  return decoded_path(spaced);
}

}  // namespace

Query::Query(std::string_view text, std::initializer_list<std::string_view> known) {
  while (!text.empty()) {
    const auto pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const auto name = decoded(pair.substr(0, pair.find('=')));
    if (std::ranges::find(known, name) == known.end())
      throw QuestionError{name, fmt::format("unknown field '{}': the query may have {}", name, fmt::join(known, ", "))};
    const auto value =
        pair.find('=') == std::string_view::npos ? std::string{} : decoded(pair.substr(pair.find('=') + 1));
    if (!fields_.emplace(name, value).second)
      throw QuestionError{name, fmt::format("the field '{}' is there twice", name)};
  }
}

std::string Query::text(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? std::string{} : found->second;
}

std::optional<std::uint64_t> Query::whole_number(const std::string& name, std::uint64_t least,
                                                 std::uint64_t most) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return std::nullopt;
  const auto& text = found->second;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    throw QuestionError{name, fmt::format("{}: give a whole number from {} to {}", name, least, most)};
  return number;
}

Size Query::size(const std::string& name) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return Size{};
  try {
    return parse_size(found->second);
  } catch (const UserError& error) {
    throw QuestionError{name, error.what()};
  }
}

std::vector<int> Query::board(const std::string& name, Size size) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return {};
  try {
    return parse_exponents(found->second, size);
  } catch (const UserError& error) {
    throw QuestionError{name, error.what()};
  }
}

SearchPlan Query::search(const QuestionLimits& limits) const {
  SearchOptions options;
  options.depth = whole_number("depth", 1, limits.most_depth);
  options.milliseconds = whole_number("time_ms", 1, limits.most_milliseconds);
  if (!options.depth && !options.milliseconds) options.depth = limits.usual_depth;
  return search_plan(options, 1);
}

}  // namespace afterstate::app
