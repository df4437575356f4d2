// Model and checkpoint files: a network and its metadata. Both are archives (model/archive.h); a checkpoint has
// additional sections, so that training can resume exactly where it stopped.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/archive.h"
#include "model/model_card.h"
#include "network/any_network.h"

namespace afterstate {

struct Model {
  ModelCard card;
  AnyNetwork network;
  bool checkpoint = false;                ///< training can resume from the file
  std::uint64_t touched = 0;              ///< weights whose value is not zero
  std::string checksum;                   ///< of the network's shape and values; equal networks have equal checksums
  std::vector<std::byte> training_state;  ///< of a checkpoint: what else is needed to resume
  std::vector<float> steps{};  ///< of a packed model: its values are multiples of these (save_packed_model())
};

/// Writes only the values; returns their checksum.
std::string save_model(const std::string& path, const AnyNetwork& network, const ModelCard& card, int threads);

/// The same with 16 bits per value and strong compression. Every table of every stage has a step, in the order of the
/// weights; its values must be multiples of the step, at most 32767 times it.
std::string save_packed_model(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                              const std::vector<float>& steps, int threads);

/// Estimates how many bytes save_packed_model() would write, from one chunk in `one_in`.
std::uint64_t packed_bytes(const AnyNetwork& network, const std::vector<float>& steps, int one_in, int threads);

/// Writes everything that the network stores, and the training state, with fast compression.
void save_checkpoint(const std::string& path, const AnyNetwork& network, const ModelCard& card,
                     std::span<const std::byte> training_state, int threads);

/// Reads the values of a model or checkpoint. Throws Failure if the file is damaged or not a valid model, UserError if
/// it does not exist, is a folder, or holds a network that does not fit into the memory of this machine.
Model load_model(const std::string& path, int threads = 0);

/// Reads everything that a model or checkpoint stores; throws like load_model().
Model load_all(const std::string& path, int threads = 0);

/// Reads everything that a checkpoint stores; throws like load_model(), and UserError if the file is only a model.
Model load_checkpoint(const std::string& path, int threads = 0);

/// Where a model is in an archive.
struct ModelPlace {
  std::string header;       ///< JSON
  SectionRange sections{};  ///< the first of these is its section 1
};

/// Like load_model(), from an open archive; `max_bytes` limits the memory of the network.
Model load_model(const ArchiveReader& archive, const ModelPlace& place, const std::string& name,
                 std::uint64_t max_bytes, int threads);
Model load_model(const ArchiveReader& archive, const std::string& name, std::uint64_t max_bytes, int threads);

}  // namespace afterstate
