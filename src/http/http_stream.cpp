#include "http/http_stream.h"

#include <utility>

namespace afterstate {

void HttpStream::push(std::string_view bytes) {
  const std::scoped_lock lock{mutex_};
  if (over_ || closed_) return;
  waiting_ += bytes;
  if (wake_) wake_();
}

bool HttpStream::is_taken() const {
  const std::scoped_lock lock{mutex_};
  return waiting_.empty() && !writing_;
}

bool HttpStream::is_over() const {
  const std::scoped_lock lock{mutex_};
  return over_;
}

void HttpStream::close() {
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  if (wake_) wake_();
}

void HttpStream::begin(std::function<void()> wake) {
  const std::scoped_lock lock{mutex_};
  wake_ = std::move(wake);
  writing_ = true;
}

std::string HttpStream::take() {
  const std::scoped_lock lock{mutex_};
  writing_ = !waiting_.empty();
  return std::exchange(waiting_, {});
}

bool HttpStream::is_finished() const {
  const std::scoped_lock lock{mutex_};
  return closed_ && waiting_.empty();
}

void HttpStream::end() {
  const std::scoped_lock lock{mutex_};
  over_ = true;
  waiting_ = {};
  wake_ = {};
}

}  // namespace afterstate
