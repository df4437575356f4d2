// A response body that is sent piece by piece.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace afterstate {

/// It ends when it is closed or the client disconnects or stops to read. Can be used from any thread during the
/// lifetime of the server.
class HttpStream {
 public:
  void push(std::string_view bytes);

  /// Whether everything pushed has been sent. If not, the client is slow and there is no point in pushing more.
  bool is_taken() const;

  /// Whether the client has disconnected, or was disconnected because it did not read.
  bool is_over() const;

  /// Ends the body.
  void close();

  // For the server:

  /// `wake` is called when there is something to do.
  void begin(std::function<void()> wake);
  /// What is to be sent next; what was taken before has been sent.
  std::string take();
  /// Whether the body has ended and everything was taken.
  bool is_finished() const;
  void end();

 private:
  mutable std::mutex mutex_;
  std::string waiting_;
  bool writing_ = false;
  bool over_ = false;
  bool closed_ = false;
  std::function<void()> wake_;
};

}  // namespace afterstate
