// A client that sends raw bytes, valid HTTP or not.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace afterstate {

class SocketClient {
 public:
  /// From the address 127.0.0.`host`. A small receive buffer makes a client that does not read noticeable at once.
  explicit SocketClient(std::uint16_t port, unsigned char host = 1, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + host - 1);
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    if (host != 1) ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~SocketClient() {
    if (socket_ >= 0) ::close(socket_);
  }
  SocketClient(SocketClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_), buffer_(std::move(other.buffer_)) {}
  SocketClient& operator=(SocketClient&&) = delete;

  bool connected() const { return connected_; }

  /// False if the connection is closed.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  /// Closes the sending direction.
  void half_close() const { ::shutdown(socket_, SHUT_WR); }

  /// The next response with its header, or what arrived before the connection ended.
  std::string response(bool with_body = true) {
    for (;;) {
      if (const auto length = response_length(with_body)) {
        auto whole = buffer_.substr(0, *length);
        buffer_.erase(0, *length);
        return whole;
      }
      if (!receive()) return std::exchange(buffer_, {});
    }
  }

  std::string ask(std::string_view request, bool with_body = true) {
    send(request);
    return response(with_body);
  }

  /// The data up to and including `mark`; empty if it does not arrive within twenty seconds.
  std::string until(std::string_view mark) {
    for (;;) {
      if (const auto found = buffer_.find(mark); found != std::string::npos) {
        auto text = buffer_.substr(0, found + mark.size());
        buffer_.erase(0, text.size());
        return text;
      }
      if (!receive()) return {};
    }
  }

  /// The number of bytes received so far.
  std::size_t received() const { return received_; }

  /// Whether the server closes the connection within twenty seconds.
  bool is_ended() {
    while (receive()) buffer_.clear();
    return ended_;
  }

 private:
  bool receive() {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, 20'000) <= 0) return false;
    char bytes[65'536];
    const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) ended_ = true;
    if (count > 0) buffer_.append(bytes, static_cast<std::size_t>(count));
    if (count > 0) received_ += static_cast<std::size_t>(count);
    return count > 0;
  }

  std::optional<std::size_t> response_length(bool with_body) const {
    constexpr std::string_view length_field = "\r\nContent-Length: ";
    const auto end = buffer_.find("\r\n\r\n");
    if (end == std::string::npos) return std::nullopt;
    std::size_t length = 0;
    const auto field = buffer_.find(length_field);
    if (with_body && field < end)
      std::from_chars(buffer_.data() + field + length_field.size(), buffer_.data() + end, length);
    if (buffer_.size() < end + 4 + length) return std::nullopt;
    return end + 4 + length;
  }

  int socket_;
  bool connected_ = false;
  bool ended_ = false;
  std::size_t received_ = 0;
  std::string buffer_;
};

inline std::string body_of(const std::string& response) {
  const auto end = response.find("\r\n\r\n");
  return end == std::string::npos ? std::string{} : response.substr(end + 4);
}

/// The status of a response; 0 if there is none.
inline int status_of(const std::string& response) {
  int status = 0;
  if (response.starts_with("HTTP/1.1 "))
    std::from_chars(response.data() + 9, response.data() + response.size(), status);
  return status;
}

inline std::string get(std::string_view path) {
  return "GET " + std::string{path} + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

inline std::string post(std::string_view path, std::string_view body) {
  return "POST " + std::string{path} +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string{body};
}

}  // namespace afterstate
