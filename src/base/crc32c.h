// CRC-32C (Castagnoli), as in the records of TensorBoard's event files.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace afterstate {

constexpr std::uint32_t crc32c(std::string_view bytes) {
  constexpr auto table = [] {
    std::array<std::uint32_t, 256> remainders{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      remainders[byte] = byte;
      for (int bit = 0; bit < 8; ++bit)
        remainders[byte] = remainders[byte] >> 1 ^ ((remainders[byte] & 1) != 0 ? 0x82f6'3b78U : 0);
    }
    return remainders;
  }();
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 255] ^ crc >> 8;
  return ~crc;
}

}  // namespace afterstate
