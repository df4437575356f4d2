// A server with training runs.
#pragma once

#include "server_test.h"

namespace afterstate {

inline constexpr auto small_run_recipe = R"(
description = "a small one"
board = "2x3"
actions = 50_000
[network]
tuples = "012 345"
[measure]
every = 10_000
games = 20
)";

/// With a folder for runs and one for recipes.
class ServeRuns : public ServerTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "recipes" / "paper");
    write("recipes/small.toml", small_run_recipe);
    write("recipes/paper/wrong.toml", "nothing = 1");
    // Its tables are larger than any machine's memory.
    write("recipes/huge.toml",
          "board = \"4x4\"\n[network]\ntuples = \"01234567 12345678 23456789 3456789a 456789ab\"\n");
    serve(options());
  }

  /// Runs outlive the server, and must not write while their folder is being removed.
  void TearDown() override {
    EXPECT_TRUE(comes_true([&] {
      bool quiet = true;
      for (const auto& run : ask(get("/api/v1/runs"))["runs"])
        if (run["state"] == "running") {
          ::kill(run["process"].get<int>(), SIGKILL);
          quiet = false;
        }
      return quiet;
    }));
  }

  Words options() const { return {"--runs", path("runs"), "--recipes", path("recipes")}; }

  Json start(const Json& wanted, int status = 201) const { return ask(post("/api/v1/runs", wanted.dump()), status); }
  Json run_of(const std::string& id) const { return ask(get("/api/v1/runs/" + id)); }
  bool comes_to(const std::string& id, const std::string& state) const {
    return comes_true([&] { return run_of(id)["state"] == state; });
  }

  /// Starts a run that continues until it is stopped, and waits for its first measurement.
  std::string start_endless() const {
    const auto id = start({{"recipe", "small.toml"}, {"actions", 1e12}})["id"].get<std::string>();
    EXPECT_TRUE(comes_true([&] { return run_of(id)["measurements"] > 0; }));
    return id;
  }

  Json stop(const std::string& id, int status = 202) const {
    return ask(post("/api/v1/runs/" + id + "/stop", "{}"), status);
  }
};

}  // namespace afterstate
