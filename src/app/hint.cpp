// afterstate hint: what each of the four moves is worth.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/model_file_option.h"
#include "game/notation.h"
#include "value/candidates.h"

namespace afterstate::app {

namespace {

struct HintOptions {
  std::string board;
  std::optional<Size> size;
  std::string model_path;
  bool json = false;
};

struct Hint {
  std::array<std::optional<float>, 4> totals;  ///< by direction: reward and value, nothing where illegal
  std::optional<Direction> best;
};

template <class Network>
Hint hint_of(const Network& network, const std::string& text) {
  Candidates<Network> candidates{network};
  candidates.look_up(parse_board<typename Network::Board>(text));
  Hint hint;
  for (const auto& move : candidates.moves())
    hint.totals[static_cast<std::size_t>(move.direction)] =
        static_cast<float>(move.reward) + network.value(move.lookups);
  if (!candidates.empty()) hint.best = candidates.best().move->direction;
  return hint;
}

void print_json(const Hint& hint, const std::string& board) {
  nlohmann::ordered_json moves;
  for (const auto direction : all_directions) {
    const auto total = hint.totals[static_cast<std::size_t>(direction)];
    moves[std::string{name_of(direction)}] = total ? nlohmann::ordered_json(*total) : nlohmann::ordered_json();
  }
  const nlohmann::ordered_json json{
      {"board", board},
      {"best", hint.best ? nlohmann::ordered_json(name_of(*hint.best)) : nlohmann::ordered_json()},
      {"moves", moves}};
  fmt::print("{}\n", json.dump());
}

void print_text(const Hint& hint) {
  for (const auto direction : all_directions) {
    const auto total = hint.totals[static_cast<std::size_t>(direction)];
    fmt::print("{:<6} {}{}\n", name_of(direction), total ? fmt::format("{:>12.1f}", *total) : "     illegal",
               hint.best == direction ? "  best" : "");
  }
  if (!hint.best) fmt::print("the game is over\n");
}

int run_hint(const HintOptions& options) {
  const auto model = load_model(options.model_path);
  check_board(model, options.model_path, options.size);
  const auto size = shape_of(model.network).size;
  const auto hint = std::visit([&](const auto& network) { return hint_of(network, options.board); }, model.network);
  if (options.json)
    print_json(hint, notation_of(parse_exponents(options.board, size), size));
  else
    print_text(hint);
  return 0;
}

}  // namespace

void add_hint(CommandLine& line) {
  const auto options = std::make_shared<HintOptions>();
  line.add("hint", "the expected further score of each move, reward included", [options] { return run_hint(*options); })
      .board(options->board)
      .board_size(options->size)
      .required("--model", "FILE", options->model_path, "the model that judges")
      .json(options->json)
      .note("Example: afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --model model.ast");
}

}  // namespace afterstate::app
