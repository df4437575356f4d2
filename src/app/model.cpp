// afterstate model: what a model file holds, and models of other programs.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "base/error.h"
#include "value/tdl_weights.h"

namespace afterstate::app {

namespace {

struct InfoOptions {
  std::string path;
  bool json = false;
};

struct ImportOptions {
  std::string source;
  std::string target;
  bool json = false;
};

int run_info(const InfoOptions& options) {
  const auto model = load_model(options.path);
  const auto& shape = shape_of(model.network);
  const auto& card = model.card;
  const auto file_bytes = std::filesystem::file_size(options.path);
  if (options.json) {
    nlohmann::ordered_json json{{"kind", model.checkpoint ? "checkpoint" : "model"},
                                {"board", name_of(shape.size)},
                                {"tuples", nlohmann::ordered_json::array()},
                                {"stages", 1},
                                {"tile_values", shape.tile_values},
                                {"initial_value", shape.initial_value},
                                {"weights", shape.weights()},
                                {"touched", model.touched},
                                {"bytes", file_bytes},
                                {"actions", card.actions},
                                {"games", card.games},
                                {"seconds", card.seconds},
                                {"seed", card.seed},
                                {"checksum", model.checksum},
                                {"origin", card.origin},
                                {"recipe", card.recipe}};
    for (const auto tuple : shape.tuples) json["tuples"].push_back(name_of(tuple));
    if (card.measured)
      json["measured"] = {{"depth", card.measured->depth},
                          {"games", card.measured->games},
                          {"mean", card.measured->mean.value},
                          {"ci95", card.measured->mean.ci95}};
    fmt::print("{}\n", json.dump());
    return 0;
  }
  fmt::print("{} for {}, {:.1f} MB\n", model.checkpoint ? "checkpoint" : "model", name_of(shape.size),
             static_cast<double>(file_bytes) / 1e6);
  fmt::print("tuples        {}\n", name_of(shape.tuples));
  fmt::print("tile values   {}\n", shape.tile_values);
  fmt::print("initial value {}\n", shape.initial_value);
  fmt::print("stages        1\n");
  fmt::print("weights       {}, of which {} were touched ({:.1f} %)\n", shape.weights(), model.touched,
             100 * static_cast<double>(model.touched) / static_cast<double>(shape.weights()));
  if (!card.recipe.empty())  // else it was learned elsewhere
    fmt::print("learned       {} actions in {} games and {:.1f} seconds, seed {}\n", card.actions, card.games,
               card.seconds, card.seed);
  if (card.measured)
    fmt::print("measured      {:.1f} ± {:.1f} over {} games at depth {}\n", card.measured->mean.value,
               card.measured->mean.ci95, card.measured->games, card.measured->depth);
  fmt::print("checksum      {}\n", model.checksum);
  fmt::print("made by       {}\n", card.origin);
  if (!card.recipe.empty()) fmt::print("recipe\n\n{}", card.recipe);
  return 0;
}

int run_import(const ImportOptions& options) {
  if (std::error_code ignored; std::filesystem::equivalent(options.source, options.target, ignored))
    throw UserError{fmt::format("'{}' is both: name another file for the model", options.source)};
  const auto network = read_tdl_weights(options.source);
  ModelCard card;
  card.origin = fmt::format("TDL2048+, read from '{}'", std::filesystem::path{options.source}.filename().string());
  const auto checksum = save_model(options.target, network, card, 0);
  if (options.json) {
    const nlohmann::ordered_json json{{"model", options.target}, {"checksum", checksum}};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{0} holds the network {1}: afterstate eval {0}\n", options.target, name_of(shape_of(network).tuples));
  }
  return 0;
}

}  // namespace

void add_model(CommandLine& line) {
  line.add_group("model", "what a model file holds, and models of other programs");
  const auto info = std::make_shared<InfoOptions>();
  line.add("model info", "what a model or checkpoint holds and how it came to be", [info] { return run_info(*info); })
      .argument("FILE", info->path, "a model or checkpoint")
      .json(info->json);
  const auto import = std::make_shared<ImportOptions>();
  line.add("model import", "read a weight file (.w) of TDL2048+", [import] { return run_import(*import); })
      .argument("FILE", import->source, "the weight file")
      .argument("OUT", import->target, "the model file to write")
      .json(import->json);
}

}  // namespace afterstate::app
