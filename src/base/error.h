// The two ways in which a command fails. Libraries throw them, only app/ prints them.
#pragma once

#include <stdexcept>

namespace afterstate {

/// The call was wrong: a value the user gave and what to give instead. Exit status 2.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The call was right and still failed: a damaged file, a full disk. Exit status 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace afterstate
