#include "os/big_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"

namespace afterstate {
namespace {

/// The number of pages of the array that are in memory.
std::ptrdiff_t pages_taken(BigArray<char>& array) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> taken(array.size() / page);
  EXPECT_EQ(::mincore(array.data(), array.size(), taken.data()), 0);
  return std::ranges::count_if(taken, [](unsigned char flags) { return (flags & 1) != 0; });
}

TEST(BigArray, IsZeroAndAligned) {
  BigArray<std::uint32_t> array{1'000'001};
  EXPECT_EQ(array.size(), 1'000'001U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % (2 << 20), 0U);
  EXPECT_TRUE(std::ranges::all_of(array.span(), [](auto value) { return value == 0; }));
  array[1'000'000] = 7;
  EXPECT_EQ(std::as_const(array).span().back(), 7U);
}

TEST(BigArray, TakesOnlyWhatIsWritten) {
  BigArray<char> array{std::uint64_t{1} << 38};  // 256 GiB, more than the machine has
  array[0] = 1;
  array[array.size() - 1] = 1;
  EXPECT_EQ(array[array.size() / 2 + 1], 0);
  BigArray<char> part{std::uint64_t{64} << 20};
  EXPECT_EQ(pages_taken(part), 0);
  part[0] = 1;
  EXPECT_GE(pages_taken(part), 1);
  EXPECT_LE(pages_taken(part), 512);  // one huge page
}

TEST(BigArray, Moves) {
  BigArray<int> array{10};
  array[3] = 5;
  BigArray<int> other{std::move(array)};
  EXPECT_EQ(other[3], 5);
  array = BigArray<int>{20};
  array = std::move(other);
  EXPECT_EQ(array.size(), 10U);
  EXPECT_EQ(array[3], 5);
}

TEST(BigArray, MayBeEmpty) {
  EXPECT_EQ(BigArray<int>{0}.size(), 0U);
  EXPECT_TRUE(BigArray<int>{0}.span().empty());
}

TEST(BigArray, NamesWhatTheMachineDoesNotGive) {
  try {
    const BigArray<std::uint64_t> array{std::uint64_t{1} << 50};
    ADD_FAILURE();
  } catch (const Failure& failure) {
    EXPECT_NE(std::string{failure.what()}.find(" 9007199255 MB"), std::string::npos) << failure.what();
  }
  EXPECT_THROW(BigArray<std::uint64_t>{std::uint64_t{1} << 61}, Failure);  // 2^64 bytes
  EXPECT_THROW(BigArray<std::uint64_t>{UINT64_MAX}, Failure);
}

}  // namespace
}  // namespace afterstate
