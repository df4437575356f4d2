// Line plots as SVG.
#pragma once

#include <string>
#include <vector>

namespace afterstate {

struct Curve {
  struct Point {
    double x;
    double y;
  };

  std::string name;
  std::vector<Point> points;
};

struct LinePlot {
  std::string title;
  std::string x_label;
  std::vector<Curve> curves;
};

std::string to_svg(const LinePlot& plot);

}  // namespace afterstate
