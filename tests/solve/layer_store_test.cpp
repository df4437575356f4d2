#include "solve/layer_store.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

using Kind = LayerStore::Kind;
using Payload = std::vector<std::uint64_t>;

const Payload first_payload{1, 2, 3};
const Payload second_payload{4, 5, 6, 7};

void fill_store(const std::string& path) {
  LayerStore store{path, "a task"};
  store.add(Kind::boards, 4, first_payload);
  store.add(Kind::values, 4, second_payload);
}

void expect_prefix_and_repair(const std::string& path) {
  LayerStore store{path, "a task"};
  if (store.has(Kind::boards, 4)) {
    EXPECT_EQ(store.read(Kind::boards, 4), first_payload);
  } else {
    EXPECT_FALSE(store.has(Kind::values, 4)) << "records after a lost one are dropped";
    store.add(Kind::boards, 4, first_payload);
  }
  if (!store.has(Kind::values, 4)) store.add(Kind::values, 4, second_payload);
  EXPECT_EQ(store.read(Kind::values, 4), second_payload);
}

TEST(LayerStore, KeepsRecordsOverProcesses) {
  const TemporaryFolder folder;
  fill_store(folder / "layers");
  LayerStore store{folder / "layers", "a task"};
  EXPECT_EQ(store.read(Kind::boards, 4), first_payload);
  EXPECT_EQ(store.read(Kind::values, 4), second_payload);
  EXPECT_FALSE(store.has(Kind::values, 6));
  store.remove();
  EXPECT_FALSE(std::filesystem::exists(folder / "layers"));
}

TEST(LayerStore, GoesOnAfterAnyCut) {
  const TemporaryFolder folder;
  const auto path = folder / "layers";
  fill_store(path);
  const auto whole = read_file(path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::ofstream{path, std::ios::binary} << whole.substr(0, length);
    expect_prefix_and_repair(path);
    ASSERT_EQ(read_file(path), whole) << length;
  }
}

TEST(LayerStore, NoticesEveryChangedByte) {
  const TemporaryFolder folder;
  const auto path = folder / "layers";
  fill_store(path);
  const auto whole = read_file(path);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    auto damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 16);
    std::ofstream{path, std::ios::binary} << damaged;
    if (place < 8)
      EXPECT_THROW((LayerStore{path, "a task"}), UserError) << "a file of another kind is left alone";
    else
      expect_prefix_and_repair(path);
  }
}

TEST(LayerStore, BelongsToOneTaskAndOneProcess) {
  const TemporaryFolder folder;
  const auto path = folder / "layers";
  fill_store(path);
  EXPECT_THROW((LayerStore{path, "another task"}), UserError);
  const LayerStore store{path, "a task"};
  EXPECT_THROW((LayerStore{path, "a task"}), UserError);
  EXPECT_THROW((LayerStore{folder / "nowhere" / "layers", "a task"}), UserError);
}

}  // namespace
}  // namespace afterstate
