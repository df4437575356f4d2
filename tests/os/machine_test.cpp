#include "os/machine.h"

#include <gtest/gtest.h>

#include "support.h"

namespace afterstate {
namespace {

/// A simulated machine made of files.
class Machine {
 public:
  void has(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream{folder_ / name} << text;
  }
  std::uint64_t memory() const { return available_memory(folder_.path()); }
  std::string processor() const { return processor_name(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

TEST(Machine, HasSomeMemoryAndDisk) {
  EXPECT_GT(available_memory(), 1U << 20);
  EXPECT_LT(available_memory(), std::uint64_t{1} << 50);
  EXPECT_GT(available_disk("."), 0U);
  EXPECT_FALSE(processor_name().empty());
}

TEST(Machine, DiskIsThatOfTheNearestFolder) {
  const TemporaryFolder folder;
  EXPECT_GT(available_disk(folder / "not" / "yet" / "there"), 0U);
  EXPECT_GT(available_disk("not/yet/there"), 0U);
  EXPECT_GT(available_disk(""), 0U);
}

TEST(Machine, MemoryIsWhatTheKernelSays) {
  const Machine machine;
  EXPECT_EQ(machine.memory(), UINT64_MAX);
  machine.has("proc/meminfo", "MemTotal:  200 kB\nMemFree:  50 kB\nMemAvailable:     100 kB\n");
  EXPECT_EQ(machine.memory(), 100U * 1024);
}

TEST(Machine, MemoryIsTheLeastThatGroupsOfVersion2Leave) {
  const Machine machine;
  machine.has("proc/meminfo", "MemAvailable:     100 kB\n");
  machine.has("proc/self/cgroup", "0::/outer/inner\n");
  machine.has("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  machine.has("sys/fs/cgroup/outer/inner/memory.current", "1000\n");
  EXPECT_EQ(machine.memory(), 100U * 1024);
  machine.has("sys/fs/cgroup/outer/memory.max", "10000\n");
  machine.has("sys/fs/cgroup/outer/memory.current", "7000\n");
  EXPECT_EQ(machine.memory(), 3000U);
  machine.has("sys/fs/cgroup/outer/memory.stat", "anon 1\nactive_file 99\ninactive_file 500\n");
  EXPECT_EQ(machine.memory(), 3500U);
  machine.has("sys/fs/cgroup/outer/memory.current", "12000\n");
  EXPECT_EQ(machine.memory(), 0U);
  machine.has("sys/fs/cgroup/outer/memory.current", "100\n");
  EXPECT_EQ(machine.memory(), 10000U);
}

TEST(Machine, MemoryIsTheLeastThatGroupsOfVersion1Leave) {
  const Machine machine;
  machine.has("proc/self/cgroup", "3:cpu,cpuacct:/\n2:hugetlb,memory:/batch/job\n0::/\n");
  machine.has("sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes", "5000\n");
  machine.has("sys/fs/cgroup/memory/batch/job/memory.usage_in_bytes", "2000\n");
  machine.has("sys/fs/cgroup/memory/batch/job/memory.stat", "inactive_file 7\ntotal_inactive_file 300\n");
  machine.has("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  machine.has("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000\n");
  EXPECT_EQ(machine.memory(), 3300U);
}

// A container sees the path that its host gave, while its own group is mounted as the root.
TEST(Machine, MemoryOfAContainerIsFoundAtItsMount) {
  const Machine machine;
  machine.has("proc/self/cgroup", "0::/../../docker/0123\n");
  machine.has("sys/fs/cgroup/memory.max", "4000\n");
  machine.has("sys/fs/cgroup/memory.current", "1000\n");
  EXPECT_EQ(machine.memory(), 3000U);
}

TEST(Machine, SurvivesNonsense) {
  const Machine machine;
  machine.has("proc/meminfo", "MemAvailable:\nMemAvailable");
  machine.has("proc/self/cgroup", "\n:\n0:memory\n::\n0::\n");
  machine.has("sys/fs/cgroup/memory.max", "");
  EXPECT_EQ(machine.memory(), UINT64_MAX);
}

TEST(Machine, NamesItsProcessor) {
  const Machine machine;
  EXPECT_EQ(machine.processor(), "unknown");
  machine.has("proc/cpuinfo", "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Abacus 9000 @ 1 Hz\n");
  EXPECT_EQ(machine.processor(), "Abacus 9000 @ 1 Hz");
}

}  // namespace
}  // namespace afterstate
