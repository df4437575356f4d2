#include "app/serve/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/whole_number.h"
#include "engine/search_request.h"
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

/// In a query, + also means a space.
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
      throw RequestError{name, fmt::format("unknown field '{}': the fields are {}", name, fmt::join(known, ", "))};
    const auto value =
        pair.find('=') == std::string_view::npos ? std::string{} : decoded(pair.substr(pair.find('=') + 1));
    if (!fields_.emplace(name, value).second) throw RequestError{name, fmt::format("field '{}' is given twice", name)};
  }
}

std::string Query::text(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? std::string{} : found->second;
}

std::optional<std::uint64_t> Query::whole_number(const std::string& name, std::uint64_t min, std::uint64_t max) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return std::nullopt;
  const auto& text = found->second;
  const auto number = parse_whole_number(text);
  if (!number || *number < min || *number > max) throw RequestError{name, range_message(name, text, min, max)};
  return number;
}

Size Query::size(const std::string& name) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return Size{};
  try {
    return parse_size(found->second);
  } catch (const UserError& error) {
    throw RequestError{name, error.what()};
  }
}

std::optional<PackedBoard> Query::board(const std::string& name, Size size) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) return std::nullopt;
  try {
    return packed_from(parse_exponents(found->second, size));
  } catch (const UserError& error) {
    throw RequestError{name, error.what()};
  }
}

SearchPlan Query::search(const SearchLimits& limits) const {
  SearchRequest request;
  request.depth = whole_number("depth", 1, limits.max_depth);
  request.time_ms = whole_number("time_ms", 1, limits.max_time_ms);
  return plan_of(request, limits, Vocabulary::json);
}

}  // namespace afterstate::app
