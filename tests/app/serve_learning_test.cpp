// What the page shows of learning: recipes and their keys, progress, live games, files of runs, explained values.
#include <cmath>

#include "serve_runs.h"

namespace afterstate {
namespace {

class ServeLearning : public ServeRuns {
 protected:
  Json change(const std::string& path_of_run, const Json& body, int status = 200) const {
    return ask(post("/api/v1/runs/" + path_of_run, body.dump()), status);
  }

  /// A short run that is finished.
  std::string finished(const Json& more = Json::object()) const {
    Json wanted{{"recipe", "small.toml"}, {"actions", 2000}, {"threads", 1}};
    wanted.update(more);
    const auto id = start(wanted)["id"].get<std::string>();
    EXPECT_TRUE(comes_to(std::regex_replace(id, std::regex{" "}, "%20"), "finished"));
    return id;
  }
};

TEST_F(ServeLearning, RecipesHaveGroupsKeysAndTimes) {
  write("recipes/quickstart.toml", "actions = 1e6\n[network]\ntuples = \"0123\"\n");
  write("recipes/four.toml", "actions = 1e6\n[network]\ntuples = \"0123\"\n");
  write("recipes/paper/right.toml",
        "board = \"3x3\"\n[network]\ntuples = \"0134\"\n[learning]\nlambda = 0.5\n"
        "[[phase]]\nrule = \"TD\"\nshare = 0.5\n[[phase]]\nbeta = 0.25\n");
  const auto recipe = [&](const std::string& name) {
    const auto all = ask(get("/api/v1/recipes"));
    for (const auto& one : all["recipes"])
      if (one["name"] == name) return one;
    return Json{};
  };
  EXPECT_EQ(recipe("quickstart.toml")["group"], "first");
  EXPECT_EQ(recipe("four.toml")["group"], "other");
  EXPECT_EQ(recipe("small.toml")["group"], "small");
  const auto paper = recipe("paper/right.toml");
  EXPECT_EQ(paper["group"], "papers");

  const auto key = [](const Json& of, const std::string& name) {
    for (const auto& one : of["keys"])
      if (one["key"] == name) return one;
    return Json{};
  };
  EXPECT_EQ(key(paper, "phase.2.beta"),
            Json({{"key", "phase.2.beta"}, {"value", 0.25}, {"meaning", "learning rate of TC"}, {"default", 1}}));
  EXPECT_EQ(key(paper, "phase.1.rule")["value"], "TD");
  EXPECT_EQ(key(paper, "phase.1.rule")["default"], "TC");
  EXPECT_EQ(key(paper, "phase.1.horizon")["default"], 3) << "depends on lambda";
  EXPECT_EQ(key(paper, "network.tile_values")["default"], 11) << "depends on the board";
  EXPECT_TRUE(key(paper, "network.tuples")["default"].is_null());
  EXPECT_TRUE(key(paper, "actions").is_null());
  EXPECT_TRUE(key(paper, "phase.1.actions").is_null());
  EXPECT_TRUE(key(paper, "description").is_null());

  ASSERT_TRUE(comes_true([&] { return recipe("small.toml")["seconds"].is_number(); }));
  const double seconds = recipe("quickstart.toml")["seconds"];
  EXPECT_GT(seconds, 0.01);
  EXPECT_LT(seconds, 1000);
  // A recipe that was trained before has the rate of that run.
  finished({{"actions", 50'000}, {"threads", 0}});
  const auto rate = run_of("small-1")["latest"]["actions_per_second"].get<double>();
  EXPECT_NEAR(recipe("small.toml")["seconds"].get<double>(), (50'000 + 5 * 20 * 50) / rate, 1);
}

TEST_F(ServeLearning, StartsWithNamesAndChangedKeys) {
  const Json set{{"learning.beta", 0.5}, {"learning.rule", "TD"}, {"network.tuples", {"012", "345"}}};
  EXPECT_EQ(finished({{"name", "my first_run.2"}, {"set", set}}), "my first_run.2");
  const auto details = run_of("my%20first_run.2");
  EXPECT_EQ(details["id"], "my first_run.2");
  const auto text = details["recipe_text"].get<std::string>();
  EXPECT_NE(text.find("beta = 0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("rule = \"TD\""), std::string::npos) << text;

  const auto refused = [&](const Json& more, int status, const std::string& field, const std::string& part) {
    Json wanted{{"recipe", "small.toml"}};
    wanted.update(more);
    const auto error = start(wanted, status);
    EXPECT_NE(error["error"].get<std::string>().find(part), std::string::npos) << error;
    EXPECT_EQ(error.value("field", ""), field) << error;
  };
  refused({{"set", {{"learning.betta", 1}}}}, 400, "set", "did you mean 'beta'");
  refused({{"set", {{"learning.beta", 7}}}}, 400, "set", "above 0");
  refused({{"set", {{"learning.beta", nullptr}}}}, 400, "set", "learning.beta is null");
  refused({{"set", {{"learning.beta=1\nx", 1}}}}, 400, "set", "not a key");
  refused({{"set", {{"network.tuples", {"0a"}}}}}, 400, "set", "0a");
  refused({{"set", 1}}, 400, "set", "an object");
  refused({{"name", "my first_run.2"}}, 409, "", "exists already");
  for (const auto& name : {Json(""), Json("."), Json(".."), Json("../up"), Json("a/b"), Json(" a"), Json("-a"),
                           Json("a\nb"), Json(std::string(65, 'a')), Json(5)})
    refused({{"name", name}}, 400, "name", "name:");
  EXPECT_EQ(ask(get("/api/v1/runs"))["runs"].size(), 1U);
}

TEST_F(ServeLearning, ShowsProgressAtOnce) {
  // The first measurement after the one at zero would take days.
  const auto id =
      start({{"recipe", "small.toml"}, {"actions", 1e12}, {"set", {{"measure.every", 1e12}}}})["id"].get<std::string>();
  EXPECT_TRUE(comes_true([&] {
    const auto progress = run_of(id)["progress"];
    return progress["actions"] > 0 && progress["goal"] == 1e12 && progress["actions_per_second"].is_number() &&
           progress["seconds_left"].is_number();
  })) << run_of(id);
  const auto details = run_of(id);
  ASSERT_EQ(details["measurements"], 1);
  const auto& first = details["log"][0];
  EXPECT_EQ(first["actions"], 0);
  EXPECT_GT(first["tiles"]["4"], 0.5);
  EXPECT_TRUE(first["predicted"].is_null());
  const auto before = details["progress"]["actions"].get<std::uint64_t>();
  EXPECT_TRUE(comes_true([&] { return run_of(id)["progress"]["actions"] > before; }));
  stop(id);
  ASSERT_TRUE(comes_to(id, "stopped"));
  const auto stopped = run_of(id)["progress"];
  EXPECT_EQ(stopped["goal"], 1e12);
  EXPECT_TRUE(stopped["seconds_left"].is_null());
}

TEST_F(ServeLearning, MeasurementsHaveWhatPlotsNeed) {
  finished({{"actions", 50'000}});
  const auto run = run_of("small-1");
  const auto last = run["log"].back();
  EXPECT_GT(last["actions_per_second"], 0);
  EXPECT_GT(last["predicted"], 0);
  EXPECT_GT(last["realised"], 0);
  EXPECT_GT(last["tiles"]["16"], 0.5);
  EXPECT_EQ(run["progress"]["seconds_left"], 0);
}

TEST_F(ServeLearning, ShowsTheGameOfARunThatTrains) {
  const auto id = start_endless();
  Json live;
  ASSERT_TRUE(comes_true([&] {
    const auto response = client().ask(get("/api/v1/runs/" + id + "/live"));
    if (status_of(response) == 200) live = Json::parse(body_of(response));
    return live.is_object() && live["last"].is_string();
  }));
  for (const auto* key : {"game", "turn", "score", "board", "last", "values", "actions", "error", "tuples"})
    EXPECT_TRUE(live.contains(key)) << key;
  EXPECT_EQ(live["values"]["moves"].size(), 4U);
  ASSERT_EQ(live["tuples"].size(), 2U);
  EXPECT_EQ(live["tuples"][1]["cells"], "345");
  EXPECT_NEAR(live["tuples"][0]["share"].get<double>() + live["tuples"][1]["share"].get<double>(),
              live["value"].get<double>(), 1e-6);
  const auto turn = [&] {
    const auto now = ask(get("/api/v1/runs/" + id + "/live"));
    return std::pair{now["game"], now["turn"]};
  };
  const auto before = turn();
  EXPECT_TRUE(comes_true([&] { return turn() != before; }));
  // The file is untrusted: what is not of its form is not shown.
  EXPECT_TRUE(comes_true([&] {
    std::filesystem::remove(folder_ / "runs" / id / "live.json");
    std::error_code exists;
    std::filesystem::create_directory(folder_ / "runs" / id / "live.json", exists);
    return status_of(client().ask(get("/api/v1/runs/" + id + "/live"))) == 404;
  }));
  std::filesystem::remove_all(folder_ / "runs" / id / "live.json");
  stop(id);
  ASSERT_TRUE(comes_to(id, "stopped"));
  expect_refused(get("/api/v1/runs/" + id + "/live"), 404, "not training");
  expect_refused(get("/api/v1/runs/none/live"), 404, "no run");
}

TEST_F(ServeLearning, RenamesAndDeletes) {
  const auto id = finished();
  expect_refused(post("/api/v1/runs/" + id + "/rename", "{}"), 400, "name");
  expect_refused(post("/api/v1/runs/" + id + "/rename", R"({"name":"../x"})"), 400, "name");
  EXPECT_EQ(change(id + "/rename", {{"name", "better name"}})["id"], "better name");
  expect_refused(get("/api/v1/runs/" + id), 404, "no run");
  EXPECT_EQ(run_of("better%20name")["state"], "finished");
  // Its model is still usable.
  EXPECT_EQ(analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}, {"run", "better name"}, {"depth", 1}})["depth"], 1);
  const auto running = start_endless();
  change(running + "/rename", {{"name", "other"}}, 409);
  change(running + "/delete", Json::object(), 409);
  EXPECT_EQ(change("better%20name/rename", {{"name", running}}, 409)["error"],
            "'" + running + "' exists already; give another name");
  stop(running);
  ASSERT_TRUE(comes_to(running, "stopped"));
  // A link in the folder is removed, not what it points to; a folder is not part of a run.
  const auto keep = write("precious", "x");
  std::filesystem::create_symlink(folder_.path(), folder_ / "runs" / running / "link");
  std::filesystem::create_directory(folder_ / "runs" / running / "mine");
  expect_refused(post("/api/v1/runs/" + running + "/delete", "{}"), 409, "mine");
  std::filesystem::remove(folder_ / "runs" / running / "mine");
  EXPECT_EQ(change(running + "/delete", Json::object())["state"], "deleted");
  EXPECT_TRUE(std::filesystem::exists(keep));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs" / running));
  change("none/delete", Json::object(), 404);
  // Changes need what starting a run needs.
  expect_refused("POST /api/v1/runs/better%20name/delete HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
                 415, "application/json");
}

TEST_F(ServeLearning, OffersFilesForDownload) {
  const auto id = finished();
  const auto files = ask(get("/api/v1/runs/" + id + "/files"));
  std::map<std::string, std::uint64_t> bytes;
  for (const auto& file : files) bytes[file["name"]] = file["bytes"];
  for (const auto* name : {"model.ast", "log.jsonl", "recipe.toml", "MODEL_CARD.md", "checkpoint"})
    EXPECT_EQ(bytes[name], std::filesystem::file_size(folder_ / "runs" / id / name)) << name;
  EXPECT_FALSE(bytes.contains("serve.json"));

  const auto file = [&](const std::string& name) { return get("/api/v1/runs/" + id + "/files/" + name); };
  const auto response = client().ask(file("model.ast"));
  EXPECT_EQ(status_of(response), 200);
  EXPECT_NE(response.find("Content-Disposition: attachment; filename=\"model.ast\""), std::string::npos);
  EXPECT_EQ(body_of(response), read_file(folder_ / "runs" / id / "model.ast"));
  // A large one comes in pieces.
  std::string large(3'000'000, 'x');
  for (std::size_t n = 0; n < large.size(); n += 1000) large[n] = static_cast<char>('a' + n / 1000 % 26);
  write("runs/" + id + "/events.out.tfevents.1.afterstate.1", large);
  EXPECT_EQ(body_of(client().ask(file("events.out.tfevents.1.afterstate.1"))), large);

  // Nothing outside of the folder, no links, nothing else.
  write("secret", "secret");
  std::filesystem::remove(folder_ / "runs" / id / "log.jsonl");
  std::filesystem::create_symlink(folder_ / "secret", folder_ / "runs" / id / "log.jsonl");
  for (const auto* name : {"log.jsonl", "serve.json", "..%2F..%2Fsecret", "..", "%2Fetc%2Fpasswd", "", "model.ast%00"})
    expect_refused(file(name), 404, "no file");
  EXPECT_EQ(ask(get("/api/v1/runs/" + id + "/files")).size(), files.size());
  expect_refused(get("/api/v1/runs/none/files"), 404, "no run");
}

TEST_F(ServeLearning, ExplainsTheValueOfAMove) {
  const auto id = finished({{"actions", 50'000}, {"set", {{"learning.beta", 0.5}}}});
  const Json question{{"board", "2 4 8 4 2 2"}, {"size", "2x3"}, {"run", id}};
  const auto moves = [&] {
    auto wanted = question;
    wanted["depth"] = 1;
    return analyze(wanted)["moves"];
  }();
  const auto explain = [&](const Json& more, int status = 200) {
    auto wanted = question;
    wanted.update(more);
    return ask(post("/api/v1/explain", wanted.dump()), status);
  };
  const auto left = explain({{"move", "left"}});
  EXPECT_EQ(left["reward"], 4);
  EXPECT_NEAR(left["value"].get<double>() + 4, moves["left"].get<double>(), 1e-3);
  double sum = 0;
  for (const auto& tuple : left["tuples"]) {
    ASSERT_EQ(tuple["images"].size(), 4U);
    double of_images = 0;
    for (const auto& image : tuple["images"]) {
      EXPECT_EQ(image["cells"].size(), tuple["cells"].get<std::string>().size());
      of_images += image["weight"].get<double>();
    }
    EXPECT_NEAR(of_images, tuple["share"].get<double>(), 1e-6);
    sum += tuple["share"].get<double>();
    EXPECT_FALSE(tuple.contains("change"));
  }
  EXPECT_NEAR(sum, left["value"].get<double>(), 1e-6);

  // The step is that of the recipe: no two images coincide on this board, so the value moves by that share of the
  // error.
  const auto learned = explain({{"move", "left"}, {"spawn", {{"cell", 5}, {"tile", 2}}}});
  EXPECT_EQ(learned["step"], 0.5);
  double change = 0;
  for (const auto& tuple : learned["tuples"]) change += tuple["change"].get<double>();
  EXPECT_NEAR(change, 0.5 * learned["error"].get<double>(), 1e-3 * std::abs(change) + 1e-3);
  const Json next{{"board", learned["board"]}, {"size", "2x3"}, {"run", id}, {"depth", 1}};
  EXPECT_NEAR(learned["error"].get<double>(),
              analyze(next)["moves"][learned["best"].get<std::string>()].get<double>() - left["value"].get<double>(),
              1e-3);

  // The engine of the server.
  const Json board{{"board", "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0"}, {"move", "right"}};
  EXPECT_EQ(ask(post("/api/v1/explain", board.dump()))["tuples"][0]["images"].size(), 8U);

  const auto refused = [&](const Json& more, const std::string& field, const std::string& part) {
    const auto error = explain(more, 400);
    EXPECT_NE(error["error"].get<std::string>().find(part), std::string::npos) << error;
    EXPECT_EQ(error["field"], field) << error;
  };
  refused({{"move", "sideways"}}, "move", "move:");
  refused({{"move", nullptr}}, "move", "move:");
  refused({{"move", "up"}, {"board", "2 4 8 16 0 0"}}, "move", "illegal");
  refused({{"move", "left"}, {"board", "2 4"}}, "board", "");
  refused({{"move", "left"}, {"spawn", 1}}, "spawn", "object");
  refused({{"move", "left"}, {"spawn", {{"cell", 6}, {"tile", 2}}}}, "spawn", "cell");
  refused({{"move", "left"}, {"spawn", {{"cell", 0}, {"tile", 3}}}}, "spawn", "2 or 4");
  refused({{"move", "left"}, {"spawn", {{"cell", 4}, {"tile", 2}}}}, "spawn", "not empty");
  refused({{"move", "left"}, {"depth", 1}}, "depth", "unknown field");
  expect_refused(get("/api/v1/explain"), 405, "POST");
}

TEST_F(ServeLearning, ExplainsNetworksOnly) {
  ASSERT_EQ(run({"solve", "2x2", "--out", path("2x2.db")}).status, 0);
  auto words = options();
  words.insert(words.end(), {"--db", path("2x2.db")});
  serve(words);
  expect_refused(post("/api/v1/explain", R"({"board":"2 0 0 2","size":"2x2","move":"left"})"), 400, "2x2.db");
  expect_refused(post("/api/v1/explain", R"({"board":"2 0 0 2 0 0","size":"2x3","move":"left"})"), 400, "2x3");
}

}  // namespace
}  // namespace afterstate
