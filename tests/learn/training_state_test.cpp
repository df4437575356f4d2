#include "learn/training_state.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "game/board.h"

namespace afterstate {
namespace {

TrainingState some_memory() {
  TrainingState learned;
  learned.stages = {{10, 2, 1.5, 2.5, 2, 1}, {20, 0, 0, 0}, {0, 1, -3, 4, 1, 0}};
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

TEST(TrainingState, HasNoMoreStagesThanItsNetwork) {
  const auto learned = some_memory();
  TrainingState again;
  EXPECT_NO_THROW(restore(again, to_bytes(learned), {4, 4}, 3));
  EXPECT_THROW(restore(again, to_bytes(learned), {4, 4}, 2), Failure);
  // A board in the last of four million stages, which a compressed file holds in a few kilobytes, took gigabytes.
  const std::uint32_t count = 4'000'000;
  std::vector<std::byte> far_stage(4 + 4 + 4 * std::size_t{count} + 12);
  const std::uint32_t one = 1;
  std::memcpy(&far_stage[4], &count, sizeof count);
  std::memcpy(&far_stage[4 + 4 * std::size_t{count}], &one, sizeof one);
  EXPECT_THROW(restore(again, far_stage, {4, 4}), Failure);
  EXPECT_EQ(again.first_boards.stages(), 0);
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
