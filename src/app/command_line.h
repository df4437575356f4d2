// The command line: commands and their options, each declared once with name, help text, default and range. Help,
// errors and suggestions are generated from these declarations.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/size.h"
#include "game/spawn.h"

namespace CLI {
class App;
}

namespace afterstate::app {

/// Declares the options of one command. The value of a target at declaration is its default. Targets must live until
/// the command has run.
class Command {
 public:
  explicit Command(CLI::App& cli) : cli_(&cli) {}

  /// A positional argument.
  Command& argument(const std::string& name, std::string& target, const std::string& help);
  /// A positional argument that may be given more than once.
  Command& arguments(const std::string& name, std::vector<std::string>& target, const std::string& help);
  /// A positional argument that may be omitted.
  Command& optional_argument(const std::string& name, std::string& target, const std::string& help);
  Command& required(const std::string& name, const std::string& type, std::string& target, const std::string& help);
  Command& optional(const std::string& name, const std::string& type, std::string& target, const std::string& help);
  /// May be given more than once.
  Command& repeated(const std::string& name, const std::string& type, std::vector<std::string>& target,
                    const std::string& help);
  Command& flag(const std::string& name, bool& target, const std::string& help);

  /// An earlier name of the option declared last, which still works but is not shown in help.
  Command& formerly(const std::string& name);

  /// A whole number from `min` to `max`; 1e6 is accepted.
  Command& count(const std::string& name, std::uint64_t& target, std::uint64_t min, std::uint64_t max,
                 const std::string& help);
  Command& count(const std::string& name, std::optional<std::uint64_t>& target, std::uint64_t min, std::uint64_t max,
                 const std::string& help);

  /// A number from 0 to 1.
  Command& probability(const std::string& name, std::optional<double>& target, const std::string& help);

  // Options that several commands share.
  Command& json(bool& target);
  Command& board(std::string& target);  ///< BOARD, as one argument or one argument per tile
  Command& board_size(Size& target);
  Command& board_size(std::optional<Size>& target);  ///< default: that of the engine
  Command& seed(std::uint64_t& target);
  Command& seed(std::optional<std::uint64_t>& target);
  Command& threads(int& target);
  Command& spawn_law(SpawnLaw& target);
  Command& spawn_law(std::optional<SpawnLaw>& target);  ///< default: that of the engine

  /// Text below the options.
  Command& note(const std::string& text);

 private:
  Command& parsed(const std::string& name, const std::string& type, const std::string& default_text,
                  const std::string& help, const std::function<void(const std::string&)>& parse);

  CLI::App* cli_;
  std::function<void(const std::string&)> parse_;  ///< parses the option declared last
};

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// `run` returns the exit status. A name of two words, such as "model info", is a subcommand of a group.
  Command add(const std::string& name, const std::string& summary, std::function<int()> run);

  /// An earlier name of a command, which still works but is not shown in help.
  void add_alias(const std::string& alias, const std::string& name);

  /// A command that only has subcommands.
  void add_group(const std::string& name, const std::string& summary);

  /// Runs the command named on the command line. Throws UserError if it or one of its arguments is unknown or invalid.
  int run(int argc, char** argv);

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

// One function per command, in the file of that name.
void add_eval(CommandLine& line);
void add_replay(CommandLine& line);
void add_perft(CommandLine& line);
void add_play(CommandLine& line);
void add_train(CommandLine& line);
void add_hint(CommandLine& line);
void add_model(CommandLine& line);
void add_solve(CommandLine& line);
void add_match(CommandLine& line);
void add_compare(CommandLine& line);
void add_review(CommandLine& line);
void add_engine(CommandLine& line);
void add_serve(CommandLine& line);
void add_bench(CommandLine& line);
void add_verify(CommandLine& line);
void add_boards(CommandLine& line);
void add_endgame(CommandLine& line);
void add_strong(CommandLine& line);
void add_duel(CommandLine& line);

/// Parses a whole number such as 1000 or 1e6. Throws UserError that names the option.
std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t min, std::uint64_t max);

}  // namespace afterstate::app
