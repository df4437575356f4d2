// Who judges boards for the server: for each size of board a value database, which is exact, or a model; and the models
// of runs, which are loaded when somebody asks for them.
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/adviser.h"

namespace afterstate::app {

/// No search for a client takes longer.
inline constexpr std::uint64_t most_search_milliseconds = 2'000;

struct Judge {
  std::string name;  ///< of its file, without the folder
  Adviser adviser;
  nlohmann::ordered_json info;  ///< of a model: what `model info --json` prints

  Size size() const { return adviser.size(); }
  bool exact() const { return adviser.database() != nullptr; }

  /// Throws QuestionError where it cannot look ahead so; a search that is deep gets a time.
  void bound(SearchPlan& search) const;
};

using SharedJudge = std::shared_ptr<const Judge>;

class Judges {
 public:
  /// Reads a model, folded so that it is quick.
  void load_model(const std::string& path);
  /// Reads a value database. Throws UserError where there is one for the size already.
  void load_database(const std::string& path);

  /// Of several for a size the first that was loaded; throws UserError where there is none.
  const SharedJudge& of(Size size) const;

  /// What `model info --json` prints of the model, its name, and who judges which size.
  nlohmann::ordered_json to_json() const;

 private:
  std::vector<SharedJudge> judges_;
};

/// Models that come and go: the latest few that were asked for.
class VisitingJudges {
 public:
  /// The one of that file as it is now, which may have to be read.
  SharedJudge load(const std::filesystem::path& path);

 private:
  struct Visitor {
    std::filesystem::path path;
    std::filesystem::file_time_type written;
    SharedJudge judge;
  };

  std::mutex mutex_;
  std::list<Visitor> visitors_;  ///< the latest first
};

/// {"size", "kind", "name", "decimals"} and of a database the "objective".
nlohmann::ordered_json to_json(const Judge& judge);

}  // namespace afterstate::app
