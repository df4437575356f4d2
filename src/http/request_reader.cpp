#include "http/request_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "http/error_response.h"

namespace afterstate {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using Error = boost::system::error_code;

/// A body that needs as much memory as was received; http::string_body reserves what the client declares.
struct ReceivedBody {
  using value_type = std::string;

  class reader {  // NOLINT(readability-identifier-naming): the name that Beast expects
   public:
    template <bool request, class Fields>
    reader(http::header<request, Fields>& /*header*/, value_type& body) : body_(body) {}

    static void init(const boost::optional<std::uint64_t>& /*length*/, Error& error) { error = {}; }

    template <class Buffers>
    std::size_t put(const Buffers& buffers, Error& error) {
      error = {};
      const auto before = body_.size();
      for (const auto buffer : beast::buffers_range_ref(buffers))
        body_.append(static_cast<const char*>(buffer.data()), buffer.size());
      return body_.size() - before;
    }

    static void finish(Error& error) { error = {}; }

   private:
    value_type& body_;
  };
};

struct RequestReader::Parts {
  http::request_parser<ReceivedBody> parser{};
  HttpRequest request{};
  std::optional<HttpResponse> refused{};
  std::size_t header_size = 0;
  std::size_t max_body = 0;
  bool header_is_read = false;
  bool expects_continue = false;
};

RequestReader::RequestReader(const RequestRules& rules) : rules_(rules), parts_(std::make_unique<Parts>()) {
  auto& parser = parts_->parser;
  parser.header_limit(static_cast<std::uint32_t>(rules.header));
  parser.body_limit(boost::none);  // it depends on the path
}

RequestReader::~RequestReader() = default;

std::size_t RequestReader::read(std::string_view bytes) {
  std::size_t used = 0;
  auto& [parser, request, refused, header_size, max_body, header_is_read, expects_continue] = *parts_;
  while (!is_complete() && !refused) {
    Error error;
    const auto rest = bytes.substr(used);
    // The parser expects no fewer bytes of what follows a chunk; a chunked body ends with that many.
    constexpr std::string_view last_chunk = "0\r\n\r\n";
    if (header_is_read && parser.chunked() && rest.size() < last_chunk.size()) break;
    const auto count = parser.put({rest.data(), rest.size()}, error);
    used += count;
    const auto left = rest.size() - count;
    // The parser limits the size of a single field only.
    if (!header_is_read) header_size += count;
    if (error && error != http::error::need_more && error != http::error::header_limit &&
        error != http::error::body_limit) {
      refused = error_response(400, fmt::format("invalid HTTP request: {}", error.message()));
    } else if (error == http::error::body_limit) {
      refused = error_response(413, fmt::format("the request body is larger than {} bytes", max_body));
    } else if (error == http::error::header_limit || header_size > rules_.header || (error && left >= rules_.header) ||
               (!parser.is_header_done() && header_size + left > rules_.header)) {
      refused = error_response(431, fmt::format("the request header is longer than {} bytes", rules_.header));
    } else if (parser.is_header_done() && !header_is_read) {
      header_is_read = true;
      finish_header();
    } else if (error || count == 0) {
      break;  // more must arrive
    }
  }
  return used;
}

void RequestReader::finish_header() {
  auto& [parser, request, refused, header_size, max_body, header_is_read, expects_continue] = *parts_;
  const auto& message = parser.get();
  const auto field = [&](std::string_view name) -> std::string_view {
    const auto found = message.find(beast::string_view{name.data(), name.size()});
    return found == message.end() ? std::string_view{} : std::string_view{found->value()};
  };
  // Two fields of one name may be read differently by a proxy, which then checks another value than this server.
  for (const auto* const name : {"Host", "Origin", "Content-Type", "Content-Length", "Transfer-Encoding",
                                 "Authorization", "Sec-Fetch-Site", "Sec-Fetch-Mode"})
    if (message.count(name) > 1) {
      refused = error_response(400, fmt::format("the header field {} is given twice", name));
      return;
    }
  request.method = std::string{message.method_string()};
  const std::string_view target{message.target().data(), message.target().size()};
  const auto question_mark = target.find('?');
  request.path = std::string{target.substr(0, question_mark)};
  if (question_mark != std::string_view::npos) request.query = std::string{target.substr(question_mark + 1)};
  const RequestHead head{.method = request.method,
                         .path = request.path,
                         .host = field("Host"),
                         .origin = field("Origin"),
                         .fetch_site = field("Sec-Fetch-Site"),
                         .fetch_mode = field("Sec-Fetch-Mode"),
                         .content_type = field("Content-Type")};
  refused = refusal(head, rules_);
  if (refused) return;
  request.host = host_name(head.host).value_or("");
  request.authorization = std::string{field("Authorization")};
  request.known_tag = std::string{field("If-None-Match")};
  request.takes_gzip = http::token_list{message[http::field::accept_encoding]}.exists("gzip");
  max_body = rules_.max_body(request.path);
  if (parser.content_length().value_or(0) > max_body)
    refused = error_response(413, fmt::format("the request body is larger than {} bytes", max_body));
  parser.body_limit(max_body);  // of a chunked body
  expects_continue = !parser.is_done() && beast::iequals(message[http::field::expect], "100-continue");
}

bool RequestReader::is_complete() const {
  return parts_->header_is_read && !parts_->refused && parts_->parser.is_done();
}

const HttpResponse* RequestReader::refused() const { return parts_->refused ? &*parts_->refused : nullptr; }

bool RequestReader::expects_continue() { return std::exchange(parts_->expects_continue, false); }

std::size_t RequestReader::body_size() const { return parts_->parser.get().body().size(); }

bool RequestReader::keeps_alive() const { return parts_->parser.get().keep_alive(); }

HttpRequest RequestReader::take() {
  auto request = std::move(parts_->request);
  request.body = std::move(parts_->parser.get().body());
  return request;
}

}  // namespace afterstate
