// Writes small valid inputs, each into the folder of its reader, and prints the name and the maximum length of every
// reader. Usage: fuzz_seeds CORPUS
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "arena/games.h"
#include "engine/load_engine.h"
#include "fuzz/readers.h"
#include "learn/training_state.h"
#include "model/model_file.h"
#include "solve/layer_store.h"
#include "solve/solver.h"
#include "train/recipe.h"

namespace {

using namespace afterstate;

class Corpus {
 public:
  explicit Corpus(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The path of a seed.
  std::string path(const std::string& reader, const std::string& name) const {
    std::filesystem::create_directories(folder_ / reader);
    return folder_ / reader / ("seed-" + name);
  }

  void add(const std::string& reader, const std::string& name, const std::string& bytes) const {
    std::ofstream{path(reader, name), std::ios::binary} << bytes;
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
    for (const std::string reader : {"model", "archive"}) {
      save_model(corpus.path(reader, name), network, card, 1);
      save_checkpoint(corpus.path(reader, name + "-checkpoint"), network, card, {}, 1);
    }
    corpus.add("model", name + "-header", ArchiveReader{corpus.path("model", name)}.header());
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
  corpus.add("tdl", "halves", tdl_file(std::uint16_t{0x3c00}));
  corpus.add("tdl", "floats", tdl_file(1.5F));
  corpus.add("tdl", "doubles", tdl_file(1.5));
}

void add_recipes(const Corpus& corpus) {
  const auto add = [&](const std::string& name, const std::string& text) {
    corpus.add("recipe", name, to_toml(parse_recipe(text, name)));
  };
  add("plain", "network.tuples = 'wu-4x6'");
  add("phases", "board = '3x3'\nnetwork.tuples = '012 345'\n[[phase]]\nshare = 0.5\n[[phase]]\nrule = 'TD'");
  add("duel",
      "board = '2x3'\nnetwork.tuples = '012'\n[duel]\nrole = 'attack'\nrule = '2'\nrandom_share = 0.25\n"
      "opponents = ['random', 'minimax:x.ast@5']");
  corpus.add("recipe", "setting", "phase.1.lambda=0.5");
}

void add_record(const Corpus& corpus) {
  play_games({.engine = load_engine("random"), .size = {2, 2}, .threads = 1, .record = true},
             [&](const FinishedGame& finished) { corpus.add("record", "2x2", finished.record); });
}

void add_databases(const Corpus& corpus) {
  const auto add = [&](Size size, const std::string& objective) {
    solve({size, parse_objective(objective, size), {}, corpus.path("database", name_of(size)), 1},
          [](const SolveProgress&) {});
  };
  add({1, 2}, "score");
  add({1, 3}, "tile:8");
  add({2, 2}, "score");
  solve(duel_plan({1, 2}, {DuelRule::two_or_four, DuelStart::empty, 0.5}, corpus.path("database", "duel"), 1),
        [](const SolveProgress&) {});
}

void add_requests(const Corpus& corpus) {
  corpus.add("notation", "4x4", "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0");
  corpus.add("notation", "slashes", "2,4/8 ./131072 0");
  corpus.add("notation", "size", "3x4");
  const std::string board = R"("board": "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0")";
  corpus.add("analysis", "depth", "{" + board + R"(, "depth": 3})");
  corpus.add("analysis", "time", "{" + board + R"(, "size": "4x4", "time_ms": 10})");
  corpus.add("analysis", "run", R"({"board": [2, 4], "run": "first", "size": "1x2"})");
  corpus.add("engine", "id", R"({"id": 1, )" + board + R"(, "depth": 1})");
  corpus.add("engine", "text", R"({"id": "a", "board": "2 0"})");
  corpus.add("engine", "none", R"({"board": null})");
  corpus.add("query", "watch", "size=4x4&depth=2&speed=0&seed=7&score=4");
  corpus.add("query", "board", "board=2+4%208%2c16,0,0,0,0,0,0,0,0,0,0,0,0&time_ms=10");
  corpus.add("query", "run", "run=a%2Fb&&speed");
  const std::string record = R"({"board":"2x3","start":"2 0 0 0 0 2","moves":"LU","spawns":[[1,2],[5,2]],"score":4})";
  corpus.add("review", "record", record);
  corpus.add("review", "wrapped", R"({"depth": 1, "record": )" + record + "}");
  corpus.add("review", "run", R"({"run": "x", "record": {"start": "2 2"}})");
  corpus.add("record", "unfinished", record);
  corpus.add("record", "empty", R"({"start":"2 2","moves":"","spawns":[],"score":0})");
  corpus.add("http", "get",
             "GET /api/v1/model?run=a HTTP/1.1\r\nHost: localhost:2048\r\nAccept-Encoding: gzip\r\n\r\n");
  corpus.add(
      "http", "post",
      "POST /api/v1/analyse HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nOrigin: http://[::1]\r\n"
      "Content-Length: 2\r\n\r\n{}GET / HTTP/1.0\r\nHost: example.org\r\n\r\n");
  corpus.add("http", "chunked",
             "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json; charset=utf-8\r\n"
             "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
}

void add_runs(const Corpus& corpus) {
  const std::string line =
      R"({"actions":1000,"seconds":1.5,"mean":12.5,"ci95":1,"games":10,"tiles":{"64":{"share":0.5}},"stages":[{"predicted":3}]})";
  corpus.add("log", "two", line + "\n" + R"({"actions":2000000,"seconds":3})" + "\n");
  corpus.add("log", "half", line + "\n" + line.substr(0, 20));
  corpus.add("log", "odd",
             R"({"actions":-1,"seconds":"x"})"
             "\n[]\n");
  const std::string zero(1, '\0');
  corpus.add("run", "usual",
             R"({"recipe":"a.toml","actions":5,"started":1,"threads":2})" + zero + line + "\n" + zero +
                 "afterstate: error: x\n" + zero + R"({"finished":true})" + zero +
                 "board = '2x2'\nnetwork.tuples = '01'" + zero +
                 R"({"progress":{"actions":1,"goal":5},"live":{"board":"2 2"}})");
  corpus.add("run", "nested", std::string(200, '[') + zero + std::string(200, '{'));
  corpus.add("run", "empty", "");
}

void add_states(const Corpus& corpus) {
  TrainingState state;
  state.stages.resize(2);
  state.stages[1] = {5, 2, 10.5, 11};
  const auto add = [&](const std::string& name) {
    const auto bytes = to_bytes(state);
    corpus.add("training-state", name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  add("stages");
  state.first_boards.add(1, {0x21, 0});
  add("boards");
  state.stages.clear();
  add("boards-only");
}

void add_layers(const Corpus& corpus) {
  const auto word = [](std::uint64_t number) { return bytes_of(number); };
  // One board of the tile sum 4 (a 4 on cell 0) as a record, then its value.
  corpus.add("layers", "record", word(0x00'06'04'00) + word(1) + word(0) + word(1) + word(2) + word(0) + word(1));
  corpus.add("layers", "values", word(0x00'01'04'01) + bytes_of(1.5));
  corpus.add("layers", "tiles", word(0x00'01'04'02) + word(2));
  const auto path = corpus.path("layers", "store");
  std::filesystem::remove(path);
  LayerStore store{path, "fuzz"};
  const std::vector<std::uint64_t> words{1, 0, 1, 2, 0, 1};
  store.add(LayerStore::Kind::boards, 4, words);
}

}  // namespace

int main(int, char** arguments) {
  const Corpus corpus{arguments[1]};
  add_databases(corpus);
  add_models(corpus);
  add_tdl_weights(corpus);
  add_recipes(corpus);
  add_record(corpus);
  add_requests(corpus);
  add_runs(corpus);
  add_states(corpus);
  add_layers(corpus);
  for (const auto& reader : fuzz::readers) std::cout << reader.name << ' ' << reader.max_length << '\n';
}
