// Checks of requests to an engine. Errors name options and fields as the caller writes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/engine.h"

namespace afterstate {

/// How the caller writes options: "--time-ms" on the command line, "time_ms" in JSON and in a query.
enum class Vocabulary { command_line, json };

/// The name of a field, given as in JSON, as the caller writes it.
std::string name_in(Vocabulary vocabulary, std::string_view field);

/// An invalid request, and the fields that are wrong, as written in JSON.
class RequestError : public UserError {
 public:
  /// An empty field: the request is wrong as a whole.
  RequestError(const std::string& field, const std::string& what) : UserError{what} {
    if (!field.empty()) fields_.push_back(field);
  }
  RequestError(std::vector<std::string> fields, const std::string& what)
      : UserError{what}, fields_(std::move(fields)) {}

  /// The first wrong field; empty if the request is wrong as a whole.
  std::string field() const { return fields_.empty() ? std::string{} : fields_.front(); }
  const std::vector<std::string>& fields() const { return fields_; }

 private:
  std::vector<std::string> fields_;
};

/// Checks the fields of a request one by one, so that one error names all that are wrong.
class FieldChecks {
 public:
  /// Notes the RequestError of a check; gives whether there was none.
  bool passes(const std::function<void()>& check);

  /// Throws what was noted, as one RequestError.
  void finish() const;

 private:
  std::vector<std::string> fields_;
  std::string what_;
};

/// Throws RequestError if a board size is requested and the engine is for another one.
void check_size(const Engine& engine, const std::optional<Size>& wanted,
                Vocabulary vocabulary = Vocabulary::command_line);

/// Throws RequestError if a spawn law is requested and the engine's values hold for another one.
void check_law(const Engine& engine, const std::optional<SpawnLaw>& wanted, Vocabulary vocabulary);

/// Throws RequestError if the engine is a model of the other role.
void check_role(const Engine& engine, Role wanted, Vocabulary vocabulary = Vocabulary::command_line);

/// Throws RequestError if the engine's values are for another rule of the two-player game.
void check_rule(const Engine& engine, DuelRule wanted, Vocabulary vocabulary = Vocabulary::command_line);

/// Throws RequestError if a search is requested and the engine cannot be searched.
void check_search(const Engine& engine, const SearchPlan& plan, Vocabulary vocabulary);

/// Throws UserError if a folder of endgame tables is given and none of the engines uses one of them.
void check_endgame_used(const std::vector<SharedEngine>& engines, const std::string& folder);

/// Throws RequestError if this machine has too little memory for the transposition tables of `sessions` sessions.
void check_tables(const SearchPlan& plan, int sessions, Vocabulary vocabulary);

}  // namespace afterstate
