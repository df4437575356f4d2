#include "solve/database.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/json.h"
#include "base/packed_numbers.h"

namespace afterstate {

namespace {

static_assert(std::endian::native == std::endian::little, "the mapped file is little-endian");

constexpr std::string_view magic = "AFTVALUE";
constexpr std::uint32_t format_version = 1;
constexpr std::uint64_t longest_header = 1U << 20;
constexpr std::uint32_t max_layers = 1U << 20;
constexpr std::uint32_t max_value_bits = 48;
constexpr std::int64_t highest_value = std::int64_t{1} << 50;  // in steps

struct FileHead {
  char magic[8];  // NOLINT(modernize-avoid-c-arrays): bytes of the file
  std::uint32_t version;
  std::uint32_t layers;
  std::uint64_t header_size;
};

std::uint64_t front_checksum(std::string_view head, std::span<const LayerEntry> entries) {
  std::string bytes{head};
  bytes.append(reinterpret_cast<const char*>(entries.data()), entries.size_bytes());
  return XXH3_64bits(bytes.data(), bytes.size());
}

Json to_header(const Solution& solution) {
  Json tiles = Json::array();
  for (const auto& [tile, chance] : solution.tiles) tiles.push_back({tile, chance});
  Json header{{"board", name_of(solution.size)},
              {"objective", name_of(solution.objective)},
              {"spawn4", solution.law.four},
              {"states", solution.states},
              {"afterstates", solution.afterstates},
              {"terminal", solution.terminal},
              {"value", solution.value},
              {"step", solution.step},
              {"tiles", tiles}};
  if (solution.walls) header["walls"] = name_of(*solution.walls);
  if (const auto& duel = solution.duel)
    header["duel"] = {{"rule", name_of(duel->rule)},
                      {"start", name_of(duel->start)},
                      {"random", duel->random},
                      {"tile_forced", solution.tile_forced}};
  return header;
}

/// The part of the header that only a database of the two-player game has.
void read_duel(const Json& json, Solution& solution) {
  const SolvedDuel duel{parse_duel_rule(json.at("rule").get<std::string>()),
                        parse_duel_start(json.at("start").get<std::string>()), json.at("random").get<double>()};
  if (!duel.valid()) throw UserError{"its share of random placements is not a probability"};
  if (solution.law.four != law_of(duel.rule).four) throw UserError{"spawn4 does not belong to its rule"};
  if (!solution.objective.is_score()) throw UserError{"its objective is not the score"};
  solution.tile_forced = json.at("tile_forced").get<std::uint32_t>();
  if (!std::has_single_bit(solution.tile_forced) ||
      std::countr_zero(solution.tile_forced) > largest_exponent(solution.size.cells()))
    throw UserError{"the tile that it says can be forced is none"};
  solution.duel = duel;
}

Solution from_header(std::string_view text) {
  const auto json = parse_json(text, "its header");
  Solution solution;
  solution.size = parse_size(json.at("board").get<std::string>());
  solution.objective = parse_objective(json.at("objective").get<std::string>(), solution.size);
  solution.law.four = json.at("spawn4").get<double>();
  solution.states = json.at("states").get<std::uint64_t>();
  solution.afterstates = json.at("afterstates").get<std::uint64_t>();
  solution.terminal = json.at("terminal").get<std::uint64_t>();
  solution.value = json.at("value").get<double>();
  solution.step = json.value("step", value_step(solution.objective, std::nullopt, false));  // missing in older files
  if (!(solution.step > 0 && solution.step <= 1)) throw UserError{"its step is out of range"};
  for (const auto& tile : json.at("tiles"))
    solution.tiles.emplace_back(tile.at(0).get<std::uint32_t>(), tile.at(1).get<double>());
  if (!solution.law.valid()) throw UserError{"spawn4 is not a probability"};
  if (json.contains("walls")) {
    solution.walls = parse_walls(json.at("walls").get<std::string>());
    if (solution.size != Size{4, 4} || json.contains("duel")) throw UserError{"an endgame is on 4x4, by one player"};
    Endgame::check(*solution.walls, solution.objective.goal);
  }
  if (json.contains("duel")) read_duel(json.at("duel"), solution);
  return solution;
}

/// The command that writes a database, as far as it is known: the solution of a damaged file may be empty.
std::string_view command_for(const Solution& solution, std::string_view path) {
  if (solution.duel) return "'afterstate duel solve'";
  if (solution.walls || path.ends_with(".end")) return "'afterstate endgame solve'";
  const bool is_known = solution.step > 0;
  return is_known ? "'afterstate solve'" : "the command that made it";
}

}  // namespace

std::string description_of(const SolvedDuel& duel) {
  auto text = fmt::format("rule {}, start {}", name_of(duel.rule), name_of(duel.start));
  if (duel.random > 0) text += fmt::format(", {:g} % random placements", 100 * duel.random);
  return text;
}

double value_step(const Objective& objective, const std::optional<SolvedDuel>& duel, bool fine) {
  if (duel && duel->random == 0) return 1;
  if (fine) return 1.0 / (1 << 24);
  return objective.is_score() ? 1.0 / 64 : 1.0 / (1 << 19);
}

std::size_t LayerEntry::value_words() const { return packed_words(count, static_cast<int>(value_bits)); }

/// An endgame table begins like a database, but has walls in its header.
bool is_database(const std::string& path) {
  const MappedFile file{path};
  const auto bytes = file.bytes();
  if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) return false;
  FileHead head{};
  if (bytes.size() < sizeof head) return true;
  std::memcpy(&head, bytes.data(), sizeof head);
  const auto rest = bytes.subspan(sizeof head);
  const auto size = std::min({head.header_size, longest_header, std::uint64_t{rest.size()}});
  const auto header = parse_json_or_null({reinterpret_cast<const char*>(rest.data()), size});
  file.check();
  return !header.is_object() || !header.contains("walls");
}

ValueDatabase::ValueDatabase(const std::string& path) : name_(path), file_(path) { open(file_.bytes()); }

ValueDatabase::ValueDatabase(std::span<const std::byte> bytes, std::string name, Check check)
    : name_(std::move(name)), check_(check) {
  open(bytes);
}

void ValueDatabase::damaged(const std::string& how) const {
  file_.check();  // bytes that are missing are the better reason
  throw Failure{fmt::format("'{}' is damaged: {}; create it again with {}", name_, how, command_for(solution_, name_))};
}

void ValueDatabase::open(std::span<const std::byte> bytes) {
  FileHead head{};
  if (bytes.size() < sizeof head || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    throw Failure{fmt::format("'{}' is not a value database: it does not begin with {}", name_, magic)};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.version != format_version)
    throw Failure{
        fmt::format("'{}' is a value database of format version {}, but this program reads version {}; create "
                    "it again with {}",
                    name_, head.version, format_version, command_for(solution_, name_))};
  const auto tail = head.layers * sizeof(LayerEntry) + sizeof(std::uint64_t);
  if (head.layers > max_layers || head.header_size > longest_header || head.header_size % 8 != 0 ||
      bytes.size() % 8 != 0 || bytes.size() < sizeof head + head.header_size + tail)
    damaged("it ends too early");
  const auto* const text = reinterpret_cast<const char*>(bytes.data());
  const std::string_view front{text, sizeof head + head.header_size};
  std::vector<LayerEntry> entries(head.layers);
  const auto* const end = text + bytes.size() - tail;
  if (!entries.empty()) std::memcpy(entries.data(), end, head.layers * sizeof(LayerEntry));
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, text + bytes.size() - sizeof checksum, sizeof checksum);
  std::string unreadable;
  try {  // before the checksum is compared: even a damaged header may say which command wrote the file
    solution_ = from_header(front.substr(sizeof head));
  } catch (const std::exception& error) {
    unreadable = fmt::format("its header cannot be read ({})", error.what());
  }
  if (check_ == Check::everything && front_checksum(front, entries) != checksum) damaged("its checksum does not match");
  if (!unreadable.empty()) damaged(unreadable);
  std::uint64_t offset = front.size();
  const auto data_end = bytes.size() - tail;
  for (const auto& entry : entries) {
    const auto most = (data_end - offset) / 8;  // words; every board takes more than one bit, and so do 64 steps
    if (entry.offset != offset || entry.count == 0 || entry.count / 64 > most || entry.value_bits > max_value_bits ||
        entry.lowest < 0 || entry.lowest > highest_value ||
        (entry.largest_board >> (4 * solution_.size.cells() - 1)) > 1 || entry.tile_sum % 2 != 0 ||
        (!layers_.empty() && entry.tile_sum <= layers_.back().entry.tile_sum) ||
        entry.tile_sum > (4U << largest_exponent(solution_.size.cells())) ||
        entry.board_words() + entry.value_words() > most)
      damaged("its layer table is inconsistent");
    const auto words =
        std::span{reinterpret_cast<const std::uint64_t*>(text + offset), entry.board_words() + entry.value_words()};
    boards_.add(entry.tile_sum, {words.first(entry.board_words()), entry.count, entry.largest_board});
    layers_.push_back({entry, words, words.subspan(entry.board_words())});
    offset += words.size_bytes();
  }
  if (offset != data_end) damaged("there are extra bytes after its layers");
  file_.check();
  checked_ = std::make_unique<std::atomic<bool>[]>(layers_.size());  // NOLINT(modernize-avoid-c-arrays)
}

void ValueDatabase::check(std::size_t layer) const {
  const auto& [entry, words, values] = layers_[layer];
  if (check_ == Check::everything && XXH3_64bits(words.data(), words.size_bytes()) != entry.checksum)
    damaged(fmt::format("the checksum of the layer with tile sum {} does not match", entry.tile_sum));
  checked_[layer].store(true, std::memory_order_relaxed);
}

void ValueDatabase::check_everything() const {
  std::uint64_t afterstates = 0;
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    check(layer);
    const auto& entry = layers_[layer].entry;
    const auto boards = boards_.layer(layer).decode();
    if (boards.size() != entry.count || boards.back() != entry.largest_board ||
        std::ranges::adjacent_find(boards, std::ranges::greater_equal{}) != boards.end())
      damaged(fmt::format("the boards of the layer with tile sum {} are inconsistent", entry.tile_sum));
    afterstates += entry.count;
  }
  if (afterstates != solution_.afterstates) damaged("its layers do not have the boards that its header counts");
  check_unchanged();
}

std::optional<double> ValueDatabase::look_up(std::uint64_t nibbles, std::uint32_t sum) const {
  const auto index = boards_.layer_of(sum);
  if (!index) return std::nullopt;
  if (!checked_[*index].load(std::memory_order_relaxed)) check(*index);
  const auto rank = boards_.layer(*index).rank(nibbles);
  if (!rank) {
    file_.check();
    return std::nullopt;
  }
  const auto& [entry, words, values] = layers_[*index];
  const auto packed = packed_number(values, static_cast<int>(entry.value_bits), *rank);
  file_.check();
  return static_cast<double>(entry.lowest + static_cast<std::int64_t>(packed)) * solution_.step;
}

DatabaseWriter::DatabaseWriter(std::string path, const Solution& solution, std::uint32_t layers)
    : file_(std::move(path)), step_(solution.step) {
  auto header = json_text(to_header(solution));
  header.resize((header.size() + 7) / 8 * 8, ' ');
  FileHead head{{}, format_version, layers, header.size()};
  std::memcpy(head.magic, magic.data(), magic.size());
  head_.append(reinterpret_cast<const char*>(&head), sizeof head).append(header);
  file_.write(head_);
  offset_ = head_.size();
}

void DatabaseWriter::add(std::uint32_t tile_sum, std::span<const std::uint64_t> board_words,
                         std::uint64_t largest_board, std::span<const double> values) {
  const auto rounded = [this](double value) { return std::llround(value / step_); };
  const auto [low, high] = std::ranges::minmax(values);
  LayerEntry entry{tile_sum, 0, values.size(), largest_board, rounded(low), offset_, 0};
  entry.value_bits =
      static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(rounded(high) - entry.lowest)));
  std::vector<std::uint64_t> words(board_words.begin(), board_words.end());
  words.resize(board_words.size() + entry.value_words());
  const auto packed = std::span{words}.subspan(board_words.size());
  for (std::size_t index = 0; index < values.size(); ++index)
    pack_number(packed, static_cast<int>(entry.value_bits), index,
                static_cast<std::uint64_t>(rounded(values[index]) - entry.lowest));
  const auto size = words.size() * sizeof(std::uint64_t);
  entry.checksum = XXH3_64bits(words.data(), size);
  file_.write({reinterpret_cast<const char*>(words.data()), size});
  entries_.push_back(entry);
  offset_ += size;
}

void DatabaseWriter::commit() {
  const auto checksum = front_checksum(head_, entries_);
  file_.write({reinterpret_cast<const char*>(entries_.data()), entries_.size() * sizeof(LayerEntry)});
  file_.write({reinterpret_cast<const char*>(&checksum), sizeof checksum});
  file_.commit();
}

}  // namespace afterstate
