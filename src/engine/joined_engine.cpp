#include "engine/joined_engine.h"

#include <utility>

#include "base/json.h"
#include "search/downgrade.h"

namespace afterstate {

namespace {

Staging staging_of(const std::vector<EnginePart>& parts) {
  Staging staging;
  for (std::size_t number = 1; number < parts.size(); ++number) staging.events.push_back(parts[number].from.value());
  return staging;
}

/// The tile to make on the real board, where a downgraded one shows `tile`: the one that merges with the same wall.
std::uint32_t real_tile(std::uint32_t tile, const PackedBoard& seen, const PackedBoard& real) {
  for (int cell = 0; cell < LargestBoard::cells; ++cell)
    if (1U << unpacked<LargestBoard>(seen).exponent(cell) == tile)
      return 1U << unpacked<LargestBoard>(real).exponent(cell);
  return tile;
}

/// Downgrading keeps cells and legal moves, so that what a part answers for the board it sees holds for the real one.
class JoinedSession final : public Session {
 public:
  JoinedSession(const JoinedEngine& engine, Size size, SpawnLaw law)
      : engine_(engine), size_(size), law_(law), sessions_(engine.parts().size()) {}

  Analysis analyse(const PackedBoard& board, const SearchPlan& plan) override {
    const auto view = engine_.view_of(board, plan.downgrade);
    auto analysis = session(view).analyse(view.board, plan);
    if (view.board == board) return analysis;
    analysis.note = "values are those of the board with its largest tiles halved";
    for (auto& chance : analysis.chances)
      if (chance) chance->tile = real_tile(chance->tile, view.board, board);
    return analysis;
  }

  Choice choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& random,
                std::uint32_t turn) override {
    const auto view = engine_.view_of(board, plan.downgrade);
    return session(view).choose(view.board, plan, random, turn);
  }

  DirectionSet choices(const PackedBoard& board, const SearchPlan& plan) override {
    const auto view = engine_.view_of(board, plan.downgrade);
    return session(view).choices(view.board, plan);
  }

  PlacementAnalysis analyse_placements(const PackedBoard& afterstate, const SearchPlan& plan) override {
    const auto view = engine_.view_of(afterstate, plan.downgrade);
    return session(view).analyse_placements(view.board, plan);
  }

  Spawn place(const PackedBoard& afterstate, const SearchPlan& plan) override {
    const auto view = engine_.view_of(afterstate, plan.downgrade);
    return session(view).place(view.board, plan);
  }

  void new_game() override {
    for (const auto& session : sessions_)
      if (session) session->new_game();
  }

 private:
  /// Each part has its own, so that a transposition table has values of one part only.
  Session& session(const JoinedEngine::View& view) {
    auto& session = sessions_[view.part];
    if (!session) session = engine_.parts()[view.part].engine->new_session(size_, law_);
    return *session;
  }

  const JoinedEngine& engine_;
  Size size_;
  SpawnLaw law_;
  std::vector<std::unique_ptr<Session>> sessions_;  ///< by part; null until it is used
};

}  // namespace

JoinedEngine::JoinedEngine(std::vector<EnginePart> parts, EngineInfo info, Json details)
    : Engine{std::move(info)},
      parts_(std::move(parts)),
      stage_(staging_of(parts_)),
      details_(std::make_unique<const Json>(std::move(details))) {}

JoinedEngine::View JoinedEngine::view_of(const PackedBoard& packed_board, const std::optional<int>& downgrade) const {
  auto board = unpacked<LargestBoard>(packed_board);
  for (;;) {
    const auto part = static_cast<std::size_t>(stage_(board));
    const int from = downgrade.value_or(parts_[part].downgrade);
    if (from == 0) return {part, packed(board)};
    const auto smaller = downgraded(board, from);
    if (smaller == board) return {part, packed(board)};
    board = smaller;
  }
}

std::unique_ptr<Session> JoinedEngine::new_session(Size size, SpawnLaw law) const {
  return std::make_unique<JoinedSession>(*this, size, law);
}

Json JoinedEngine::details() const { return *details_; }

}  // namespace afterstate
