// Values of afterstates by a network and, where a table knows the chance to make a tile, by that chance.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/model_card.h"
#include "network/network_value.h"
#include "solve/endgame_tables.h"

namespace afterstate {

/// What the chances of endgame tables are worth to a model: failure + chance x (success - failure). A table is used
/// only with the tiles as walls for which its worth is known.
class EndgameValues {
 public:
  using Board = EndgameTables::Board;

  /// Takes those of `worths` for which there is a table with this spawn law.
  EndgameValues(std::shared_ptr<const EndgameTables> tables, const std::vector<EndgameWorth>& worths, SpawnLaw law);

  /// Whether no table is used.
  bool empty() const { return used_ == 0; }
  std::size_t used() const { return used_; }

  const EndgameTables& tables() const { return *tables_; }

  std::optional<EndgameChance> chance(const Board& afterstate) const {
    return tables_->find(afterstate,
                         [&](std::size_t table, std::uint32_t tiles) { return worth(table, tiles) != nullptr; });
  }

  std::optional<float> value(const Board& afterstate) const {
    const auto found = chance(afterstate);
    if (!found) return std::nullopt;
    const auto& known = *worth(found->table, found->tiles);
    return static_cast<float>(known.failure + found->chance * (known.success - known.failure));
  }

 private:
  struct Worth {
    std::uint32_t tiles;  ///< one bit per exponent
    double success;
    double failure;
  };

  const Worth* worth(std::size_t table, std::uint32_t tiles) const {
    for (const auto& one : worths_[table])
      if (one.tiles == tiles) return &one;
    return nullptr;
  }

  std::shared_ptr<const EndgameTables> tables_;
  std::vector<std::vector<Worth>> worths_;  ///< by table
  std::size_t used_ = 0;
};

/// An AfterstateValue. Use one instance per thread.
template <class Network>
class EndgameNetworkValue {
 public:
  using Board = typename Network::Board;

  EndgameNetworkValue(const Network& network, const EndgameValues& endgames)
      : network_(network), endgames_(&endgames) {}

  void evaluate(std::span<const Board> afterstates, float* values) {
    others_.clear();
    places_.clear();
    for (std::size_t index = 0; index < afterstates.size(); ++index)
      if (const auto known = exact(afterstates[index])) {
        values[index] = *known;
      } else {
        others_.push_back(afterstates[index]);
        places_.push_back(index);
      }
    results_.resize(others_.size());
    network_.evaluate(others_, results_.data());
    for (std::size_t other = 0; other < others_.size(); ++other) values[places_[other]] = results_[other];
  }

  std::optional<float> exact(const Board& afterstate) const { return endgames_->value(afterstate); }

 private:
  NetworkValue<Network> network_;
  const EndgameValues* endgames_;
  std::vector<Board> others_;  ///< that no table knows
  std::vector<std::size_t> places_;
  std::vector<float> results_;
};

}  // namespace afterstate
