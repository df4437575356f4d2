#include "http/request_rules.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "http/error_response.h"

namespace afterstate {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

char to_lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

std::string lower(std::string_view text) {
  std::string lowered{text};
  std::ranges::transform(lowered, lowered.begin(), to_lower);
  return lowered;
}

bool is_in_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || is_digit(letter) || letter == '-' || letter == '.' || letter == '_';
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return !text.empty() && std::ranges::all_of(text, is_digit) && error == std::errc{} && port >= 1 && port <= 65'535;
}

bool is_ipv4(const std::string& name) {
  in_addr address{};
  return ::inet_pton(AF_INET, name.c_str(), &address) == 1;
}

bool is_ipv6_in_brackets(const std::string& name) {
  in6_addr address{};
  return name.size() > 2 && name.front() == '[' && name.back() == ']' &&
         ::inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), &address) == 1;
}

bool is_served_as(const std::string& name, const RequestRules& rules) {
  if (is_this_machine(name) || std::ranges::find(rules.hosts, name) != rules.hosts.end()) return true;
  return rules.any_address && (is_ipv4(name) || is_ipv6_in_brackets(name));
}

/// A proxy in front of this server may add encryption.
bool is_origin_of(std::string_view origin, std::string_view host) {
  const auto both = lower(origin);
  return both == "http://" + lower(host) || both == "https://" + lower(host);
}

bool is_json(std::string_view content_type) {
  auto type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return lower(type) == json_type;
}

}  // namespace

std::size_t RequestRules::max_body(std::string_view path) const {
  const auto larger = std::ranges::find(larger_bodies, path, &std::pair<std::string, std::size_t>::first);
  return larger == larger_bodies.end() ? body : larger->second;
}

std::optional<std::string> host_name(std::string_view host) {
  const auto text = lower(host);
  const auto end = text.starts_with('[') ? text.find(']') : text.find(':');
  auto name = text.substr(0, text.starts_with('[') && end != std::string::npos ? end + 1 : end);
  const auto rest = std::string_view{text}.substr(name.size());
  if (!rest.empty() && (rest.front() != ':' || !is_port(rest.substr(1)))) return std::nullopt;
  if (name.starts_with('[') ? !is_ipv6_in_brackets(name) : !std::ranges::all_of(name, is_in_name)) return std::nullopt;
  if (name.empty()) return std::nullopt;
  return name;
}

bool is_this_machine(const std::string& name) {
  return name == "localhost" || name == "[::1]" || (is_ipv4(name) && name.starts_with("127."));
}

std::optional<HttpResponse> refusal(const RequestHead& head, const RequestRules& rules) {
  if (!head.path.starts_with('/')) return error_response(400, "the target of a request must begin with /");
  const auto name = host_name(head.host);
  if (!name) return error_response(400, "a request needs one valid Host field, such as Host: localhost:2048");
  if (!is_served_as(*name, rules))
    return error_response(403, fmt::format("Host '{0}' is not a name of the server's own machine; use its address, or "
                                           "start the server with --allow-host {0}",
                                           *name));
  if (!head.origin.empty() && !is_origin_of(head.origin, head.host))
    return error_response(403, "pages of other sites may not use this server");
  if (!head.fetch_site.empty() && head.fetch_site != "same-origin" && head.fetch_site != "none") {
    const bool reads = head.method == "GET" || head.method == "HEAD";
    const bool follows_link = reads && head.fetch_mode == "navigate" && !head.path.starts_with(rules.own_pages_only);
    if (!follows_link) return error_response(403, "pages of other sites may not use this server");
  }
  if (head.method == "POST" && !is_json(head.content_type))
    return error_response(415, "POST requests need the header Content-Type: application/json");
  return std::nullopt;
}

}  // namespace afterstate
