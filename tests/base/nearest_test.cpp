#include "base/nearest.h"

#include <gtest/gtest.h>

namespace afterstate {
namespace {

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("seed", "sed"), 1);
  EXPECT_EQ(edit_distance("games", "gmaes"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
  EXPECT_EQ(did_you_mean("--gmes", {"--games", "--seed"}), " (did you mean '--games'?)");
  EXPECT_EQ(did_you_mean("zzzzzz", {"--games", "--seed"}), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

}  // namespace
}  // namespace afterstate
