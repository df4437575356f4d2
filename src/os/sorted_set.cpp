#include "os/sorted_set.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

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

SetCollector::SetCollector(ThreadTeam& team)
    : team_(team),
      bounds_(static_cast<std::size_t>(team.size()) - 1, std::numeric_limits<std::uint64_t>::max()),
      finders_(bounds_.size() + 1),
      parts_(bounds_.size() + 1),
      scratch_(bounds_.size() + 1) {
  for (auto& finder : finders_) {
    finder.bounds_ = &bounds_;
    finder.parts_.resize(parts_.size());
  }
}

std::vector<std::uint64_t> SetCollector::collect(std::size_t count, const Give& give) {
  constexpr std::size_t inputs_at_once = 1'024;
  for (auto& finder : finders_)
    for (auto& part : finder.parts_) part.clear();
  team_.share_out(count, inputs_at_once, [&](std::size_t begin, std::size_t end, int thread) {
    give(begin, end, finders_[static_cast<std::size_t>(thread)]);
  });
  team_.share_out(parts_.size(), 1, [&](std::size_t begin, std::size_t, int) {
    auto& part = parts_[begin];
    part.clear();
    for (const auto& finder : finders_)
      part.insert(part.end(), finder.parts_[begin].begin(), finder.parts_[begin].end());
    sort_unique(part, scratch_[begin]);
  });
  std::vector<std::uint64_t> all;
  for (const auto& part : parts_) all.insert(all.end(), part.begin(), part.end());
  if (!all.empty())
    for (std::size_t part = 1; part < parts_.size(); ++part) bounds_[part - 1] = all[part * all.size() / parts_.size()];
  return all;
}

}  // namespace afterstate
