#include "model/tdl_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <vector>

#include "base/error.h"
#include "os/machine.h"

namespace afterstate {

namespace {

// The file, little-endian: u8 0, u32 number of tables; for each table u8 4, 8 bytes of name, then blocks: u16 size of
// an element, u64 number of elements, the elements. The first block holds the values; one with twice as many elements
// the sums of temporal coherence; u16 0 ends the table.

class TdlReader {
 public:
  TdlReader(std::istream& file, std::uint64_t size, const std::string& name)
      : file_(file), size_(size), left_(size), name_(name) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw Failure{fmt::format("'{}' is not a readable TDL2048+ weight file: {}", name_, what)};
  }

  template <class Number>
  Number number() {
    Number number{};
    bytes(&number, sizeof number);
    return number;
  }

  void bytes(void* target, std::uint64_t count) {
    if (count > left_ || !file_.read(static_cast<char*>(target), static_cast<std::streamsize>(count)))
      fail("unexpected end of file");
    left_ -= count;
  }

  void skip(std::uint64_t count) {
    if (count > left_) fail("unexpected end of file");
    go_to(position() + count);
  }

  std::uint64_t position() const { return size_ - left_; }

  void go_to(std::uint64_t position) {
    if (!file_.seekg(static_cast<std::streamoff>(position))) fail("unexpected end of file");
    left_ = size_ - position;
  }

  std::uint64_t left() const { return left_; }

 private:
  std::istream& file_;
  const std::uint64_t size_;
  std::uint64_t left_;
  const std::string& name_;
};

/// IEEE 754 binary16.
float from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const auto fraction = static_cast<float>(bits & 1023);
  float magnitude = std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 0) magnitude = std::ldexp(fraction, -24);
  if (exponent == 31) magnitude = fraction == 0 ? INFINITY : NAN;
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <class Element>
float as_float(Element element) {
  if constexpr (sizeof(Element) == 2)
    return from_half(element);
  else
    return static_cast<float>(element);
}

/// The cells in the order in which the table is indexed.
std::string cells_named(const std::array<char, 8>& bytes) {
  std::uint16_t end = 0;
  std::memcpy(&end, &bytes[6], sizeof end);
  if (end != 0) {  // text, padded with spaces
    const std::string text{bytes.data(), bytes.size()};
    return text.substr(0, text.find(' '));
  }
  std::uint32_t digits = 0;
  std::uint16_t count = 0;
  std::memcpy(&digits, bytes.data(), sizeof digits);
  std::memcpy(&count, &bytes[4], sizeof count);
  return count <= 8 ? fmt::format("{:0{}x}", digits, std::max<int>(count, 1)) : std::string{};
}

/// Maps the entries of their table, whose first cell has the lowest four bits, to entries of ours, in which each bit of
/// a tile value has its own place.
class EntryMap {
 public:
  explicit EntryMap(const std::string& cells) {
    std::string sorted = cells;
    std::ranges::sort(sorted);
    const int count = static_cast<int>(cells.size());
    for (std::size_t theirs = 0; theirs < cells.size(); ++theirs) {
      const auto ours = static_cast<int>(sorted.find(cells[theirs]));
      for (int bit = 0; bit < 4; ++bit) {
        const int place = 2 * ours + bit % 2 + (bit >= 2 ? 2 * count : 0);
        place_[4 * theirs + static_cast<std::size_t>(bit)] = std::uint64_t{1} << place;
      }
    }
  }

  std::uint64_t operator()(std::uint64_t entry) const {
    std::uint64_t ours = 0;
    for (std::size_t bit = 0; entry != 0; ++bit, entry >>= 1)
      if ((entry & 1) != 0) ours |= place_[bit];
    return ours;
  }

 private:
  std::array<std::uint64_t, 32> place_{};
};

struct StoredTable {
  std::string cells;
  std::uint64_t entries = 0;
  std::uint16_t width = 0;     ///< of an entry, in bytes
  std::uint64_t position = 0;  ///< of the first entry
};

template <class Element>
void read_values(TdlReader& reader, const StoredTable& table, std::span<ValueWeight> weights) {
  constexpr std::uint64_t block = 1U << 16;
  const EntryMap ours{table.cells};
  std::vector<Element> elements;
  for (std::uint64_t entry = 0; entry < table.entries;) {
    elements.resize(std::min(table.entries - entry, block));
    reader.bytes(elements.data(), elements.size() * sizeof(Element));
    for (const auto element : elements) {
      const float value = as_float(element);
      if (!std::isfinite(value))
        reader.fail(fmt::format("weight {} of table {} is not a finite number", entry, table.cells));
      if (value != 0) weights[ours(entry)].value.store(value);
      ++entry;
    }
  }
}

/// Reads the description of a table and skips to its end.
StoredTable find_table(TdlReader& reader) {
  if (reader.number<std::uint8_t>() != 4) reader.fail("a table begins with an unexpected byte");
  StoredTable table;
  table.cells = cells_named(reader.number<std::array<char, 8>>());
  if (table.cells.empty() || table.cells.size() > 8 ||
      table.cells.find_first_not_of("0123456789abcdef") != std::string::npos)
    reader.fail(fmt::format("table name '{}' is not a list of 1 to 8 cells", table.cells));
  table.width = reader.number<std::uint16_t>();
  table.entries = reader.number<std::uint64_t>();
  table.position = reader.position();
  if (table.entries != std::uint64_t{1} << (4 * table.cells.size()))
    reader.fail(fmt::format("table {} has {} entries; networks with several stages are not supported", table.cells,
                            table.entries));
  if ((table.width != 2 && table.width != 4 && table.width != 8) || table.entries > reader.left() / table.width)
    reader.fail(
        fmt::format("table {} has elements of unsupported size ({} bytes), or is truncated", table.cells, table.width));
  reader.skip(table.entries * table.width);
  while (const auto next_width = reader.number<std::uint16_t>()) {
    const auto next_count = reader.number<std::uint64_t>();
    if (next_count > reader.left() / next_width) reader.fail("unexpected end of file");
    reader.skip(next_count * next_width);
  }
  return table;
}

}  // namespace

AnyNetwork read_tdl_weights(std::istream& file, std::uint64_t size, const std::string& name, std::uint64_t max_bytes) {
  TdlReader reader{file, size, name};
  if (reader.number<std::uint8_t>() != 0) reader.fail("it begins with an unexpected byte");
  const auto count = reader.number<std::uint32_t>();
  if (count == 0 || count > 64) reader.fail(fmt::format("it has {} tables; expected 1 to 64", count));
  NetworkShape shape;
  std::vector<StoredTable> tables;
  for (std::uint32_t n = 0; n < count; ++n) {
    tables.push_back(find_table(reader));
    try {
      shape.tuples.push_back(parse_tuple(tables.back().cells, shape.size));
    } catch (const UserError& error) {
      reader.fail(error.what());
    }
    if (std::ranges::count(shape.tuples, shape.tuples.back()) > 1) reader.fail("duplicate tuple");
    if (shape.weights() * sizeof(float) > max_bytes)
      throw UserError{fmt::format("'{}': the network needs {} MB or more, but only {} MB of memory are available", name,
                                  shape.weights() * sizeof(float) / 1'000'000, max_bytes / 1'000'000)};
  }
  if (reader.left() != 0) reader.fail(fmt::format("{} unexpected bytes after its end", reader.left()));

  auto any = make_network(shape, WeightKind::values);
  auto weights = std::get<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>(any).weights();
  for (const auto& table : tables) {
    reader.go_to(table.position);
    if (table.width == 2) read_values<std::uint16_t>(reader, table, weights);
    if (table.width == 4) read_values<float>(reader, table, weights);
    if (table.width == 8) read_values<double>(reader, table, weights);
    weights = weights.subspan(table.entries);
  }
  return any;
}

AnyNetwork read_tdl_weights(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::ifstream file{path, std::ios::binary};
  if (error || !file) throw UserError{fmt::format("cannot read '{}': {}", path, error ? error.message() : "no access")};
  return read_tdl_weights(file, size, path, available_memory());
}

}  // namespace afterstate
