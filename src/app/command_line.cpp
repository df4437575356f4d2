#include "app/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "app/version.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/whole_number.h"
#include "engine/search_request.h"

namespace afterstate::app {

namespace {

constexpr std::uint64_t max_threads = 1024;

/// The full name of a command: "afterstate model info".
std::string path_of(const CLI::App& cli) {
  return cli.get_parent() == nullptr ? cli.get_name() : path_of(*cli.get_parent()) + " " + cli.get_name();
}

std::string help_hint(const CLI::App& cli) { return fmt::format("see '{} --help'", path_of(cli)); }

/// Throws UserError for the first argument that no option or command accepts.
void check_nothing_left(const CLI::App& cli) {
  const auto left = cli.remaining();
  if (left.empty()) return;
  const auto word = left.front().substr(0, left.front().find('='));
  std::vector<std::string> names;
  if (word.starts_with("-")) {
    for (const auto* option : cli.get_options()) names.push_back(option->get_name());
    throw UserError{fmt::format("unknown option '{}'{}; {}", word, did_you_mean(word, names), help_hint(cli))};
  }
  for (const auto* sub : cli.get_subcommands({})) names.push_back(sub->get_name());
  if (names.empty()) throw UserError{fmt::format("unexpected argument '{}'; {}", word, help_hint(cli))};
  throw UserError{fmt::format("unknown command '{}'{}; the commands are {}", word, did_you_mean(word, names),
                              fmt::join(names, ", "))};
}

/// Throws UserError for arguments before the command, which would otherwise be ignored.
void check_nothing_before_command(const CLI::App& root, const CLI::App& chosen) {
  const auto left = root.remaining();
  if (&root == &chosen || left.empty()) return;
  throw UserError{fmt::format("'{}' must come after the command: {} ...", left.front(), path_of(chosen))};
}

/// What is wrong with the arguments, in our words for errors that a mistyped command has often.
std::string text_of(const CLI::ParseError& error, const CLI::App& cli) {
  std::string text = error.what();
  const auto name = text.substr(0, text.find(':'));
  const auto* const option = cli.get_option_no_throw(name);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr || option == nullptr) return text;
  if (text.ends_with(" missing")) return fmt::format("{} needs a value: {}", name, option->get_type_name());
  if (option->count() > 1) return fmt::format("{} is given {} times; give it once", name, option->count());
  return text;
}

/// For options that name something: an empty name is a mistake, such as an unset variable in a script.
std::function<void(const std::string&)> non_empty_into(std::string& target, const std::string& name) {
  return [&target, name](const std::string& text) {
    if (text.empty()) throw UserError{fmt::format("{} '': the value is empty; give a name or remove the option", name)};
    target = text;
  };
}

double parse_probability(const std::string& option, const std::string& text, const char* example) {
  double probability = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, probability);
  if (error != std::errc{} || stop != end || !(probability >= 0 && probability <= 1))
    throw UserError{fmt::format("{} '{}': give a probability from 0 to 1, such as {}", option, text, example)};
  return probability;
}

SpawnLaw parse_law(const std::string& text) { return {parse_probability("--spawn4", text, "0.1")}; }

}  // namespace

std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t min, std::uint64_t max) {
  const auto whole = parse_whole_number(text);
  if (!whole || *whole < min || *whole > max) throw UserError{range_message(option, text, min, max)};
  return *whole;
}

Command& Command::parsed(const std::string& name, const std::string& type, const std::string& default_text,
                         const std::string& help, const std::function<void(const std::string&)>& parse) {
  const auto help_text = default_text.empty() ? help : fmt::format("{}; default: {}", help, default_text);
  cli_->add_option_function<std::string>(name, parse, help_text)->type_name(type);
  parse_ = parse;
  return *this;
}

Command& Command::argument(const std::string& name, std::string& target, const std::string& help) {
  cli_->add_option_function<std::string>(name, non_empty_into(target, name), help)->required()->type_name("");
  return *this;
}

Command& Command::arguments(const std::string& name, std::vector<std::string>& target, const std::string& help) {
  cli_->add_option(name, target, help)->required()->type_name("");
  return *this;
}

Command& Command::optional_argument(const std::string& name, std::string& target, const std::string& help) {
  cli_->add_option_function<std::string>(name, non_empty_into(target, name), help)->type_name("");
  return *this;
}

Command& Command::repeated(const std::string& name, const std::string& type, std::vector<std::string>& target,
                           const std::string& help) {
  cli_->add_option(name, target, help)->type_name(type)->allow_extra_args(false);
  return *this;
}

Command& Command::required(const std::string& name, const std::string& type, std::string& target,
                           const std::string& help) {
  cli_->add_option_function<std::string>(name, non_empty_into(target, name), help)->required()->type_name(type);
  return *this;
}

Command& Command::optional(const std::string& name, const std::string& type, std::string& target,
                           const std::string& help) {
  cli_->add_option_function<std::string>(name, non_empty_into(target, name), help)->type_name(type);
  return *this;
}

Command& Command::formerly(const std::string& name) {
  cli_->add_option_function<std::string>(name, parse_)->group("");
  return *this;
}

Command& Command::flag(const std::string& name, bool& target, const std::string& help) {
  cli_->add_flag(name, target, help);
  return *this;
}

Command& Command::count(const std::string& name, std::uint64_t& target, std::uint64_t min, std::uint64_t max,
                        const std::string& help) {
  return parsed(name, "N", std::to_string(target), help,
                [&target, name, min, max](const std::string& text) { target = parse_count(name, text, min, max); });
}

Command& Command::count(const std::string& name, std::optional<std::uint64_t>& target, std::uint64_t min,
                        std::uint64_t max, const std::string& help) {
  return parsed(name, "N", "", help,
                [&target, name, min, max](const std::string& text) { target = parse_count(name, text, min, max); });
}

Command& Command::probability(const std::string& name, std::optional<double>& target, const std::string& help) {
  return parsed(name, "P", "", help,
                [&target, name](const std::string& text) { target = parse_probability(name, text, "0.5"); });
}

Command& Command::json(bool& target) { return flag("--json", target, "print the result as one JSON object"); }

Command& Command::board(std::string& target) {
  const auto join = [&target](const std::vector<std::string>& words) {
    target = fmt::format("{}", fmt::join(words, " "));
  };
  const std::string help = "tiles row by row, separated by spaces, commas or slashes; 0 or . for an empty cell";
  cli_->add_option_function<std::vector<std::string>>("BOARD", join, help)->required()->type_name("");
  return *this;
}

Command& Command::board_size(Size& target) {
  return parsed("--board", "SIZE", name_of(target), "board size, rows x columns from 1 to 4 each, such as 3x3",
                [&target](const std::string& name) { target = parse_size(name); });
}

Command& Command::board_size(std::optional<Size>& target) {
  return parsed("--board", "SIZE", "",
                "board size, rows x columns, such as 3x3; default: that of the engine, or 4x4 if it plays on any size",
                [&target](const std::string& name) { target = parse_size(name); });
}

Command& Command::seed(std::uint64_t& target) {
  return count("--seed", target, 0, UINT64_MAX, "random seed; the same seed gives the same games");
}

Command& Command::seed(std::optional<std::uint64_t>& target) {
  return count("--seed", target, 0, UINT64_MAX,
               "random seed; the same seed gives the same spawns; default: a new one each time");
}

Command& Command::threads(int& target) {
  return parsed("--threads", "N", std::to_string(target), "number of threads, 0 for all cores",
                [&target](const std::string& text) {
                  target = static_cast<int>(parse_count("--threads", text, 0, max_threads));
                });
}

Command& Command::spawn_law(SpawnLaw& target) {
  return parsed("--spawn4", "P", fmt::format("{}", target.four), "probability that a spawned tile is a 4",
                [&target](const std::string& text) { target = parse_law(text); });
}

Command& Command::spawn_law(std::optional<SpawnLaw>& target) {
  return parsed("--spawn4", "P", "",
                "probability that a spawned tile is a 4; default: that of the database if there is one, else 0.1",
                [&target](const std::string& text) { target = parse_law(text); });
}

Command& Command::note(const std::string& text) {
  cli_->footer(text);
  return *this;
}

struct CommandLine::Declared {
  struct Entry {
    CLI::App* cli;
    std::function<int()> run;
  };

  CLI::App root{"Afterstate: play, measure and study the game 2048.", "afterstate"};
  std::vector<Entry> commands;
  std::map<std::string, std::string> aliases;
};

CommandLine::CommandLine() : declared_(std::make_unique<Declared>()) {
  declared_->root.set_version_flag("--version", program_version());
  declared_->root.footer("See 'afterstate COMMAND --help' for the options of a command.");
  declared_->root.allow_extras();
  declared_->root.require_subcommand(0, 1);  // a second command name is an unexpected argument
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& summary, std::function<int()> run) {
  auto* group = &declared_->root;
  auto word = name;
  if (const auto space = name.find(' '); space != std::string::npos) {
    group = group->get_subcommand(name.substr(0, space));
    word = name.substr(space + 1);
  }
  auto* const cli = group->add_subcommand(word, summary);
  cli->allow_extras();
  cli->footer("");
  declared_->commands.push_back({cli, std::move(run)});
  return Command{*cli};
}

void CommandLine::add_alias(const std::string& alias, const std::string& name) { declared_->aliases[alias] = name; }

void CommandLine::add_group(const std::string& name, const std::string& summary) {
  auto* const cli = declared_->root.add_subcommand(name, summary);
  cli->allow_extras();
  cli->footer("");
  cli->require_subcommand(0, 1);
  declared_->commands.push_back({cli, [cli]() -> int {
                                   throw UserError{
                                       fmt::format("'{}' needs a subcommand; {}", cli->get_name(), help_hint(*cli))};
                                 }});
}

int CommandLine::run(int argc, char** argv) {
  auto& root = declared_->root;
  const auto chosen = [&]() -> const Declared::Entry* {
    const Declared::Entry* innermost = nullptr;  // a group comes before its commands
    for (const auto& command : declared_->commands)
      if (command.cli->parsed()) innermost = &command;
    return innermost;
  };
  const auto chosen_cli = [&]() -> const CLI::App& { return chosen() != nullptr ? *chosen()->cli : root; };
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && declared_->aliases.contains(words.front())) words.front() = declared_->aliases[words.front()];
  try {
    std::ranges::reverse(words);  // the order that CLI11 expects
    root.parse(std::move(words));
  } catch (const CLI::Success& wanted) {  // --help and --version
    return root.exit(wanted);
  } catch (const CLI::ParseError& error) {
    check_nothing_left(chosen_cli());  // a misspelt option first, not the required one that is missing because of it
    throw UserError{fmt::format("{}; {}", text_of(error, chosen_cli()), help_hint(chosen_cli()))};
  }
  check_nothing_before_command(root, chosen_cli());
  check_nothing_left(chosen_cli());
  if (chosen() == nullptr) throw UserError{"no command given; see 'afterstate --help'"};
  return chosen()->run();
}

}  // namespace afterstate::app
