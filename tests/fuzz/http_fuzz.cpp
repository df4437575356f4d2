// Any bytes from a client give requests or a refusal. It does not matter in which pieces they arrive, once the last
// header is complete: an invalid header may be refused before its end.
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzz/readers.h"
#include "http/request_reader.h"

namespace {

using namespace afterstate;

struct Read {
  std::vector<std::string> requests;  ///< all their fields
  unsigned refused = 0;

  friend bool operator==(const Read&, const Read&) = default;
};

/// Reads all requests of a connection whose bytes arrive in pieces of that size.
Read read_in_pieces(std::string_view bytes, std::size_t piece) {
  const RequestRules rules{.body = 512, .hosts = {"example.org"}};
  Read read;
  std::string waiting;
  std::optional<RequestReader> reader{std::in_place, rules};
  for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
    waiting += bytes.substr(begin, piece);
    for (bool again = true; again;) {
      const auto used = reader->read(waiting);
      if (used > waiting.size()) std::abort();
      waiting.erase(0, used);
      reader->expects_continue();
      if (const auto* const refused = reader->refused()) {
        if (refused->status < 400) std::abort();
        read.refused = refused->status;
        return read;
      }
      again = reader->is_complete();
      if (!again && (waiting.size() > rules.header || reader->body_size() > rules.body)) std::abort();
      if (!again) continue;
      const auto request = reader->take();
      read.requests.push_back(request.method + '\n' + request.path + '\n' + request.query + '\n' + request.host + '\n' +
                              request.authorization + '\n' + request.known_tag + '\n' + request.body);
      if (request.body.size() > rules.body) std::abort();
      reader.emplace(rules);
    }
  }
  return read;
}

}  // namespace

void afterstate::fuzz::read_http(std::string_view bytes) {
  for (const std::size_t piece : {bytes.size() + 1, std::size_t{1}}) read_in_pieces(bytes, piece);
  const auto ended = std::string{bytes} + "\r\n\r\n";
  const auto at_once = read_in_pieces(ended, ended.size());
  if (read_in_pieces(ended, 1) != at_once || read_in_pieces(ended, 7) != at_once) std::abort();
}
