#include "os/big_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "base/error.h"

namespace afterstate {

namespace {

constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 62;  // more than any address space: mmap refuses it

constexpr std::uint64_t rounded_up(std::uint64_t bytes) { return (bytes + huge_page - 1) / huge_page * huge_page; }

}  // namespace

BigMemory::BigMemory(std::uint64_t count, std::uint64_t size) {
  if (count == 0) return;
  const bool thinkable = count <= max_bytes / size;
  const auto length = thinkable ? rounded_up(count * size) : max_bytes;
  // One huge page more than needed, so that it contains an aligned range of the right length.
  void* const mapped =
      ::mmap(nullptr, length + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    throw Failure{fmt::format("cannot allocate memory for a table of {:.0f} MB; choose a smaller one",
                              static_cast<double>(count) * static_cast<double>(size) / 1e6)};
  auto* const begin = static_cast<std::byte*>(mapped);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const auto before = rounded_up(address) - address;
  if (before > 0) ::munmap(begin, before);
  ::munmap(begin + before + length, huge_page - before);
  data_ = begin + before;
  bytes_ = count * size;
  ::madvise(data_, length, MADV_HUGEPAGE);  // without huge pages everything works, only slower
}

BigMemory::~BigMemory() {
  if (data_ != nullptr) ::munmap(data_, rounded_up(bytes_));
}

}  // namespace afterstate
