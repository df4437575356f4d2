// What the machine has and what is left of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace afterstate {

/// Bytes of memory that can be taken without swapping: the least that the machine and the control groups of this
/// process (containers, batch systems) leave; the largest number where none says. `root` is there for tests.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Bytes that can be written to `folder`, which need not be there yet.
std::uint64_t available_disk(const std::filesystem::path& folder);

/// The processor as its maker names it, or "unknown".
std::string processor_name(const std::filesystem::path& root = "/");

/// The file that is running.
std::filesystem::path program_path();

}  // namespace afterstate
