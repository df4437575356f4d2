#include "learn/learned.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "game/board.h"

namespace afterstate {
namespace {

Learned some_memory() {
  Learned learned;
  learned.stages = {{10, 2, 1.5, 2.5}, {20, 0, 0, 0}, {0, 1, -3, 4}};
  for (std::uint64_t n = 0; n < 1500; ++n) learned.first_boards.add(1 + static_cast<int>(n % 2), {n % 4096, 0});
  return learned;
}

TEST(Learned, IsRestoredFromItsMemory) {
  const auto learned = some_memory();
  Learned again;
  restore_memory(again, memory_of(learned), {4, 4});
  EXPECT_EQ(learned, again);
}

TEST(Learned, RefusesMemoryThatIsNone) {
  const auto good = memory_of(some_memory());
  Learned learned;
  for (std::size_t length = 0; length < good.size(); length += 97)
    EXPECT_THROW(restore_memory(learned, std::span{good}.first(length), {4, 4}), Failure);
  auto longer = good;
  longer.push_back({});
  EXPECT_THROW(restore_memory(learned, longer, {4, 4}), Failure);
  EXPECT_THROW(restore_memory(learned, good, {1, 2}), Failure);  // boards of three cells
  Learned full;
  full.first_boards.add(1, {0x1111'1111'1111'1111ULL, 0});
  EXPECT_THROW(restore_memory(learned, memory_of(full), {4, 4}), Failure);  // no room for a spawn
  Learned beyond;
  beyond.first_boards.add(1, {0xe, 1});
  EXPECT_THROW(restore_memory(learned, memory_of(beyond), {4, 4}), Failure);  // twice 16384 is 32768
}

TEST(FirstBoards, KeepTheLastThousandOfEachStage) {
  FirstBoards boards;
  for (std::uint64_t n = 0; n < 2500; ++n) boards.add(3, {n, 0});
  EXPECT_EQ(boards.of(3).size(), 1000U);
  EXPECT_EQ(boards.of(3).front().nibbles, 1500U);
  EXPECT_EQ(boards.of(3).back().nibbles, 2499U);
  EXPECT_TRUE(boards.of(2).empty());
  EXPECT_TRUE(boards.of(7).empty());
}

}  // namespace
}  // namespace afterstate
