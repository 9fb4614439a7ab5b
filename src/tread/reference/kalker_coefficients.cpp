#include "tread/reference/kalker_coefficients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

/// At nu = 0, 1/4, 1/2.
using OverPoisson = std::array<double, 3>;
/// C11, C22, C23, C33.
using Row = std::array<OverPoisson, 4>;
/// At g = 0.1, 0.2, ..., 1.
using Table = std::array<Row, 10>;

/// Kalker (1990), table E.3. C11, C22 and C23 as CONTACT carries them, C33 as OpenVSD does; the two
/// agree in what both have, but for C23 at b/a = 0.9, nu = 1/4, where 1.59 (and not 1.57) is
/// smooth.
constexpr Table k_short_along_rolling = {{
    // g = a/b
    {{{2.51, 3.31, 4.85}, {2.51, 2.52, 2.53}, {0.334, 0.473, 0.731}, {6.42, 8.28, 11.7}}},
    {{{2.59, 3.37, 4.81}, {2.59, 2.63, 2.66}, {0.483, 0.603, 0.809}, {3.46, 4.27, 5.66}}},
    {{{2.68, 3.44, 4.80}, {2.68, 2.75, 2.81}, {0.607, 0.715, 0.889}, {2.49, 2.96, 3.72}}},
    {{{2.78, 3.53, 4.82}, {2.78, 2.88, 2.98}, {0.720, 0.823, 0.977}, {2.02, 2.32, 2.77}}},
    {{{2.88, 3.62, 4.83}, {2.88, 3.01, 3.14}, {0.827, 0.929, 1.07}, {1.74, 1.93, 2.22}}},
    {{{2.98, 3.72, 4.91}, {2.98, 3.14, 3.31}, {0.930, 1.03, 1.18}, {1.56, 1.68, 1.86}}},
    {{{3.09, 3.81, 4.97}, {3.09, 3.28, 3.48}, {1.03, 1.14, 1.29}, {1.43, 1.50, 1.60}}},
    {{{3.19, 3.91, 5.05}, {3.19, 3.41, 3.65}, {1.13, 1.25, 1.40}, {1.34, 1.37, 1.42}}},
    {{{3.29, 4.01, 5.12}, {3.29, 3.54, 3.82}, {1.23, 1.36, 1.51}, {1.27, 1.27, 1.27}}},
    {{{3.40, 4.12, 5.20}, {3.40, 3.67, 3.98}, {1.33, 1.47, 1.63}, {1.21, 1.19, 1.16}}},
}};
constexpr Table k_long_along_rolling = {{
    // g = b/a
    {{{10.7, 11.7, 12.9}, {10.7, 12.8, 16.0}, {12.2, 14.6, 18.0}, {0.795, 0.526, 0.228}}},
    {{{6.96, 7.78, 8.82}, {6.96, 8.14, 9.79}, {5.72, 6.63, 7.89}, {0.828, 0.601, 0.341}}},
    {{{5.57, 6.34, 7.34}, {5.57, 6.40, 7.51}, {3.79, 4.32, 5.01}, {0.868, 0.674, 0.446}}},
    {{{4.84, 5.57, 6.57}, {4.84, 5.48, 6.31}, {2.88, 3.24, 3.70}, {0.912, 0.747, 0.549}}},
    {{{4.37, 5.10, 6.11}, {4.37, 4.90, 5.56}, {2.35, 2.62, 2.96}, {0.958, 0.819, 0.650}}},
    {{{4.06, 4.78, 5.80}, {4.06, 4.50, 5.04}, {2.01, 2.23, 2.50}, {1.01, 0.892, 0.751}}},
    {{{3.82, 4.54, 5.58}, {3.82, 4.21, 4.67}, {1.76, 1.95, 2.18}, {1.05, 0.965, 0.852}}},
    {{{3.65, 4.36, 5.42}, {3.65, 3.99, 4.39}, {1.58, 1.75, 1.94}, {1.10, 1.04, 0.954}}},
    {{{3.51, 4.22, 5.30}, {3.51, 3.81, 4.16}, {1.44, 1.59, 1.77}, {1.16, 1.11, 1.06}}},
    {{{3.40, 4.12, 5.20}, {3.40, 3.67, 3.98}, {1.33, 1.47, 1.63}, {1.21, 1.19, 1.16}}},
}};

using Coefficients = std::array<double, 4>;

double interpolate(const OverPoisson& c, double nu) {
  return 1 / (8 * (nu - 0.25) * (nu - 0.5) / c[0] - 16 * nu * (nu - 0.5) / c[1] +
              8 * nu * (nu - 0.25) / c[2]);
}

Coefficients from_table(const Table& table, double g, double nu) {
  const double position = 10 * g - 1;
  const auto row = static_cast<std::size_t>(std::clamp(std::floor(position), 0.0, 8.0));
  const double weight = position - static_cast<double>(row);
  Coefficients c{};
  for (std::size_t k = 0; k < c.size(); ++k) {
    OverPoisson at_g{};
    for (std::size_t j = 0; j < at_g.size(); ++j) {
      at_g[j] = (1 - weight) * table[row][k][j] + weight * table[row + 1][k][j];
    }
    c[k] = interpolate(at_g, nu);
  }
  return c;
}

Coefficients short_asymptote(double g, double nu) {
  return {pi * pi / (4 * (1 - nu)), pi * pi / 4,
          pi * std::sqrt(g) / (3 * (1 - nu)) * (1 + nu * (std::log(16 / g) - 5)),
          pi * pi / (16 * (1 - nu) * g)};
}

Coefficients long_asymptote(double g, double nu) {
  const double L = std::log(16) - 2 * std::log(g);
  const double D = (1 - nu) * L - 2 + 4 * nu;
  const double E = (1 - nu) * L + 2 * nu;
  const double k = 3 - std::log(4.0);
  return {2 * pi / (g * (L - 2 * nu)) * (1 + k / (L - 2 * nu)),
          2 * pi / (g * E) * (1 + (1 - nu) * k / E), 2 * pi / (3 * std::pow(g, 1.5) * D),
          pi / 4 * std::pow(1 - nu * (L - 4) / D, 2)};
}

}  // namespace

KalkerCoefficients kalker_coefficients(double axis_ratio, double poisson_ratio) {
  require_positive("ratio a/b of the semi-axes", axis_ratio, "m/m");
  require_poisson_ratio(poisson_ratio);
  constexpr double k_end_of_table = 0.1;
  const bool is_short = axis_ratio <= 1;
  const double g = is_short ? axis_ratio : 1 / axis_ratio;
  const Table& table = is_short ? k_short_along_rolling : k_long_along_rolling;
  Coefficients c = from_table(table, std::max(g, k_end_of_table), poisson_ratio);
  if (g < k_end_of_table) {
    const auto asymptote = is_short ? short_asymptote : long_asymptote;
    const Coefficients here = asymptote(g, poisson_ratio);
    const Coefficients there = asymptote(k_end_of_table, poisson_ratio);
    for (std::size_t k = 0; k < c.size(); ++k) {
      c[k] = here[k] * (1 + (c[k] / there[k] - 1) * g / k_end_of_table);
    }
  }
  return {c[0], c[1], c[2], c[3]};
}

}  // namespace tread::reference
