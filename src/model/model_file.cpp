#include "model/model_file.h"

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
#include "model/model_header.h"
#include "model/packed_steps.h"
#include "os/machine.h"
#include "os/threads.h"

namespace afterstate {

namespace {

/// Small enough that most of an unused table is left out, large enough to compress well.
constexpr std::uint64_t weights_per_chunk = std::uint64_t{1} << 16;

// zstd levels: a model is written once and kept for long; a checkpoint is written often.
constexpr int model_level = 3;
constexpr int checkpoint_level = 1;
constexpr int packed_level = 19;

/// One float of each weight, and the section that stores it.
struct Field {
  std::uint32_t section;
  std::size_t offset;  ///< in floats
};

constexpr std::uint32_t values_section = 1;
constexpr std::array fields{Field{values_section, 0}, Field{2, 1}, Field{3, 2}, Field{4, 3}};
static_assert(sizeof(AutostepWeight) == fields.size() * sizeof(float));

/// Values in 16 bits, stored instead of values_section.
constexpr std::uint32_t packed_section = 5;

/// The training state in addition to the weights, in one chunk.
constexpr std::uint32_t training_state_section = 100;

/// The weights of a network, cut into the chunks of a file.
struct WeightChunks {
  WeightRows rows;

  std::uint64_t count() const { return (rows.count + weights_per_chunk - 1) / weights_per_chunk; }
  std::uint64_t weights_in(std::uint64_t chunk) const {
    return std::min(weights_per_chunk, rows.count - chunk * weights_per_chunk);
  }
  float* first_row(std::uint64_t chunk) const { return rows.row(chunk * weights_per_chunk); }
};

/// The numbers of one field in one chunk; empty if all are zero.
std::span<const std::byte> packed(const WeightChunks& chunks, const Field& field, std::uint64_t chunk,
                                  std::vector<std::byte>& scratch) {
  const auto count = chunks.weights_in(chunk);
  scratch.resize(count * sizeof(float));
  const auto* source = chunks.first_row(chunk) + field.offset;
  auto* const target = reinterpret_cast<std::uint32_t*>(scratch.data());
  std::uint32_t any = 0;
  for (std::uint64_t n = 0; n < count; ++n, source += chunks.rows.floats) {
    std::memcpy(&target[n], source, sizeof(float));
    any |= target[n];
  }
  return any == 0 ? std::span<const std::byte>{} : std::span<const std::byte>{scratch};
}

/// The values of one chunk in 16 bits; empty if all are zero.
std::span<const std::byte> steps_in(const WeightChunks& chunks, const Steps& steps, std::uint64_t chunk,
                                    std::vector<std::byte>& scratch) {
  return pack_steps({chunks.first_row(chunk), chunks.rows.floats}, steps, chunk * weights_per_chunk,
                    chunks.weights_in(chunk), scratch);
}

/// Statistics of the values, collected while writing or reading.
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
    if (shape.role != Role::defend) description += fmt::format(" {}", name_of(shape.role));
    if (shape.goal) description += fmt::format(" {} {}", name_of(Staging{{*shape.goal}}), *shape.goal_value);
    const auto seed = XXH3_64bits(description.data(), description.size());
    return fmt::format("{:016x}", XXH3_64bits_withSeed(hashes_.data(), hashes_.size() * sizeof(hashes_[0]), seed));
  }

 private:
  std::vector<std::uint64_t> hashes_;  ///< by chunk; 0 for a chunk without values
  std::atomic<std::uint64_t> touched_{0};
};

/// What is written in addition to the values: at most one of the two.
struct Saved {
  std::optional<std::span<const std::byte>> training_state{};  ///< makes it a checkpoint
  const std::vector<float>* steps = nullptr;                   ///< makes it a packed model
};

std::string save(const std::string& path, const AnyNetwork& network, const ModelCard& card, int threads,
                 const Saved& saved) {
  const bool checkpoint = saved.training_state.has_value();
  ModelHeader header{shape_of(network), card, checkpoint, checkpoint ? weight_kind_of(network) : WeightKind::values};
  if (saved.steps != nullptr) header.steps = *saved.steps;
  ArchiveWriter writer{path, to_text(header)};
  const WeightChunks chunks{rows_of(network)};
  ValuesSeen values{chunks.count()};
  const auto add = [&](std::uint32_t section, const ArchiveWriter::Chunk& chunk, int level) {
    writer.add_all(section, chunks.count(), chunk, thread_count(threads), level);
  };
  for (const auto& field : fields)
    if (field.section == values_section || (checkpoint && field.offset < chunks.rows.floats)) {
      const auto chunk_of_field = [&](std::uint64_t chunk, std::vector<std::byte>& scratch) {
        const auto raw = packed(chunks, field, chunk, scratch);
        if (field.section == values_section && !raw.empty()) values.add(chunk, raw);
        return raw;
      };
      if (saved.steps == nullptr) {
        add(field.section, chunk_of_field, checkpoint ? checkpoint_level : model_level);
      } else {
        const Steps steps{shape_of(network), *saved.steps};
        const auto chunk_of_steps = [&](std::uint64_t chunk, std::vector<std::byte>& scratch) {
          chunk_of_field(chunk, scratch);
          return steps_in(chunks, steps, chunk, scratch);
        };
        add(packed_section, chunk_of_steps, packed_level);
      }
    }
  if (checkpoint && !saved.training_state->empty())
    writer.add_all(
        training_state_section, 1, [&](std::uint64_t, std::vector<std::byte>&) { return *saved.training_state; }, 1,
        checkpoint_level);
  writer.commit();
  return values.checksum(shape_of(network));
}

/// In floating point: the table sizes that a file claims may not fit in 64 bits.
double weights_claimed(const NetworkShape& shape) {
  double sum = 0;
  for (const auto tuple : shape.tuples)
    sum += is_ranked(shape.size, tuple, shape.tile_values) ? static_cast<double>(ranked_entries())
                                                           : std::pow(shape.tile_values, tuple.size());
  return sum * shape.staging.count();
}

Model load(const ArchiveReader& archive, const ModelPlace& place, const std::string& name, std::uint64_t max_bytes,
           int threads, bool to_go_on) {
  const auto damaged = [&](std::string_view what) {
    return Failure{fmt::format("'{}' is not a valid model: {}", name, what)};
  };
  ModelHeader header;
  try {
    header = parse_model_header(place.header);
  } catch (const std::exception& error) {
    throw damaged(error.what());
  }
  const auto keep = to_go_on ? header.keep : WeightKind::values;
  const double bytes = weights_claimed(header.shape) * static_cast<double>(bytes_per_weight(keep));
  if (bytes > static_cast<double>(max_bytes))
    throw UserError{fmt::format("'{}': the network needs {:.0f} MB, but only {:.0f} MB of memory are available", name,
                                bytes / 1e6, static_cast<double>(max_bytes) / 1e6)};
  Model model{header.card, make_network(header.shape, keep), header.checkpoint, 0, {}, {}, header.steps};
  const WeightChunks chunks{rows_of(model.network)};
  ValuesSeen values{chunks.count()};
  std::vector<std::atomic<bool>> seen(fields.size() * chunks.count());
  std::atomic<bool> training_state_seen{false};
  const auto kept_fields = bytes_per_weight(header.keep) / sizeof(float);
  const bool is_packed = !header.steps.empty();
  const Steps steps{header.shape, header.steps};
  archive.read(
      [&](std::uint32_t stored_section, std::uint64_t chunk, std::span<const std::byte> raw) {
        auto section = stored_section - place.sections.first + 1;
        std::vector<std::byte> unpacked;
        if (is_packed && section == packed_section && chunk < chunks.count() &&
            raw.size() == 2 * chunks.weights_in(chunk)) {
          unpacked.resize(2 * raw.size());
          unpack_steps(raw, steps, chunk * weights_per_chunk, reinterpret_cast<float*>(unpacked.data()));
          section = values_section;
          raw = unpacked;
        }
        if (section == training_state_section && header.checkpoint && chunk == 0 &&
            !training_state_seen.exchange(true)) {
          model.training_state.assign(raw.begin(), raw.end());
          return;
        }
        if (section < 1 || section > kept_fields || chunk >= chunks.count() ||
            raw.size() != chunks.weights_in(chunk) * sizeof(float) ||
            seen[(section - 1) * chunks.count() + chunk].exchange(true))
          throw damaged(fmt::format("unexpected chunk {} of section {}", chunk, section));
        if (section == values_section) values.add(chunk, raw);
        const auto& field = fields[section - 1];
        if (field.offset >= chunks.rows.floats) return;
        auto* target = chunks.first_row(chunk) + field.offset;
        for (std::size_t at = 0; at < raw.size(); at += sizeof(float), target += chunks.rows.floats)
          std::memcpy(target, &raw[at], sizeof(float));
      },
      thread_count(threads), place.sections);
  model.touched = values.touched();
  model.checksum = values.checksum(header.shape);
  return model;
}

Model load_file(const std::string& path, int threads, bool to_go_on) {
  const ArchiveReader archive{path};
  if (is_engine_header(archive.header()))
    throw UserError{fmt::format("'{}' joins several networks; give the model of one", path)};
  return load(archive, {archive.header()}, path, available_memory(), threads, to_go_on);
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
  const WeightChunks chunks{rows_of(network)};
  const Steps steps_of{shape_of(network), steps};
  const auto every = static_cast<std::uint64_t>(one_in);
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> bytes{0};
  run_on_threads(thread_count(threads), [&](int) {
    std::vector<std::byte> scratch;
    for (auto chunk = every * next++; chunk < chunks.count(); chunk = every * next++)
      bytes += compressed_bytes(steps_in(chunks, steps_of, chunk, scratch), packed_level);
  });
  return every * bytes;
}

void save_checkpoint(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                     std::span<const std::byte> training_state, int threads) {
  save(path, network, card, threads, {.training_state = training_state});
}

Model load_model(const ArchiveReader& archive, const ModelPlace& place, const std::string& name,
                 std::uint64_t max_bytes, int threads) {
  return load(archive, place, name, max_bytes, threads, false);
}

Model load_model(const ArchiveReader& archive, const std::string& name, std::uint64_t max_bytes, int threads) {
  return load_model(archive, {archive.header()}, name, max_bytes, threads);
}

Model load_model(const std::string& path, int threads) { return load_file(path, threads, false); }

Model load_all(const std::string& path, int threads) { return load_file(path, threads, true); }

Model load_checkpoint(const std::string& path, int threads) {
  auto model = load_all(path, threads);
  if (!model.checkpoint)
    throw UserError{
        fmt::format("'{}' is a model, not a checkpoint: training cannot resume from it, but can start from it "
                    "(--init)",
                    path)};
  return model;
}

}  // namespace afterstate
