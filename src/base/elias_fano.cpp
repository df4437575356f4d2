#include "base/elias_fano.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/bits.h"
#include "base/packed_numbers.h"

namespace afterstate {

namespace {

constexpr std::size_t zeros_per_sample = 64;
constexpr int sample_bits = 32;

/// The sizes of the parts. The upper bits take one 1 bit and fewer than two 0 bits per number.
struct Layout {
  int low_bits;
  std::size_t sample_words;
  std::size_t low_words;
  std::size_t high_words;

  Layout(std::size_t count, std::uint64_t largest)
      : low_bits(count == 0 ? 0 : std::max(0, static_cast<int>(std::bit_width(largest / count)) - 1)),
        sample_words(packed_words((largest >> low_bits) / zeros_per_sample + 1, sample_bits)),
        low_words(packed_words(count, low_bits)),
        high_words((count + (largest >> low_bits) + 1 + 63) / 64) {}

  std::size_t total() const { return sample_words + low_words + high_words; }
};

}  // namespace

std::size_t EliasFano::word_count(std::size_t count, std::uint64_t largest) { return Layout{count, largest}.total(); }

EliasFano::EliasFano(std::span<const std::uint64_t> words, std::size_t count, std::uint64_t largest)
    : count_(count), largest_(largest) {
  const Layout layout{count, largest};
  assert(words.size() == layout.total());
  low_bits_ = layout.low_bits;
  samples_ = words.first(layout.sample_words);
  low_ = words.subspan(layout.sample_words, layout.low_words);
  high_ = words.subspan(layout.sample_words + layout.low_words);
}

std::vector<std::uint64_t> EliasFano::encode(std::span<const std::uint64_t> numbers) {
  const auto largest = numbers.empty() ? 0 : numbers.back();
  const Layout layout{numbers.size(), largest};
  std::vector<std::uint64_t> words(layout.total());
  const auto samples = std::span{words}.first(layout.sample_words);
  const auto low = std::span{words}.subspan(layout.sample_words, layout.low_words);
  const auto high = std::span{words}.subspan(layout.sample_words + layout.low_words);
  std::uint64_t zeros = 0;
  for (std::size_t index = 0; index < numbers.size(); ++index) {
    assert(index == 0 || numbers[index - 1] < numbers[index]);
    const auto upper = numbers[index] >> layout.low_bits;
    for (; zeros < upper; ++zeros)
      if ((zeros + 1) % zeros_per_sample == 0)
        pack_number(samples, sample_bits, (zeros + 1) / zeros_per_sample, index + zeros + 1);
    high[(index + upper) / 64] |= std::uint64_t{1} << (index + upper) % 64;
    pack_number(low, layout.low_bits, index, numbers[index] & ((std::uint64_t{1} << layout.low_bits) - 1));
  }
  return words;
}

std::optional<std::size_t> EliasFano::rank(std::uint64_t number) const {
  if (number > largest_ || count_ == 0) return std::nullopt;
  const auto upper = number >> low_bits_;
  // The bit after the upper-th zero: the numbers with these upper bits begin there.
  auto bit = packed_number(samples_, sample_bits, upper / zeros_per_sample);
  auto missing = static_cast<int>(upper % zeros_per_sample);
  auto word = bit / 64;
  if (word >= high_.size()) return std::nullopt;
  if (missing > 0) {
    auto zeros = ~high_[word] & ~std::uint64_t{0} << bit % 64;
    for (int here = std::popcount(zeros); here < missing; here = std::popcount(zeros)) {
      missing -= here;
      if (++word >= high_.size()) return std::nullopt;
      zeros = ~high_[word];
    }
    bit = word * 64 + static_cast<std::size_t>(nth_set_bit(zeros, missing - 1)) + 1;
  }
  // The numbers there ascend in their lower bits: one number per 1 bit, up to the next zero.
  if (bit < upper) return std::nullopt;  // the words are not those of a list
  auto first = bit - upper;
  auto last = first;
  for (auto rest = bit; rest / 64 < high_.size();) {
    const auto ones = static_cast<std::size_t>(std::countr_one(high_[rest / 64] >> rest % 64));
    last += ones;
    rest += ones;
    if (ones == 0 || rest % 64 != 0) break;
  }
  last = std::min(last, count_);
  const auto lower = number & ((std::uint64_t{1} << low_bits_) - 1);
  while (first < last) {
    const auto middle = (first + last) / 2;
    const auto found = packed_number(low_, low_bits_, middle);
    if (found == lower) return middle;
    if (found < lower)
      first = middle + 1;
    else
      last = middle;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> EliasFano::decode() const {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(count_);
  for (std::size_t word = 0; word < high_.size(); ++word)
    for (auto ones = high_[word]; ones != 0 && numbers.size() < count_; ones &= ones - 1) {
      const auto index = numbers.size();
      const auto bit = word * 64 + static_cast<std::size_t>(std::countr_zero(ones));
      numbers.push_back((bit - index) << low_bits_ | packed_number(low_, low_bits_, index));
    }
  return numbers;
}

}  // namespace afterstate
