// Sets of numbers as sorted vectors, made on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/thread_team.h"

namespace afterstate {

/// Sorts and keeps one of equal numbers; `scratch` may hold anything.
void sort_unique(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& scratch);

/// Collects what many inputs give. Keeps its memory from one collection to the next, and where the last set could have
/// been cut into equal parts, because the next one will be like it: each part is then sorted by one thread.
class SetCollector {
 public:
  /// `team` must stay.
  explicit SetCollector(ThreadTeam& team);

  /// What a thread has found, spread over the parts.
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

  /// Adds what the inputs from `begin` to `end` give, in any order and as often as it likes.
  using Give = std::function<void(std::size_t begin, std::size_t end, Finder& found)>;

  /// The set of all that the inputs 0 to `count` - 1 give; `give` is called by several threads at once.
  std::vector<std::uint64_t> collect(std::size_t count, const Give& give);

 private:
  ThreadTeam& team_;
  std::vector<std::uint64_t> bounds_;  ///< where parts begin, but for the first
  std::vector<Finder> finders_;        ///< one a thread
  std::vector<std::vector<std::uint64_t>> parts_;
  std::vector<std::vector<std::uint64_t>> scratch_;
};

}  // namespace afterstate
