// The machine: available memory and disk, processor, executable.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace afterstate {

/// Bytes of memory available without swapping: the minimum over the machine and the control groups of this process
/// (containers, batch systems); UINT64_MAX if none of them gives a limit. `root` is for tests.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Bytes that can be written to `folder`, which need not exist yet.
std::uint64_t available_disk(const std::filesystem::path& folder);

/// The model name of the processor, or "unknown".
std::string processor_name(const std::filesystem::path& root = "/");

/// The path of the running executable.
std::filesystem::path program_path();

}  // namespace afterstate
