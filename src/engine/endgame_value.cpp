#include "engine/endgame_value.h"

#include <bit>
#include <utility>

namespace afterstate {

EndgameValues::EndgameValues(std::shared_ptr<const EndgameTables> tables, const std::vector<EndgameWorth>& worths,
                             SpawnLaw law)
    : tables_(std::move(tables)), worths_(tables_->size()) {
  for (const auto& worth : worths) {
    const auto table = tables_->table_of(parse_walls(worth.walls), std::countr_zero(worth.target));
    if (!table || (*tables_)[*table].solution().law.four != law.four) continue;
    std::uint32_t tiles = 0;
    for (const auto tile : worth.tiles) tiles |= 1U << std::countr_zero(tile);
    worths_[*table].push_back({tiles, worth.success, worth.failure});
    ++used_;
  }
}

}  // namespace afterstate
