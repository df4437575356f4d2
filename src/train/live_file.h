// live.json in the folder of a run: the one place that knows its name and its form.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/json_fwd.h"

namespace afterstate {

inline constexpr std::string_view live_file_name = "live.json";

/// Replaces the file, so that a reader sees the old or the new one. It is not synced to the disk, and a failure is
/// ignored: the run does not depend on it.
void write_live(const std::filesystem::path& folder, const Json& json);

/// {"progress": {...}, "live": {...}} with the documented keys only, each of its type (docs/api.md); null if there is
/// no such file, or if it is too large, a link, or not of this form.
Json read_live(const std::filesystem::path& folder);

}  // namespace afterstate
