#include "model/model_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

using SmallNetwork = NTupleNetwork<BasicBoard<3, 3>, CoherenceWeight>;

/// A network with some of its weights learned, the rest zero.
AnyNetwork some_network() {
  auto any = make_network({{3, 3}, parse_tuples("012345 0134", {3, 3}), 11, 50}, WeightKind::coherence);
  auto weights = std::get<SmallNetwork>(any).weights();
  for (std::uint64_t n = 0; n < 3000; ++n) {
    const auto random = random_block(1, n, 0, 0);
    auto& weight = weights[uniform_below(random.first, n % 2 == 0 ? 5000 : weights.size())];
    weight.value.store(static_cast<float>(uniform_unit(random.second)) - 0.5F);
    weight.errors.store(static_cast<float>(n) + 1);
    weight.magnitude.store(static_cast<float>(2 * n) + 1);
  }
  return any;
}

const ModelCard some_card{
    .origin = "a test",
    .recipe = "actions = 5\n",
    .seed = 7,
    .actions = 123,
    .games = 4,
    .seconds = 1.5,
    .until_actions = 1000,
    .until_games = 99,
    .measured = Measured{1, 100, {512.5, 3.25}},
};

TEST(ModelFile, KeepsValuesAndCard) {
  const TemporaryFolder folder;
  const auto network = some_network();
  const auto checksum = save_model(folder / "m.ast", network, some_card, 2);
  const auto model = load_model(folder / "m.ast");
  EXPECT_EQ(model.checksum, checksum);
  EXPECT_FALSE(model.checkpoint);
  EXPECT_EQ(shape_of(model.network), shape_of(network));
  EXPECT_EQ(model.card.recipe, some_card.recipe);
  EXPECT_EQ(model.card.actions, 123U);
  EXPECT_EQ(model.card.measured->mean.value, 512.5);
  const auto before = std::get<SmallNetwork>(network).weights();
  const auto after = std::get<NTupleNetwork<BasicBoard<3, 3>, ValueWeight>>(model.network).weights();
  std::uint64_t touched = 0;
  for (std::size_t n = 0; n < before.size(); ++n) {
    ASSERT_EQ(after[n].value.load(), before[n].value.load());
    touched += before[n].value.load() != 0 ? 1 : 0;
  }
  EXPECT_EQ(model.touched, touched);
  EXPECT_LT(std::filesystem::file_size(folder / "m.ast"), 100'000U);  // of 7 MB of values
}

TEST(ModelFile, OfACheckpointKeepsEverything) {
  const TemporaryFolder folder;
  const auto network = some_network();
  save_checkpoint(folder / "c", network, some_card, {}, 1);
  const auto model = load_checkpoint(folder / "c");
  EXPECT_TRUE(model.checkpoint);
  EXPECT_EQ(model.card.until_actions, 1000U);
  EXPECT_EQ(model.card.until_games, 99U);
  const auto before = std::get<SmallNetwork>(network).weights();
  const auto after = std::get<SmallNetwork>(model.network).weights();
  EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size_bytes()), 0);
  EXPECT_EQ(load_model(folder / "c").checksum, save_model(folder / "m.ast", network, some_card, 1));
  EXPECT_THROW(load_checkpoint(folder / "m.ast"), UserError);
}

TEST(ModelFile, MayComeFromAFileWhoseNameIsNotUtf8) {
  const TemporaryFolder folder;
  auto card = some_card;
  card.origin = "from 'caf\xe9.w'";
  save_model(folder / "m", some_network(), card, 1);
  EXPECT_EQ(load_model(folder / "m").card.origin, "from 'caf\xef\xbf\xbd.w'");
}

TEST(ModelFile, HasAChecksumOfTheNetworkAlone) {
  const TemporaryFolder folder;
  auto network = some_network();
  auto card = some_card;
  const auto checksum = save_model(folder / "a", network, card, 1);
  card.seconds = 99;
  EXPECT_EQ(save_model(folder / "a", network, card, 3), checksum);
  std::get<SmallNetwork>(network).weights()[77].value.store(1234);
  EXPECT_NE(save_model(folder / "a", network, card, 1), checksum);
}

TEST(ModelFile, ThatIsDamagedIsRefused) {
  const TemporaryFolder folder;
  save_checkpoint(folder / "c", some_network(), some_card, {}, 1);
  const auto good = read_file(folder / "c");
  const auto expect_refused = [&](const std::string& bytes) {
    std::ofstream{folder / "bad", std::ios::binary} << bytes;
    EXPECT_THROW(load_model(folder / "bad"), Failure);
    EXPECT_THROW(load_checkpoint(folder / "bad"), Failure);
  };
  for (std::uint64_t n = 0; n < scaled(200); ++n) {
    auto flipped = good;
    const auto random = random_block(2, n, 0, 0);
    flipped[uniform_below(random.first, good.size())] ^= static_cast<char>(1U << (n % 8));
    expect_refused(flipped);
    expect_refused(good.substr(0, uniform_below(random.second, good.size())));
  }
  expect_refused(good + "x");
}

/// A file with a valid checksum and invalid content.
TEST(ModelFile, ThatMakesNoSenseIsRefused) {
  const TemporaryFolder folder;
  const std::vector<std::byte> full(65536 * sizeof(float));
  const auto header = [](const std::string& tuples, int tile_values, const std::string& board) {
    return "{\"kind\":\"model\",\"keeps\":\"values\",\"board\":\"" + board + "\",\"tuples\":\"" + tuples +
           "\",\"tile_values\":" + std::to_string(tile_values) +
           ",\"initial_value\":0,\"stages\":1,\"origin\":\"\",\"recipe\":\"\",\"seed\":1,\"actions\":1,\"games\":1,"
           "\"seconds\":1,\"until_actions\":1,\"until_games\":1}";
  };
  const auto write = [&](const std::string& text, const std::vector<std::pair<int, int>>& chunks) {
    ArchiveWriter writer{folder / "m", text};
    for (const auto& [section, number] : chunks)
      writer.add(static_cast<std::uint32_t>(section), static_cast<std::uint64_t>(number), full);
    writer.commit();
  };
  write(header("01234", 16, "4x4"), {{1, 0}, {1, 15}});
  EXPECT_NO_THROW(load_model(folder / "m"));
  for (const auto& chunks : std::vector<std::vector<std::pair<int, int>>>{{{1, 16}}, {{4, 0}}, {{1, 3}, {1, 3}}}) {
    write(header("01234", 16, "4x4"), chunks);
    EXPECT_THROW(load_model(folder / "m"), Failure);
  }
  write(header("0123", 15, "4x4"), {{1, 0}});  // 50,625 weights
  EXPECT_THROW(load_model(folder / "m"), Failure);
  for (const auto& text :
       {header("0123", 17, "4x4"), header("0123", 1, "4x4"), header("0012", 16, "4x4"), header("0123", 16, "5x5"),
        std::string{"{}"}, std::string{"nonsense"}, std::string{"{\"kind\":\"model\""}}) {
    write(text, {});
    EXPECT_THROW(load_model(folder / "m"), Failure) << text;
  }
  // Found by a fuzzer: numbers cast to types that do not hold them, and JSON that takes far more memory than its file.
  const auto with = [&](const std::string& key, const std::string& value) {
    auto text = header("0123", 16, "4x4");
    const auto start = text.find("\"" + key + "\":") + key.size() + 3;
    return text.replace(start, text.find_first_of(",}", start) - start, value);
  };
  for (const auto* key : {"tile_values", "stages", "seed", "actions", "games", "until_actions", "until_games"})
    for (const auto* value : {"18446770944307551615", "1e300", "-1", "1.0", "true", "\"1\""}) {
      write(with(key, value), {});
      EXPECT_THROW(load_model(folder / "m"), Failure) << key << " " << value;
    }
  for (const auto& text :
       {with("tile_values", "4294967312"), with("initial_value", "1e39"), with("initial_value", "-1e39"),
        with("origin", "\"" + std::string(2'000'000, 'x') + "\""), std::string(16'000'000, '[')}) {
    write(text, {});
    EXPECT_THROW(load_model(folder / "m"), Failure) << text.substr(0, 100);
  }
  write(header("0123456789abcdef", 16, "4x4"), {});  // 16^16 weights
  EXPECT_THROW(load_model(folder / "m"), UserError);
}

}  // namespace
}  // namespace afterstate
