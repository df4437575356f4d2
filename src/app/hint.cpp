// afterstate hint: what each of the four moves is worth.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/judge_options.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

struct HintOptions {
  std::string board;
  std::optional<Size> size;
  JudgeOptions judge;
  bool json = false;
};

void print_json(const MoveValues& values, const std::string& board) {
  nlohmann::ordered_json moves;
  for (const auto direction : all_directions) {
    const auto total = values[direction];
    moves[std::string{name_of(direction)}] = total ? nlohmann::ordered_json(*total) : nlohmann::ordered_json();
  }
  const auto best = values.best();
  const nlohmann::ordered_json json{
      {"board", board},
      {"best", best ? nlohmann::ordered_json(name_of(*best)) : nlohmann::ordered_json()},
      {"moves", moves}};
  fmt::print("{}\n", json.dump());
}

int run_hint(const HintOptions& options) {
  const auto adviser = load_adviser(options.judge, options.size);
  const auto exponents = parse_exponents(options.board, adviser.size());
  const auto values = adviser.move_values(exponents);
  if (options.json)
    print_json(values, notation_of(exponents, adviser.size()));
  else
    fmt::print("{}", to_text(values, adviser.decimals()));
  return 0;
}

}  // namespace

void add_hint(CommandLine& line) {
  const auto options = std::make_shared<HintOptions>();
  line.add("hint", "the expected further score of each move, reward included", [options] { return run_hint(*options); })
      .board(options->board)
      .board_size(options->size)
      .optional("--model", "FILE", options->judge.model_path, "the model that judges")
      .optional("--db", "FILE", options->judge.database_path, "the value database that judges, exactly")
      .json(options->json)
      .note(
          "Examples: afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --model model.ast\n"
          "          afterstate hint '2 4 8  2 0 0  0 0 0' --db mini.db");
}

}  // namespace afterstate::app
