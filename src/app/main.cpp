// Runs a command, and reports an error as one line and an exit status.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "app/command_line.h"
#include "base/error.h"

namespace {

using namespace afterstate;

constexpr int failed = 1;
constexpr int called_wrongly = 2;

int run(int argc, char** argv) {
  app::CommandLine line;
  app::add_eval(line);
  app::add_match(line);
  app::add_compare(line);
  app::add_review(line);
  app::add_engine(line);
  app::add_serve(line);
  app::add_replay(line);
  app::add_perft(line);
  app::add_play(line);
  app::add_train(line);
  app::add_hint(line);
  app::add_model(line);
  app::add_solve(line);
  app::add_duel(line);
  app::add_boards(line);
  app::add_endgame(line);
  app::add_strong(line);
  app::add_verify(line);
  app::add_bench(line);
  const int status = line.run(argc, argv);
  if (std::fflush(stdout) != 0) throw Failure{"standard output could not be written; is the disk full?"};
  return status;
}

/// Prints one line, whatever the message quotes: input may contain control characters and be as long as a file.
/// Standard error may be closed, so nothing here throws.
int report(std::string message, int status) {
  constexpr std::size_t longest = 600;
  std::ranges::replace_if(message, [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  if (message.size() > longest)
    message = message.substr(0, longest / 2) + " ... " + message.substr(message.size() - longest / 2);
  std::fputs(("afterstate: error: " + message + "\n").c_str(), stderr);
  return status;
}

/// Destructors of the JSON library allocate memory; if there is none, they end the program.
[[noreturn]] void end_in_despair() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    std::fputs("afterstate: error: out of memory\n", stderr);
    std::_Exit(failed);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_in_despair);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a failed write, not the end of the program
  try {
    return run(argc, argv);
  } catch (const UserError& error) {
    return report(error.what(), called_wrongly);
  } catch (const std::bad_alloc&) {
    return report("out of memory", failed);
  } catch (const std::exception& error) {
    return report(error.what(), failed);
  }
}
