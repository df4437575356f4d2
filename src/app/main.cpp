// Runs the command that was asked for, and turns errors into one line and an exit status.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
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
  app::add_replay(line);
  app::add_perft(line);
  app::add_play(line);
  app::add_bench(line);
  const int status = line.run(argc, argv);
  if (std::fflush(stdout) != 0) throw Failure{"standard output could not be written; is the disk full?"};
  return status;
}

int report(std::string message, int status) {
  std::ranges::replace(message, '\n', ' ');
  fmt::print(stderr, "afterstate: error: {}\n", message);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UserError& error) {
    return report(error.what(), called_wrongly);
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this", failed);
  } catch (const std::exception& error) {
    return report(error.what(), failed);
  }
}
