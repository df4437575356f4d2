#include "base/whole_number.h"

#include <gtest/gtest.h>

namespace afterstate {
namespace {

TEST(WholeNumber, IsReadInBothNotations) {
  EXPECT_EQ(parse_whole_number("0"), 0U);
  EXPECT_EQ(parse_whole_number("1000"), 1000U);
  EXPECT_EQ(parse_whole_number("1e6"), 1'000'000U);
  EXPECT_EQ(parse_whole_number("2.5e3"), 2500U);
  EXPECT_EQ(parse_whole_number("18446744073709551615"), UINT64_MAX);
  for (const auto* const text :
       {"", " 1", "1 ", "-1", "1.5", "1e-3", "1e30", "18446744073709551616", "nan", "inf", "x"})
    EXPECT_FALSE(parse_whole_number(text)) << text;
}

}  // namespace
}  // namespace afterstate
