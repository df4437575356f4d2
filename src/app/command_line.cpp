#include "app/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"

namespace afterstate::app {

namespace {

constexpr std::uint64_t most_threads = 1024;

/// The words that lead to a command: "afterstate model info".
std::string path_of(const CLI::App& cli) {
  return cli.get_parent() == nullptr ? cli.get_name() : path_of(*cli.get_parent()) + " " + cli.get_name();
}

std::string help_hint(const CLI::App& cli) { return fmt::format("see '{} --help'", path_of(cli)); }

/// Throws UserError for the first word that no option or command takes.
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
  if (names.empty()) throw UserError{fmt::format("'{}' is one argument too many; {}", word, help_hint(cli))};
  throw UserError{fmt::format("unknown command '{}'{}; the commands are {}", word, did_you_mean(word, names),
                              fmt::join(names, ", "))};
}

/// Throws UserError for words before the command, which would otherwise be lost.
void check_nothing_before_command(const CLI::App& root, const CLI::App& chosen) {
  const auto left = root.remaining();
  if (&root == &chosen || left.empty()) return;
  throw UserError{fmt::format("'{}' stands before the command; write it after: {} ...", left.front(), path_of(chosen))};
}

/// For options that name something: an empty name is a mistake, such as a script's variable that is not set.
std::function<void(const std::string&)> non_empty_into(std::string& target, const std::string& name) {
  return [&target, name](const std::string& text) {
    if (text.empty()) throw UserError{fmt::format("{} '': give a name, or leave the option out", name)};
    target = text;
  };
}

SpawnLaw parse_law(const std::string& text) {
  SpawnLaw law;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, law.four);
  if (error != std::errc{} || stop != end || !law.valid())
    throw UserError{fmt::format("--spawn4 '{}': a probability goes from 0 to 1, such as 0.1", text)};
  return law;
}

}  // namespace

std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t least, std::uint64_t most) {
  const auto* const end = text.data() + text.size();
  std::uint64_t whole = 0;
  auto parsed = std::from_chars(text.data(), end, whole);
  bool good = parsed.ec == std::errc{} && parsed.ptr == end;
  if (!good) {
    double number = 0;
    parsed = std::from_chars(text.data(), end, number);
    good =
        parsed.ec == std::errc{} && parsed.ptr == end && number == std::floor(number) && number >= 0 && number < 0x1p64;
    if (good) whole = static_cast<std::uint64_t>(number);
  }
  if (!good || whole < least || whole > most) {
    throw UserError{fmt::format("{} '{}': give a whole number from {} to {}{}", option, text, least, most,
                                most >= 1'000'000 ? ", such as 1000 or 1e6" : "")};
  }
  return whole;
}

Command& Command::parsed(const std::string& name, const std::string& type, const std::string& default_text,
                         const std::string& help, const std::function<void(const std::string&)>& parse) {
  auto* const option = cli_->add_option_function<std::string>(name, parse, help)->type_name(type);
  if (!default_text.empty()) option->default_str(default_text);
  return *this;
}

Command& Command::argument(const std::string& name, std::string& target, const std::string& help) {
  cli_->add_option_function<std::string>(name, non_empty_into(target, name), help)->required()->type_name("");
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

Command& Command::flag(const std::string& name, bool& target, const std::string& help) {
  cli_->add_flag(name, target, help);
  return *this;
}

Command& Command::count(const std::string& name, std::uint64_t& target, std::uint64_t least, std::uint64_t most,
                        const std::string& help) {
  return parsed(name, "N", std::to_string(target), help, [&target, name, least, most](const std::string& text) {
    target = parse_count(name, text, least, most);
  });
}

Command& Command::count(const std::string& name, std::optional<std::uint64_t>& target, std::uint64_t least,
                        std::uint64_t most, const std::string& help) {
  return parsed(name, "N", "", help, [&target, name, least, most](const std::string& text) {
    target = parse_count(name, text, least, most);
  });
}

Command& Command::json(bool& target) { return flag("--json", target, "print one JSON object"); }

Command& Command::board(std::string& target) {
  const auto join = [&target](const std::vector<std::string>& words) {
    target = fmt::format("{}", fmt::join(words, " "));
  };
  const std::string help = "the tiles row by row, separated by spaces, commas or slashes, 0 or . for empty";
  cli_->add_option_function<std::vector<std::string>>("BOARD", join, help)->required()->type_name("");
  return *this;
}

Command& Command::board_size(Size& target) {
  return parsed("--board", "SIZE", name_of(target), "rows by columns, sides from 1 to 4, such as 3x3",
                [&target](const std::string& name) { target = parse_size(name); });
}

Command& Command::board_size(std::optional<Size>& target) {
  return parsed("--board", "SIZE", "",
                "rows by columns, such as 3x3; that of the model or database where there is one, else 4x4",
                [&target](const std::string& name) { target = parse_size(name); });
}

Command& Command::seed(std::uint64_t& target) {
  return count("--seed", target, 0, UINT64_MAX, "equal seeds give equal games");
}

Command& Command::seed(std::optional<std::uint64_t>& target) {
  return count("--seed", target, 0, UINT64_MAX,
               "equal seeds give equal spawns; a new one each time where none is given");
}

Command& Command::threads(int& target) {
  return parsed("--threads", "N", std::to_string(target), "threads, 0 for all cores",
                [&target](const std::string& text) {
                  target = static_cast<int>(parse_count("--threads", text, 0, most_threads));
                });
}

Command& Command::spawn_law(SpawnLaw& target) {
  return parsed("--spawn4", "P", fmt::format("{}", target.four), "probability that a spawned tile is a 4",
                [&target](const std::string& text) { target = parse_law(text); });
}

Command& Command::spawn_law(std::optional<SpawnLaw>& target) {
  return parsed("--spawn4", "P", "",
                "probability that a spawned tile is a 4; the database's where there is one, else 0.1",
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
};

CommandLine::CommandLine() : declared_(std::make_unique<Declared>()) {
  declared_->root.set_version_flag("--version", "afterstate " AFTERSTATE_VERSION);
  declared_->root.footer("Every command explains itself: afterstate COMMAND --help");
  declared_->root.allow_extras();
  declared_->root.require_subcommand(0, 1);  // what looks like a second command is a word too many
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

void CommandLine::add_group(const std::string& name, const std::string& summary) {
  auto* const cli = declared_->root.add_subcommand(name, summary);
  cli->allow_extras();
  cli->footer("");
  cli->require_subcommand(0, 1);
  declared_->commands.push_back({cli, [cli]() -> int {
                                   throw UserError{
                                       fmt::format("'{}' needs a word more; {}", cli->get_name(), help_hint(*cli))};
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
  try {
    root.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help and --version
    return root.exit(wanted);
  } catch (const CLI::ParseError& error) {
    check_nothing_left(chosen_cli());  // a misspelt option explains more than the required one that is missing for it
    throw UserError{fmt::format("{}; {}", error.what(), help_hint(chosen_cli()))};
  }
  check_nothing_before_command(root, chosen_cli());
  check_nothing_left(chosen_cli());
  if (chosen() == nullptr) throw UserError{"no command given; see 'afterstate --help'"};
  return chosen()->run();
}

}  // namespace afterstate::app
