#include "app/review_json.h"

#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

Json to_json(const ReviewedMove& move, std::size_t number, Size size) {
  return {{"move", number + 1},
          {"board", notation_of(move.board, size)},
          {"score", move.score},
          {"played", name_of(move.played)},
          {"best", name_of(move.best)},
          {"loss", move.loss},
          {"moves", moves_json(move.values)}};
}

}  // namespace

Json review_json(const Review& review, Size size, int depth) {
  auto worst = Json::array();
  for (const auto number : review.worst(worst_shown)) worst.push_back(to_json(review.moves[number], number, size));
  auto losses = Json::array();
  auto values = Json::array();
  std::string best;
  for (const auto& move : review.moves) {
    losses.push_back(move.loss);
    values.push_back(move.score + *move.values[move.best]);
    best += letter_of(move.best);
  }
  return {{"moves", review.moves.size()},
          {"accuracy", review.accuracy()},
          {"optimal", review.optimal()},
          {"loss", review.total_loss()},
          {"depth", depth},
          {"worst", std::move(worst)},
          {"losses", std::move(losses)},
          {"values", std::move(values)},
          {"best", std::move(best)}};
}

}  // namespace afterstate::app
