#include "app/serve/page.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/serve/page_files.h"
#include "http/error_response.h"

namespace afterstate::app {

namespace {

/// The page runs only what the server itself sends.
constexpr auto content_policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

std::string type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> types{
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".svg", "image/svg+xml"},
       {".webmanifest", "application/manifest+json"}}};
  const auto* const found = std::ranges::find_if(types, [&](const auto& type) { return name.ends_with(type.first); });
  return std::string{found == types.end() ? "application/octet-stream" : found->second};
}

std::string gzip(std::string_view bytes) {
  constexpr int gzip_window = 15 + 16;  // 16 more makes zlib write a gzip header
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc{};
  std::string zipped(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(zipped.data());
  stream.avail_out = static_cast<uInt>(zipped.size());
  const int ended = deflate(&stream, Z_FINISH);
  zipped.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::logic_error{"a file of the page could not be compressed"};
  return zipped;
}

}  // namespace

Page::Page() {
  for (const auto& [name, bytes] : page_files())
    files_.push_back({name == "index.html" ? "/" : fmt::format("/{}", name), type_of(name),
                      fmt::format("\"{:016x}\"", XXH3_64bits(bytes.data(), bytes.size())),
                      std::make_shared<const std::string>(bytes), std::make_shared<const std::string>(gzip(bytes))});
}

HttpResponse Page::answer(const HttpRequest& request) const {
  const auto path = request.path == "/index.html" ? "/" : request.path;
  const auto file = std::ranges::find(files_, path, &File::path);
  if (file == files_.end()) return error_response(404, "no such page; the only page is /");
  if (request.method != "GET" && request.method != "HEAD") return not_allowed(request.path, "GET");
  HttpResponse response{200,
                        file->content_type,
                        {},
                        {{"ETag", file->tag},
                         {"Cache-Control", "no-cache"},
                         {"Vary", "Accept-Encoding"},
                         {"Content-Security-Policy", content_policy},
                         {"Referrer-Policy", "no-referrer"}}};
  if (request.known_tag == file->tag) {
    response.status = 304;
    return response;
  }
  if (request.takes_gzip) response.headers.emplace_back("Content-Encoding", "gzip");
  response.kept_body = request.takes_gzip ? file->zipped : file->plain;
  return response;
}

}  // namespace afterstate::app
