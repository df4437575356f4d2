// Writes small valid seed inputs for the fuzzers, each into the folder of its fuzzer. Usage: fuzz_seeds CORPUS
#include <filesystem>
#include <fstream>
#include <string>

#include "arena/games.h"
#include "model/model_file.h"
#include "solve/solver.h"
#include "train/recipe.h"

namespace {

using namespace afterstate;

class Corpus {
 public:
  explicit Corpus(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The path of a seed.
  std::string path(const std::string& fuzzer, const std::string& name) const {
    std::filesystem::create_directories(folder_ / fuzzer);
    return folder_ / fuzzer / ("seed-" + name);
  }

  void add(const std::string& fuzzer, const std::string& name, const std::string& bytes) const {
    std::ofstream{path(fuzzer, name), std::ios::binary} << bytes;
  }

 private:
  std::filesystem::path folder_;
};

/// A network with some nonzero weights.
AnyNetwork network_of(Size size, const std::string& tuples, int tile_values) {
  auto any = make_network({size, parse_tuples(tuples, size), tile_values, 1.5F}, WeightKind::coherence);
  std::visit(
      [](auto& network) {
        const auto weights = network.weights();
        for (std::size_t n = 1; n < weights.size(); n = 3 * n + 1) weights[n].value.store(static_cast<float>(n));
      },
      any);
  return any;
}

void add_models(const Corpus& corpus) {
  const ModelCard card{.origin = "fuzz_seeds", .recipe = "actions = 5\n", .measured = Measured{1, 100, {512.5, 3.25}}};
  const auto add = [&](const std::string& name, const AnyNetwork& network) {
    for (const std::string fuzzer : {"model_fuzz", "archive_fuzz"}) {
      save_model(corpus.path(fuzzer, name), network, card, 1);
      save_checkpoint(corpus.path(fuzzer, name + "-checkpoint"), network, card, {}, 1);
    }
    corpus.add("model_fuzz", name + "-header", ArchiveReader{corpus.path("model_fuzz", name)}.header());
  };
  add("2x2", network_of({2, 2}, "01 012", 6));
  add("3x4", network_of({3, 4}, "0145", 4));
  add("4x4", network_of({4, 4}, "0123 45", 16));  // a full chunk and a short one
}

template <class Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// A TDL2048+ weight file with one table of one cell, and the sums of temporal coherence.
template <class Element>
std::string tdl_file(Element value) {
  const auto block = [&](std::uint64_t count) {
    auto bytes = bytes_of(static_cast<std::uint16_t>(sizeof value)) + bytes_of(count);
    for (std::uint64_t n = 0; n < count; ++n) bytes += bytes_of(value);
    return bytes;
  };
  return bytes_of(std::uint8_t{0}) + bytes_of(std::uint32_t{1}) + bytes_of(std::uint8_t{4}) + "5       " + block(16) +
         block(32) + bytes_of(std::uint16_t{0});
}

void add_tdl_weights(const Corpus& corpus) {
  corpus.add("tdl_fuzz", "halves", tdl_file(std::uint16_t{0x3c00}));
  corpus.add("tdl_fuzz", "floats", tdl_file(1.5F));
  corpus.add("tdl_fuzz", "doubles", tdl_file(1.5));
}

void add_recipes(const Corpus& corpus) {
  const auto add = [&](const std::string& name, const std::string& text) {
    corpus.add("recipe_fuzz", name, to_toml(parse_recipe(text, name)));
  };
  add("plain", "network.tuples = 'wu-4x6'");
  add("phases", "board = '3x3'\nnetwork.tuples = '012 345'\n[[phase]]\nshare = 0.5\n[[phase]]\nrule = 'TD'");
  corpus.add("recipe_fuzz", "setting", "phase.1.lambda=0.5");
}

void add_record(const Corpus& corpus) {
  play_games({.size = {2, 2}, .threads = 1, .record = true},
             [&](const FinishedGame& finished) { corpus.add("record_fuzz", "2x2", finished.record); });
}

void add_databases(const Corpus& corpus) {
  const auto add = [&](Size size, const std::string& objective) {
    solve({size, parse_objective(objective, size), {}, corpus.path("database_fuzz", name_of(size)), 1},
          [](const SolveProgress&) {});
  };
  add({1, 2}, "score");
  add({1, 3}, "tile:8");
  add({2, 2}, "score");
}

}  // namespace

int main(int, char** arguments) {
  const Corpus corpus{arguments[1]};
  add_databases(corpus);
  add_models(corpus);
  add_tdl_weights(corpus);
  add_recipes(corpus);
  add_record(corpus);
}
