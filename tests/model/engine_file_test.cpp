#include "model/engine_file.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "model/archive.h"
#include "model/model_header.h"
#include "network/random_network.h"
#include "support.h"

namespace afterstate {
namespace {

class EngineFile : public ::testing::Test {
 protected:
  std::string model(const std::string& name, const std::string& tuples = "0123 0145", Role role = Role::defend,
                    Size size = {4, 4}) {
    NetworkShape shape{size, parse_tuples(tuples, size), 12, 0};
    shape.role = role;
    ModelCard card;
    card.measured = Measured{1, 10, {5, 1}};
    save_model(folder_ / name, random_network(shape), card, 1);
    return folder_ / name;
  }

  /// The message of the Failure that loading the file gives, or "accepted".
  static std::string failure_of(const std::string& path) {
    try {
      load_parts(path, 1);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "accepted";
  }

  TemporaryFolder folder_;
};

TEST_F(EngineFile, OnePartIsAModelWithItsWayToPlay) {
  const auto source = model("a");
  const auto before = load_model(source, 1);
  join_models(folder_ / "b", {{source, "", 16384}}, false);
  const auto after = load_model(folder_ / "b", 1);
  EXPECT_EQ(after.checksum, before.checksum);
  EXPECT_EQ(before.card.downgrade, 0U);
  EXPECT_EQ(after.card.downgrade, 16384U);
  EXPECT_FALSE(after.card.measured);  // it was measured without downgrading
  join_models(folder_ / "c", {{folder_ / "b"}}, false);
  EXPECT_EQ(load_model(folder_ / "c", 1).card.downgrade, 16384U);
  join_models(folder_ / "d", {{folder_ / "c", "", 0}}, false);
  EXPECT_EQ(load_model(folder_ / "d", 1).card.downgrade, 0U);
  EXPECT_EQ(load_parts(folder_ / "d", 1).size(), 1U);
}

TEST_F(EngineFile, PartsKeepTheirWeightsAndEvents) {
  const std::vector<JoinedPart> joined{
      {model("a"), "", 16384}, {model("b", "0145"), "16k+8k"}, {model("c", "0123"), "16k+8k+4k", 32768}};
  for (const bool link : {false, true}) {
    auto chosen = joined;
    if (link)
      for (auto& part : chosen) part.downgrade.reset();
    join_models(folder_ / "all", chosen, link);
    EXPECT_TRUE(is_engine_file(folder_ / "all"));
    const auto parts = load_parts(folder_ / "all", 2);
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_FALSE(parts[0].from);
    EXPECT_EQ(parts[1].from, (StageEvent{13, 16384 + 8192}));
    EXPECT_EQ(parts[2].from, (StageEvent{12, 16384 + 8192 + 4096}));
    for (std::size_t number = 0; number < 3; ++number) {
      EXPECT_EQ(parts[number].model.checksum, load_model(joined[number].path, 1).checksum);
      EXPECT_EQ(parts[number].model.card.downgrade, chosen[number].downgrade.value_or(0));
    }
  }
  EXPECT_NE(complaint_of([&] { load_model(folder_ / "all", 1); }).find("joins several networks"), std::string::npos);
}

TEST_F(EngineFile, PartsThatDoNotFitTogetherAreRefused) {
  const auto refused = [&](const std::vector<JoinedPart>& parts, bool link = false) {
    const auto complaint = complaint_of([&] { join_models(folder_ / "out", parts, link); });
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    return complaint;
  };
  const auto a = model("a");
  const auto b = model("b");
  EXPECT_EQ(refused({{a}, {model("small", "0134", Role::defend, {3, 3}), "16k"}}),
            "'" + (folder_ / "small").string() + "' is for 3x3, the first part for 4x4");
  EXPECT_EQ(refused({{a}, {model("attacker", "0123", Role::attack), "16k"}}),
            "'" + (folder_ / "attacker").string() + "' is the model of an attacker");
  save_checkpoint(folder_ / "checkpoint", random_network({{4, 4}, parse_tuples("0123", {4, 4}), 12, 0}), {}, {}, 1);
  EXPECT_NE(refused({{a}, {folder_ / "checkpoint", "16k"}}).find("is a checkpoint"), std::string::npos);
  EXPECT_NE(refused({{a}, {b, "16k 32k"}}).find("is not one event"), std::string::npos);
  EXPECT_NE(refused({{a}, {b, "32k"}, {b, "16k"}}), "accepted");  // not in the order of the game
  EXPECT_NE(refused({{a}, {b, "nonsense"}}), "accepted");
  EXPECT_NE(refused({{a, "", 16384}, {b, "16k"}}, true).find("--link"), std::string::npos);
  std::filesystem::create_directory(folder_ / "other");
  std::filesystem::copy_file(b, folder_ / "other/b");
  EXPECT_NE(refused({{a}, {folder_ / "other/b", "16k"}}, true).find("must be in the folder"), std::string::npos);
  join_models(folder_ / "two", {{a}, {b, "16k"}}, false);
  EXPECT_NE(refused({{a}, {folder_ / "two", "16k"}}).find("joins several networks"), std::string::npos);
}

TEST_F(EngineFile, InvalidHeadersAndMissingPartsAreErrors) {
  const auto a = model("a");
  const auto header_of_a = Json::parse(ArchiveReader{a}.header());
  const auto failure = [&](const Json& parts) {
    ArchiveWriter writer{folder_ / "bad", Json{{"kind", "engine"}, {"parts", parts}}.dump()};
    writer.commit();
    return failure_of(folder_ / "bad");
  };
  const auto mentions = [&](const Json& parts, const std::string& what) {
    const auto message = failure(parts);
    EXPECT_NE(message.find(what), std::string::npos) << parts.dump() << ": " << message;
  };
  EXPECT_EQ(failure({{{"model", header_of_a}}}), "accepted");
  mentions({{{"from", "16k"}, {"model", header_of_a}}}, "its first part begins at 16k");
  mentions({{{"model", header_of_a}}, {{"model", header_of_a}}}, "part 2 has no event");
  mentions(Json::array(), "parts");
  mentions(7, "parts");
  mentions({1, 2}, "engine file");
  mentions({{{"model", 3}}}, "engine file");
  mentions({{{"file", "../a"}}}, "not a file in the same folder");
  EXPECT_EQ(failure({{{"file", "a"}}}), "accepted");
  const Json late{{"from", "16k"}, {"model", header_of_a}};
  const Json early{{"from", "8k"}, {"model", header_of_a}};
  mentions({{{"model", header_of_a}}, late, early}, "' is not a valid engine file: stages '16k 8k': games reach");
  mentions({{{"from", 5}, {"model", header_of_a}}}, "\"from\" of part 1 is not a string");
  mentions(Json::array({Json::object()}), "part 1 has neither a model nor the file of one");
  auto incomplete = header_of_a;
  incomplete.erase("board");
  mentions({{{"model", incomplete}}}, "the header of the model of part 1 is not valid: key 'board' not found");
  EXPECT_NE(complaint_of([&] { failure({{{"file", "missing"}}}); }).find("missing"), std::string::npos);
  ArchiveWriter writer{folder_ / "bad", Json{{"kind", "engine"}, {"parts", {{{"model", header_of_a}}}}}.dump()};
  const ArchiveReader archive{a};
  for (const auto& chunk : archive.chunks()) writer.add_stored(1001, chunk);
  writer.commit();
  EXPECT_NE(failure_of(folder_ / "bad").find("sections of no part"), std::string::npos);
}

TEST_F(EngineFile, ADamagedFileIsRefused) {
  join_models(folder_ / "all", {{model("a")}, {model("b"), "16k"}}, false);
  const auto bytes = read_file(folder_ / "all");
  for (std::uint64_t number = 0; number < scaled(50); ++number) {
    auto damaged = bytes;
    damaged[uniform_below(random_block(1, number, 0, 0).first, bytes.size())] ^= '\x10';
    write_file(folder_ / "bad", damaged);
    ASSERT_NE(failure_of(folder_ / "bad"), "accepted");
    write_file(folder_ / "bad", bytes.substr(0, uniform_below(random_block(1, number, 0, 0).second, bytes.size())));
    ASSERT_NE(failure_of(folder_ / "bad"), "accepted");
  }
}

}  // namespace
}  // namespace afterstate
