#include "os/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <thread>

#include "support.h"

namespace afterstate {
namespace {

using Heard = ChildProcess::Heard;
constexpr std::chrono::seconds long_enough{60};

TEST(ChildProcess, AnswersLineByLine) {
  ChildProcess child{"while read line; do echo \"heard $line\"; done"};
  std::string answer;
  for (const auto* const line : {"one", "two words", ""}) {
    ASSERT_EQ(child.ask(line, answer, long_enough, {}), Heard::line);
    EXPECT_EQ(answer, std::string{"heard "} + line);
  }
}

TEST(ChildProcess, KeepsLinesThatComeTogether) {
  ChildProcess child{"printf 'a\\nb\\nc'; cat > /dev/null"};
  std::string answer;
  ASSERT_EQ(child.ask("", answer, long_enough, {}), Heard::line);
  EXPECT_EQ(answer, "a");
  ASSERT_EQ(child.ask("", answer, long_enough, {}), Heard::line);
  EXPECT_EQ(answer, "b");
  EXPECT_EQ(child.ask("", answer, std::chrono::milliseconds{50}, {}), Heard::time_up) << "c has no end";
}

TEST(ChildProcess, SaysHowItEnded) {
  std::string answer;
  ChildProcess leaves{"read line; exit 3"};
  EXPECT_EQ(leaves.ask("go", answer, long_enough, {}), Heard::end);
  EXPECT_EQ(leaves.ending(), "ended with exit status 3");
  EXPECT_EQ(leaves.ask("again", answer, long_enough, {}), Heard::end) << "no signal for writing to the dead";
  ChildProcess killed{"read line; kill -9 $$"};
  EXPECT_EQ(killed.ask("go", answer, long_enough, {}), Heard::end);
  EXPECT_EQ(killed.ending(), "was ended by signal 9");
  ChildProcess missing{"no-such-command-here"};
  EXPECT_EQ(missing.ask("go", answer, long_enough, {}), Heard::end);
  EXPECT_EQ(missing.ending(), "ended with exit status 127");
}

TEST(ChildProcess, CanBeStoppedAndTakesItsChildrenWithIt) {
  const TemporaryFolder folder;
  const auto file = (folder / "pid").string();
  auto child = std::make_unique<ChildProcess>("sleep 1000 & echo $! > " + file + "; wait");
  std::stop_source source;
  std::jthread stopper{[&] {
    while (read_file(file).find('\n') == std::string::npos) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    source.request_stop();
  }};
  std::string answer;
  EXPECT_EQ(child->ask("go", answer, long_enough, source.get_token()), Heard::stopped);
  stopper.join();
  const auto grandchild = std::stoi(read_file(file));
  child.reset();
  // It is gone, or waits for whoever inherited it to take notice.
  const auto state = [&] { return read_file("/proc/" + std::to_string(grandchild) + "/stat"); };
  for (int look = 0; look < 2000 && !state().empty() && state().find(") Z") == std::string::npos; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  EXPECT_TRUE(state().empty() || state().find(") Z") != std::string::npos) << state();
}

TEST(ChildProcess, GivesUpOnALineWithoutEnd) {
  ChildProcess child{"while :; do printf '%01000d' 0; done"};
  std::string answer;
  EXPECT_EQ(child.ask("", answer, long_enough, {}), Heard::too_long);
}

}  // namespace
}  // namespace afterstate
