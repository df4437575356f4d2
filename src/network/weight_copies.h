// Copies of the weights that one afterstate looks up: to show them, or to try an update rule on them, while the network
// itself stays as it is. Other threads may write to the network meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "game/symmetry.h"
#include "network/image_sums.h"

namespace afterstate {

/// Has the parts of a network that an update rule needs (learn/rules.h).
template <class Network>
class WeightCopies {
 public:
  using Board = typename Network::Board;
  using Weight = typename Network::Weight;
  using Lookups = typename Network::Lookups;

  WeightCopies(const Network& network, const Board& afterstate) : initial_value_(network.shape().initial_value) {
    std::vector<Lookups> lookups(static_cast<std::size_t>(network.tuple_count()));
    network.look_up(afterstate, lookups.data());
    std::map<std::uint64_t, std::size_t> copy_of;  // images may coincide: they share a weight
    for (const auto& words : lookups)
      for_each_word(words, [&](std::uint64_t address) {
        const auto [found, is_new] = copy_of.emplace(address, copies_.size());
        if (is_new) copies_.push_back(copy(weight_at<Weight>(address)));
        of_lookup_.push_back(found->second);
      });
    if (!network.promotes()) return;
    std::vector<typename Network::Unset> unset;
    network.value(afterstate, network.stage(afterstate), lookups.data(), unset);
    for (const auto& one : unset)
      if (auto& value = copies_[copy_of.at(one.weight)].value; value.load() == 0) value.store(Network::promoted(one));
  }

  static constexpr std::size_t images = symmetry_count<Board>;

  int lookup_count() const { return static_cast<int>(of_lookup_.size()); }
  std::size_t tuple_count() const { return of_lookup_.size() / images; }

  /// Calls `update(weight)` for every lookup of the afterstate that was copied.
  template <class Update>
  void for_each_weight(const Lookups* /*lookups*/, Update&& update) {
    for (const auto number : of_lookup_) update(copies_[number]);
  }

  /// What one lookup adds to the value of the afterstate. The initial value counts as spread evenly over the lookups.
  double part(std::size_t tuple, std::size_t image) const {
    const auto& weight = copies_[of_lookup_[tuple * images + image]];
    return static_cast<double>(weight.value.load()) +
           static_cast<double>(initial_value_) / static_cast<double>(of_lookup_.size());
  }

  /// What all lookups of each tuple add; their sum is the value of the afterstate.
  std::vector<double> shares() const {
    std::vector<double> shares(tuple_count());
    for (std::size_t tuple = 0; tuple < shares.size(); ++tuple)
      for (std::size_t image = 0; image < images; ++image) shares[tuple] += part(tuple, image);
    return shares;
  }

 private:
  static Weight copy(const Weight& weight) {
    Weight result{};
    const auto* const from = reinterpret_cast<const SharedFloat*>(&weight);
    auto* const to = reinterpret_cast<SharedFloat*>(&result);
    for (std::size_t n = 0; n < sizeof(Weight) / sizeof(SharedFloat); ++n) to[n].store(from[n].load());
    return result;
  }

  float initial_value_;
  std::vector<Weight> copies_;
  std::vector<std::size_t> of_lookup_;  ///< tuple by tuple, image by image
};

}  // namespace afterstate
