// Ctrl-C, SIGTERM and a closed terminal become a request to stop; a second signal ends the program at once.
#pragma once

#include <stop_token>

namespace afterstate::app {

/// Call before any thread starts.
std::stop_token stop_on_signals();

/// The exit status after a requested stop: 130 for Ctrl-C, 143 for SIGTERM, 129 for a closed terminal; 0 if none was
/// requested.
int stopped_status();

}  // namespace afterstate::app
