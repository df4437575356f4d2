// Model and checkpoint files: a network, and what is known of how it was learned. Both are archives (base/archive.h); a
// checkpoint has sections more, so that learning can go on exactly where it stopped.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/archive.h"
#include "value/any_network.h"
#include "value/model_card.h"

namespace afterstate {

struct Model {
  ModelCard card;
  AnyNetwork network;
  bool checkpoint = false;        ///< the file could go on learning
  std::uint64_t touched = 0;      ///< weights whose value is not zero
  std::string checksum;           ///< of the network's shape and values: equal networks, equal checksums
  std::vector<std::byte> memory;  ///< of a checkpoint: what else learning needs to go on
  std::vector<float> steps{};     ///< of a packed model: its values are multiples of these (save_packed_model())
};

/// Writes the values alone; gives their checksum.
std::string save_model(const std::string& path, const AnyNetwork& network, const ModelCard& card, int threads);

/// The same in 16 bits a value, compressed as far as it goes. Every table of every stage has a step, in the order of
/// the weights, and its values must be multiples of that, at most 32767 times it.
std::string save_packed_model(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                              const std::vector<float>& steps, int threads);

/// About how many bytes save_packed_model() would write, from one chunk in so many.
std::uint64_t packed_bytes(const AnyNetwork& network, const std::vector<float>& steps, int one_in, int threads);

/// Writes all that the network keeps, and what else learning remembers, compressed quickly.
void save_checkpoint(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                     std::span<const std::byte> memory, int threads);

/// Reads the values of a model or checkpoint. Throws Failure where the file is damaged or makes no sense, UserError
/// where it is not there, for a folder, and where its network does not fit the memory of this machine.
Model load_model(const std::string& path, int threads = 0);

/// Reads all that the file keeps, be it a model or a checkpoint; throws as load_model().
Model load_all(const std::string& path, int threads = 0);

/// Reads all that a checkpoint keeps; throws as load_model(), and where the file is a model without the rest.
Model load_checkpoint(const std::string& path, int threads = 0);

/// As load_model() from an archive that is open already; `most_bytes` bounds the memory of the network.
Model load_model(const ArchiveReader& archive, const std::string& name, std::uint64_t most_bytes, int threads);

}  // namespace afterstate
