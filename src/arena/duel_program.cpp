#include "arena/duel_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "game/notation.h"
#include "game/packed_slide.h"
#include "os/child_process.h"

namespace afterstate {

namespace {

class ProgramSession final : public DuelSession {
 public:
  ProgramSession(std::string command, ProgramTime time, const DuelRules& rules, std::stop_token stop)
      : command_(std::move(command)), time_(time), rules_(rules), stop_(std::move(stop)), program_(command_) {}

  Spawn place(const PackedBoard& afterstate, const GameRandom& /*random*/, std::uint32_t /*turn*/) override {
    const auto answer = answer_to(afterstate, Role::attack);
    const auto number = [&](const char* key) {
      const auto found = answer.find(key);
      if (found == answer.end() || !found->is_number_integer())
        fail(fmt::format("answered without a whole number \"{}\": {}", key, json_text(answer)));
      return found->get<std::int64_t>();
    };
    const auto cell = number("cell");
    const auto tile = number("tile");
    if (tile != 2 && tile != 4) fail(fmt::format("placed the tile {}; tiles are 2 and 4", tile));
    if (cell < 0 || cell >= rules_.size.cells())
      fail(fmt::format("placed a tile on cell {}; cells of {} go from 0 to {}", cell, name_of(rules_.size),
                       rules_.size.cells() - 1));
    const Spawn placement{static_cast<int>(cell), tile == 2 ? 1 : 2};
    try {
      check_placement(placement, afterstate, rules_.size, rules_.rule);
    } catch (const Failure& error) {
      fail(fmt::format("broke a rule: {}", error.what()));
    }
    return placement;
  }

  Direction slide(const PackedBoard& board, const GameRandom& /*random*/, std::uint32_t /*turn*/) override {
    const auto answer = answer_to(board, Role::defend);
    const auto best = answer.find("best");
    const auto* const direction =
        best == answer.end() || !best->is_string()
            ? all_directions.end()
            : std::ranges::find(all_directions, best->get<std::string>(), [](Direction way) { return name_of(way); });
    if (direction == all_directions.end())
      fail(fmt::format("answered without \"best\", which is up, right, down or left: {}", json_text(answer)));
    if (!packed_slide(board, rules_.size, *direction))
      fail(fmt::format("broke a rule: it slid {} on '{}', which changes nothing", name_of(*direction),
                       notation_of(board, rules_.size)));
    return *direction;
  }

 private:
  Json answer_to(const PackedBoard& board, Role role) {
    const auto id = ++asked_;
    Json request{{"id", id},
                 {"board", notation_of(board, rules_.size)},
                 {"size", name_of(rules_.size)},
                 {"role", name_of(role)},
                 {"rule", name_of(rules_.rule)}};
    if (time_.time_ms) request["time_ms"] = *time_.time_ms;
    const auto limit = time_.limit + std::chrono::milliseconds{time_.time_ms.value_or(0)};
    std::string line;
    switch (program_.ask(json_text(request), line, limit, stop_)) {
      case ChildProcess::Heard::line: break;
      case ChildProcess::Heard::stopped: throw SearchStopped{};
      case ChildProcess::Heard::end: fail(fmt::format("{} instead of answering{}", program_.ending(), hint()));
      case ChildProcess::Heard::time_up: fail(fmt::format("did not answer within {} ms", limit.count()));
      case ChildProcess::Heard::too_long: fail("answered with a line that does not end");
    }
    auto answer = parse_json_or_null(line);
    if (!answer.is_object()) fail(fmt::format("answered with something other than a JSON object: {}", line));
    if (const auto error = answer.find("error"); error != answer.end())
      fail(fmt::format("answered with an error: {}", error->is_string() ? error->get<std::string>() : "unknown"));
    if (answer.value("id", Json{}) != Json(id))
      fail(fmt::format("answered without the id {} of the request: {}", id, line));
    return answer;
  }

  const char* hint() const { return asked_ == 1 ? "; does this command run in the shell?" : ""; }

  [[noreturn]] void fail(const std::string& what) const {
    throw Failure{fmt::format("the program '{}' {}", command_, what)};
  }

  std::string command_;
  ProgramTime time_;
  DuelRules rules_;
  std::stop_token stop_;
  ChildProcess program_;
  std::uint64_t asked_ = 0;
};

}  // namespace

DuelSide program_side(const std::string& command, ProgramTime time) {
  return {.name = fmt::format("program:{}", command),
          .description = fmt::format("the program '{}'", command),
          .new_session = [command, time](const DuelRules& rules, const std::stop_token& stop) {
            return std::make_unique<ProgramSession>(command, time, rules, stop);
          }};
}

}  // namespace afterstate
