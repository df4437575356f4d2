// An engine made of parts: each is responsible for a part of the game, and may see large tiles downgraded. What
// evaluates a search is decided by its root board and fixed for the whole search, so that values of networks that were
// not trained together are never compared.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "network/stage_reader.h"

namespace afterstate {

struct EnginePart {
  std::optional<StageEvent> from;  ///< nothing for the first part, which begins every game
  int downgrade = 0;               ///< exponent of the tile from which on it sees downgraded boards; 0: never
  SharedEngine engine;
};

class JoinedEngine final : public Engine {
 public:
  /// There is at least one part; the events are in the order in which games pass them.
  JoinedEngine(std::vector<EnginePart> parts, EngineInfo info, Json details);

  /// What evaluates a board, and what it is shown.
  struct View {
    std::size_t part;
    PackedBoard board;
  };

  /// The part of the last event that has passed. If it sees this board downgraded, the part that is responsible for the
  /// downgraded board, and so on. `downgrade` replaces the tile of every part.
  View view_of(const PackedBoard& board, const std::optional<int>& downgrade = {}) const;

  const std::vector<EnginePart>& parts() const { return parts_; }

  std::unique_ptr<Session> new_session(Size size, SpawnLaw law) const override;
  Json details() const override;

 private:
  std::vector<EnginePart> parts_;
  StageReader<LargestBoard> stage_;  ///< of a board: the number of its part
  std::unique_ptr<const Json> details_;
};

}  // namespace afterstate
