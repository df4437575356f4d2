#include "engine/network_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <variant>

#include "base/json.h"
#include "engine/endgame_session.h"
#include "engine/joined_engine.h"
#include "engine/network_session.h"
#include "model/engine_file.h"
#include "model/model_json.h"
#include "network/folding.h"

namespace afterstate {

namespace {

class NetworkEngine final : public Engine {
 public:
  NetworkEngine(std::shared_ptr<const AnyNetwork> network, EngineInfo info,
                std::optional<EndgameValues> endgames = std::nullopt)
      : Engine{std::move(info)}, network_(std::move(network)), endgames_(std::move(endgames)) {}

  std::unique_ptr<Session> new_session(Size /*size*/, SpawnLaw law) const override {
    auto session = std::visit([&](const auto& network) { return network_session(network, law); }, *network_);
    const auto* const network = std::get_if<NTupleNetwork<LargestBoard, ValueWeight>>(network_.get());
    if (network == nullptr || !endgames_ || endgames_->empty() || law.four != SpawnLaw{}.four) return session;
    return endgame_session(*network, *endgames_, law, std::move(session));
  }

  const AnyNetwork& network() const { return *network_; }

 private:
  std::shared_ptr<const AnyNetwork> network_;
  std::optional<EndgameValues> endgames_;
};

/// The tables in the folder of the environment, or next to the file; null if there are none.
std::shared_ptr<const EndgameTables> usual_endgame_tables(const std::string& path) {
  if (const char* const named = std::getenv("AFTERSTATE_ENDGAME"); named != nullptr && *named != 0)
    return std::make_shared<EndgameTables>(named);
  const auto folder = std::filesystem::absolute(path).parent_path().string();
  return EndgameTables::any_in(folder) ? std::make_shared<EndgameTables>(folder) : nullptr;
}

bool uses_endgames(const std::vector<ModelPart>& parts) {
  return std::ranges::any_of(parts, [](const ModelPart& part) { return !part.model.card.endgames.empty(); });
}

EngineInfo info_of(const AnyNetwork& network, const std::string& name) {
  const auto& shape = shape_of(network);
  return {
      .name = name,
      .kind = "model",
      .description = fmt::format("n-tuple network {}for {}: {}", shape.role == Role::attack ? "of an attacker " : "",
                                 name_of(shape.size), name_of(shape.tuples)),
      .size = shape.size,
      .role = shape.role,
      .searchable = weight_kind_of(network) == WeightKind::values};
}

}  // namespace

SharedEngine load_network_engine(const std::string& path, const std::string& name, const LoadPlan& plan) {
  const int threads = plan.threads;
  std::shared_ptr<const EndgameTables> tables;
  if (!plan.endgame.empty()) tables = std::make_shared<EndgameTables>(plan.endgame);  // a wrong folder is found at once
  auto models = load_parts(path, threads);
  const auto details = parts_json(models);
  auto info = info_of(models.front().model.network, name);
  info.file = path;
  if (models.front().model.checkpoint) info.kind = "checkpoint";
  if (models.size() > 1) {
    info.kind = "engine";
    info.description = fmt::format("{} networks for {}, one after the other", models.size(), name_of(*info.size));
  }
  if (!uses_endgames(models))
    tables = nullptr;
  else if (!tables)
    tables = usual_endgame_tables(path);
  std::size_t used = 0;
  std::vector<EnginePart> parts;
  for (auto& [from, model, bytes] : models) {
    const auto tile = model.card.downgrade;
    auto network = std::make_shared<const AnyNetwork>(folded_to_play(std::move(model.network), threads));
    auto part_info = info_of(*network, name);
    info.searchable = info.searchable && part_info.searchable;
    std::optional<EndgameValues> endgames;
    if (tables) endgames.emplace(tables, model.card.endgames, SpawnLaw{});
    if (endgames) used += endgames->used();
    parts.push_back({from, tile == 0 ? 0 : std::countr_zero(tile),
                     std::make_shared<NetworkEngine>(std::move(network), std::move(part_info), std::move(endgames))});
  }
  info.uses_endgames = used > 0;
  if (used > 0) info.description += fmt::format(", endgame tables in {} cases", used);
  return std::make_shared<JoinedEngine>(std::move(parts), std::move(info), details);
}

SharedEngine borrowed_network_engine(const AnyNetwork& network, const std::string& name) {
  return std::make_shared<NetworkEngine>(std::shared_ptr<const AnyNetwork>{std::shared_ptr<void>{}, &network},
                                         info_of(network, name));
}

std::optional<NetworkView> network_view(const Engine& engine, const PackedBoard& board) {
  if (const auto* const of_network = dynamic_cast<const NetworkEngine*>(&engine))
    return NetworkView{of_network->network(), board};
  const auto* const joined = dynamic_cast<const JoinedEngine*>(&engine);
  if (joined == nullptr) return std::nullopt;
  const auto view = joined->view_of(board);
  return network_view(*joined->parts()[view.part].engine, view.board);
}

}  // namespace afterstate
