#include <thread>

#include "server_test.h"

namespace afterstate {
namespace {

const std::string board = "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0";

/// With databases for 2x2 and 2x3.
class Serve : public ServerTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(run({"solve", "2x3", "--out", path("2x3.db")}).status, 0);
    ASSERT_EQ(run({"solve", "2x2", "--objective", "tile:16", "--out", path("2x2.db")}).status, 0);
    serve({"--db", path("2x3.db"), "--db", path("2x2.db")});
  }

  /// A game of random moves.
  std::string record(const std::string& size) const {
    EXPECT_EQ(
        run({"eval", "--player", "random", "--board", size, "--games", "1", "--force", "--record", path("game.jsonl")})
            .status,
        0);
    return read_file(folder_ / "game.jsonl");
  }
};

TEST_F(Serve, AnalysesLikeHint) {
  for (const int depth : {1, 2, 3, 4}) {
    const auto answer = analyze({{"board", board}, {"size", "4x4"}, {"depth", depth}});
    const auto hint = run_json({"hint", board, "--depth", std::to_string(depth)});
    for (const auto* const key : {"board", "best", "moves", "depth"}) EXPECT_EQ(answer[key], hint[key]) << key << depth;
    EXPECT_TRUE(answer.contains("nodes") && answer.contains("ms"));
  }
  EXPECT_EQ(analyze({{"board", board}})["depth"], 3);
  EXPECT_GE(analyze({{"board", board}, {"time_ms", 20}})["depth"], 2);
}

TEST_F(Serve, UsesExactValuesOfSmallBoards) {
  const auto exact = analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}});
  EXPECT_EQ(exact["moves"], run_json({"hint", "2 4 8 0 0 0", "--db", path("2x3.db")})["moves"]);
  EXPECT_EQ(exact["depth"], 1);
  const auto chance = analyze({{"board", "2 0 0 2"}, {"size", "2x2"}})["moves"]["up"].get<double>();
  EXPECT_GT(chance, 0);
  EXPECT_LE(chance, 1);
  expect_refused(post("/api/v1/analyze", R"({"board":"2 0 0 2","size":"2x2","depth":3})"), 400, "probabilities");
}

TEST_F(Serve, PlaysBothSidesOfTheTwoPlayerGame) {
  const auto attack = analyze({{"board", board}, {"role", "attack"}, {"plies", 3}});
  EXPECT_EQ(attack["rounds"], 1);
  EXPECT_EQ(attack["placements"].size(), 18U);
  EXPECT_TRUE(attack["tile"] == 2 || attack["tile"] == 4);
  const auto twos = analyze({{"board", board}, {"role", "attack"}, {"rule", "2"}});
  EXPECT_EQ(twos["placements"].size(), 9U);
  const auto defend = analyze({{"board", board}, {"role", "defend"}, {"plies", 5}});
  EXPECT_EQ(defend["rounds"], 2);
  EXPECT_LT(defend["moves"]["right"].get<double>(), analyze({{"board", board}})["moves"]["right"].get<double>());
  EXPECT_EQ(analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}, {"role", "attack"}})["plies"], 1);
  expect_refused(post("/api/v1/analyse", R"({"board":"2 0 0 2","size":"2x2","role":"attack","plies":2})"), 400,
                 "give 1 or 3");
}

TEST_F(Serve, ListsItsEngines) {
  const auto model = ask(get("/api/v1/model"));
  const auto info = run_json({"model", "info", AFTERSTATE_SOURCE_DIR "/models/default.ast"});
  for (const auto& [key, value] : info.items()) EXPECT_EQ(model[key], value) << key;
  EXPECT_EQ(model["name"], "default.ast");
  ASSERT_EQ(model["judges"].size(), 3U);
  EXPECT_EQ(model["judges"][0]["size"], "2x3");
  EXPECT_EQ(model["judges"][0]["kind"], "database");
  EXPECT_EQ(model["judges"][2]["size"], "4x4");
}

TEST_F(Serve, ReviewsLikeTheCommand) {
  for (const auto& [size, options] :
       {std::pair{"4x4", Words{"--depth", "1"}}, std::pair{"2x3", Words{"--db", path("2x3.db")}}}) {
    const auto game = record(size);
    Words words{"review", path("game.jsonl")};
    words.insert(words.end(), options.begin(), options.end());
    const auto expected = run_json(words);
    const Json body{{"record", Json::parse(game)}, {"depth", 1}};
    // How often it plays on from turning points is limited by time.
    const auto without_chances = [](Json review) {
      for (auto& point : review["turning_points"])
        for (const auto* const key : {"chance_2048", "chance_4096"}) EXPECT_EQ(point.erase(key), 1U);
      return review;
    };
    EXPECT_EQ(without_chances(ask(post("/api/v1/review", body.dump()))), without_chances(expected));
    EXPECT_EQ(expected["values"].size(), expected["moves"]);
    EXPECT_EQ(expected["best"].get<std::string>().size(), expected["moves"]);
  }
  EXPECT_EQ(ask(post("/api/v1/review", record("4x4")))["depth"], 3);  // the record alone
}

TEST_F(Serve, ReportsErrors) {
  const auto question = [](const std::string& body) { return post("/api/v1/analyze", body); };
  expect_refused(question("not JSON"), 400, "not JSON");
  expect_refused(question("[1]"), 400, "object");
  expect_refused(question("{}"), 400, "board");
  expect_refused(question(R"({"board":"3 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0"})"), 400, "power of two");
  expect_refused(question(R"({"board":"2 4"})"), 400, "16 cells");
  expect_refused(question(R"({"board":"2 4 8 0 0 0","size":"3x3"})"), 400, "no engine for 3x3 boards is loaded");
  expect_refused(question(R"({"board":"2","size":"9x9"})"), 400, "9x9");
  expect_refused(question(R"({"board":")" + board + R"(","size":4})"), 400, "size");
  expect_refused(question(R"({"board":")" + board + R"(","depth":0})"), 400, "depth");
  expect_refused(question(R"({"board":")" + board + R"(","time_ms":2001})"), 400, "2000");
  expect_refused(question(R"({"board":")" + board + R"(","file":"/etc/passwd"})"), 400, "unknown field");
  const auto several = ask(question(R"({"bord":"2","size":"4x4","depth":0,"time_ms":0})"), 400);
  EXPECT_EQ(several["fields"], Json({"bord", "board", "depth", "time_ms"}));
  EXPECT_EQ(several["field"], "bord");
  expect_refused(question(std::string(70'000, ' ')), 413, "65536");
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  expect_refused(question(nested(30'000)), 400, "nested too deeply");
  expect_refused(question(R"({"size":)" + nested(30'000) + "}"), 400, "nested too deeply");
  expect_refused(question(std::string(20'000'000, ' ')), 413, "larger");
  expect_refused(question("{\"board\":\"\xff\xfe\"}"), 400, "JSON");
  const auto review = [](const std::string& body) { return post("/api/v1/review", body); };
  expect_refused(review("{}"), 400, "start");
  expect_refused(review(nested(400'000)), 400, "nested too deeply");
  expect_refused(review(R"({"record":)" + nested(400'000) + "}"), 400, "nested too deeply");
  expect_refused(review(R"({"record":{},"depth":9})"), 400, "depth");
  EXPECT_EQ(ask(review(R"({"record":{"moves":""},"depth":9,"deep":1})"), 400)["fields"],
            Json({"deep", "depth", "record"}));
  expect_refused(review(R"({"record":{"moves":""}})"), 400, R"(no "start", "spawns", "score")");
  expect_refused(review(R"({"record":1})"), 400, "object");
  auto game = Json::parse(record("4x4"));
  game["score"] = 3;
  expect_refused(review(game.dump()), 400, "score");
  expect_refused(review(record("3x3")), 400, "3x3");
  expect_refused(get("/api/v1/analyze"), 405, "POST");
  expect_refused(post("/api/v1/model", "{}"), 405, "GET");
  expect_refused(get("/api/v1/nothing"), 404, "no such route");
  expect_refused(get("/../../etc/passwd"), 404, "no such page");
  EXPECT_EQ(analyze({{"board", board}})["best"], "right");
}

TEST_F(Serve, SendsThePage) {
  const auto page = client().ask(get("/"));
  EXPECT_EQ(status_of(page), 200);
  EXPECT_NE(page.find("Content-Security-Policy: default-src 'self'"), std::string::npos);
  EXPECT_NE(body_of(page).find("<!doctype html>"), std::string::npos);
  std::smatch tag;
  ASSERT_TRUE(std::regex_search(page, tag, std::regex{"ETag: (\"[0-9a-f]+\")"}));
  EXPECT_EQ(status_of(client().ask("GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + tag[1].str() + "\r\n\r\n")),
            304);
  const auto zipped = client().ask("GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n\r\n");
  EXPECT_NE(zipped.find("Content-Encoding: gzip"), std::string::npos);
  EXPECT_TRUE(body_of(zipped).starts_with("\x1f\x8b"));
}

TEST_F(Serve, RefusesRequestsBeyondItsQueue) {
  std::vector<SocketClient> clients;
  for (int n = 0; n < 40; ++n) {
    clients.push_back(client());
    clients.back().send(post("/api/v1/analyze", R"({"board":")" + board + R"(","time_ms":200})"));
  }
  // Meanwhile others are answered, and quickly.
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(analyze({{"board", board}, {"depth", 1}})["depth"], 1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{1});
  int answered = 0;
  int sent_away = 0;
  for (auto& one : clients) {
    const auto response = one.response();
    answered += static_cast<int>(status_of(response) == 200);
    if (status_of(response) == 503) {
      ++sent_away;
      EXPECT_NE(response.find("Retry-After: 1"), std::string::npos);
    }
  }
  EXPECT_EQ(answered + sent_away, 40);
  EXPECT_GE(answered, 16);
  EXPECT_GE(sent_away, 10);
}

/// Requests that another client has sent before do not delay this one by more than a few of them.
TEST_F(Serve, AnswersOneClientWhileAnotherFloods) {
  const auto quick = post("/api/v1/analyze", R"({"board":")" + board + R"(","depth":3})");
  const auto slow = post("/api/v1/analyze", R"({"board":")" + board + R"(","time_ms":2000})");
  std::vector<SocketClient> flood;
  for (int n = 0; n < 120; ++n) {  // none of them reads
    flood.push_back(client(2));
    for (int request = 0; request < 20; ++request)
      flood.back().send(n % 3 == 0 ? slow : n % 3 == 1 ? quick : get("/api/v1/model"));
  }
  for (int n = 0; n < 3; ++n) {
    for (const auto& request : {get("/"), get("/api/v1/model"), quick,
                                post("/api/v1/analyze", R"({"board":")" + board + R"(","time_ms":20})")}) {
      const auto start = std::chrono::steady_clock::now();
      EXPECT_EQ(status_of(client().ask(request)), 200);
      EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds{1500}) << request;
    }
  }
}

TEST_F(Serve, IdleRequestsRefuseNobody) {
  std::vector<SocketClient> idle;
  for (int n = 0; n < 100; ++n) {
    idle.push_back(client(static_cast<unsigned char>(1 + n % 2)));
    idle.back().send(
        "POST /api/v1/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 1000000\r\n\r\n{");
  }
  EXPECT_EQ(analyze({{"board", board}, {"depth", 1}})["depth"], 1);
  EXPECT_EQ(ask(post("/api/v1/review", record("4x4")))["depth"], 3);
}

TEST_F(Serve, SurvivesDeletedFiles) {
  std::filesystem::remove(folder_ / "2x3.db");
  EXPECT_EQ(analyze({{"board", "2 4 8 0 0 0"}, {"size", "2x3"}})["depth"], 1);
}

TEST_F(Serve, StopsOnRequest) {
  auto idle = client();
  auto viewer = client();
  viewer.send(get("/api/v1/watch?speed=0"));
  viewer.until("event: ");
  const auto ended = server_->end_by(SIGINT);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
}

TEST_F(Serve, StopsSoonUnderLoad) {
  std::vector<SocketClient> clients;
  for (int n = 0; n < 18; ++n) {
    clients.push_back(client());
    clients.back().send(post("/api/v1/analyze", R"({"board":")" + board + R"(","time_ms":2000})"));
  }
  clients.push_back(client());
  clients.back().send(get("/api/v1/watch?depth=8&speed=0&board=2+4+8+16+4+8+16+32+0+0+0+0+0+0+0+0"));
  std::this_thread::sleep_for(std::chrono::milliseconds{100});
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(server_->end_by(SIGTERM).status, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{5});
}

std::string get_with(const std::string& fields, const std::string& path = "/api/v1/model") {
  return "GET " + path + " HTTP/1.1\r\n" + fields + "\r\n";
}

TEST_F(Serve, RefusesOtherSites) {
  for (const auto* const path : {"/", "/api/v1/model", "/api/v1/watch", "/api/v1/runs"}) {
    expect_refused(get_with("Host: elsewhere.example\r\n", path), 403, "--allow-host elsewhere.example");
    expect_refused(get_with("Host: 192.168.1.2\r\n", path), 403, "Host");
    expect_refused(get_with("Host: localhost\r\nHost: localhost\r\n", path), 400, "twice");
    expect_refused(get_with("Host: [::1]x\r\n", path), 400, "Host");
    expect_refused(get_with("Host: localhost:80@evil\r\n", path), 400, "Host");
    expect_refused(get_with("", path), 400, "Host");
    expect_refused(get_with("Host: localhost\r\nOrigin: http://evil.example\r\n", path), 403, "other sites");
    expect_refused(get_with("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", path), 403, "other sites");
  }
  EXPECT_EQ(status_of(client().ask(get_with("Host: localhost\r\nSec-Fetch-Site: same-origin\r\n"))), 200);
  const std::string link = "Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
  EXPECT_EQ(status_of(client().ask(get_with(link, "/"))), 200);
  expect_refused("POST /api/v1/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", 415,
                 "application/json");
}

TEST_F(Serve, IsReachableInALocalNetwork) {
  server_.reset();
  serve({"--model", "greedy", "--host", "0.0.0.0", "--allow-host", "Box.local"});
  for (const auto* const host : {"192.168.1.2:2048", "[fe80::1]", "box.LOCAL:80", "localhost"})
    EXPECT_EQ(status_of(client().ask(get_with("Host: " + std::string{host} + "\r\n"))), 200) << host;
  expect_refused(get_with("Host: elsewhere.example\r\n"), 403, "Host");
  for (const auto* const name : {"box:80", "http://box", "", "*"})
    expect_error({"serve", "--model", "greedy", "--allow-host", name}, 2, "--allow-host");
}

TEST_F(Serve, RefusesInvalidCalls) {
  const auto port = std::to_string(port_);
  expect_error({"serve", "--port", port}, 2, "already in use");
  expect_error({"serve", "--port", "65536"}, 2, "65535");
  expect_error({"serve", "--host", "no.such.host.invalid"}, 2, "no such host");
  expect_error({"serve", "--model", path("nothing.ast")}, 2, "nothing.ast");
  expect_error({"serve", "--db", path("2x3.db"), "--db", path("2x3.db")}, 2, "2x3 already has an engine");
}

}  // namespace
}  // namespace afterstate
