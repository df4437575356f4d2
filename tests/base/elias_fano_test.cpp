#include "base/elias_fano.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/packed_numbers.h"
#include "support.h"

namespace afterstate {
namespace {

/// Sets of all sizes and densities, some of them clustered.
std::vector<std::uint64_t> some_numbers(std::uint64_t round) {
  const auto shape = random_block(1, round, 0, 0);
  const auto count = uniform_below(shape.first, round % 3 == 0 ? 10 : 2'000);
  const int bits = 1 + static_cast<int>(shape.second % 63);
  std::set<std::uint64_t> numbers;
  for (std::uint32_t n = 0; n < count; ++n) {
    const auto random = random_block(1, round, n, 1);
    const auto number = random.first >> (64 - bits);
    numbers.insert(round % 2 == 0 ? number : number & ~std::uint64_t{0xff} << (random.second % 32));
  }
  return {numbers.begin(), numbers.end()};
}

TEST(EliasFano, KnowsTheRankOfEveryNumberAndOfNoOther) {
  for (std::uint64_t round = 0; round < scaled(500); ++round) {
    const auto numbers = some_numbers(round);
    const auto words = EliasFano::encode(numbers);
    const auto largest = numbers.empty() ? 0 : numbers.back();
    ASSERT_EQ(words.size(), EliasFano::word_count(numbers.size(), largest));
    const EliasFano list{words, numbers.size(), largest};
    ASSERT_EQ(list.size(), numbers.size());
    ASSERT_EQ(list.decode(), numbers);
    for (std::size_t index = 0; index < numbers.size(); ++index) {
      ASSERT_EQ(list.rank(numbers[index]), index);
      for (const auto other : {numbers[index] + 1, numbers[index] - 1, numbers[index] ^ 64, ~numbers[index]})
        ASSERT_EQ(list.rank(other).has_value(), std::ranges::binary_search(numbers, other));
    }
  }
}

TEST(EliasFano, TakesFewBits) {
  std::vector<std::uint64_t> numbers(100'000);
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = n * 1'000 + n % 7;
  const double bits =
      64.0 * static_cast<double>(EliasFano::encode(numbers).size()) / static_cast<double>(numbers.size());
  EXPECT_LT(bits, std::log2(1'000) + 3);
}

/// The words of another list of the same size: a file that is overwritten while it is mapped.
TEST(EliasFano, EndsWithTheWordsOfAnotherList) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t n = 0; n < 5000; ++n) numbers.push_back(n * 3 + n * n / 700);
  const auto words = EliasFano::encode(numbers);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    auto other = words;
    for (std::size_t n = 0; n < other.size(); ++n) {
      const auto random = random_block(seed, 0, static_cast<std::uint32_t>(n), 0).first;
      other[n] = random % 3 == 0 ? 0 : random % 3 == 1 ? ~std::uint64_t{0} : random;
    }
    const EliasFano list{other, numbers.size(), numbers.back()};
    for (std::uint64_t number = 0; number <= numbers.back(); number += 7)
      EXPECT_LT(list.rank(number).value_or(0), numbers.size());
  }
}

TEST(EliasFano, NeverReadsOutsideWhateverTheWordsAre) {
  for (std::uint64_t round = 0; round < scaled(2'000); ++round) {
    const auto numbers = some_numbers(round);
    if (numbers.empty()) continue;
    auto words = EliasFano::encode(numbers);
    for (std::size_t n = 0; n < words.size(); ++n) {
      const auto random = random_block(2, round, static_cast<std::uint32_t>(n), 0);
      if (random.first % 3 == 0) words[n] = random.second;
    }
    const EliasFano list{words, numbers.size(), numbers.back()};
    for (const auto number : numbers) (void)list.rank(number);
    EXPECT_LE(list.decode().size(), numbers.size());
  }
}

TEST(PackedNumbers, ComeBackInEveryWidth) {
  for (int width = 0; width < 64; ++width) {
    constexpr std::size_t count = 200;
    std::vector<std::uint64_t> words(packed_words(count, width));
    const auto number = [width](std::size_t n) {
      return random_block(3, n, 0, 0).first & ((std::uint64_t{1} << width) - 1);
    };
    for (std::size_t n = 0; n < count; ++n) pack_number(words, width, n, number(n));
    for (std::size_t n = 0; n < count; ++n) ASSERT_EQ(packed_number(words, width, n), number(n)) << width;
    EXPECT_EQ(packed_number(words, width, count * 100), 0U);
  }
}

}  // namespace
}  // namespace afterstate
