#include "os/spawn_apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "base/error.h"

namespace afterstate {

pid_t spawn_apart(std::vector<std::string> words, const std::filesystem::path& output,
                  const std::filesystem::path& errors) {
  constexpr auto program = "/proc/self/exe";  // this executable, even if its path was replaced since it started
  words.insert(words.begin(), "afterstate");
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  // New files: what was there may be a pipe, which would block, or a link to a file of somebody else.
  for (const auto* const path : {&output, &errors}) ::unlink(path->c_str());
  constexpr int writing = O_WRONLY | O_CREAT | O_EXCL;
  constexpr mode_t for_all_to_read = 0644;
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), writing, for_all_to_read);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), writing, for_all_to_read);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);  // the server's port must be free again when this process ends
  sigset_t stopping;
  sigemptyset(&stopping);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stopping, signal);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &stopping);
  posix_spawnattr_setsigdefault(&attributes, &stopping);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, program, &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw Failure{fmt::format("cannot start the run: {}", std::strerror(error))};
  constexpr int polite = 10;  // live games and requests to the server come first
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), polite);
  return child;
}

}  // namespace afterstate
