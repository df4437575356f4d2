// Replays the inputs that fuzzing found worth keeping, and damaged copies of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>

#include "fuzz/readers.h"

namespace afterstate::fuzz {

/// The name of the reader in the output of a test.
static void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

namespace {

class Corpus : public testing::TestWithParam<Reader> {};

TEST_P(Corpus, NoInputBreaksItsReader) {
  const auto folder = std::filesystem::path{AFTERSTATE_SOURCE_DIR} / "tests/fuzz/corpus" / GetParam().name;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream file{entry.path(), std::ios::binary};
    const std::string input{std::istreambuf_iterator<char>{file}, {}};
    GetParam().read(input);
    // Cut short, with one byte inverted, and with something behind it.
    GetParam().read(std::string_view{input}.substr(0, input.size() / 2));
    if (auto damaged = input; !damaged.empty()) {
      damaged[damaged.size() / 3] = static_cast<char>(~damaged[damaged.size() / 3]);
      GetParam().read(damaged);
    }
    GetParam().read(input + input);
    ++inputs;
  }
  EXPECT_GE(inputs, 3) << "the corpus of " << GetParam().name << " is missing";
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(readers), [](const auto& reader) {
  std::string name{reader.param.name};
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace afterstate::fuzz
