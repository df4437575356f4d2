#include "learn/training_state.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "game/board.h"

namespace afterstate {
namespace {

TrainingState some_memory() {
  TrainingState learned;
  learned.stages = {{10, 2, 1.5, 2.5}, {20, 0, 0, 0}, {0, 1, -3, 4}};
  for (std::uint64_t n = 0; n < 1500; ++n) learned.first_boards.add(1 + static_cast<int>(n % 2), {n % 4096, 0});
  return learned;
}

TEST(TrainingState, IsRestoredFromItsMemory) {
  const auto learned = some_memory();
  TrainingState again;
  restore(again, to_bytes(learned), {4, 4});
  EXPECT_EQ(learned, again);
}

TEST(TrainingState, RefusesMemoryThatIsNone) {
  const auto good = to_bytes(some_memory());
  TrainingState learned;
  for (std::size_t length = 0; length < good.size(); length += 97)
    EXPECT_THROW(restore(learned, std::span{good}.first(length), {4, 4}), Failure);
  auto longer = good;
  longer.push_back({});
  EXPECT_THROW(restore(learned, longer, {4, 4}), Failure);
  EXPECT_THROW(restore(learned, good, {1, 2}), Failure);  // boards of three cells
  TrainingState full;
  full.first_boards.add(1, {0x1111'1111'1111'1111ULL, 0});
  EXPECT_THROW(restore(learned, to_bytes(full), {4, 4}), Failure);  // no room for a spawn
  TrainingState beyond;
  beyond.first_boards.add(1, {0xe, 1});
  EXPECT_THROW(restore(learned, to_bytes(beyond), {4, 4}), Failure);  // twice 16384 is 32768
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
