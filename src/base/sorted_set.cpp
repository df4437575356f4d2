#include "base/sorted_set.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/threads.h"

namespace afterstate {

namespace {

constexpr int digit_bits = 12;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t too_few_for_digits = 2'000;

}  // namespace

void sort_unique(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& scratch) {
  if (numbers.size() < too_few_for_digits) {
    std::ranges::sort(numbers);
  } else {
    std::uint64_t used = 0;
    for (const auto number : numbers) used |= number;
    scratch.resize(numbers.size());
    for (int shift = 0; shift < 64 && used >> shift != 0; shift += digit_bits) {
      const auto digit_of = [shift](std::uint64_t number) { return number >> shift & (digits - 1); };
      std::array<std::size_t, digits + 1> ends{};
      for (const auto number : numbers) ++ends[digit_of(number) + 1];
      for (std::size_t digit = 1; digit < digits; ++digit) ends[digit] += ends[digit - 1];
      for (const auto number : numbers) scratch[ends[digit_of(number)]++] = number;
      std::swap(numbers, scratch);
    }
  }
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

std::vector<std::uint64_t> SetCollector::collect(std::size_t count, const Give& give) {
  for (auto& share : shares_) share.numbers.clear();
  share_out(count, static_cast<int>(shares_.size()), [&](std::size_t begin, std::size_t end, int thread) {
    give(begin, end, shares_[static_cast<std::size_t>(thread)].numbers);
  });
  run_on_threads(static_cast<int>(shares_.size()), [&](int thread) {
    auto& share = shares_[static_cast<std::size_t>(thread)];
    sort_unique(share.numbers, share.scratch);
  });
  std::vector<std::uint64_t> all;
  std::vector<std::uint64_t> joined;
  for (const auto& share : shares_) {
    joined.clear();
    std::ranges::set_union(all, share.numbers, std::back_inserter(joined));
    std::swap(all, joined);
  }
  return all;
}

}  // namespace afterstate
