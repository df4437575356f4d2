// The two errors that end a command. Libraries throw them; only app/ prints them.
#pragma once

#include <stdexcept>

namespace afterstate {

/// Invalid input: names the value that the user gave and what to give instead. Exit status 2.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The input was valid, but the command failed: a damaged file, a full disk. Exit status 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace afterstate
