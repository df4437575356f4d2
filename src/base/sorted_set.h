// Sets of numbers as sorted vectors, made on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace afterstate {

/// Sorts and keeps one of equal numbers; `scratch` may hold anything.
void sort_unique(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& scratch);

/// Collects what many inputs give. Keeps its memory from one collection to the next.
class SetCollector {
 public:
  explicit SetCollector(int threads) : shares_(static_cast<std::size_t>(threads)) {}

  /// Appends what the inputs from `begin` to `end` give, in any order and as often as it likes.
  using Give = std::function<void(std::size_t begin, std::size_t end, std::vector<std::uint64_t>& numbers)>;

  /// The set of all that the inputs 0 to `count` - 1 give; `give` is called by several threads at once.
  std::vector<std::uint64_t> collect(std::size_t count, const Give& give);

 private:
  struct Share {
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint64_t> scratch;
  };
  std::vector<Share> shares_;  ///< one a thread
};

}  // namespace afterstate
