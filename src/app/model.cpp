// afterstate model: what a model file holds, and models of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/model_commands.h"
#include "base/error.h"
#include "value/folding.h"
#include "value/tdl_weights.h"

namespace afterstate::app {

namespace {

struct InfoOptions {
  std::string path;
  bool json = false;
};

struct MakeOptions {
  std::string source;
  std::string target;
  bool json = false;
};

/// A line a stage: how learning went there.
void print_stages(const std::vector<StageReport>& reports) {
  if (reports.empty()) return;
  const auto number = [](std::optional<double> value, int decimals) {
    return value ? fmt::format("{:.{}f}", *value, decimals) : std::string{"-"};
  };
  fmt::print("\nstage   actions   touched  mean rate     games   predicted    realised\n");
  for (std::size_t stage = 0; stage < reports.size(); ++stage) {
    const auto& report = reports[stage];
    fmt::print("{:>5} {:>8.3f}% {:>8.3f}% {:>10} {:>9} {:>11} {:>11}\n", stage, 100 * report.actions,
               100 * report.touched, number(report.rate, 4), report.games, number(report.predicted, 0),
               number(report.realised, 0));
  }
  fmt::print("\n");
}

int run_info(const InfoOptions& options) {
  const auto model = load_model(options.path);
  const auto& shape = shape_of(model.network);
  const auto& card = model.card;
  const auto file_bytes = std::filesystem::file_size(options.path);
  if (options.json) {
    fmt::print("{}\n", model_json(model, file_bytes).dump());
    return 0;
  }
  fmt::print("{} for {}, {:.1f} MB\n", model.checkpoint ? "checkpoint" : "model", name_of(shape.size),
             static_cast<double>(file_bytes) / 1e6);
  fmt::print("tuples        {}\n", name_of(shape.tuples));
  fmt::print("tile values   {}\n", shape.tile_values);
  fmt::print("initial value {}\n", shape.initial_value);
  fmt::print("stages        {} ({}), promotion {}\n", shape.staging.count(), name_of(shape.staging),
             name_of(shape.promotion));
  fmt::print("weights       {}, of which {} were touched ({:.1f} %)\n", shape.weights(), model.touched,
             100 * static_cast<double>(model.touched) / static_cast<double>(shape.weights()));
  if (!card.recipe.empty())  // else it was learned elsewhere
    fmt::print("learned       {} actions in {} games and {:.1f} seconds, seed {}\n", card.actions, card.games,
               card.seconds, card.seed);
  if (card.measured)
    fmt::print("measured      {:.1f} ± {:.1f} over {} games at depth {}\n", card.measured->mean.value,
               card.measured->mean.ci95, card.measured->games, card.measured->depth);
  print_stages(card.stages);
  if (!model.steps.empty())
    fmt::print("packed        in 16 bits, to multiples of {:.3g}\n", *std::ranges::max_element(model.steps));
  fmt::print("checksum      {}\n", model.checksum);
  fmt::print("made by       {}\n", card.origin);
  if (!card.recipe.empty()) fmt::print("recipe\n\n{}", card.recipe);
  return 0;
}

int run_fold(const MakeOptions& options) {
  refuse_same_file(options.source, options.target);
  auto model = load_model(options.source);
  const auto& shape = shape_of(model.network);
  const auto before = shape.tuples.size();
  const auto after = folded_tuples(shape).size();
  if (after == before)
    throw UserError{fmt::format("'{}' has nothing to fold: none of its tuples lies within another", options.source)};
  const auto network = folded(model.network, 0);
  model.card.origin += fmt::format(", folded from {} tuples", before);
  const auto checksum = save_model(options.target, network, model.card, 0);
  if (options.json) {
    const nlohmann::ordered_json json{
        {"model", options.target}, {"tuples_before", before}, {"tuples", after}, {"checksum", checksum}};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{0} has the values of {1}, with {2} tuples in the place of {3}: afterstate eval {0}\n", options.target,
               options.source, after, before);
  }
  return 0;
}

int run_import(const MakeOptions& options) {
  refuse_same_file(options.source, options.target);
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

nlohmann::ordered_json model_json(const Model& model, std::uint64_t file_bytes) {
  const auto& shape = shape_of(model.network);
  const auto& card = model.card;
  nlohmann::ordered_json json{{"kind", model.checkpoint ? "checkpoint" : "model"},
                              {"board", name_of(shape.size)},
                              {"tuples", nlohmann::ordered_json::array()},
                              {"stages", shape.staging.count()},
                              {"staging", name_of(shape.staging)},
                              {"promotion", name_of(shape.promotion)},
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
  if (!model.steps.empty()) json["steps"] = model.steps;
  if (card.measured) json["measured"] = to_json(card.measured);
  json["by_stage"] = nlohmann::ordered_json::array();
  for (const auto& report : card.stages) json["by_stage"].push_back(to_json(report));
  return json;
}

void refuse_same_file(const std::string& source, const std::string& target) {
  if (std::error_code ignored; std::filesystem::equivalent(source, target, ignored))
    throw UserError{fmt::format("'{}' is both: name another file for the model", source)};
}

void add_model(CommandLine& line) {
  line.add_group("model", "what a model file holds, and models of other programs");
  const auto info = std::make_shared<InfoOptions>();
  line.add("model info", "what a model or checkpoint holds and how it came to be", [info] { return run_info(*info); })
      .argument("FILE", info->path, "a model or checkpoint")
      .json(info->json);
  const auto import = std::make_shared<MakeOptions>();
  line.add("model import", "read a weight file (.w) of TDL2048+", [import] { return run_import(*import); })
      .argument("FILE", import->source, "the weight file")
      .argument("OUT", import->target, "the model file to write")
      .json(import->json);
  const auto fold = std::make_shared<MakeOptions>();
  line.add("model fold", "add the weights of redundant tuples to larger ones", [fold] { return run_fold(*fold); })
      .argument("IN", fold->source, "a model or checkpoint")
      .argument("OUT", fold->target, "the model file to write")
      .json(fold->json)
      .note(
          "A folded model has the same values and is quicker; its file is larger. eval folds what it loads by itself.");
  add_model_pack(line);
}

}  // namespace afterstate::app
