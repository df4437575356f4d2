#include "os/atomic_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{folder.path()}, {}));
}

TEST(AtomicFile, IsThereAfterCommitAlone) {
  const TemporaryFolder folder;
  {
    AtomicFile file{folder / "a"};
    file.write("half");
  }
  EXPECT_EQ(files_in(folder), 0U);
  {
    AtomicFile file{folder / "a"};
    file.write("whole");
    file.commit();
  }
  EXPECT_EQ(read_file(folder / "a"), "whole");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, LeavesTheOldFileUntilCommit) {
  const TemporaryFolder folder;
  std::ofstream{folder / "a"} << "old";
  {
    AtomicFile file{folder / "a"};
    file.write("new");
    EXPECT_EQ(read_file(folder / "a"), "old");
  }
  EXPECT_EQ(read_file(folder / "a"), "old");
}

TEST(AtomicFile, FollowsALink) {
  const TemporaryFolder folder;
  std::ofstream{folder / "target"} << "old";
  std::filesystem::create_symlink("target", folder / "link");
  AtomicFile file{folder / "link"};
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "target"), "new");
}

TEST(AtomicFile, RefusesAFolderThatIsNotThere) { EXPECT_THROW(AtomicFile{"/nowhere/at/all"}, UserError); }

TEST(AtomicFile, SaysThatTheDiskIsFull) {
  AtomicFile file{"/dev/full"};
  EXPECT_THROW(
      {
        file.write(std::string(1 << 20, 'x'));
        file.commit();
      },
      Failure);
}

}  // namespace
}  // namespace afterstate
