// Which requests are accepted: their sizes, the names by which this server may be called, and which sites may call it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/http_message.h"

namespace afterstate {

struct RequestRules {
  std::size_t header = 16'384;                                       ///< maximum size in bytes
  std::size_t body = 65'536;                                         ///< the same
  std::vector<std::pair<std::string, std::size_t>> larger_bodies{};  ///< by path

  /// Names accepted in Host, in lower case, besides localhost and the loopback addresses. A site that points its own
  /// name to this machine (DNS rebinding) is refused by this list.
  std::vector<std::string> hosts{};
  bool any_address = false;  ///< whether Host may also be any IP address; no site can have one as its name

  /// Pages of other sites may link to paths that do not begin with this, and nothing else.
  std::string own_pages_only = "/api/";

  std::size_t max_body(std::string_view path) const;
};

/// The header fields that decide whether a request is accepted. A field that is absent is empty.
struct RequestHead {
  std::string_view method;
  std::string_view path;
  std::string_view host;
  std::string_view origin;
  std::string_view fetch_site;
  std::string_view fetch_mode;
  std::string_view content_type;
};

/// The host of a Host field without the port, in lower case; IPv6 addresses keep their brackets. Nothing if it is not
/// exactly a name or an address with an optional port.
std::optional<std::string> host_name(std::string_view host);

/// Whether a host name without port is localhost or a loopback address.
bool is_this_machine(const std::string& name);

/// The error response to a request that breaks the rules; nothing if it is accepted.
std::optional<HttpResponse> refusal(const RequestHead& head, const RequestRules& rules);

}  // namespace afterstate
