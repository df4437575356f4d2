#include "base/crc32c.h"

#include <gtest/gtest.h>

#include <string>

namespace afterstate {
namespace {

// The vectors of RFC 3720, appendix B.4, and the usual check value.
TEST(Crc32c, HasTheValuesOfTheStandard) {
  EXPECT_EQ(crc32c("123456789"), 0xe306'9283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a91'36aaU);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8'ab43U);
  EXPECT_EQ(crc32c(""), 0U);
}

}  // namespace
}  // namespace afterstate
