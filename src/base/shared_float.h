// Numbers that several threads read and write without locks. An update may be lost if two threads change the same
// weight at once, which learning tolerates; relaxed atomic accesses make that well-defined.
#pragma once

#include <atomic>

namespace afterstate {

/// A float with relaxed atomic loads and stores. GCC moves std::atomic<float> through an integer register, which costs
/// learning a sixth of its speed; for GCC the single instruction is therefore written in assembly.
class SharedFloat {
 public:
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
  float load() const {
    float value;
    asm("%vmovss %1, %0" : "=x"(value) : "m"(value_));
    return value;
  }
  void store(float value) { asm("%vmovss %1, %0" : "=m"(value_) : "x"(value)); }
#else
  float load() const { return std::atomic_ref{const_cast<float&>(value_)}.load(std::memory_order_relaxed); }
  void store(float value) { std::atomic_ref{value_}.store(value, std::memory_order_relaxed); }
#endif

 private:
  float value_;
  static_assert(std::atomic_ref<float>::is_always_lock_free && std::atomic_ref<float>::required_alignment == 4);
};

}  // namespace afterstate
