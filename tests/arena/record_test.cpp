#include "arena/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "arena/games.h"
#include "arena/replay.h"
#include "base/error.h"
#include "engine/builtin_players.h"
#include "support.h"

namespace afterstate {
namespace {

GameRecord some_record(const GamesPlan& plan = {.engine = builtin_engine("random"), .record = true}) {
  std::string line;
  play_games(plan, [&](const FinishedGame& finished) { line = finished.record; });
  return parse_record(line);
}

std::string complaint_about(const GameRecord& record) {
  try {
    replay(record);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

TEST(Record, RoundTrips) {
  auto record = some_record(
      {.engine = builtin_engine("greedy"), .size = {3, 4}, .law = {0.25}, .seed = 9, .first_game = 77, .record = true});
  record.player = "a \"name\"";
  const auto again = parse_record(to_json_line(record));
  EXPECT_EQ(again.size, record.size);
  EXPECT_EQ(again.player, record.player);
  EXPECT_EQ(again.seed, 9U);
  EXPECT_EQ(again.game, 77U);
  EXPECT_EQ(again.law.four, 0.25);
  EXPECT_EQ(again.start, record.start);
  EXPECT_EQ(again.turns, record.turns);
  EXPECT_EQ(again.score, record.score);
}

TEST(Record, HasTheDocumentedKeys) {
  const auto json = nlohmann::json::parse(to_json_line(some_record()));
  EXPECT_EQ(json["board"], "4x4");
  EXPECT_TRUE(json["start"].is_string());
  EXPECT_EQ(json["moves"].get<std::string>().size(), json["spawns"].size());
  EXPECT_EQ(json["spawns"][0].size(), 2U);
}

TEST(Record, ReplayFindsEveryBrokenRule) {
  const auto good = some_record();
  EXPECT_EQ(complaint_about(good), "accepted");

  auto record = good;
  record.turns.pop_back();
  EXPECT_NE(complaint_about(record).find("the record says"), std::string::npos);
  record.score =
      positions_of({record.size, "", 0, 0, record.law, record.start, good.turns, good.score})[record.turns.size()]
          .score;
  EXPECT_NE(complaint_about(record).find("still legal"), std::string::npos);
  EXPECT_THROW(replay(record), UnfinishedGame);

  record = good;
  record.score += 4;
  EXPECT_NE(complaint_about(record).find("the record says"), std::string::npos);

  record = good;
  record.start.assign(16, 0);
  record.start[0] = 1;
  EXPECT_NE(complaint_about(record).find("two tiles"), std::string::npos);

  record = good;
  record.start[0] = 3;
  EXPECT_NE(complaint_about(record).find("cannot spawn"), std::string::npos);

  record = good;
  record.law.four = 0;
  EXPECT_NE(complaint_about(record).find("a 4 cannot spawn"), std::string::npos);
}

TEST(Record, ReplayFindsAnIllegalMoveAndASpawnOnATile) {
  GameRecord record;
  record.size = {2, 2};
  record.start = {1, 0, 1, 0};  // two 2s in the left column
  record.turns = {{Direction::left, {1, 1}}};
  EXPECT_NE(complaint_about(record).find("move 0 (left) on '2 0/2 0' changes nothing"), std::string::npos);
  record.turns = {{Direction::right, {1, 1}}};
  EXPECT_NE(complaint_about(record).find("is on cell 1 of"), std::string::npos);
}

TEST(Record, AChangedMoveNeverPassesAsTheSameGame) {
  const auto good = some_record({.engine = builtin_engine("random"), .size = {3, 3}, .record = true});
  int refused = 0;
  for (auto& turn : good.turns)
    for (const auto direction : all_directions) {
      if (direction == turn.move) continue;
      auto changed = good;
      changed.turns[static_cast<std::size_t>(&turn - good.turns.data())].move = direction;
      refused += complaint_about(changed) != "accepted";
    }
  // On a symmetric start two directions may be equivalent; nearly every other change breaks a rule.
  EXPECT_GE(refused, static_cast<int>(3 * good.turns.size()) - 3);
}

TEST(Record, DamagedLinesAreRefused) {
  const auto line = to_json_line(some_record());
  for (std::size_t length = 0; length < line.size(); length += 13)
    EXPECT_THROW(parse_record(line.substr(0, length)), Failure) << length;
  for (const auto* wrong : {"", "[]", "1", "null", "{}", R"({"start":1,"moves":"","spawns":[],"score":0})",
                            R"({"start":"2 2/0 0","moves":"","spawns":[],"score":0})",
                            R"({"board":"9x9","start":"2 2","moves":"","spawns":[],"score":0})",
                            R"({"board":"1x2","start":"2 3","moves":"","spawns":[],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"X","spawns":[[0,2]],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"L","spawns":[],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"L","spawns":[[2,2]],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"L","spawns":[[0,8]],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"L","spawns":[[-1,2]],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"L","spawns":[0],"score":0})",
                            R"({"board":"1x2","start":"2 4","moves":"","spawns":[],"score":-4})",
                            R"({"board":"1x2","start":"2 4","moves":"","spawns":[],"score":99999999999})",
                            R"({"board":"1x2","start":"2 4","moves":"","spawns":[],"score":0,"spawn4":2})",
                            R"({"board":"1x2","start":"2 4","moves":"","spawns":[],"score":0,"seed":"x"})"})
    EXPECT_THROW(parse_record(wrong), Failure) << wrong;
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_THROW(parse_record(R"({"board":"1x2","start":"2 4","moves":"L","score":0,"spawns":[)" + deep + "]}"), Failure);
  EXPECT_NO_THROW(replay(parse_record(R"({"board":"1x2","start":"2 4","moves":"","spawns":[],"score":0})")));
}

TEST(Record, PositionsShowEveryMove) {
  const auto record = some_record();
  const auto positions = positions_of(record);
  EXPECT_EQ(positions.size(), record.turns.size() + 1);
  EXPECT_EQ(exponents_of(positions.front().board, record.size), record.start);
  EXPECT_EQ(positions.back().score, record.score);
}

}  // namespace
}  // namespace afterstate
