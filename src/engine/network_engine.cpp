#include "engine/network_engine.h"

#include <fmt/format.h>

#include <filesystem>
#include <variant>

#include "base/json.h"
#include "engine/network_session.h"
#include "model/model_file.h"
#include "model/model_json.h"
#include "network/folding.h"

namespace afterstate {

namespace {

class NetworkEngine final : public Engine {
 public:
  NetworkEngine(std::shared_ptr<const AnyNetwork> network, EngineInfo info, Json details)
      : Engine{std::move(info)}, network_(std::move(network)), details_(std::move(details)) {}

  std::unique_ptr<Session> new_session(Size /*size*/, SpawnLaw law) const override {
    return std::visit([&](const auto& network) { return network_session(network, law); }, *network_);
  }

  Json details() const override { return details_; }

  const AnyNetwork& network() const { return *network_; }

 private:
  std::shared_ptr<const AnyNetwork> network_;
  Json details_;
};

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

SharedEngine load_network_engine(const std::string& path, const std::string& name, int threads) {
  auto model = load_model(path, threads);
  auto info = info_of(model.network, name);
  info.file = path;
  if (model.checkpoint) info.kind = "checkpoint";
  auto details = model_json(model, std::filesystem::file_size(path));
  auto network = std::make_shared<const AnyNetwork>(folded_to_play(std::move(model.network), threads));
  return std::make_shared<NetworkEngine>(std::move(network), std::move(info), std::move(details));
}

SharedEngine borrowed_network_engine(const AnyNetwork& network, const std::string& name) {
  return std::make_shared<NetworkEngine>(std::shared_ptr<const AnyNetwork>{std::shared_ptr<void>{}, &network},
                                         info_of(network, name), nullptr);
}

const AnyNetwork* network_of(const Engine& engine) {
  const auto* const of_network = dynamic_cast<const NetworkEngine*>(&engine);
  return of_network != nullptr ? &of_network->network() : nullptr;
}

}  // namespace afterstate
