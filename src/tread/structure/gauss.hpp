#pragma once

#include <array>
#include <cstddef>

namespace tread::structure {

/// Calls visit(x, weight) for Gauss' five points on each of n equal panels of [begin, end].
template <class Visit>
void for_gauss_points(double begin, double end, int n_panels, const Visit& visit) {
  constexpr std::array<double, 5> points{-0.9061798459386640, -0.5384693101056831, 0,
                                         0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 5> weights{0.2369268850561891, 0.4786286704993665, 128.0 / 225,
                                          0.4786286704993665, 0.2369268850561891};
  const double h = (end - begin) / n_panels;
  for (int panel = 0; panel < n_panels; ++panel) {
    for (std::size_t g = 0; g < points.size(); ++g) {
      visit(begin + h * (panel + (1 + points[g]) / 2), h * weights[g] / 2);
    }
  }
}

}  // namespace tread::structure
