#include "model/engine_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "model/archive.h"
#include "model/model_header.h"
#include "os/machine.h"

namespace afterstate {

namespace {

namespace fs = std::filesystem;

/// The sections of a part; those of a model in a file of its own have the same numbers as those of the first part.
SectionRange sections_of(std::size_t part) {
  constexpr std::uint32_t per_part = 1000;
  const auto first = static_cast<std::uint32_t>(part) * per_part;
  return {first + 1, first + per_part - 1};
}

/// The events from which on the parts after the first are responsible, in the order in which games pass them.
std::vector<StageEvent> events_of(const std::vector<std::string>& froms, Size size) {
  std::string list;
  for (const auto& from : froms) {
    parse_event(from, size);
    list += (list.empty() ? "" : " ") + from;
  }
  return list.empty() ? std::vector<StageEvent>{} : parse_staging(list, size).events;
}

/// Without the name that the JSON library gives its exceptions: "[json.exception.out_of_range.403] key 'x' not found".
std::string plain_text(const std::exception& error) {
  const std::string_view text = error.what();
  const auto name_end = text.starts_with("[json.exception.") ? text.find("] ") : std::string_view::npos;
  return std::string{name_end == std::string_view::npos ? text : text.substr(name_end + 2)};
}

/// Calls `call`, in which an invalid value comes from a file, not from the user: UserError becomes Failure.
template <class Call>
decltype(auto) checked_in_file(Call&& call) {
  try {
    return call();
  } catch (const UserError& error) {
    throw Failure{error.what()};
  }
}

void check_part(const NetworkShape& first, const NetworkShape& shape, const std::string& name) {
  if (shape.size != first.size)
    throw UserError{
        fmt::format("'{}' is for {}, the first part for {}", name, name_of(shape.size), name_of(first.size))};
  if (shape.role != Role::defend) throw UserError{fmt::format("'{}' is the model of an attacker", name)};
}

/// A model that becomes a part.
struct OpenPart {
  std::string path;
  ArchiveReader archive;
  ModelHeader header;
};

OpenPart opened(const JoinedPart& part) {
  ArchiveReader archive{part.path};
  if (is_engine_header(archive.header()))
    throw UserError{fmt::format("'{}' joins several networks; give the model of one", part.path)};
  ModelHeader header;
  try {
    header = parse_model_header(archive.header());
  } catch (const std::exception& error) {
    throw Failure{fmt::format("'{}' is not a valid model: {}", part.path, plain_text(error))};
  }
  if (header.checkpoint)
    throw UserError{fmt::format("'{}' is a checkpoint; give a model, such as model.ast beside it", part.path)};
  if (part.downgrade && *part.downgrade != header.card.downgrade) {
    header.card.downgrade = *part.downgrade;
    header.card.measured.reset();  // it plays differently now
  }
  if (part.endgames) {
    header.card.endgames = *part.endgames;
    header.card.measured.reset();
  }
  return {part.path, std::move(archive), std::move(header)};
}

void check_link(const JoinedPart& part, const std::string& target) {
  if (part.downgrade)
    throw UserError{
        fmt::format("--downgrade would change '{}', which --link leaves as it is; join without --link", part.path)};
  std::error_code odd;
  const auto folder = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, odd).parent_path(), odd);
  };
  if (folder(part.path) != folder(target))
    throw UserError{fmt::format("--link: '{}' must be in the folder of '{}'", part.path, target)};
}

/// A part as the header of an engine file describes it.
struct DescribedPart {
  std::string from;
  std::string header;  ///< of a model in this file; empty if it is in another file
  std::string file;
};

/// The text of a key, empty if there is none.
std::string text_in(const Json& part, const char* key, std::size_t number) {
  if (!part.contains(key)) return {};
  if (!part[key].is_string()) throw Failure{fmt::format("\"{}\" of part {} is not a string", key, number)};
  return part[key].get<std::string>();
}

/// The header of the model in a part.
std::string model_in(const Json& part, std::size_t number) {
  if (!part.contains("model")) throw Failure{fmt::format("part {} has neither a model nor the file of one", number)};
  if (!part["model"].is_object()) throw Failure{fmt::format("the model of part {} is not a JSON object", number)};
  auto header = json_text(part["model"]);
  try {
    parse_model_header(header);
  } catch (const std::exception& error) {
    throw Failure{fmt::format("the header of the model of part {} is not valid: {}", number, plain_text(error))};
  }
  return header;
}

std::vector<DescribedPart> described_parts(const std::string& header) {
  const auto json = parse_json(header, "its header");
  if (!json.contains("parts") || !json["parts"].is_array() || json["parts"].empty() || json["parts"].size() > max_parts)
    throw Failure{fmt::format("its parts are not a list of 1 to {}", max_parts)};
  std::vector<DescribedPart> described;
  for (const auto& part : json["parts"]) {
    const auto number = described.size() + 1;
    if (!part.is_object()) throw Failure{fmt::format("part {} is not a JSON object", number)};
    DescribedPart one{text_in(part, "from", number), {}, text_in(part, "file", number)};
    if (one.from.empty() != described.empty())
      throw Failure{described.empty()
                        ? fmt::format("its first part begins at {}, and no part plays before that", one.from)
                        : fmt::format("part {} has no event to begin at", number)};
    if (one.file.empty()) one.header = model_in(part, number);
    if (!one.file.empty() && fs::path{one.file}.filename() != one.file)
      throw Failure{fmt::format("its part '{}' is not a file in the same folder", one.file)};
    described.push_back(std::move(one));
  }
  return described;
}

std::vector<ModelPart> load_described(const std::vector<DescribedPart>& described, const ArchiveReader& archive,
                                      const std::string& path, int threads) {
  const auto belongs_to_a_part = [&](const StoredChunk& chunk) {
    for (std::size_t number = 0; number < described.size(); ++number)
      if (described[number].file.empty() && chunk.section >= sections_of(number).first &&
          chunk.section <= sections_of(number).last)
        return true;
    return false;
  };
  if (!std::ranges::all_of(archive.chunks(), belongs_to_a_part)) throw Failure{"it has sections of no part"};
  std::vector<ModelPart> parts;
  std::vector<std::string> froms;
  for (std::size_t number = 0; number < described.size(); ++number) {
    const auto& one = described[number];
    const auto name = one.file.empty() ? path : (fs::path{path}.parent_path() / one.file).string();
    parts.push_back({std::nullopt,
                     one.file.empty()
                         ? load_model(archive, {one.header, sections_of(number)}, path, available_memory(), threads)
                         : load_model(name, threads),
                     fs::file_size(name)});
    const auto& first = shape_of(parts.front().model.network);
    checked_in_file([&] { check_part(first, shape_of(parts.back().model.network), name); });
    if (number > 0) froms.push_back(one.from);
  }
  const auto size = shape_of(parts.front().model.network).size;
  const auto events = checked_in_file([&] { return events_of(froms, size); });
  for (std::size_t number = 1; number < parts.size(); ++number) parts[number].from = events[number - 1];
  return parts;
}

/// Models can be made again from what they were made of; checkpoints cannot.
bool may_be_replaced_by_a_model(const std::string& path) {
  try {
    const ArchiveReader archive{path};
    return is_engine_header(archive.header()) || !parse_model_header(archive.header()).checkpoint;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

bool is_engine_file(const std::string& path) { return is_engine_header(ArchiveReader{path}.header()); }

std::vector<ModelPart> load_parts(const std::string& path, int threads) {
  const ArchiveReader archive{path};
  if (!is_engine_header(archive.header())) {
    std::vector<ModelPart> parts;
    parts.push_back({std::nullopt, load_model(archive, path, available_memory(), threads), fs::file_size(path)});
    return parts;
  }
  const auto invalid = [&](const std::exception& error) {
    return Failure{fmt::format("'{}' is not a valid engine file: {}", path, error.what())};
  };
  try {
    return load_described(described_parts(archive.header()), archive, path, threads);
  } catch (const Failure& error) {
    throw invalid(error);
  }
}

void check_model_target(const std::string& path) {
  std::error_code odd;
  if (!fs::is_regular_file(path, odd) || fs::file_size(path, odd) == 0) return;
  if (!may_be_replaced_by_a_model(path))
    throw UserError{fmt::format("'{}' exists and is not a model; choose another file", path)};
}

void join_models(const std::string& target, const std::vector<JoinedPart>& parts, bool link) {
  if (parts.empty() || parts.size() > max_parts)
    throw UserError{fmt::format("an engine file has 1 to {} parts, not {}", max_parts, parts.size())};
  check_model_target(target);
  std::vector<OpenPart> open;
  std::vector<std::string> froms;
  for (const auto& part : parts) {
    if (link) check_link(part, target);
    open.push_back(opened(part));
    check_part(open.front().header.shape, open.back().header.shape, part.path);
    if (open.size() > 1) froms.push_back(part.from);
  }
  const auto events = events_of(froms, open.front().header.shape.size);
  if (parts.size() == 1 && !link) {
    ArchiveWriter writer{target, to_text(open.front().header)};
    for (const auto& chunk : open.front().archive.chunks()) writer.add_stored(chunk.section, chunk);
    writer.commit();
    return;
  }
  Json header{{"kind", engine_kind}, {"board", name_of(open.front().header.shape.size)}, {"parts", Json::array()}};
  for (std::size_t number = 0; number < open.size(); ++number) {
    Json part = Json::object();
    if (number > 0) part["from"] = name_of(Staging{{events[number - 1]}});
    if (link)
      part["file"] = fs::path{open[number].path}.filename().string();
    else
      part["model"] = parse_json(to_text(open[number].header), "a header");
    header["parts"].push_back(std::move(part));
  }
  ArchiveWriter writer{target, json_text(header)};
  if (!link)
    for (std::size_t number = 0; number < open.size(); ++number)
      for (const auto& chunk : open[number].archive.chunks())
        writer.add_stored(sections_of(number).first - 1 + chunk.section, chunk);
  writer.commit();
}

}  // namespace afterstate
