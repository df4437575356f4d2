#include "value/model_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "base/threads.h"
#include "value/model_header.h"
#include "value/packed_steps.h"

namespace afterstate {

namespace {

/// Weights a chunk: small enough that most of an unused table is left out, large enough to compress well.
constexpr std::uint64_t weights_a_chunk = std::uint64_t{1} << 16;

// A model is kept for long and written once; a checkpoint is written often.
constexpr int model_level = 3;
constexpr int checkpoint_level = 1;
constexpr int packed_level = 19;

/// One number of each weight, under the number of its section.
struct Field {
  std::uint32_t section;
  std::size_t offset;  ///< in floats
};

constexpr std::uint32_t values_section = 1;
constexpr std::array fields{Field{values_section, 0}, Field{2, 1}, Field{3, 2}, Field{4, 3}};
static_assert(sizeof(AutostepWeight) == fields.size() * sizeof(float));

/// Values in 16 bits, which take the place of values_section.
constexpr std::uint32_t packed_section = 5;

/// What learning remembers beside the weights, in one chunk.
constexpr std::uint32_t memory_section = 100;

/// The weights of any network as rows of floats.
struct WeightRows {
  float* data;
  std::uint64_t count;
  std::size_t floats;  ///< in a row

  std::uint64_t chunks() const { return (count + weights_a_chunk - 1) / weights_a_chunk; }
  std::uint64_t weights_in(std::uint64_t chunk) const {
    return std::min(weights_a_chunk, count - chunk * weights_a_chunk);
  }
  float* row(std::uint64_t chunk) const { return data + chunk * weights_a_chunk * floats; }
};

WeightRows rows_of(const AnyNetwork& any) {
  return std::visit(
      [](const auto& network) {
        const auto weights = network.weights();
        // Nothing else learns while a file is written or read.
        return WeightRows{const_cast<float*>(reinterpret_cast<const float*>(weights.data())), weights.size(),
                          sizeof(weights[0]) / sizeof(float)};
      },
      any);
}

/// The numbers of one field in one chunk, or nothing where all are zero.
std::span<const std::byte> packed(const WeightRows& rows, const Field& field, std::uint64_t chunk,
                                  std::vector<std::byte>& scratch) {
  const auto count = rows.weights_in(chunk);
  scratch.resize(count * sizeof(float));
  const auto* source = rows.row(chunk) + field.offset;
  auto* const target = reinterpret_cast<std::uint32_t*>(scratch.data());
  std::uint32_t any = 0;
  for (std::uint64_t n = 0; n < count; ++n, source += rows.floats) {
    std::memcpy(&target[n], source, sizeof(float));
    any |= target[n];
  }
  return any == 0 ? std::span<const std::byte>{} : std::span<const std::byte>{scratch};
}

/// The values of one chunk in 16 bits, or nothing where all are zero.
std::span<const std::byte> steps_in(const WeightRows& rows, const Steps& steps, std::uint64_t chunk,
                                    std::vector<std::byte>& scratch) {
  return pack_steps({rows.row(chunk), rows.floats}, steps, chunk * weights_a_chunk, rows.weights_in(chunk), scratch);
}

/// What writing or reading finds out about the values on the way.
class ValuesSeen {
 public:
  explicit ValuesSeen(std::uint64_t chunks) : hashes_(chunks) {}

  void add(std::uint64_t chunk, std::span<const std::byte> raw) {
    hashes_[chunk] = XXH3_64bits(raw.data(), raw.size());
    std::uint64_t touched = 0;
    for (std::size_t at = 0; at < raw.size(); at += sizeof(float)) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &raw[at], sizeof bits);
      if (bits != 0) ++touched;
    }
    touched_ += touched;
  }

  std::uint64_t touched() const { return touched_; }

  std::string checksum(const NetworkShape& shape) const {
    auto description =
        fmt::format("{} {} {} {}", name_of(shape.size), name_of(shape.tuples), shape.tile_values, shape.initial_value);
    if (shape.staging.count() > 1 || shape.promotion != Promotion::none)
      description += fmt::format(" {} {}", name_of(shape.staging), name_of(shape.promotion));
    const auto seed = XXH3_64bits(description.data(), description.size());
    return fmt::format("{:016x}", XXH3_64bits_withSeed(hashes_.data(), hashes_.size() * sizeof(hashes_[0]), seed));
  }

 private:
  std::vector<std::uint64_t> hashes_;  ///< by chunk, 0 for one without values
  std::atomic<std::uint64_t> touched_{0};
};

/// What is written beside the values: at most one of the two.
struct Saved {
  std::optional<std::span<const std::byte>> memory{};  ///< makes it a checkpoint
  const std::vector<float>* steps = nullptr;           ///< makes it a packed model
};

std::string save(const std::string& path, const AnyNetwork& network, const ModelCard& card, int threads,
                 const Saved& saved) {
  const bool checkpoint = saved.memory.has_value();
  ModelHeader header{shape_of(network), card, checkpoint, checkpoint ? keep_of(network) : Keep::values};
  if (saved.steps != nullptr) header.steps = *saved.steps;
  ArchiveWriter writer{path, to_text(header)};
  const auto rows = rows_of(network);
  ValuesSeen values{rows.chunks()};
  const auto add = [&](std::uint32_t section, const ArchiveWriter::Chunk& chunk, int level) {
    writer.add_all(section, rows.chunks(), chunk, thread_count(threads), level);
  };
  for (const auto& field : fields)
    if (field.section == values_section || (checkpoint && field.offset < rows.floats)) {
      const auto chunk_of_field = [&](std::uint64_t chunk, std::vector<std::byte>& scratch) {
        const auto raw = packed(rows, field, chunk, scratch);
        if (field.section == values_section && !raw.empty()) values.add(chunk, raw);
        return raw;
      };
      if (saved.steps == nullptr) {
        add(field.section, chunk_of_field, checkpoint ? checkpoint_level : model_level);
      } else {
        const Steps steps{shape_of(network), *saved.steps};
        const auto chunk_of_steps = [&](std::uint64_t chunk, std::vector<std::byte>& scratch) {
          chunk_of_field(chunk, scratch);
          return steps_in(rows, steps, chunk, scratch);
        };
        add(packed_section, chunk_of_steps, packed_level);
      }
    }
  if (checkpoint && !saved.memory->empty())
    writer.add_all(
        memory_section, 1, [&](std::uint64_t, std::vector<std::byte>&) { return *saved.memory; }, 1, checkpoint_level);
  writer.commit();
  return values.checksum(shape_of(network));
}

/// A product of table sizes that may not fit 64 bits, as a file can claim.
double weights_claimed(const NetworkShape& shape) {
  double sum = 0;
  for (const auto tuple : shape.tuples)
    sum += is_ranked(shape.size, tuple, shape.tile_values) ? static_cast<double>(ranked_entries())
                                                           : std::pow(shape.tile_values, tuple.size());
  return sum * shape.staging.count();
}

Model load(const ArchiveReader& archive, const std::string& name, std::uint64_t most_bytes, int threads,
           bool to_go_on) {
  const auto damaged = [&](std::string_view what) {
    return Failure{fmt::format("'{}' makes no sense as a model: {}", name, what)};
  };
  ModelHeader header;
  try {
    header = parse_model_header(archive.header());
  } catch (const std::exception& error) {
    throw damaged(error.what());
  }
  const auto keep = to_go_on ? header.keep : Keep::values;
  const double bytes = weights_claimed(header.shape) * static_cast<double>(bytes_a_weight(keep));
  if (bytes > static_cast<double>(most_bytes))
    throw UserError{fmt::format("'{}': its network takes {:.0f} MB, and this machine has {:.0f} MB left", name,
                                bytes / 1e6, static_cast<double>(most_bytes) / 1e6)};
  Model model{header.card, make_network(header.shape, keep), header.checkpoint, 0, {}, {}, header.steps};
  const auto rows = rows_of(model.network);
  ValuesSeen values{rows.chunks()};
  std::vector<std::atomic<bool>> seen(fields.size() * rows.chunks());
  std::atomic<bool> memory_seen{false};
  const auto kept_fields = bytes_a_weight(header.keep) / sizeof(float);
  const bool is_packed = !header.steps.empty();
  const Steps steps{header.shape, header.steps};
  archive.read(
      [&](std::uint32_t section, std::uint64_t chunk, std::span<const std::byte> raw) {
        std::vector<std::byte> unpacked;
        if (is_packed && section == packed_section && chunk < rows.chunks() &&
            raw.size() == 2 * rows.weights_in(chunk)) {
          unpacked.resize(2 * raw.size());
          unpack_steps(raw, steps, chunk * weights_a_chunk, reinterpret_cast<float*>(unpacked.data()));
          section = values_section;
          raw = unpacked;
        }
        if (section == memory_section && header.checkpoint && chunk == 0 && !memory_seen.exchange(true)) {
          model.memory.assign(raw.begin(), raw.end());
          return;
        }
        if (section < 1 || section > kept_fields || chunk >= rows.chunks() ||
            raw.size() != rows.weights_in(chunk) * sizeof(float) ||
            seen[(section - 1) * rows.chunks() + chunk].exchange(true))
          throw damaged(fmt::format("chunk {} of section {} does not belong there", chunk, section));
        if (section == values_section) values.add(chunk, raw);
        const auto& field = fields[section - 1];
        if (field.offset >= rows.floats) return;
        auto* target = rows.row(chunk) + field.offset;
        for (std::size_t at = 0; at < raw.size(); at += sizeof(float), target += rows.floats)
          std::memcpy(target, &raw[at], sizeof(float));
      },
      thread_count(threads));
  model.touched = values.touched();
  model.checksum = values.checksum(header.shape);
  return model;
}

}  // namespace

std::string save_model(const std::string& path, const AnyNetwork& network, const ModelCard& card, int threads) {
  return save(path, network, card, threads, {});
}

std::string save_packed_model(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                              const std::vector<float>& steps, int threads) {
  return save(path, network, card, threads, {.steps = &steps});
}

std::uint64_t packed_bytes(const AnyNetwork& network, const std::vector<float>& steps, int one_in, int threads) {
  const auto rows = rows_of(network);
  const Steps steps_of{shape_of(network), steps};
  const auto every = static_cast<std::uint64_t>(one_in);
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> bytes{0};
  run_on_threads(thread_count(threads), [&](int) {
    std::vector<std::byte> scratch;
    for (auto chunk = every * next++; chunk < rows.chunks(); chunk = every * next++)
      bytes += compressed_bytes(steps_in(rows, steps_of, chunk, scratch), packed_level);
  });
  return every * bytes;
}

void save_checkpoint(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                     std::span<const std::byte> memory, int threads) {
  save(path, network, card, threads, {.memory = memory});
}

Model load_model(const ArchiveReader& archive, const std::string& name, std::uint64_t most_bytes, int threads) {
  return load(archive, name, most_bytes, threads, false);
}

Model load_model(const std::string& path, int threads) {
  return load(ArchiveReader{path}, path, available_memory(), threads, false);
}

Model load_all(const std::string& path, int threads) {
  return load(ArchiveReader{path}, path, available_memory(), threads, true);
}

Model load_checkpoint(const std::string& path, int threads) {
  auto model = load_all(path, threads);
  if (!model.checkpoint)
    throw UserError{
        fmt::format("'{}' is a model, not a checkpoint: learning cannot go on from it, but start from it "
                    "(--init)",
                    path)};
  return model;
}

}  // namespace afterstate
