#include "network/tuples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "network/network_shape.h"
#include "support.h"

namespace afterstate {
namespace {

NetworkShape shape_of(std::string_view name, Size size = {4, 4}) {
  return {.size = size, .tuples = parse_tuples(name, size), .tile_values = std::min(16, size.cells() + 2)};
}

void expect_complaint(std::string_view text, Size size, std::string_view part) {
  const auto complaint = complaint_of([&] { parse_tuples(text, size); });
  EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
}

TEST(Tuples, NamedNetworksHaveTheWeightsOfTheirPapers) {
  EXPECT_EQ(shape_of("jaskowski-42-33-4-22-3").weights() * 16, 1'347'551'232U);
  EXPECT_EQ(shape_of("jaskowski-421-43").weights(), 1'342'177'280U);
  EXPECT_EQ(shape_of("jaskowski-42-33").weights(), 5U * 16'777'216U);
  EXPECT_EQ(shape_of("wu-4x6").weights(), 67'108'864U);
  EXPECT_EQ(shape_of("oka-10x7").weights(), 2'684'354'560U);
  EXPECT_EQ(shape_of("wu-4x6").lookups(), 32);
  EXPECT_EQ(shape_of("matsuzaki-8x6").lookups(), 64);
  EXPECT_EQ(shape_of("terauchi-all-8", {3, 3}).weights(), 643'076'643U);  // 3 x 11^8
}

TEST(Tuples, EveryNamedNetworkIsRead) {
  std::set<std::string_view> names;
  for (const auto& network : named_tuples()) {
    EXPECT_TRUE(names.insert(network.name).second) << network.name;
    EXPECT_FALSE(network.source.empty());
    EXPECT_EQ(name_of(parse_tuples(network.name, network.size)), network.tuples) << network.name;
  }
  EXPECT_EQ(names.size(), 28U);
}

TEST(Tuples, NamesTellNumbersAndSizes) {
  for (const auto count : {4U, 5U, 6U, 7U, 8U}) {
    const auto tuples = parse_tuples("matsuzaki-" + std::to_string(count) + "x6", {4, 4});
    EXPECT_EQ(tuples.size(), count);
    EXPECT_TRUE(std::ranges::all_of(tuples, [](Tuple tuple) { return tuple.size() == 6; }));
  }
  for (const auto* set : {"terauchi-", "terauchi-all-"})
    for (const int size : {3, 4, 5, 6, 7, 8})
      for (const auto tuple : parse_tuples(set + std::to_string(size), {3, 3})) EXPECT_EQ(tuple.size(), size) << set;
}

/// The tuple that stands for all eight images of a tuple on a square board.
std::uint16_t smallest_image(Tuple tuple, int side) {
  std::uint16_t smallest = UINT16_MAX;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::uint16_t image = 0;
    for (int cell = 0; cell < side * side; ++cell) {
      if ((tuple.cells >> cell & 1) == 0) continue;
      int row = cell / side;
      int col = cell % side;
      if ((symmetry & 1) != 0) row = side - 1 - row;
      if ((symmetry & 2) != 0) col = side - 1 - col;
      if ((symmetry & 4) != 0) std::swap(row, col);
      image |= static_cast<std::uint16_t>(1 << (row * side + col));
    }
    smallest = std::min(smallest, image);
  }
  return smallest;
}

TEST(Tuples, NoNamedNetworkHasTwoImagesOfOneTuple) {
  for (const auto& network : named_tuples()) {
    std::set<std::uint16_t> images;
    for (const auto tuple : parse_tuples(network.name, network.size))
      EXPECT_TRUE(images.insert(smallest_image(tuple, network.size.rows)).second)
          << network.name << " " << name_of(tuple);
  }
}

TEST(Tuples, ReadsCellsInAnyOrder) {
  EXPECT_EQ(parse_tuple("0123", {4, 4}).cells, 0b1111);
  EXPECT_EQ(parse_tuple("3f1", {4, 4}), parse_tuple("13f", {4, 4}));
  EXPECT_EQ(name_of(parse_tuple("fa0", {4, 4})), "0af");
  EXPECT_EQ(name_of(parse_tuples("  31\t\n 0 ", {2, 2})), "13 0");
  EXPECT_EQ(parse_tuple("0123456789abcdef", {4, 4}).size(), 16);
}

TEST(Tuples, RefusesWhatIsNoTuple) {
  expect_complaint("012a", {3, 3}, "tuple '012a': 'a' is not a cell of 3x3; cells go from 0 to 8");
  expect_complaint("0 1 g", {4, 4}, "tuple 'g': 'g' is not a cell of 4x4; cells go from 0 to f");
  expect_complaint("4", {2, 2}, "cells go from 0 to 3");
  expect_complaint("0110", {4, 4}, "duplicate cell 1");
  expect_complaint("012 345 210", {4, 4}, "duplicate tuple '210'");
  expect_complaint("", {4, 4}, "the list is empty; write tuples");
  expect_complaint(" \n ", {1, 2}, "1x2 has no named networks");
  std::string many;
  for (const char a : std::string_view{"01234567"})
    for (const char b : std::string_view{"89abcdef"})
      for (const char c : {' ', '0', '1', '2', '3', '4'})
        if (c != a) many += {' ', a, b, c};
  expect_complaint(many, {4, 4}, "344 tuples; a network has at most 256");
  EXPECT_THROW(parse_tuple("", {4, 4}), UserError);
  EXPECT_THROW(parse_tuple("01 2", {4, 4}), UserError);
  EXPECT_THROW(parse_tuple("01g", {4, 4}), UserError);
}

TEST(Tuples, RefusesNamesThatThisBoardDoesNotHave) {
  expect_complaint("wu-4x6", {3, 3}, "network 'wu-4x6' is for 4x4, not for 3x3; write tuples, such as 012, or");
  expect_complaint("terauchi-6", {4, 4}, "is for 3x3, not for 4x4");
  expect_complaint("wu4x6", {4, 4}, "unknown network (did you mean 'wu-4x6'?)");
  expect_complaint("teraucih-6", {3, 3}, "did you mean 'terauchi-6'?");
  expect_complaint("teraucih-6", {4, 4}, "tuples 'teraucih-6': unknown network");
  expect_complaint("wu-4x6 012", {4, 4}, "tuple 'wu-4x6': 'w' is not a cell");
}

}  // namespace
}  // namespace afterstate
