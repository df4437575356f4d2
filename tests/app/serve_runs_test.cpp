#include "serve_runs.h"

namespace afterstate {
namespace {

TEST_F(ServeRuns, ListsRecipesWithTheirRequirements) {
  const auto recipes = ask(get("/api/v1/recipes"))["recipes"];
  ASSERT_EQ(recipes.size(), 3U);
  EXPECT_EQ(recipes[1]["name"], "paper/wrong.toml");
  EXPECT_NE(recipes[1]["error"].get<std::string>().find("nothing"), std::string::npos);
  EXPECT_EQ(recipes[2]["name"], "small.toml");
  EXPECT_EQ(recipes[2]["description"], "a small one");
  EXPECT_EQ(recipes[2]["board"], "2x3");
  EXPECT_EQ(recipes[2]["actions"], 50'000);
  EXPECT_GT(recipes[2]["memory_mb"], 0);
}

TEST_F(ServeRuns, TrainsToTheEnd) {
  const auto id = start({{"recipe", "small.toml"}, {"threads", 1}, {"seed", 3}})["id"].get<std::string>();
  EXPECT_EQ(id, "small-1");
  ASSERT_TRUE(comes_to(id, "finished"));
  const auto finished = run_of(id);
  EXPECT_EQ(finished["measurements"], 6);  // the first one before learning begins
  EXPECT_EQ(finished["budget"], 50'000);
  EXPECT_EQ(finished["log"].size(), 6U);
  EXPECT_EQ(finished["log"][0]["actions"], 0);
  EXPECT_EQ(finished["log"][5], finished["latest"]);
  EXPECT_NE(finished["card"].get<std::string>().find("small"), std::string::npos);
  EXPECT_EQ(ask(get("/api/v1/runs/small-1?from=5"))["log"].size(), 1U);
  // The result is that of the command line.
  ASSERT_EQ(run({"train", path("recipes/small.toml"), "--out", path("same"), "--threads", "1", "--seed", "3"}).status,
            0);
  const auto model = [&](const std::string& file) { return run_json({"model", "info", path(file)})["checksum"]; };
  EXPECT_EQ(model("runs/small-1/model.ast"), model("same/model.ast"));
  // Its model can be used as an engine.
  const auto answer = analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}, {"run", id}, {"depth", 1}});
  EXPECT_EQ(answer["moves"],
            run_json({"hint", "2 4 8 0 0 0", "--model", path("same/model.ast"), "--depth", "1"})["moves"]);
  EXPECT_EQ(analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}, {"run", id}, {"depth", 1}})["moves"], answer["moves"]);
  EXPECT_EQ(ask(get("/api/v1/model?run=small-1"))["board"], "2x3");
  expect_refused(get("/api/v1/watch?run=small-1&size=2x2&board=2+4+8+16"), 400, "is for 2x3");
  auto viewer = client();
  viewer.send(get("/api/v1/watch?run=small-1&speed=0"));
  EXPECT_NE(viewer.until("event: games"), "");
}

TEST_F(ServeRuns, StopsAndResumes) {
  const auto id = start_endless();
  EXPECT_EQ(run_of(id)["state"], "running");
  start({{"recipe", "small.toml"}}, 409);  // one at a time
  ask(post("/api/v1/runs/" + id + "/resume", "{}"), 409);
  stop(id);
  ASSERT_TRUE(comes_to(id, "stopped"));
  stop(id, 409);
  const auto before = run_of(id);
  EXPECT_TRUE(before["has_model"]);
  EXPECT_TRUE(before["can_resume"]);
  ask(post("/api/v1/runs/" + id + "/resume", "{}"), 202);
  EXPECT_TRUE(comes_true([&] { return run_of(id)["measurements"] > before["measurements"]; }));
  stop(id);
  ASSERT_TRUE(comes_to(id, "stopped"));
}

TEST_F(ServeRuns, StopsARunThatHasJustStarted) {
  for (int n = 0; n < 3; ++n) {
    const auto id = start({{"recipe", "small.toml"}, {"actions", 1e12}})["id"].get<std::string>();
    stop(id);
    EXPECT_TRUE(comes_to(id, "stopped")) << run_of(id);
  }
}

TEST_F(ServeRuns, NoticesTheEndOfARunAtOnce) {
  const auto id = start({{"recipe", "small.toml"}, {"actions", 1000}})["id"].get<std::string>();
  EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(folder_ / "runs" / id / "MODEL_CARD.md"); }));
  EXPECT_TRUE(comes_true(
      [&] { return !Json::parse(read_file(folder_ / "runs" / id / "result.json"), nullptr, false).is_discarded(); }));
  ::usleep(50'000);
  stop(id, 409);
}

TEST_F(ServeRuns, ListsAllRunsIfOneIsDamaged) {
  const auto id = start({{"recipe", "small.toml"}, {"actions", 1000}})["id"].get<std::string>();
  ASSERT_TRUE(comes_to(id, "finished"));
  std::filesystem::create_directories(folder_ / "runs" / "odd" / "recipe.toml");
  write("runs/odd/log.jsonl", "half a li");
  write("runs/odd/result.json", R"({"finished":null})");
  std::filesystem::create_symlink("checkpoint", folder_ / "runs" / "odd" / "checkpoint");
  write("runs/small-2", "a file where the next run would be");
  std::filesystem::create_symlink("loop.toml", folder_ / "recipes" / "loop.toml");
  EXPECT_EQ(ask(get("/api/v1/runs"))["runs"].size(), 2U);
  EXPECT_EQ(ask(get("/api/v1/recipes"))["recipes"].size(), 4U);
  EXPECT_EQ(start({{"recipe", "small.toml"}, {"actions", 1000}})["id"], "small-3");
  std::filesystem::remove_all(folder_ / "recipes");
  EXPECT_TRUE(ask(get("/api/v1/recipes"))["recipes"].empty());
}

TEST_F(ServeRuns, RunsOutliveTheServer) {
  const auto id = start_endless();
  const auto port = port_;
  EXPECT_EQ(server_->end_by(SIGTERM).status, 0);
  serve(options());
  EXPECT_NE(port_, 0);
  EXPECT_EQ(run_of(id)["state"], "running");
  start({{"recipe", "small.toml"}}, 409);
  // The run does not hold the port of the server that started it.
  expect_error({"serve", "--port", std::to_string(port_)}, 2, "already in use");
  EXPECT_FALSE(SocketClient{port}.connected() && port != port_);
  stop(id);
  ASSERT_TRUE(comes_to(id, "stopped"));
}

TEST_F(ServeRuns, ReportsFailedAndDeletedRuns) {
  const auto id = start_endless();
  // A child that dies.
  ::kill(run_of(id)["process"].get<int>(), SIGKILL);
  ASSERT_TRUE(comes_to(id, "failed"));
  EXPECT_NE(run_of(id)["error"].get<std::string>().find("killed"), std::string::npos);
  // A folder that is deleted during the run.
  const auto other = start_endless();
  EXPECT_NE(other, id);
  const auto process = run_of(other)["process"].get<int>();
  EXPECT_TRUE(comes_true([&] {  // it may just write to it
    std::error_code error;
    std::filesystem::remove_all(folder_ / "runs" / other, error);
    return !error;
  }));
  EXPECT_TRUE(comes_true([&] { return status_of(client().ask(get("/api/v1/runs/" + other))) == 404; }));
  EXPECT_EQ(ask(get("/api/v1/runs"))["runs"].size(), 1U);
  ::kill(process, SIGKILL);
  EXPECT_TRUE(comes_true([&] {
    return status_of(client().ask(post("/api/v1/runs", R"({"recipe":"small.toml","actions":1000})"))) == 201;
  }));
}

TEST_F(ServeRuns, RefusesInvalidStarts) {
  const auto refused = [&](const Json& wanted, int status, const std::string& part) {
    expect_refused(post("/api/v1/runs", wanted.dump()), status, part);
  };
  refused({{"recipe", "none.toml"}}, 404, "none.toml");
  refused({{"recipe", "../recipes/small.toml"}}, 404, "no recipe");
  refused({{"recipe", path("recipes/small.toml")}}, 404, "no recipe");
  refused({{"recipe", 1}}, 400, "recipe");
  refused({{"recipe", "paper/wrong.toml"}}, 400, "nothing");
  refused({{"recipe", "huge.toml"}}, 409, "memory");
  for (const auto& actions : {Json(0), Json(1e30), Json(-1), Json(1.5), Json("many")})
    refused({{"recipe", "small.toml"}, {"actions", actions}}, 400, "actions");
  refused({{"recipe", "small.toml"}, {"out", "/tmp"}}, 400, "unknown field");
  expect_refused(post("/api/v1/runs", "[]"), 400, "object");
  expect_refused(post("/api/v1/runs/nothing/stop", "{}"), 404, "no run");
  expect_refused(post("/api/v1/runs/../stop", "{}"), 404, "no run");
  expect_refused(get("/api/v1/runs/.."), 404, "no run");
  EXPECT_TRUE(ask(get("/api/v1/runs"))["runs"].empty());
  expect_error({"serve", "--runs", path("recipes/small.toml")}, 2, "small.toml");
  expect_error({"serve", "--runs", path("runs"), "--recipes", path("nowhere")}, 2, "nowhere");
  expect_error({"serve", "--recipes", path("recipes")}, 2, "--runs");
}

std::string start_request(const std::string& headers) {
  const std::string body = R"({"recipe":"small.toml","actions":1000})";
  return "POST /api/v1/runs HTTP/1.1\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

TEST_F(ServeRuns, RefusesRequestsFromOtherPages) {
  expect_refused(start_request("Host: localhost\r\nContent-Type: text/plain\r\n"), 415, "application/json");
  expect_refused(start_request("Host: localhost\r\n"), 415, "application/json");
  expect_refused(start_request("Host: elsewhere.example\r\nContent-Type: application/json\r\n"), 403, "own machine");
  expect_refused(start_request("Host: localhost.example:2048\r\nContent-Type: application/json\r\n"), 403,
                 "own machine");
  expect_refused("OPTIONS /api/v1/runs HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "accepts only");
  EXPECT_EQ(ask(start_request("Host: 127.0.0.1:2048\r\nContent-Type: application/json; charset=utf-8\r\n"), 201)["id"],
            "small-1");
}

TEST_F(ServeRuns, AcceptsAToken) {
  auto with_token = options();
  with_token.insert(with_token.end(), {"--token", "secret", "--allow-host", "elsewhere.example"});
  serve(with_token);
  const std::string json = "Host: elsewhere.example\r\nContent-Type: application/json\r\n";
  expect_refused(start_request(json), 401, "token");
  expect_refused(start_request(json + "Authorization: Bearer secre\r\n"), 401, "token");
  expect_refused(start_request(json + "Authorization: Bearer secreT\r\n"), 401, "token");
  EXPECT_EQ(ask(start_request(json + "Authorization: Bearer secret\r\n"), 201)["id"], "small-1");
}

}  // namespace
}  // namespace afterstate
