// Whose connection it is, for limits per client.
#pragma once

#include <algorithm>
#include <array>
#include <compare>

namespace afterstate {

/// An IP address. Of an IPv6 address only the network (64 bits) counts, because one machine can use all others in it.
class ClientAddress {
 public:
  using Bytes = std::array<unsigned char, 16>;

  ClientAddress() = default;

  /// The bytes of an IPv6 address, or of an IPv4 address mapped to IPv6.
  explicit ClientAddress(const Bytes& ipv6) : bytes_(ipv6) {
    constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (!std::equal(mapped.begin(), mapped.end(), ipv6.begin())) std::fill(bytes_.begin() + 8, bytes_.end(), 0);
  }

  auto operator<=>(const ClientAddress&) const = default;

 private:
  Bytes bytes_{};
};

}  // namespace afterstate
