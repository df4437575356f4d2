// NumPy archives: a .npz file is a zip of .npy files, one per array.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model_file.h"
#include "os/atomic_file.h"

namespace afterstate {

/// Writes arrays one after the other, without compression; the file exists after commit(). Files and arrays of more
/// than 4 GiB are written with the zip64 extension.
class NpzWriter {
 public:
  /// Calls its argument with the bytes of an array, in pieces; it is called twice and must give the same bytes.
  using Bytes = std::function<void(const std::function<void(std::string_view)>&)>;

  explicit NpzWriter(std::string path) : file_(std::move(path)) {}

  /// `type` is NumPy's name of it, such as "<f4"; the last index of the shape varies fastest.
  void add(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape,
           const Bytes& bytes);
  void add(const std::string& name, float value);
  void add(const std::string& name, const std::vector<std::int32_t>& values);
  /// An array of strings without a dimension if there is only one and `scalar` is set.
  void add(const std::string& name, const std::vector<std::string>& texts, bool scalar = false);

  /// Writes the directory of the zip; gives the size of the file in bytes.
  std::uint64_t commit();

 private:
  struct Entry {
    std::string name;
    std::uint32_t crc;
    std::uint64_t bytes;
    std::uint64_t offset;
  };

  void write(std::string_view bytes);

  AtomicFile file_;
  std::uint64_t written_ = 0;
  std::vector<Entry> entries_;
};

/// Writes the values of a model: one array per tuple and what is needed to use them (docs/model-format.md).
/// Gives the size of the file in bytes.
std::uint64_t export_npz(const std::string& path, const Model& model);

}  // namespace afterstate
