// Helpers shared by the tests of several folders.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "game/size.h"

namespace afterstate {

/// The amount of random testing: scale 1 in `make test`, more in `make soak`, less under sanitizers.
inline std::uint64_t scaled(double count) {
  const auto* const scale = std::getenv("AFTERSTATE_TEST_SCALE");
  return static_cast<std::uint64_t>(count * (scale != nullptr ? std::atof(scale) : 1)) + 1;
}

inline std::vector<Size> all_sizes() {
  std::vector<Size> sizes;
  for (int rows = 1; rows <= 4; ++rows)
    for (int cols = 1; cols <= 4; ++cols)
      if (rows * cols >= 2) sizes.push_back({rows, cols});
  return sizes;
}

/// A board with each cell empty or of an exponent up to `largest`; about `fill` of 8 cells are occupied.
template <class Board>
Board random_board(std::uint64_t number, int largest, int fill) {
  Board board;
  for (int cell = 0; cell < Board::cells; ++cell) {
    const auto random = random_block(2048, number, static_cast<std::uint32_t>(cell), 7);
    if (uniform_below(random.first, 8) < static_cast<std::uint64_t>(fill))
      board.set_exponent(cell, 1 + static_cast<int>(uniform_below(random.second, static_cast<std::uint64_t>(largest))));
  }
  return board;
}

inline void write_file(const std::filesystem::path& path, const std::string& text) { std::ofstream{path} << text; }

/// The message of the UserError that the call throws, or "accepted".
template <class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// A temporary folder per test, removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / (std::string{"afterstate-"} + test->test_suite_name() + "-" +
                                                      test->name() + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace afterstate
