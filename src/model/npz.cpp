#include "model/npz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/json.h"
#include "model/model_json.h"
#include "network/entry_patterns.h"

namespace afterstate {

namespace {

constexpr std::uint32_t in_zip64_field = UINT32_MAX;

/// Little-endian numbers of a zip file.
class ZipRecord {
 public:
  ZipRecord& u16(std::uint64_t number) { return add(number, 2); }
  ZipRecord& u32(std::uint64_t number) { return add(number, 4); }
  ZipRecord& u64(std::uint64_t number) { return add(number, 8); }
  ZipRecord& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  operator std::string_view() const { return bytes_; }

 private:
  ZipRecord& add(std::uint64_t number, int bytes) {
    for (int n = 0; n < bytes; ++n) bytes_ += static_cast<char>(number >> (8 * n) & 255);
    return *this;
  }

  std::string bytes_;
};

/// What a local header and an entry of the directory have in common; sizes are in the zip64 field.
ZipRecord& add_common(ZipRecord& record, std::uint32_t crc, std::size_t name_bytes, std::size_t extra_bytes) {
  constexpr std::uint64_t first_of_january_1980 = 33;
  return record.u16(45)
      .u16(0)
      .u16(0)
      .u16(0)
      .u16(first_of_january_1980)
      .u32(crc)
      .u32(in_zip64_field)
      .u32(in_zip64_field)
      .u16(name_bytes)
      .u16(extra_bytes);
}

/// The header of a .npy file, format 1.0: a Python dictionary, padded to a multiple of 64 bytes.
std::string npy_header(const std::string& type, const std::vector<std::uint64_t>& shape) {
  const auto tuple = shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
  auto dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, tuple);
  constexpr std::size_t before = 10;
  dictionary.append(63 - (before + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  ZipRecord header;
  header.text("\x93NUMPY").text({"\x01\x00", 2}).u16(dictionary.size()).text(dictionary);
  return std::string{std::string_view{header}};
}

template <class Number>
std::string_view bytes_of(std::span<const Number> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// How many bytes follow the first one of a character; -1 if it cannot be the first.
int bytes_after(unsigned char byte) {
  if (byte < 0x80) return 0;
  if (byte < 0xc0 || byte >= 0xf8) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/// UTF-32, as NumPy stores strings. The texts of a model are UTF-8; what is not is replaced.
std::vector<std::uint32_t> code_points(std::string_view text) {
  std::vector<std::uint32_t> points;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at++]);
    const int more = bytes_after(byte);
    std::uint32_t point = more <= 0 ? byte : byte & (0x3fU >> more);
    int left = more;
    for (; left > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80; --left, ++at)
      point = point << 6 | (static_cast<unsigned char>(text[at]) & 0x3fU);
    points.push_back(left != 0 || point > 0x10ffff ? 0xfffd : point);
  }
  return points;
}

/// One table in one stage by patterns, the last cell of the tuple varying fastest.
void write_patterns(const WeightRows& rows, std::uint64_t first, int cells, int tile_values,
                    const std::function<void(std::string_view)>& write) {
  const PatternMap entry_of{entry_of_bit(cells, tile_values)};
  std::vector<int> tiles(static_cast<std::size_t>(cells));
  std::vector<float> values;
  for (bool more = true; more;) {
    values.clear();
    while (more && values.size() < 65'536) {
      std::uint64_t pattern = 0;
      for (std::size_t cell = 0; cell < tiles.size(); ++cell)
        pattern |= static_cast<std::uint64_t>(tiles[cell]) << (4 * cell);
      values.push_back(rows.value(first + entry_of(pattern)));
      auto cell = tiles.size();
      while (cell > 0 && tiles[cell - 1] == tile_values - 1) tiles[--cell] = 0;
      more = cell > 0;
      if (more) ++tiles[cell - 1];
    }
    write(bytes_of(std::span<const float>{values}));
  }
}

/// The entries of a table in their order.
void write_entries(const WeightRows& rows, std::uint64_t first, std::uint64_t count,
                   const std::function<void(std::string_view)>& write) {
  std::vector<float> values;
  for (std::uint64_t begin = 0; begin < count; begin += 65'536) {
    values.clear();
    for (auto entry = begin; entry < std::min(count, begin + 65'536); ++entry)
      values.push_back(rows.value(first + entry));
    write(bytes_of(std::span<const float>{values}));
  }
}

}  // namespace

void NpzWriter::write(std::string_view bytes) {
  file_.write(bytes);
  written_ += bytes.size();
}

void NpzWriter::add(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape,
                    const Bytes& bytes) {
  const auto header = npy_header(type, shape);
  Entry entry{name + ".npy", 0, header.size(), written_};
  auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(header.data()), header.size());
  bytes([&](std::string_view piece) {
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    entry.bytes += piece.size();
  });
  entry.crc = static_cast<std::uint32_t>(crc);
  ZipRecord local;
  add_common(local.u32(0x04034b50), entry.crc, entry.name.size(), 20);
  local.text(entry.name).u16(1).u16(16).u64(entry.bytes).u64(entry.bytes);
  write(local);
  write(header);
  bytes([this](std::string_view piece) { write(piece); });
  entries_.push_back(std::move(entry));
}

void NpzWriter::add(const std::string& name, float value) {
  add(name, "<f4", {}, [&](const auto& write_piece) { write_piece(bytes_of(std::span<const float>{&value, 1})); });
}

void NpzWriter::add(const std::string& name, const std::vector<std::int32_t>& values) {
  add(name, "<i4", {values.size()},
      [&](const auto& write_piece) { write_piece(bytes_of(std::span<const std::int32_t>{values})); });
}

void NpzWriter::add(const std::string& name, const std::vector<std::string>& texts, bool scalar) {
  std::size_t length = 1;
  for (const auto& text : texts) length = std::max(length, code_points(text).size());
  std::vector<std::uint32_t> points;
  for (const auto& text : texts) {
    auto of_text = code_points(text);
    of_text.resize(length);
    points.insert(points.end(), of_text.begin(), of_text.end());
  }
  const auto shape = scalar ? std::vector<std::uint64_t>{} : std::vector<std::uint64_t>{texts.size()};
  add(name, fmt::format("<U{}", length), shape,
      [&](const auto& write_piece) { write_piece(bytes_of(std::span<const std::uint32_t>{points})); });
}

std::uint64_t NpzWriter::commit() {
  const auto directory = written_;
  for (const auto& entry : entries_) {
    ZipRecord record;
    add_common(record.u32(0x02014b50).u16(45), entry.crc, entry.name.size(), 28);
    record.u16(0).u16(0).u16(0).u32(0).u32(in_zip64_field).text(entry.name);
    record.u16(1).u16(24).u64(entry.bytes).u64(entry.bytes).u64(entry.offset);
    write(record);
  }
  const auto directory_bytes = written_ - directory;
  const auto end64 = written_;
  ZipRecord end;
  end.u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0).u64(entries_.size()).u64(entries_.size());
  end.u64(directory_bytes).u64(directory);
  end.u32(0x07064b50).u32(0).u64(end64).u32(1);
  end.u32(0x06054b50).u16(0).u16(0).u16(UINT16_MAX).u16(UINT16_MAX).u32(UINT32_MAX).u32(UINT32_MAX).u16(0);
  write(end);
  file_.commit();
  return written_;
}

std::uint64_t export_npz(const std::string& path, const Model& model) {
  const auto& shape = shape_of(model.network);
  const auto rows = rows_of(model.network);
  const auto stages = static_cast<std::uint64_t>(shape.staging.count());
  NpzWriter npz{path};
  std::vector<std::string> names;
  for (const auto tuple : shape.tuples) names.push_back(name_of(tuple));
  npz.add("board", std::vector<std::int32_t>{shape.size.rows, shape.size.cols});
  npz.add("tuples", names);
  npz.add("initial_value", shape.initial_value);
  npz.add("staging", {name_of(shape.staging)}, true);
  npz.add("promotion", {std::string{name_of(shape.promotion)}}, true);
  npz.add("info", {json_text(model_json(model, 0))}, true);
  std::uint64_t first = 0;
  for (std::size_t number = 0; number < shape.tuples.size(); ++number) {
    const auto tuple = shape.tuples[number];
    const auto entries = shape.entries(tuple);
    const bool ranked = is_ranked(shape.size, tuple, shape.tile_values);
    std::vector<std::uint64_t> dimensions{stages};
    if (ranked)
      dimensions.push_back(entries);
    else
      dimensions.resize(static_cast<std::size_t>(tuple.size()) + 1, static_cast<std::uint64_t>(shape.tile_values));
    npz.add(fmt::format("weights_{}", number), "<f4", dimensions, [&](const auto& write_piece) {
      for (std::uint64_t stage = 0; stage < stages; ++stage) {
        const auto begin = stage * shape.weights_per_stage() + first;
        if (ranked)
          write_entries(rows, begin, entries, write_piece);
        else
          write_patterns(rows, begin, tuple.size(), shape.tile_values, write_piece);
      }
    });
    first += entries;
  }
  return npz.commit();
}

}  // namespace afterstate
