#include "study/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "study/svg.h"

namespace afterstate {

namespace {

constexpr double width = 760;
constexpr double plot_height = 300;
constexpr double left = 70;
constexpr double right = 20;
constexpr double title_height = 30;
constexpr double legend_height = 18;  ///< per curve, above the plot
constexpr double bottom = 46;
constexpr std::array colours{"#1b6ca8", "#c8553d", "#3a7d44", "#7a4e9f"};

/// An axis from the smallest to the largest value, with round tick values.
class Axis {
 public:
  Axis(double least, double most, double from, double to) : from_(from), to_(to) {
    if (!(most > least)) most = least + 1;
    const double rough = (most - least) / 6;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    step_ = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
      if (factor * power >= rough) {
        step_ = factor * power;
        break;
      }
    min_ = std::floor(least / step_ + 1e-9) * step_;
    max_ = std::ceil(most / step_ - 1e-9) * step_;
  }

  double at(double value) const { return from_ + (value - min_) / (max_ - min_) * (to_ - from_); }

  /// Calls `visit(value)` for each tick.
  template <class Visit>
  void for_each_mark(Visit&& visit) const {
    const auto marks = std::lround((max_ - min_) / step_);
    for (long mark = 0; mark <= marks; ++mark) visit(min_ + static_cast<double>(mark) * step_);
  }

 private:
  double from_;
  double to_;
  double step_ = 1;
  double min_ = 0;
  double max_ = 1;
};

}  // namespace

std::string to_svg(const LinePlot& plot) {
  double min_x = 0;
  double max_x = 0;
  double min_y = 0;
  double max_y = 0;
  for (const auto& curve : plot.curves)
    for (const auto& [x, y] : curve.points) {
      min_x = std::min(min_x, x);
      max_x = std::max(max_x, x);
      min_y = std::min(min_y, y);
      max_y = std::max(max_y, y);
    }
  const double top = title_height + legend_height * static_cast<double>(plot.curves.size()) + 6;
  const double height = top + plot_height + bottom;
  const Axis across{min_x, max_x, left, width - right};
  const Axis up{min_y, max_y, height - bottom, top};
  auto svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"20\" font-size=\"14\">{3}</text>\n",
      width, height, left, svg_escaped(plot.title));
  up.for_each_mark([&](double value) {
    svg += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.6g}</text>\n",
        left, width - right, up.at(value), up.at(value), std::fabs(value) < 1e-12 ? "#888" : "#ddd", left - 8,
        up.at(value) + 4, std::fabs(value) < 1e-12 ? 0.0 : value);
  });
  across.for_each_mark([&](double value) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.6g}</text>\n", across.at(value),
                       height - bottom + 18, value);
  });
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                     height - 10, svg_escaped(plot.x_label));
  for (std::size_t number = 0; number < plot.curves.size(); ++number) {
    const auto& curve = plot.curves[number];
    const auto* const colour = colours[number % colours.size()];
    svg += fmt::format(R"(<polyline fill="none" stroke="{}" stroke-width="1.6" points=")", colour);
    for (const auto& [x, y] : curve.points) svg += fmt::format("{:.1f},{:.1f} ", across.at(x), up.at(y));
    const double x = left;
    const double y = title_height + legend_height * static_cast<double>(number) + 10;
    svg += fmt::format(
        "\"/>\n<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>"
        "<text x=\"{}\" y=\"{}\">{}</text>\n",
        x, x + 22, y - 4, y - 4, colour, x + 30, y, svg_escaped(curve.name));
  }
  return svg + "</svg>\n";
}

}  // namespace afterstate
