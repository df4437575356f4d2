// Reads one request from bytes as they arrive, and refuses it as early as possible. Knows nothing about sockets, so
// that tests and fuzzers can call it directly.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "http/http_message.h"
#include "http/request_rules.h"

namespace afterstate {

class RequestReader {
 public:
  /// The rules must outlive the reader.
  explicit RequestReader(const RequestRules& rules);
  ~RequestReader();

  /// Reads from the beginning of `bytes` and returns how many of them were used. The others must be passed again: those
  /// that follow the request, or an incomplete line. They are never more than the maximum size of a header.
  std::size_t read(std::string_view bytes);

  /// Whether the request has arrived. Nothing more is read.
  bool is_complete() const;

  /// The error response to an invalid request; null otherwise. Nothing more is read, and the connection must be closed
  /// after the response because the beginning of the next request is unknown.
  const HttpResponse* refused() const;

  /// Whether the client waits for the status 100 before it sends the body; true only once.
  bool expects_continue();

  std::size_t body_size() const;  ///< of the bytes received

  // Once it is complete:
  bool keeps_alive() const;
  HttpRequest take();  ///< without the address of the client

 private:
  struct Parts;

  void finish_header();

  const RequestRules& rules_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace afterstate
