// Any bytes give an archive or a Failure, whether or not their checksum matches.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "fuzz/readers.h"
#include "model/archive.h"

namespace {

void read_all(std::span<const std::byte> bytes) {
  using namespace afterstate;
  try {
    const auto archive = ArchiveReader::from_bytes(bytes, "fuzz", ArchiveReader::Check::all_but_checksum);
    if (archive.header().size() > bytes.size()) std::abort();
    archive.read([](std::uint32_t section, std::uint64_t, std::span<const std::byte> raw) {
      if (section == 0 || section > 65535 || raw.empty() || raw.size() > archive_piece) std::abort();
    });
  } catch (const Failure&) {
  }
}

}  // namespace

void afterstate::fuzz::read_archive(std::string_view bytes) {
  const std::string input{bytes};
  // Also after a valid prefix, and with space for the checksum, which is not checked.
  const auto inner = std::string{"AFTSTATE\1\0\0\0", 12} + input + "checksum";
  for (const auto& text : {input, inner}) read_all(std::as_bytes(std::span{text}));
}
