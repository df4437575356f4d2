#include "app/serve/explain.h"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "base/json.h"
#include "engine/analysis_request.h"
#include "engine/network_engine.h"
#include "game/notation.h"
#include "game/packed_slide.h"
#include "learn/one_update.h"
#include "network/tuple_shares.h"
#include "train/recipe.h"
#include "train/recipe_ranges.h"

namespace afterstate::app {

namespace {

Direction requested_move(const Json& json) {
  const auto move = json.find("move");
  if (move != json.end() && move->is_string())
    for (const auto direction : all_directions)
      if (*move == name_of(direction)) return direction;
  throw RequestError{"move", "move: give \"up\", \"right\", \"down\" or \"left\""};
}

/// The afterstate with the tile that the request puts on it; nothing if it does not.
std::optional<PackedBoard> with_requested_spawn(const Json& json, const PackedBoard& afterstate, Size size) {
  const auto spawn = json.find("spawn");
  if (spawn == json.end() || spawn->is_null()) return std::nullopt;
  if (!spawn->is_object()) throw RequestError{"spawn", "spawn: give an object such as {\"cell\": 0, \"tile\": 2}"};
  const auto last_cell = static_cast<std::uint64_t>(size.cells() - 1);
  std::optional<std::uint64_t> cell;
  std::optional<std::uint64_t> tile;
  try {
    check_fields(*spawn, std::array<std::string_view, 2>{"cell", "tile"});
    cell = whole_number(*spawn, "cell", 0, last_cell);
    tile = whole_number(*spawn, "tile", 2, 4);
  } catch (const RequestError& error) {
    throw RequestError{"spawn", fmt::format("spawn: {}", error.what())};
  }
  if (!cell || !tile || *tile == 3)
    throw RequestError{"spawn", fmt::format("spawn: give a cell from 0 to {} and a tile, 2 or 4", last_cell)};
  auto exponents = exponents_of(afterstate, size);
  if (exponents[*cell] != 0)
    throw RequestError{"spawn", fmt::format("spawn: cell {} is not empty after the move", *cell)};
  exponents[*cell] = *tile == 2 ? 1 : 2;
  return packed_from(exponents);
}

/// The last phase of the recipe of the model, for a network that stores values only: TD with the step that the rule of
/// the recipe makes first. Without a recipe, as for an imported model, the default alpha.
Phase update_phase(const Engine& engine) {
  Phase phase;
  phase.rule = RuleKind::td;
  const auto details = engine.details();
  const auto text = details.is_object() ? details.value("recipe", std::string{}) : std::string{};
  if (text.empty()) return phase;
  try {
    phase.alpha = first_step(parse_recipe(text, "recipe").learning.phases.back());
  } catch (const UserError&) {  // of a newer version
  }
  return phase;
}

}  // namespace

const SharedServedEngine& network_engine_for(const Engines& engines, Size size) {
  for (const auto& engine : engines.all())
    if (engine->size() == size && network_view(engine->engine(), {})) return engine;
  const auto& engine = engines.of(size);  // throws if there is none of any kind
  throw UserError{
      fmt::format("only the value of a network has shares, and the engine for {}, {}, is none: name a "
                  "training run with 'run', or start the server with --model FILE",
                  name_of(size), engine->name())};
}

Json explained(const Json& request, const ServedEngine& engine) {
  check_fields(request, std::array<std::string_view, 5>{"board", "size", "move", "spawn", "run"});
  const auto size = engine.size();
  check_size(engine.engine(), requested_size(request), Vocabulary::json);
  if (!network_view(engine.engine(), {}))
    throw UserError{fmt::format("{} is not a network: it has no tuples", engine.name())};
  const auto move = requested_move(request);
  const auto board = requested_board(request, size);
  const auto slide = packed_slide(board, size, move);
  if (!slide) throw RequestError{"move", fmt::format("the move {} is illegal on this board", name_of(move))};
  const auto view = network_view(engine.engine(), board).value();
  const auto& network = view.network;
  const auto shown_afterstate = packed_slide(view.board, size, move).value().afterstate;
  const auto shares = tuple_shares(network, shown_afterstate);
  Json json{{"afterstate", notation_of(slide->afterstate, size)},
            {"move", name_of(move)},
            {"reward", slide->reward},
            {"value", std::accumulate(shares.begin(), shares.end(), 0.0,
                                      [](double sum, const TupleShare& tuple) { return sum + tuple.share; })},
            {"tuples", Json::array()}};
  for (const auto& tuple : shares) {
    Json one{{"cells", name_of(tuple.tuple)}, {"share", tuple.share}, {"images", Json::array()}};
    for (const auto& image : tuple.images) one["images"].push_back({{"cells", image.cells}, {"weight", image.weight}});
    json["tuples"].push_back(std::move(one));
  }
  const auto next = with_requested_spawn(request, slide->afterstate, size);
  if (!next) return json;
  const auto phase = update_phase(engine.engine());
  const auto values =
      engine.sessions().with_session([&](Session& session) { return session.analyse(*next, {}).values; });
  const auto best = values.best();
  const auto update = one_update(network, phase, shown_afterstate, best ? *values[*best] : 0);
  json["board"] = notation_of(*next, size);
  json["best"] = best ? Json(name_of(*best)) : Json();
  json["error"] = update.error;
  json["step"] = std::stod(shortest(phase.alpha));
  for (std::size_t tuple = 0; tuple < shares.size(); ++tuple) json["tuples"][tuple]["change"] = update.changes[tuple];
  return json;
}

}  // namespace afterstate::app
