#include "study/league_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/json.h"
#include "study/svg.h"

namespace afterstate {

namespace {

/// Digits that differ between machines are not printed.
double rounded(double value, int decimals) {
  const double factor = std::pow(10, decimals);
  return std::round(value * factor) / factor;
}

Json number_json(const std::optional<double>& value, int decimals) {
  return value && std::isfinite(*value) ? Json(rounded(*value, decimals)) : Json();
}

Json rating_json(const Rating& rating, int decimals) {
  return {{"value", number_json(rating.value, decimals)},
          {"low", number_json(rating.low, decimals)},
          {"high", number_json(rating.high, decimals)}};
}

constexpr int log_decimals = 4;
constexpr int elo_decimals = 1;
constexpr int score_decimals = 2;

/// The numbers of all players, the best first.
std::vector<std::size_t> ranking(const LeagueRatings& ratings, Rating LeagueStanding::* rating) {
  std::vector<std::size_t> order(ratings.players.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {},
                    [&](std::size_t player) { return std::pair{-(ratings.players[player].*rating).value, player}; });
  return order;
}

std::string markdown_escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '|') result += '\\';
    result += letter;
  }
  return result;
}

std::string rating_text(const Rating& rating, int decimals) {
  if (!rating.low || !rating.high) return fmt::format("{:+.{}f}", rating.value, decimals);
  return fmt::format("{:+.{}f} ({:+.{}f} to {:+.{}f})", rating.value, decimals, *rating.low, decimals, *rating.high,
                     decimals);
}

std::string settings_text(const LeaguePlan& plan, const LeagueResult& result) {
  const auto& rules = plan.rules;
  const auto games = result.openings * plan.players.size() * plan.players.size();
  return fmt::format(
      "{} board, rule {}, start {}, {} random placements at the start of each game, seed {}: {} of {} openings, {} "
      "games, {} distinct",
      name_of(rules.size), name_of(rules.rule), name_of(rules.start), rules.opening, plan.seed, result.openings,
      plan.openings, games, result.distinct);
}

}  // namespace

Json league_json(const LeaguePlan& plan, const LeagueResult& result) {
  Json players = Json::array();
  Json means = Json::array();
  Json intervals = Json::array();
  for (std::size_t number = 0; number < plan.players.size(); ++number) {
    const auto& player = plan.players[number];
    const auto& standing = result.ratings.players[number];
    players.push_back({{"name", player.name},
                       {"attacker", player.attacker->name},
                       {"defender", player.defender->name},
                       {"attack", rating_json(standing.attack, log_decimals)},
                       {"defence", rating_json(standing.defence, log_decimals)},
                       {"elo", rating_json(standing.elo, elo_decimals)},
                       {"wins", standing.wins},
                       {"losses", standing.losses},
                       {"draws", standing.draws}});
    Json mean_row = Json::array();
    Json interval_row = Json::array();
    for (const auto& [mean, ci95] : result.ratings.scores[number]) {
      mean_row.push_back(number_json(mean, score_decimals));
      interval_row.push_back(result.openings > 1 ? number_json(ci95, score_decimals) : Json());
    }
    means.push_back(std::move(mean_row));
    intervals.push_back(std::move(interval_row));
  }
  const auto& rules = plan.rules;
  return {{"board", name_of(rules.size)},
          {"rule", name_of(rules.rule)},
          {"start", name_of(rules.start)},
          {"opening", rules.opening},
          {"seed", plan.seed},
          {"openings", result.openings},
          {"games", result.openings * plan.players.size() * plan.players.size()},
          {"distinct", result.distinct},
          {"interrupted", result.openings < plan.openings},
          {"mean_log_score", number_json(result.ratings.mean, log_decimals)},
          {"players", std::move(players)},
          {"crosstable", {{"mean", std::move(means)}, {"ci95", std::move(intervals)}}}};
}

std::string league_markdown(const LeaguePlan& plan, const LeagueResult& result) {
  const auto& ratings = result.ratings;
  auto text = fmt::format("# League of the two-player game\n\n{}.\n\n", settings_text(plan, result));
  text +=
      "| player | attack | defence | Elo | wins | losses | draws |\n"
      "|---|---|---|---|---:|---:|---:|\n";
  for (const auto number : ranking(ratings, &LeagueStanding::elo)) {
    const auto& standing = ratings.players[number];
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", markdown_escaped(plan.players[number].name),
                        rating_text(standing.attack, 2), rating_text(standing.defence, 2), rating_text(standing.elo, 0),
                        standing.wins, standing.losses, standing.draws);
  }
  text += fmt::format(
      "\nlog(score + 1) = {:.2f} + defence of the defender - attack of the attacker, by least squares. Elo is from "
      "pairs "
      "of games with exchanged roles, which the player wins that scores more as defender; one draw between each two "
      "players is added. In brackets: 95 % intervals, from resampled openings.\n\n"
      "## Mean scores\n\nAttackers in rows, defenders in columns, the best first; ± is half the 95 % interval.\n\n|",
      ratings.mean);
  const auto defenders = ranking(ratings, &LeagueStanding::defence);
  for (const auto defender : defenders) text += fmt::format(" | {}", markdown_escaped(plan.players[defender].name));
  text += " |\n|---|";
  for (std::size_t n = 0; n < defenders.size(); ++n) text += "---:|";
  for (const auto attacker : ranking(ratings, &LeagueStanding::attack)) {
    text += fmt::format("\n| {} |", markdown_escaped(plan.players[attacker].name));
    for (const auto defender : defenders) {
      const auto [mean, ci95] = ratings.scores[attacker][defender];
      text += result.openings > 1 ? fmt::format(" {:.0f} ± {:.0f} |", mean, ci95) : fmt::format(" {:.0f} |", mean);
    }
  }
  text += "\n\n![crosstable](league.svg)\n\n## Players\n\n| player | attacker | defender |\n|---|---|---|\n";
  for (const auto& player : plan.players)
    text += fmt::format("| {} | {} | {} |\n", markdown_escaped(player.name), markdown_escaped(player.attacker->name),
                        markdown_escaped(player.defender->name));
  return text;
}

std::string league_svg(const LeaguePlan& plan, const LeagueResult& result) {
  const auto& ratings = result.ratings;
  const auto attackers = ranking(ratings, &LeagueStanding::attack);
  const auto defenders = ranking(ratings, &LeagueStanding::defence);
  std::size_t longest = 8;
  for (const auto& player : plan.players) longest = std::max(longest, player.name.size());
  constexpr double cell_width = 76;
  constexpr double cell_height = 32;
  constexpr double letter_width = 7;
  constexpr double slope = 0.5;  // sine of the angle of the names of columns
  const double label_width = letter_width * static_cast<double>(longest) + 16;
  const double top = 56 + slope * label_width;
  const auto count = static_cast<double>(plan.players.size());
  const double picture_width = label_width + count * cell_width + 0.87 * label_width;
  const double height = top + count * cell_height + 16;
  // Colours go by the logarithm, as the ratings do.
  double min_log = 1e9;
  double max_log = -1e9;
  for (const auto& row : ratings.scores)
    for (const auto& mean : row) {
      min_log = std::min(min_log, std::log1p(mean.value));
      max_log = std::max(max_log, std::log1p(mean.value));
    }
  auto svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<style>.page {{ fill: #ffffff }} .text {{ fill: #222222 }} @media (prefers-color-scheme: dark) {{ .page {{ "
      "fill: "
      "#16181c }} .text {{ fill: #e6e6e6 }} }}</style>\n"
      "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
      "<text class=\"text\" x=\"12\" y=\"22\" font-size=\"14\">Mean score of the defender (columns) against the "
      "attacker (rows)</text>\n",
      picture_width, height);
  for (std::size_t column = 0; column < defenders.size(); ++column)
    svg += fmt::format("<text class=\"text\" transform=\"translate({:.1f} {:.1f}) rotate(-30)\">{}</text>\n",
                       label_width + (static_cast<double>(column) + 0.4) * cell_width, top - 6,
                       svg_escaped(plan.players[defenders[column]].name));
  for (std::size_t row = 0; row < attackers.size(); ++row) {
    const double y = top + static_cast<double>(row) * cell_height;
    svg += fmt::format("<text class=\"text\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                       label_width - 8, y + cell_height / 2 + 4, svg_escaped(plan.players[attackers[row]].name));
    for (std::size_t column = 0; column < defenders.size(); ++column) {
      const double mean = ratings.scores[attackers[row]][defenders[column]].value;
      const double share = max_log > min_log ? (std::log1p(mean) - min_log) / (max_log - min_log) : 0.5;
      // From dark blue, where the attacker is strong, to light yellow; the text contrasts with both on any page.
      const auto mix = [&](double low, double high) {
        return static_cast<int>(std::lround(low + share * (high - low)));
      };
      const double x = label_width + static_cast<double>(column) * cell_width;
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"#{:02x}{:02x}{:02x}\"/>"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{:.0f}</text>\n",
          x, y, cell_width - 2, cell_height - 2, mix(0x1f, 0xff), mix(0x3a, 0xe0), mix(0x6e, 0x8a),
          x + cell_width / 2 - 1, y + cell_height / 2 + 4, share < 0.5 ? "#ffffff" : "#111111", mean);
    }
  }
  return svg + "</svg>\n";
}

}  // namespace afterstate
