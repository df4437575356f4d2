// Tables of gigabytes: zero-initialised, in huge pages; pages that were never written take no memory.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace afterstate {

/// Zeroed memory from the kernel, aligned to 2 MiB so that huge pages fit: a table larger than the caches is read at
/// random, and with pages of 4 KiB each read would also miss the TLB.
class BigMemory {
 public:
  /// Throws Failure if memory for `count` elements of `size` bytes cannot be allocated.
  BigMemory(std::uint64_t count, std::uint64_t size);
  ~BigMemory();
  BigMemory(BigMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  BigMemory& operator=(BigMemory&& other) noexcept {
    BigMemory taken{std::move(other)};  // frees the old memory of this object at once
    std::swap(data_, taken.data_);
    std::swap(bytes_, taken.bytes_);
    return *this;
  }

  void* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// An array of fixed size whose elements start as zero bytes. A page takes memory only when it is first written.
template <class T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// Throws Failure if the memory cannot be allocated.
  explicit BigArray(std::uint64_t count) : memory_(count, sizeof(T)) {}

  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  std::uint64_t size() const { return memory_.bytes() / sizeof(T); }

  T& operator[](std::uint64_t i) {
    assert(i < size());
    return data()[i];
  }
  const T& operator[](std::uint64_t i) const {
    assert(i < size());
    return data()[i];
  }

  std::span<T> span() { return {data(), size()}; }
  std::span<const T> span() const { return {data(), size()}; }

 private:
  BigMemory memory_;
};

}  // namespace afterstate
