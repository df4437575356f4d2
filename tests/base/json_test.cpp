#include "base/json.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace afterstate {

namespace {

std::string nested(int depth, const std::string& inside = "") {
  const auto count = static_cast<std::size_t>(depth);
  return std::string(count, '[') + inside + std::string(count, ']');
}

std::string object_of(int keys) {
  std::string text = "{";
  for (int key = 0; key < keys; ++key) text += (key > 0 ? ",\"" : "\"") + std::to_string(key) + "\":0";
  return text + "}";
}

std::string complaint(const std::string& text) {
  EXPECT_TRUE(parse_json_or_null(text).is_null());
  try {
    parse_json(text, "the line");
    return "";
  } catch (const Failure& error) {
    return error.what();
  }
}

TEST(Json, IsReadAndWrittenInTheOrderOfItsKeys) {
  const std::string text = R"({"z":1,"a":[true,null,"\"[{"],"m":{"x":0.5}})";
  EXPECT_EQ(json_text(parse_json(text, "it")), text);
  EXPECT_EQ(json_text(parse_json_or_null(text)), text);
}

TEST(Json, IsRefusedIfItIsNotJson) {
  for (const std::string text : {"", "{", "[1,]", "nul", "{\"a\":}", "1e999", "\"\x80\"", "]]]", "\"\\"})
    EXPECT_EQ(complaint(text), "the line is not JSON") << text;
}

TEST(Json, IsRefusedIfItIsNestedTooDeeply) {
  EXPECT_EQ(parse_json(nested(max_json_depth), "it").size(), 1);
  EXPECT_EQ(complaint(nested(max_json_depth + 1)), "the line is nested too deeply");
  EXPECT_EQ(complaint(std::string(1'000'000, '[')), "the line is nested too deeply");
  // Brackets in strings do not nest.
  EXPECT_EQ(parse_json(nested(max_json_depth, R"("[[\"[[\\")"), "it").size(), 1);
}

TEST(Json, IsRefusedIfAnObjectHasTooManyKeys) {
  EXPECT_EQ(parse_json(object_of(max_json_keys), "it").size(), max_json_keys);
  EXPECT_EQ(complaint(object_of(max_json_keys + 1)), "the line has an object with too many keys");
  // Each object is counted on its own.
  const auto two = "[" + object_of(max_json_keys) + "," + object_of(max_json_keys) + "]";
  EXPECT_EQ(parse_json(two, "it").size(), 2);
}

TEST(Json, IsWrittenEvenIfAStringIsNotUtf8) { EXPECT_EQ(json_text(Json{"a\x80z"}), "[\"a\uFFFDz\"]"); }

}  // namespace

}  // namespace afterstate
