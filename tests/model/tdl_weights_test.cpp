#include "model/tdl_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

/// Writes a weight file: little-endian, table after table.
class TdlFile {
 public:
  explicit TdlFile(std::uint32_t tables) { add(std::uint8_t{0}).add(tables); }

  template <class Number>
  TdlFile& add(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
    return *this;
  }
  TdlFile& name(std::uint32_t digits, std::uint16_t count) {
    return add(std::uint8_t{4}).add(digits).add(count).add(std::uint16_t{0});
  }
  TdlFile& name(const std::string& text) {
    add(std::uint8_t{4});
    bytes_ += text;
    return *this;
  }
  template <class Element>
  TdlFile& values(const std::vector<Element>& elements) {
    add(static_cast<std::uint16_t>(sizeof(Element))).add(static_cast<std::uint64_t>(elements.size()));
    for (const auto element : elements) add(element);
    return *this;
  }
  TdlFile& end() { return add(std::uint16_t{0}); }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

AnyNetwork read(const std::string& bytes) {
  std::istringstream stream{bytes};
  return read_tdl_weights(stream, bytes.size(), "test.w", 1'000'000'000);
}

template <class Element>
std::vector<Element> numbered(std::size_t count, int scale) {
  std::vector<Element> elements(count);
  for (std::size_t n = 0; n < count; ++n) elements[n] = static_cast<Element>(n % 1000) * static_cast<Element>(scale);
  return elements;
}

/// The value as TDL2048+ computes it: the first cell of a tuple has the lowest four bits of the index.
float value_by_hand(const BasicBoard<4, 4>& board, const std::vector<std::pair<std::vector<int>, int>>& tuples) {
  float sum = 0;
  for (const auto& image : symmetric_images(board))
    for (const auto& [cells, scale] : tuples) {
      std::size_t index = 0;
      for (std::size_t n = 0; n < cells.size(); ++n)
        index |= static_cast<std::size_t>(image.exponent(cells[n])) << (4 * n);
      sum += static_cast<float>(index % 1000) * static_cast<float>(scale);
    }
  return sum;
}

TEST(TdlWeights, AreIndexedAsTheirProgramIndexesThem) {
  TdlFile file{3};
  file.name(0x0145, 4).values(numbered<float>(65536, 1)).values(std::vector<float>(2 * 65536, 7)).end();
  file.name("9512    ").values(numbered<double>(65536, 2)).end();  // cells out of order
  file.name(0x89a, 3).values(numbered<float>(4096, 3)).end();
  const auto any = read(file.bytes());
  const auto& network = std::get<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>(any);
  for (std::uint64_t number = 0; number < 300; ++number) {
    const auto board = random_board<BasicBoard<4, 4>>(number, 15, 5);
    EXPECT_EQ(network.value(board), value_by_hand(board, {{{0, 1, 4, 5}, 1}, {{9, 5, 1, 2}, 2}, {{8, 9, 10}, 3}}));
  }
}

TEST(TdlWeights, MayBeHalfFloats) {
  std::vector<std::uint16_t> halves(16);
  halves[3] = 0x3c00;  // 1
  halves[4] = 0xc248;  // -3.140625
  halves[5] = 0x0001;  // 2^-24
  TdlFile file{1};
  file.name(0x5, 1).values(halves).end();
  const auto any = read(file.bytes());
  const auto weights = std::get<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>(any).weights();
  EXPECT_EQ(weights[3].value.load(), 1.0F);
  EXPECT_EQ(weights[4].value.load(), -3.140625F);
  EXPECT_EQ(weights[5].value.load(), std::ldexp(1.0F, -24));
}

TEST(TdlWeights, ThatAreNotFiniteAreRefused) {
  const auto refuses = []<class Element>(Element element) {
    std::vector<Element> elements(16);
    elements[7] = element;
    TdlFile file{1};
    file.name(0x5, 1).values(elements).end();
    try {
      read(file.bytes());
      return std::string{"accepted"};
    } catch (const Failure& failure) {
      return std::string{failure.what()};
    }
  };
  for (const auto& message : {refuses(NAN), refuses(INFINITY), refuses(-INFINITY), refuses(static_cast<double>(NAN)),
                              refuses(1e300), refuses(std::uint16_t{0x7c00}), refuses(std::uint16_t{0xfe00})})
    EXPECT_NE(message.find("weight 7 of table 5 is not a finite number"), std::string::npos) << message;
  EXPECT_EQ(refuses(1e30), "accepted");
}

TEST(TdlWeights, ThatTakeTooMuchMemoryAreRefusedBeforeTheyAreRead) {
  TdlFile file{1};
  file.name(0x0123, 4).values(std::vector<std::uint16_t>(65536)).end();
  std::istringstream stream{file.bytes()};
  EXPECT_THROW(read_tdl_weights(stream, file.bytes().size(), "test.w", 4 * 65536 - 1), UserError);
  stream.seekg(0);
  EXPECT_NO_THROW(read_tdl_weights(stream, file.bytes().size(), "test.w", 4 * 65536));
}

TEST(TdlWeights, ThatMakeNoSenseAreRefused) {
  TdlFile good{1};
  good.name(0x01, 2).values(std::vector<float>(256, 1)).end();
  EXPECT_NO_THROW(read(good.bytes()));
  for (std::size_t length = 0; length < good.bytes().size(); ++length)
    EXPECT_THROW(read(good.bytes().substr(0, length)), Failure) << length;
  EXPECT_THROW(read(good.bytes() + "x"), Failure);
  const auto refused = [](TdlFile& file) { EXPECT_THROW(read(file.bytes()), Failure); };
  TdlFile repeated{1};
  refused(repeated.name(0x011, 3).values(std::vector<float>(4096)).end());
  TdlFile twice{2};
  refused(
      twice.name(0x01, 2).values(std::vector<float>(256)).end().name(0x10, 2).values(std::vector<float>(256)).end());
  TdlFile wrong_length{1};
  refused(wrong_length.name(0x01, 2).values(std::vector<float>(255)).end());
  TdlFile wrong_name{1};
  refused(wrong_name.name("gh      ").values(std::vector<float>(256)).end());
  TdlFile staged{1};
  refused(staged.name(0x101, 3).values(std::vector<float>(256)).end());
  TdlFile huge{1};
  refused(huge.name(0x01234567, 8).add(std::uint16_t{4}).add(std::uint64_t{1} << 32));
  TdlFile none{0};
  refused(none);
}

}  // namespace
}  // namespace afterstate
