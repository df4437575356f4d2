#include "app/serve/downloads.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "http/error_response.h"

namespace afterstate::app {

namespace {

constexpr std::size_t max_downloads = 8;
constexpr std::size_t piece_bytes = std::size_t{512} * 1024;

/// How long to wait for clients to take their pieces.
constexpr std::chrono::milliseconds piece_time{4};

std::string_view type_of_file(std::string_view name) {
  if (name.ends_with(".json")) return json_type;
  for (const auto* const text : {".jsonl", ".toml", ".md", ".log"})
    if (name.ends_with(text)) return "text/plain; charset=utf-8";
  return "application/octet-stream";
}

}  // namespace

OpenFile::OpenFile(const std::filesystem::path& folder, const std::string& name) {
  const int parent = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (parent >= 0) {
    file_ = ::openat(parent, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ::close(parent);
  }
  struct stat status{};
  if (file_ >= 0 && ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  if (file_ >= 0) ::close(file_);
  throw HttpError{404, fmt::format("there is no file '{}' to download", name)};
}

OpenFile::~OpenFile() { ::close(file_); }

std::string OpenFile::read(std::size_t max_bytes) {  // NOLINT(readability-make-member-function-const): moves on
  std::string bytes(max_bytes, '\0');
  const auto got = ::read(file_, bytes.data(), bytes.size());
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

Downloads::Downloads() : thread_([this](const std::stop_token& stop) { send(stop); }) {}

Downloads::~Downloads() = default;

HttpResponse Downloads::start(const std::filesystem::path& folder, const std::string& name, bool body_wanted) {
  auto file = std::make_unique<OpenFile>(folder, name);
  HttpResponse response{200, std::string{type_of_file(name)}, {}};
  response.headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Cache-Control", "no-store"}};
  if (file->bytes() <= piece_bytes) {
    response.body = file->read(piece_bytes);
    return response;
  }
  if (!body_wanted) throw HttpError{405, "large files do not support HEAD; use GET"};
  response.headers.emplace_back("Content-Length", std::to_string(file->bytes()));
  response.body = file->read(piece_bytes);
  response.stream = std::make_shared<HttpStream>();
  const std::scoped_lock lock{mutex_};
  if (active_.size() >= max_downloads) return come_back(10, "too many downloads; try again later");
  active_.push_back({std::move(file), response.stream});
  changed_.notify_one();
  return response;
}

void Downloads::send(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  while (changed_.wait(lock, stop, [this] { return !active_.empty(); })) {
    std::erase_if(active_, [](Download& download) {
      const bool client_is_gone = download.stream.use_count() == 1 || download.stream->is_over();
      if (client_is_gone) return true;
      if (!download.stream->is_taken()) return false;
      const auto piece = download.file->read(piece_bytes);
      if (piece.empty())
        download.stream->close();
      else
        download.stream->push(piece);
      return piece.empty();
    });
    changed_.wait_for(lock, stop, piece_time, [] { return false; });
  }
}

}  // namespace afterstate::app
