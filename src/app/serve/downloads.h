// Downloads of files: small ones as one body, large ones piece by piece on a thread of their own, so that neither
// memory nor the threads of other requests are needed for them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "http/http_server.h"

namespace afterstate::app {

/// An open regular file.
class OpenFile {
 public:
  /// Opens `name` in `folder`; neither may be a symbolic link, and `name` must be a regular file directly in the
  /// folder. Throws HttpError (404) otherwise.
  OpenFile(const std::filesystem::path& folder, const std::string& name);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::uint64_t bytes() const { return bytes_; }

  /// The next piece; empty at the end of the file.
  std::string read(std::size_t max_bytes);

 private:
  int file_ = -1;
  std::uint64_t bytes_ = 0;
};

class Downloads {
 public:
  Downloads();
  ~Downloads();
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;

  /// The file as an attachment; 503 if there are too many downloads. `body_wanted` is false for HEAD.
  HttpResponse start(const std::filesystem::path& folder, const std::string& name, bool body_wanted);

 private:
  struct Download {
    std::unique_ptr<OpenFile> file;
    std::shared_ptr<HttpStream> stream;
  };

  void send(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Download> active_;
  std::jthread thread_;
};

}  // namespace afterstate::app
