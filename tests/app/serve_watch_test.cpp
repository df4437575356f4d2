// Watch: streams of games for viewers.
#include <thread>

#include "server_test.h"

namespace afterstate {
namespace {

/// With databases for 2x2 and 2x3.
class ServeWatch : public ServerTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(run({"solve", "2x3", "--out", path("2x3.db")}).status, 0);
    ASSERT_EQ(run({"solve", "2x2", "--objective", "tile:16", "--out", path("2x2.db")}).status, 0);
    serve({"--db", path("2x3.db"), "--db", path("2x2.db")});
  }
};

/// The name and the data of the next event of a stream.
std::pair<std::string, nlohmann::json> next_event(SocketClient& viewer) {
  viewer.until("event: ");
  auto name = viewer.until("\n");
  viewer.until("data: ");
  return {name.substr(0, name.size() - 1), nlohmann::json::parse(viewer.until("\n\n"), nullptr, false)};
}

TEST_F(ServeWatch, PlaysForViewers) {
  auto viewer = client();
  viewer.send(get("/api/v1/watch?size=2x3&speed=50&seed=1"));
  const auto header = viewer.until("\r\n\r\n");
  EXPECT_EQ(status_of(header), 200);
  EXPECT_NE(header.find("text/event-stream"), std::string::npos);
  int boards = 0;
  for (bool over = false; !over;) {
    const auto [name, data] = next_event(viewer);
    if (name == "games") {
      over = true;
      EXPECT_EQ(data[0]["score"],
                run_json({"eval", "--player", "perfect", "--db", path("2x3.db"), "--games", "1"})["mean"]);
      EXPECT_GE(data[0]["tile"], 4);
      EXPECT_GE(data[0]["moves"], boards - 1);
    } else {
      ASSERT_EQ(name, "board");
      EXPECT_EQ(data["moves"], analyze({{"board", data["board"]}, {"size", "2x3"}})["moves"]);
      EXPECT_EQ(data["last"].is_null(), boards == 0);
      ++boards;
    }
  }
  EXPECT_GT(boards, 5);
}

TEST_F(ServeWatch, ContinuesFromABoardForViewers) {
  auto viewer = client();
  viewer.send(get("/api/v1/watch?depth=2&speed=0&score=1000&board=2+4%208+16/2,4,8,0/0+0+0+0/0+0+0+0"));
  const auto [name, data] = next_event(viewer);
  EXPECT_EQ(data["board"], "2 4 8 16/2 4 8 0/0 0 0 0/0 0 0 0");
  EXPECT_EQ(data["score"], 1000);
  EXPECT_EQ(data["depth"], 2);
  std::uint64_t games = 0;
  while (games < 3)
    if (const auto [event, told] = next_event(viewer); event == "games") games += told.size();
}

TEST_F(ServeWatch, LimitsTheNumberOfViewers) {
  std::vector<SocketClient> viewers;
  for (int n = 0; n < 33; ++n) {
    viewers.push_back(client());
    viewers.back().send(get("/api/v1/watch?size=2x3&speed=100"));
    EXPECT_EQ(status_of(viewers.back().until("\r\n\r\n")), n < 32 ? 200 : 503);
  }
  for (int n = 0; n < 32; ++n)
    for (int event = 0; event < 3; ++event)
      EXPECT_FALSE(next_event(viewers[static_cast<std::size_t>(n)]).second.empty());
  viewers.clear();
  EXPECT_TRUE(comes_true([&] {  // their places become free
    auto one = client();
    one.send(get("/api/v1/watch"));
    return status_of(one.until("\r\n\r\n")) == 200;
  }));
  const auto watch = [](const std::string& query) { return get("/api/v1/watch?" + query); };
  expect_refused(watch("speed=x"), 400, "speed");
  expect_refused(watch("depth=99"), 400, "depth");
  expect_refused(watch("time_ms=0"), 400, "time_ms");
  expect_refused(watch("size=3x3"), 400, "3x3");
  expect_refused(watch("size=2x3&board=2+4"), 400, "6 cells");
  expect_refused(watch("size=2x3&size=2x3"), 400, "twice");
  expect_refused(watch("file=x"), 400, "unknown field");
  expect_refused(watch("run=x"), 404, "--runs");
  expect_refused(watch("size=2x3&board=128+128+0+0+0+0"), 400, "no game can reach it");
  expect_refused(watch("size=2x2&depth=2"), 400, "probabilities");
  EXPECT_EQ(status_of(client().ask("HEAD /api/v1/watch HTTP/1.1\r\nHost: localhost\r\n\r\n", false)), 405);
}

TEST_F(ServeWatch, KeepsPlacesForViewersFromOtherAddresses) {
  std::vector<SocketClient> viewers;
  for (const unsigned char host : {2, 2, 2, 3}) {
    for (int n = 0; n < 16; ++n) {
      viewers.push_back(client(host));
      viewers.back().send(get("/api/v1/watch?size=2x3&speed=0"));
      EXPECT_NE(status_of(viewers.back().until("\r\n\r\n")), 0);
    }
  }
  auto one = client();
  one.send(get("/api/v1/watch?size=2x3&speed=20"));
  for (int event = 0; event < 5; ++event) EXPECT_FALSE(next_event(one).second.empty());
}

TEST_F(ServeWatch, ViewersThatDoNotReadLoseTheirPlaces) {
  std::vector<SocketClient> lazy;
  for (int n = 0; n < 32; ++n) {
    lazy.push_back(client(1, 1));  // with the smallest buffer
    lazy.back().send(get("/api/v1/watch?size=2x3&speed=0"));
    EXPECT_EQ(status_of(lazy.back().until("\r\n\r\n")), 200);
  }
  const auto finds_a_place = [&] {
    auto one = client();
    one.send(get("/api/v1/watch?size=2x3"));
    return status_of(one.until("\r\n\r\n")) == 200;
  };
  EXPECT_FALSE(finds_a_place());
  EXPECT_TRUE(comes_true(finds_a_place));
}

/// Those who have watched for long get as much time as those who have just come.
TEST_F(ServeWatch, OldViewersDoNotStarve) {
  auto old = client();
  old.send(get("/api/v1/watch?size=2x3&speed=0"));
  for (const auto start = std::chrono::steady_clock::now();
       std::chrono::steady_clock::now() < start + std::chrono::seconds{3};)
    next_event(old);
  std::vector<SocketClient> others;
  for (int n = 0; n < 24; ++n) {
    others.push_back(client());
    others.back().send(get("/api/v1/watch?depth=3&speed=0"));
    EXPECT_EQ(status_of(others.back().until("\r\n\r\n")), 200);
  }
  const auto start = std::chrono::steady_clock::now();
  for (int event = 0; event < 10; ++event) EXPECT_FALSE(next_event(old).second.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{10});
}

TEST_F(ServeWatch, PlaysTheMoveItShows) {
  auto viewer = client();
  auto patient = client();
  patient.send(get("/api/v1/watch?time_ms=2000&speed=0"));  // the maximum that the page offers
  EXPECT_EQ(status_of(patient.until("\r\n\r\n")), 200);
  viewer.send(get("/api/v1/watch?time_ms=3&speed=20"));
  Json before;
  int compared = 0;
  for (int n = 0; n < 200 && compared < 20; ++n) {
    const auto data = next_event(viewer).second;
    if (n > 0 && data["turn"] == before["turn"].get<int>() + 1) {  // on a busy machine some are skipped
      EXPECT_EQ(data["last"], before["best"]);
      ++compared;
    }
    before = data;
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace afterstate
