// Sets of numbers as sorted vectors, built on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "os/thread_team.h"

namespace afterstate {

/// Sorts and removes duplicates; the contents of `scratch` do not matter.
void sort_unique(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& scratch);

/// Collects the numbers that many inputs give. Each part of the set is sorted by one thread. The buffers are reused by
/// the next collection, and so are the bounds that cut the last set into equal parts, because the next set is similar.
class SetCollector {
 public:
  /// `team` must outlive this object.
  explicit SetCollector(ThreadTeam& team);

  /// The numbers found by one thread, distributed over the parts.
  class Finder {
   public:
    void add(std::uint64_t number) {
      std::size_t part = 0;
      for (const auto bound : *bounds_) part += number >= bound ? 1 : 0;
      parts_[part].push_back(number);
    }

   private:
    friend class SetCollector;
    const std::vector<std::uint64_t>* bounds_ = nullptr;
    std::vector<std::vector<std::uint64_t>> parts_;
  };

  /// Adds the numbers of the inputs from `begin` to `end` - 1, in any order; duplicates are allowed.
  using Give = std::function<void(std::size_t begin, std::size_t end, Finder& found)>;

  /// The set of all numbers of the inputs 0 to `count` - 1; `give` is called by several threads at once.
  std::vector<std::uint64_t> collect(std::size_t count, const Give& give);

 private:
  ThreadTeam& team_;
  std::vector<std::uint64_t> bounds_;  ///< the first number of each part, except part 0
  std::vector<Finder> finders_;        ///< one per thread
  std::vector<std::vector<std::uint64_t>> parts_;
  std::vector<std::vector<std::uint64_t>> scratch_;
};

}  // namespace afterstate
