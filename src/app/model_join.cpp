// afterstate model join: makes one engine file of several models, or sets how a model plays.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/model_commands.h"
#include "base/error.h"
#include "base/json.h"
#include "base/whole_number.h"
#include "model/engine_file.h"
#include "model/model_json.h"

namespace afterstate::app {

namespace {

struct JoinOptions {
  std::string target;
  std::vector<std::string> models;
  std::vector<std::string> from;
  std::vector<std::string> downgrade;
  bool link = false;
  bool json = false;
};

/// Sets what a --downgrade TILE or PART:TILE says.
void set_downgrade(std::vector<JoinedPart>& parts, const std::string& text) {
  const auto colon = text.find(':');
  const auto part = colon == std::string::npos ? 1 : parse_whole_number(text.substr(0, colon)).value_or(0);
  const auto tile = parse_whole_number(colon == std::string::npos ? text : text.substr(colon + 1));
  if (part < 1 || part > parts.size() || !tile || (*tile != 0 && !is_downgrade(*tile)))
    throw UserError{fmt::format(
        "--downgrade '{}': give a tile from 8 to 131072, or 0 for never; PART:TILE for another part than the first, "
        "such as 2:32768",
        text)};
  parts[part - 1].downgrade = static_cast<std::uint32_t>(*tile);
}

int run_join(const JoinOptions& options) {
  if (options.from.size() + 1 != options.models.size())
    throw UserError{fmt::format("{} --from for {} models: every model but the first needs one, such as --from 16k+8k",
                                options.from.size(), options.models.size())};
  std::vector<JoinedPart> parts;
  for (const auto& model : options.models) {
    refuse_same_file(model, options.target);
    parts.push_back({model, parts.empty() ? std::string{} : options.from[parts.size() - 1]});
  }
  for (const auto& text : options.downgrade) set_downgrade(parts, text);
  join_models(options.target, parts, options.link);
  const auto made = load_parts(options.target);  // what was written can be read
  if (options.json)
    fmt::print("{}\n", json_text(parts_json(made)));
  else if (made.size() == 1)
    fmt::print("{0} plays with the weights of {1}; try: afterstate eval {0}\n", options.target, options.models.front());
  else
    fmt::print("{0} joins {1} networks; try: afterstate eval {0}\n", options.target, made.size());
  return 0;
}

}  // namespace

void add_model_join(CommandLine& line) {
  const auto options = std::make_shared<JoinOptions>();
  line.add("model join", "make one engine of several models, each for a part of the game",
           [options] { return run_join(*options); })
      .argument("OUT", options->target, "file to write")
      .arguments("MODEL", options->models, "models, in the order in which they play")
      .repeated(
          "--from", "EVENT", options->from,
          "where a model takes over from the one before it: 16384, or 16k+8k for both tiles on the board; once for "
          "each model but the first")
      .repeated(
          "--downgrade", "TILE", options->downgrade,
          "while the largest tile is at least TILE, the first model sees every tile above the largest missing one "
          "halved; PART:TILE for another model, 0 for never; default: as the model's file says")
      .flag("--link", options->link,
            "only name the models, which must be in the folder of OUT, instead of containing them")
      .json(options->json)
      .note(
          "The root board of a search decides which model evaluates it. If that model sees the board downgraded, the\n"
          "downgraded board decides again.\n"
          "Examples: afterstate model join plays.ast model.ast --downgrade 16384\n"
          "          afterstate model join all.ast early.ast late.ast --from 16k+8k+4k --downgrade 2:32768");
}

}  // namespace afterstate::app
