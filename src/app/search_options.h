// The options of commands that search.
#pragma once

#include "app/command_line.h"
#include "engine/search_request.h"

namespace afterstate::app {

/// Declares --depth, --time-ms, --table-mb, --mode, --downgrade, --depth-limit and --min-chance.
void add_search_options(Command& command, SearchRequest& request, std::uint64_t default_depth = 1);

/// The plan for `sessions` sessions of an engine. Throws RequestError if options contradict each other, if the engine
/// cannot be searched, or if there is too little memory for the transposition tables.
SearchPlan search_plan(const SearchRequest& request, const Engine& engine, int sessions,
                       std::uint64_t default_depth = 1);

}  // namespace afterstate::app
