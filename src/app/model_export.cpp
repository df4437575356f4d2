// afterstate model export: writes the weights of a model for other programs.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/model_commands.h"
#include "base/error.h"
#include "base/json.h"
#include "model/model_file.h"
#include "model/npz.h"
#include "os/regular_file.h"

namespace afterstate::app {

namespace {

struct ExportOptions {
  std::string source;
  std::string target;
  std::string format = "npz";
  bool json = false;
};

/// Throws UserError if there is a file at that path that is not a NumPy archive: a zip that begins with a .npy file.
void check_npz_target(const std::string& path) {
  std::error_code odd;
  if (!std::filesystem::is_regular_file(path, odd) || std::filesystem::file_size(path, odd) == 0) return;
  constexpr std::size_t local_header = 30;  // the name follows it
  const auto begin = first_bytes(std::filesystem::canonical(path), 4096);
  const bool is_npz = begin.size() > local_header && begin.starts_with("PK\3\4") &&
                      begin.substr(local_header, static_cast<unsigned char>(begin[26])).ends_with(".npy");
  if (!is_npz) throw UserError{fmt::format("'{}' exists and is not a NumPy archive; choose another file", path)};
}

int run_export(const ExportOptions& options) {
  if (options.format != "npz") throw UserError{fmt::format("--format '{}': the only format is npz", options.format)};
  refuse_same_file(options.source, options.target);
  check_npz_target(options.target);
  const auto model = load_model(options.source);
  const auto bytes = export_npz(options.target, model);
  if (options.json) {
    const Json json{
        {"file", options.target}, {"format", options.format}, {"bytes", bytes}, {"checksum", model.checksum}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{} has {:.1f} MB and opens with numpy.load; docs/model-format.md describes its arrays\n",
               options.target, static_cast<double>(bytes) / 1e6);
  }
  return 0;
}

}  // namespace

void add_model_export(CommandLine& line) {
  const auto options = std::make_shared<ExportOptions>();
  line.add("model export", "write the weights of a model for other programs, such as NumPy",
           [options] { return run_export(*options); })
      .argument("FILE", options->source, "model or checkpoint to read")
      .argument("OUT", options->target, "file to write")
      .optional("--format", "FORMAT", options->format, "npz: a NumPy archive, one array per tuple; default: npz")
      .json(options->json)
      .note("Example: afterstate model export --format npz model.ast model.npz");
}

}  // namespace afterstate::app
