// afterstate model: shows, imports, folds, packs, joins and exports model files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/command_line.h"
#include "app/model_commands.h"
#include "base/error.h"
#include "base/json.h"
#include "model/model_json.h"
#include "model/tdl_weights.h"
#include "network/folding.h"

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

/// Training statistics, one line per stage.
void print_stages(const std::vector<StageReport>& reports) {
  if (reports.empty()) return;
  const auto number = [](std::optional<double> value, int decimals) {
    return value ? fmt::format("{:.{}f}", *value, decimals) : std::string{"-"};
  };
  fmt::print("\nstage   actions   touched  mean rate     games   predicted    realised   passed\n");
  for (std::size_t stage = 0; stage < reports.size(); ++stage) {
    const auto& report = reports[stage];
    fmt::print("{:>5} {:>8.3f}% {:>8.3f}% {:>10} {:>9} {:>11} {:>11} {:>8}\n", stage, 100 * report.actions,
               100 * report.touched, number(report.rate, 4), report.games, number(report.predicted, 0),
               number(report.realised, 0), number(report.passed, 3));
  }
  fmt::print("\n");
}

void print_model(const Model& model, std::uint64_t file_bytes) {
  const auto& shape = shape_of(model.network);
  const auto& card = model.card;
  fmt::print("{}{} for {}, {:.1f} MB\n", model.checkpoint ? "checkpoint" : "model",
             shape.role == Role::attack ? " of an attacker" : "", name_of(shape.size),
             static_cast<double>(file_bytes) / 1e6);
  fmt::print("tuples        {}\n", name_of(shape.tuples));
  fmt::print("tile values   {}\n", shape.tile_values);
  fmt::print("initial value {}\n", shape.initial_value);
  fmt::print("stages        {} ({}), promotion {}\n", shape.staging.count(), name_of(shape.staging),
             name_of(shape.promotion));
  fmt::print("weights       {}, of which {} were touched ({:.1f} %)\n", shape.weights(), model.touched,
             100 * static_cast<double>(model.touched) / static_cast<double>(shape.weights()));
  if (!card.recipe.empty())  // else it was trained by another program
    fmt::print("trained       {} actions in {} games and {:.1f} seconds, seed {}\n", card.actions, card.games,
               card.seconds, card.seed);
  if (card.measured)
    fmt::print("measured      {:.1f} ± {:.1f} over {} games at depth {}\n", card.measured->mean.value,
               card.measured->mean.ci95, card.measured->games, card.measured->depth);
  if (card.downgrade != 0) fmt::print("plays         boards downgraded from {} on\n", card.downgrade);
  for (const auto& worth : card.endgames)
    fmt::print("endgame       walls {} with {}: {:.0f} if a {} is made, {:.0f} if not\n", worth.walls,
               fmt::join(worth.tiles, " "), worth.success, worth.target, worth.failure);
  print_stages(card.stages);
  if (!model.steps.empty())
    fmt::print("packed        16 bits per weight, multiples of {:.3g}\n", *std::ranges::max_element(model.steps));
  fmt::print("checksum      {}\n", model.checksum);
  fmt::print("made by       {}\n", card.origin);
  if (!card.recipe.empty()) fmt::print("recipe\n\n{}", card.recipe);
}

int run_info(const InfoOptions& options) {
  const auto parts = load_parts(options.path);
  if (options.json) {
    fmt::print("{}\n", json_text(parts_json(parts)));
    return 0;
  }
  if (parts.size() > 1) fmt::print("engine of {} networks\n", parts.size());
  for (const auto& part : parts) {
    if (parts.size() > 1)
      fmt::print("\n{}:\n",
                 part.from ? fmt::format("from {} on", name_of(Staging{{*part.from}})) : "from the first move on");
    print_model(part.model, part.bytes);
  }
  return 0;
}

int run_fold(const MakeOptions& options) {
  refuse_same_file(options.source, options.target);
  auto model = load_model(options.source);
  const auto& shape = shape_of(model.network);
  const auto before = shape.tuples.size();
  const auto after = folded_tuples(shape).size();
  if (after == before)
    throw UserError{
        fmt::format("'{}' has nothing to fold: none of its tuples is contained in another", options.source)};
  const auto network = folded(model.network, 0);
  model.card.origin += fmt::format(", folded from {} tuples", before);
  const auto checksum = save_model(options.target, network, model.card, 0);
  if (options.json) {
    const Json json{{"model", options.target}, {"tuples_before", before}, {"tuples", after}, {"checksum", checksum}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{0} has the values of {1}, with {2} tuples instead of {3}; try: afterstate eval {0}\n", options.target,
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
    const Json json{{"model", options.target}, {"checksum", checksum}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{0} contains the network {1}; try: afterstate eval {0}\n", options.target,
               name_of(shape_of(network).tuples));
  }
  return 0;
}

}  // namespace

void refuse_same_file(const std::string& source, const std::string& target) {
  if (std::error_code ignored; std::filesystem::equivalent(source, target, ignored))
    throw UserError{fmt::format("'{}' is both input and output; give another output file", source)};
}

void add_model(CommandLine& line) {
  line.add_group("model", "show, import, fold, pack, join and export model files");
  const auto info = std::make_shared<InfoOptions>();
  line.add("model info", "print what a model, checkpoint or engine file contains and how it was trained",
           [info] { return run_info(*info); })
      .argument("FILE", info->path, "model, checkpoint or engine file")
      .json(info->json);
  const auto import = std::make_shared<MakeOptions>();
  line.add("model import", "convert a TDL2048+ weight file (.w) to a model", [import] { return run_import(*import); })
      .argument("FILE", import->source, "weight file to read")
      .argument("OUT", import->target, "model file to write")
      .json(import->json);
  const auto fold = std::make_shared<MakeOptions>();
  line.add("model fold", "fold redundant tuples into the larger tuples that contain them",
           [fold] { return run_fold(*fold); })
      .argument("IN", fold->source, "model or checkpoint to read")
      .argument("OUT", fold->target, "model file to write")
      .json(fold->json)
      .note(
          "A folded model has the same values and is faster, but its file is larger. eval folds the models it loads.");
  add_model_pack(line);
  add_model_join(line);
  add_model_export(line);
}

}  // namespace afterstate::app
