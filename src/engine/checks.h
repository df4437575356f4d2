// Checks of requests to an engine. Errors name options and fields as the caller writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/engine.h"

namespace afterstate {

/// How the caller writes options: "--time-ms" on the command line, "time_ms" in JSON and in a query.
enum class Vocabulary { command_line, json };

/// The name of a field, given as in JSON, as the caller writes it.
std::string name_in(Vocabulary vocabulary, std::string_view field);

/// An invalid request, and the field that is wrong.
class RequestError : public UserError {
 public:
  RequestError(std::string field, const std::string& what) : UserError{what}, field_(std::move(field)) {}

  /// As written in JSON; empty if no single field is wrong.
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// Throws RequestError if a board size is requested and the engine is for another one.
void check_size(const Engine& engine, const std::optional<Size>& wanted,
                Vocabulary vocabulary = Vocabulary::command_line);

/// Throws RequestError if a spawn law is requested and the engine's values hold for another one.
void check_law(const Engine& engine, const std::optional<SpawnLaw>& wanted, Vocabulary vocabulary);

/// Throws RequestError if a search is requested and the engine cannot be searched.
void check_search(const Engine& engine, const SearchPlan& plan, Vocabulary vocabulary);

/// Throws RequestError if this machine has too little memory for the transposition tables of `sessions` sessions.
void check_tables(const SearchPlan& plan, int sessions, Vocabulary vocabulary);

}  // namespace afterstate
