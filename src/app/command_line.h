// The command line: commands and their options, each declared once with name, meaning, default and range; help, errors
// and suggestions follow from that.
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

/// One command while it is declared. What an option holds on entry is its default; an option without one is said to be
/// required. Targets must live until the command has run.
class Command {
 public:
  explicit Command(CLI::App& cli) : cli_(&cli) {}

  /// An argument without a name.
  Command& argument(const std::string& name, std::string& target, const std::string& help);
  /// The same, which may be left out.
  Command& optional_argument(const std::string& name, std::string& target, const std::string& help);
  Command& required(const std::string& name, const std::string& type, std::string& target, const std::string& help);
  Command& optional(const std::string& name, const std::string& type, std::string& target, const std::string& help);
  /// May be given several times.
  Command& repeated(const std::string& name, const std::string& type, std::vector<std::string>& target,
                    const std::string& help);
  Command& flag(const std::string& name, bool& target, const std::string& help);

  /// A whole number from `least` to `most`, which may be written 1e6.
  Command& count(const std::string& name, std::uint64_t& target, std::uint64_t least, std::uint64_t most,
                 const std::string& help);
  Command& count(const std::string& name, std::optional<std::uint64_t>& target, std::uint64_t least, std::uint64_t most,
                 const std::string& help);

  // Options that several commands share.
  Command& json(bool& target);
  Command& board(std::string& target);  ///< BOARD, in one word or a word a tile
  Command& board_size(Size& target);
  Command& board_size(std::optional<Size>& target);  ///< of the model or database where it is not given
  Command& seed(std::uint64_t& target);
  Command& seed(std::optional<std::uint64_t>& target);
  Command& threads(int& target);
  Command& spawn_law(SpawnLaw& target);
  Command& spawn_law(std::optional<SpawnLaw>& target);  ///< of the database where it is not given

  /// A line below the help.
  Command& note(const std::string& text);

 private:
  Command& parsed(const std::string& name, const std::string& type, const std::string& default_text,
                  const std::string& help, const std::function<void(const std::string&)>& parse);

  CLI::App* cli_;
};

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// `run` gives the exit status. A name of two words, such as "model info", is a command of a group.
  Command add(const std::string& name, const std::string& summary, std::function<int()> run);

  /// The first word of commands of two words.
  void add_group(const std::string& name, const std::string& summary);

  /// Runs the command that the words name; throws UserError where they name none or give it what it does not take.
  int run(int argc, char** argv);

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

// One function a command, in the file of its name.
void add_eval(CommandLine& line);
void add_replay(CommandLine& line);
void add_perft(CommandLine& line);
void add_play(CommandLine& line);
void add_train(CommandLine& line);
void add_hint(CommandLine& line);
void add_model(CommandLine& line);
void add_solve(CommandLine& line);
void add_match(CommandLine& line);
void add_analyze(CommandLine& line);
void add_review(CommandLine& line);
void add_engine(CommandLine& line);
void add_serve(CommandLine& line);
void add_bench(CommandLine& line);

/// Reads a whole number such as 1000 or 1e6; throws UserError that names the option.
std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t least, std::uint64_t most);

}  // namespace afterstate::app
