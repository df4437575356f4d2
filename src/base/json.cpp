#include "base/json.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"

namespace afterstate {

namespace {

/// What makes the text dangerous to parse; empty if nothing. Counts brackets and colons outside strings, whether or not
/// the text is JSON.
std::string_view excess_of(std::string_view text) {
  std::array<int, max_json_depth + 1> keys{};
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char symbol = text[at];
    if (symbol == '"') in_string = !in_string;
    if (in_string) {
      if (symbol == '\\') ++at;
    } else if (symbol == '{' || symbol == '[') {
      if (depth == max_json_depth) return "is nested too deeply";
      keys[++depth] = 0;
    } else if (symbol == '}' || symbol == ']') {
      if (depth > 0) --depth;
    } else if (symbol == ':' && ++keys[depth] > max_json_keys) {
      return "has an object with too many keys";
    }
  }
  return "";
}

}  // namespace

Json parse_json(std::string_view text, std::string_view what) {
  if (const auto excess = excess_of(text); !excess.empty()) throw Failure{fmt::format("{} {}", what, excess)};
  auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Failure{fmt::format("{} is not JSON", what)};
  return json;
}

Json parse_json_or_null(std::string_view text) {
  try {
    return parse_json(text, "the text");
  } catch (const Failure&) {
    return nullptr;
  }
}

std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace afterstate
