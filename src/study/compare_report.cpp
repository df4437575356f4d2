#include "study/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "game/notation.h"
#include "os/atomic_file.h"
#include "study/line_plot.h"

namespace afterstate {

namespace {

/// Neighbouring values of progress are drawn as one point, to reduce noise.
constexpr std::size_t progress_per_point = 5;

using Value = std::optional<double>;

/// One of Terauchi's measures, computed from the moves at some progress and the number of games.
struct Measure {
  const char* name;
  const char* title;
  Value (*of)(const AtProgress& here, std::uint64_t games);
};

constexpr std::array measures{
    Measure{"alive", "Share of games alive",
            [](const AtProgress& here, std::uint64_t games) {
              return Value{static_cast<double>(here.alive) / static_cast<double>(games)};
            }},
    Measure{"accuracy", "Share of moves that were optimal",
            [](const AtProgress& here, std::uint64_t) { return here.moves > 0 ? Value{here.accuracy()} : Value{}; }},
    Measure{"loss", "Mean expected score lost per move",
            [](const AtProgress& here, std::uint64_t) { return here.moves > 0 ? Value{here.mean_loss()} : Value{}; }},
    Measure{"error", "Mean |V - V*| of the player's value", [](const AtProgress& here, std::uint64_t) {
              return here.valued > 0 ? Value{here.mean_error()} : Value{};
            }}};

void write_file(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file{path.string()};
  file.write(text);
  file.commit();
}

AtProgress at(const Examined& player, std::size_t progress) {
  const auto& all = player.seen.by_progress;
  return progress < all.size() ? all[progress] : AtProgress{};
}

std::size_t end_of_progress(const std::vector<Examined>& players) {
  std::size_t end = 0;
  for (const auto& player : players) end = std::max(end, player.seen.by_progress.size());
  return end;
}

Value difference(Value a, Value b) { return a && b ? Value{*a - *b} : Value{}; }

std::string csv_of(const std::vector<Examined>& players) {
  const bool two = players.size() == 2;
  std::string csv = "progress";
  for (const auto* const suffix : {"", "_b", "_difference"})
    if (*suffix == 0 || two)
      for (const auto& measure : measures) csv += fmt::format(",{}{}", measure.name, suffix);
  const auto cell = [](Value value) { return value ? fmt::format(",{}", *value) : std::string{","}; };
  for (std::size_t progress = 0; progress < end_of_progress(players); ++progress) {
    csv += fmt::format("\n{}", progress);
    const auto value = [&](const Measure& measure, const Examined& player) {
      return measure.of(at(player, progress), player.seen.games);
    };
    for (const auto& player : players)
      for (const auto& measure : measures) csv += cell(value(measure, player));
    if (two)
      for (const auto& measure : measures)
        csv += cell(difference(value(measure, players[0]), value(measure, players[1])));
  }
  return csv + "\n";
}

/// The measure at points of `progress_per_point` values of progress each.
std::vector<Value> points_of(const Measure& measure, const Examined& player, std::size_t end) {
  std::vector<Value> points;
  for (std::size_t begin = 0; begin < end; begin += progress_per_point) {
    AtProgress here;
    for (std::size_t progress = begin; progress < begin + progress_per_point; ++progress)
      here.add(at(player, progress));
    here.alive = at(player, begin).alive;
    points.push_back(measure.of(here, player.seen.games));
  }
  return points;
}

Curve curve_of(std::string name, const std::vector<Value>& values) {
  Curve curve{std::move(name), {}};
  for (std::size_t n = 0; n < values.size(); ++n)
    if (values[n]) curve.points.push_back({static_cast<double>(n * progress_per_point), *values[n]});
  return curve;
}

std::string mistakes_of(const Examined& player, Size size) {
  std::string text = fmt::format("\n## The worst mistakes of {}\n", player.name);
  for (const auto& mistake : player.seen.worst) {
    const auto best = *mistake.exact.best();
    auto board = notation_of(mistake.board, size);
    std::ranges::replace(board, '/', '\n');
    text += fmt::format("\n{} lost {:.2f} against {} (game {}, move {}):\n\n```\n{}\n```\n\n", name_of(mistake.played),
                        mistake.loss, name_of(best), mistake.game, mistake.turn + 1, board);
    for (const auto direction : all_directions)
      if (const auto total = mistake.exact[direction])
        text += fmt::format("- {}: {:.2f}{}\n", name_of(direction), *total, direction == best ? ", the best move" : "");
  }
  return text;
}

}  // namespace

std::string summary_table(const std::vector<Examined>& players, double perfect_score) {
  std::string text = fmt::format(
      "| player | games | mean score | of perfect play ({:.2f}) | optimal moves | lost per move | mean abs(V - V*) |\n"
      "|---|---|---|---|---|---|---|\n",
      perfect_score);
  for (const auto& [name, seen] : players) {
    const auto total = seen.total();
    const auto score = seen.score.estimate();
    text += fmt::format("| {} | {} | {:.1f} ± {:.1f} | {:.1f} % | {:.2f} % | {:.3f} | {} |\n", name, seen.games,
                        score.value, score.ci95, 100 * score.value / perfect_score, 100 * total.accuracy(),
                        total.mean_loss(), total.valued > 0 ? fmt::format("{:.1f}", total.mean_error()) : "-");
  }
  return text;
}

void write_report(const std::filesystem::path& folder, const std::vector<Examined>& players, const Solution& solution) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw UserError{fmt::format("cannot create the folder '{}': {}; choose another", folder.string(), error.message())};
  auto summary = fmt::format("# {} compared with exact values\n\n{}", players.front().name,
                             summary_table(players, solution.value));
  const auto end = end_of_progress(players);
  for (const auto& measure : measures) {
    LinePlot plot{measure.title, "progress (half the sum of all tiles)", {}};
    std::vector<std::vector<Value>> points;
    for (const auto& player : players) {
      points.push_back(points_of(measure, player, end));
      plot.curves.push_back(curve_of(player.name, points.back()));
    }
    write_file(folder / fmt::format("{}.svg", measure.name), to_svg(plot));
    summary += fmt::format("\n![{0}]({1}.svg)\n", measure.title, measure.name);
    if (players.size() != 2) continue;
    std::vector<Value> differences;
    for (std::size_t n = 0; n < points[0].size(); ++n) differences.push_back(difference(points[0][n], points[1][n]));
    const auto title = fmt::format("{}: difference", measure.title);
    write_file(folder / fmt::format("difference-{}.svg", measure.name),
               to_svg({title, plot.x_label, {curve_of("A - B", differences)}}));
    summary += fmt::format("\n![{}](difference-{}.svg)\n", title, measure.name);
  }
  for (const auto& player : players) summary += mistakes_of(player, solution.size);
  write_file(folder / "by-progress.csv", csv_of(players));
  write_file(folder / "summary.md", summary);
}

}  // namespace afterstate
