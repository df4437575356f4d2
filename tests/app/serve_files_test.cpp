// The server beside files that others write: run folders that contain anything, databases that change.
#include <sys/file.h>
#include <sys/stat.h>

#include <thread>

#include "serve_runs.h"

namespace afterstate {
namespace {

class ServeFiles : public ServerTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "recipes");
    std::filesystem::create_directories(folder_ / "runs");
    write("recipes/small.toml", small_run_recipe);
    serve({"--runs", path("runs"), "--recipes", path("recipes")});
  }

  /// Runs outlive the server.
  void TearDown() override {
    for (const auto& run : ask(get("/api/v1/runs"))["runs"])
      if (run.contains("process")) ::kill(run["process"].get<int>(), SIGKILL);
  }

  /// A folder that looks like a run.
  void make_run(const std::string& name) const {
    std::filesystem::create_directories(folder_ / "runs" / name);
    write("runs/" + name + "/recipe.toml", small_run_recipe);
    write("runs/" + name + "/checkpoint", "not one");
  }

  Json run_of(const std::string& id) const { return ask(get("/api/v1/runs/" + id)); }
  Json start(const Json& wanted, int status = 201) const { return ask(post("/api/v1/runs", wanted.dump()), status); }
  bool comes_to(const std::string& id, const std::string& state) const {
    return comes_true([&] { return run_of(id)["state"] == state; });
  }

  std::uint64_t memory_of(pid_t process) const {
    std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
    return 0;
  }
};

TEST_F(ServeFiles, SurviveWhateverIsInARunFolder) {
  make_run("deep");
  const std::string nested(1'000'000, '[');
  write("runs/deep/serve.json", nested);
  write("runs/deep/result.json", "{\"a\":" + nested);
  write("runs/deep/log.jsonl", nested + "\n" + R"({"actions":1,"mean":{"a":[[[]]]},"seconds":2})" + "\n");
  write("runs/deep/output.log", std::string(100'000, 'x'));
  make_run("pipes");
  make_run("links");
  write("secret", "{\"actions\":1,\"recipe\":\"of somebody else\"}\n");
  for (const std::string name :
       {"serve.json", "log.jsonl", "result.json", "output.log", "MODEL_CARD.md", "model.ast"}) {
    ASSERT_EQ(::mkfifo(path("runs/pipes/" + name).c_str(), 0600), 0);
    std::filesystem::create_symlink(folder_ / "secret", folder_ / "runs/links" / name);
  }
  std::filesystem::create_directory_symlink(folder_ / "runs/deep", folder_ / "runs/linked");
  ASSERT_EQ(::mkfifo(path("recipes/pipe.toml").c_str(), 0600), 0);

  EXPECT_EQ(ask(get("/api/v1/runs"))["runs"].size(), 3U) << "a link to a folder is not a run";
  EXPECT_EQ(run_of("deep")["log"].size(), 0U);
  EXPECT_TRUE(run_of("deep")["latest"]["mean"].is_null()) << "only numbers are passed on";
  EXPECT_EQ(run_of("pipes")["measurements"], 0);
  const auto linked = run_of("links");
  EXPECT_EQ(linked["measurements"], 0);
  EXPECT_EQ(linked["card"], "");
  EXPECT_FALSE(linked["has_model"]);
  EXPECT_EQ(linked.dump().find("somebody"), std::string::npos);
  EXPECT_EQ(ask(get("/api/v1/recipes"))["recipes"].size(), 1U);
  expect_refused(post("/api/v1/runs/links/resume", "{}"), 400, "is a link or not a regular file");
  expect_refused(post("/api/v1/runs/pipes/resume", "{}"), 400, "is a link or not a regular file");
  EXPECT_NE(read_file(path("secret")).find("of somebody else"), std::string::npos) << "nothing is written through it";
}

TEST_F(ServeFiles, HugeFilesCostNoMemory) {
  make_run("huge");
  for (const std::string name :
       {"serve.json", "log.jsonl", "result.json", "output.log", "MODEL_CARD.md", "recipe.toml"}) {
    write("runs/huge/" + name, "{\n\n");
    std::filesystem::resize_file(folder_ / "runs/huge" / name, 3'000'000'000);
  }
  make_run("lines");
  std::string lines;
  for (int n = 0; n < 100'000; ++n) lines += "{\"actions\":" + std::to_string(n) + "}\n";
  write("runs/lines/log.jsonl", lines);
  const auto process = server_->process();
  const auto before = memory_of(process);
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(ask(get("/api/v1/runs"))["runs"].size(), 2U);
    EXPECT_EQ(run_of("huge")["state"], "failed");
  }
  EXPECT_LT(memory_of(process), before + 100'000'000);
  const auto listed = run_of("lines");
  EXPECT_EQ(listed["measurements"], 100'000);
  EXPECT_LT(listed["log"].size(), 100'000U) << "a part, from which the next request continues";
  EXPECT_EQ(ask(get("/api/v1/runs/lines?from=99999"))["log"][0]["actions"], 99'999);
}

TEST_F(ServeFiles, ALockOfAnotherProgramIsNoRun) {
  make_run("locked");
  const int lock = ::open(path("runs/locked").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);  // by this process, which must not be signalled
  const auto run = run_of("locked");
  EXPECT_NE(run["state"], "running");
  EXPECT_FALSE(run.contains("process"));
  expect_refused(post("/api/v1/runs/locked/stop", "{}"), 409, "not running");
  const auto id = start({{"recipe", "small.toml"}, {"actions", 1000}})["id"].get<std::string>();
  EXPECT_TRUE(comes_to(id, "finished")) << "it does not count as a run";
  ::close(lock);
}

TEST_F(ServeFiles, ResumeKeepsTheThreads) {
  const auto id = start({{"recipe", "small.toml"}, {"actions", 1e12}, {"threads", 3}})["id"].get<std::string>();
  const std::string three("--threads\0003\0", 12);
  const auto has_three = [&] {  // a process has no command line at first
    const auto run = run_of(id);
    return run.contains("process") &&
           read_file("/proc/" + std::to_string(run["process"].get<int>()) + "/cmdline").find(three) !=
               std::string::npos;
  };
  EXPECT_TRUE(comes_true(has_three));
  EXPECT_TRUE(comes_true([&] { return run_of(id)["can_resume"] == false && run_of(id)["measurements"] > 0; }));
  ask(post("/api/v1/runs/" + id + "/stop", "{}"), 202);
  ASSERT_TRUE(comes_to(id, "stopped"));
  ask(post("/api/v1/runs/" + id + "/resume", "{}"), 202);
  EXPECT_TRUE(comes_true(has_three));
  ask(post("/api/v1/runs/" + id + "/stop", "{}"), 202);
  ASSERT_TRUE(comes_to(id, "stopped"));
}

TEST_F(ServeFiles, RefusesMoreThreadsThanMakeSense) {
  for (const auto threads : {257, 1024, -1})
    expect_refused(post("/api/v1/runs", Json{{"recipe", "small.toml"}, {"threads", threads}}.dump()), 400, "threads");
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  if (4 * cores < 256)
    expect_refused(post("/api/v1/runs", Json{{"recipe", "small.toml"}, {"threads", 4 * cores + 1}}.dump()), 400,
                   "threads");
}

TEST_F(ServeFiles, ARunWhoseFolderIsDeletedEnds) {
  const auto id = start({{"recipe", "small.toml"}, {"actions", 1e12}})["id"].get<std::string>();
  ASSERT_TRUE(comes_true([&] { return run_of(id)["measurements"] > 0; }));
  const auto process = run_of(id)["process"].get<int>();
  std::filesystem::remove_all(folder_ / "runs");
  // It ends by itself, its name is not given to another run meanwhile, and a new run has its own process.
  std::string next;
  ASSERT_TRUE(comes_true([&] {
    const auto response = client().ask(post("/api/v1/runs", R"({"recipe":"small.toml","actions":1e12})"));
    if (status_of(response) == 201) next = Json::parse(body_of(response))["id"];
    return status_of(response) == 201;
  }));
  EXPECT_NE(::kill(process, 0), 0) << "the old process is gone";
  EXPECT_NE(run_of(next)["process"], process);
  ask(post("/api/v1/runs/" + next + "/stop", "{}"), 202);
  EXPECT_TRUE(comes_to(next, "stopped"));
}

TEST_F(ServeFiles, ADatabaseThatIsCutShortIsAnErrorOfTheRequest) {
  ASSERT_EQ(run({"solve", "2x4", "--out", path("2x4.db")}).status, 0);
  const auto whole = read_file(path("2x4.db"));
  const auto question = Json{{"board", "2 4 8 0 0 0 0 0"}, {"size", "2x4"}}.dump();
  const auto answered = [&] { return status_of(client().ask(post("/api/v1/analyse", question))); };
  for (const auto length : {whole.size() / 2, std::size_t{100}, std::size_t{0}}) {
    write("served.db", whole);
    serve({"--runs", path("runs"), "--db", path("served.db")});
    EXPECT_EQ(answered(), 200);
    auto viewer = client();
    viewer.send(get("/api/v1/watch?size=2x4&speed=0"));
    EXPECT_NE(viewer.until("event: games"), "");
    std::filesystem::resize_file(folder_ / "served.db", length);
    for (int n = 0; n < 5; ++n) expect_refused(post("/api/v1/analyse", question), 500, "cut short");
    EXPECT_NE(viewer.until("event: error"), "");
    EXPECT_EQ(status_of(client().ask(get("/api/v1/model"))), 200) << "the server goes on";
  }
  // Overwritten in place: an error. Replaced by renaming another: still served.
  write("served.db", whole);
  serve({"--runs", path("runs"), "--db", path("served.db")});
  write("other.db", whole);
  std::filesystem::rename(folder_ / "other.db", folder_ / "served.db");
  EXPECT_EQ(answered(), 200);
  serve({"--runs", path("runs"), "--db", path("served.db")});
  std::ofstream{folder_ / "served.db", std::ios::in | std::ios::out | std::ios::binary}.seekp(5000).put('x');
  expect_refused(post("/api/v1/analyse", question), 500, "overwritten");
}

}  // namespace
}  // namespace afterstate
