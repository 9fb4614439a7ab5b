#include "contact/problems.hpp"

#include <algorithm>

namespace tread::contact::test {
namespace {

constexpr double k_micron = 1e-6;

Grid square_cells(int nx, int ny) { return centred_grid(nx, ny, nx * 1e-3, ny * 1e-3); }

/// Distances of the order of a micron from given heights, the approach at a part of their range.
NormalProblem from_heights(const Grid& grid, const BodyPair& bodies, std::vector<double> heights,
                           double part_of_range) {
  NormalProblem problem;
  problem.grid = grid;
  problem.bodies = bodies;
  for (double& height : heights) height *= k_micron;
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  const double approach = *low + part_of_range * (*high - *low);
  problem.distance = std::move(heights);
  return with_approach(std::move(problem), approach);
}

NormalProblem rough(const Grid& grid, const BodyPair& bodies, double hurst, double part_of_range,
                    std::uint32_t seed) {
  Random random(seed);
  return from_heights(grid, bodies, rough_heights(grid, hurst, random), part_of_range);
}

double bowl(double x, double y, double x0, double y0) {
  return 0.5 * ((x - x0) * (x - x0) + (y - y0) * (y - y0));  // radius of curvature 1 m
}

}  // namespace

std::vector<NamedProblem> many_kinds() {
  const BodyPair steel = steel_on_steel();
  const BodyPair upper_rigid = rigid_on(Material::from_young(2e11, 0.5));
  const BodyPair lower_rigid{Material::from_young(1e7, 0.0), Material::rigid()};
  const BodyPair unlike{Material::from_young(7e10, 0.33), Material::from_young(2.1e11, 0.28)};

  std::vector<NamedProblem> all;
  const auto add = [&](const char* name, NormalProblem problem) {
    all.push_back({name, std::move(problem)});
  };

  add("rough, Hurst 0.3, few contacts", rough(square_cells(23, 19), steel, 0.3, 0.15, 1));
  add("rough, Hurst 0.6, half in contact", rough(square_cells(24, 24), unlike, 0.6, 0.9, 2));
  add("rough, Hurst 0.9, full contact", rough(square_cells(20, 21), upper_rigid, 0.9, 20, 3));
  add("rough, a contact of a few cells", rough(square_cells(29, 17), lower_rigid, 0.5, 0.01, 4));
  add("rough, cells 1000 times longer along y",
      rough(centred_grid(16, 12, 16e-3, 12.0), upper_rigid, 0.7, 0.5, 5));
  add("rough, cells 1000 times longer along x",
      rough(centred_grid(12, 16, 12.0, 16e-3), upper_rigid, 0.7, 0.5, 6));
  {
    Random random(7);
    const Grid grid = square_cells(19, 23);
    std::vector<double> noise(grid.n_cells());
    for (double& height : noise) height = random.uniform(0, 1);
    add("noise cell by cell", from_heights(grid, steel, noise, 1.5));
    std::vector<double> board(grid.n_cells());
    for (std::size_t i = 0; i < board.size(); ++i) board[i] = static_cast<double>(i % 2);
    add("checkerboard", from_heights(grid, steel, board, 0.7));
    add("checkerboard pressed flat", from_heights(grid, steel, board, 100));
  }

  const auto gap_on = [&](const Grid& grid, const BodyPair& bodies, double approach, auto&& h) {
    return with_approach(problem_on(grid, bodies, h), approach);
  };
  const Grid middle = square_cells(25, 22);
  add("tilted punch", gap_on(middle, upper_rigid, 3 * k_micron, [](double x, double y) {
        return x * x + y * y < 64e-6 ? 3e-4 * x + 1e-4 * y : k_infinite;
      }));
  add("flat punch", gap_on(middle, lower_rigid, k_micron, [](double x, double y) {
        return x * x + y * y < 64e-6 ? 0.0 : k_infinite;
      }));
  add("two patches", gap_on(middle, steel, 4 * k_micron, [](double x, double y) {
        return std::min(bowl(x, y, -7e-3, 1e-3), 1e-6 + bowl(x, y, 6e-3, -3e-3));
      }));
  add("three patches", gap_on(middle, unlike, 4 * k_micron, [](double x, double y) {
        return std::min({bowl(x, y, -7e-3, -6e-3), bowl(x, y, 7e-3, -5e-3), bowl(x, y, 0, 7e-3)});
      }));
  add("ring of contact (concave in the middle)",
      gap_on(middle, steel, 2 * k_micron, [](double x, double y) {
        const double from_ring = std::hypot(x, y) - 6.3e-3;
        return 0.5 * from_ring * from_ring;
      }));
  add("saddle, held by the edge of the grid",
      gap_on(middle, steel, 10 * k_micron, [](double x, double y) { return x * x - 0.5 * y * y; }));
  add("step", gap_on(middle, steel, 4 * k_micron, [](double x, double y) {
        return bowl(x, y, 0, 0) / 4 + (x + 0.3 * y > 1.1e-3 ? 1e-6 : 0.0);
      }));
  add("a single cell touches", gap_on(middle, steel, 1e-7, [](double x, double y) {
        return x * x + y * y < 0.7e-6 ? 0.0 : 1e-3;
      }));
  add("distances far below zero", gap_on(middle, steel, -1e-3 + 4e-6, [](double x, double y) {
        return bowl(x, y, 1e-3, 0) - 1e-3;
      }));
  add("ellipse of a wheel on a rail",
      gap_on(centred_grid(31, 13, 31e-3, 26e-3), steel, 6e-5,
             [](double x, double y) { return x * x / (2 * 0.46) + y * y / (2 * 0.3); }));
  add("prime numbers of cells", gap_on(square_cells(13, 17), steel, 4 * k_micron,
                                       [](double x, double y) { return bowl(x, y, 0, 0); }));
  add("1 x 1 cells",
      gap_on(square_cells(1, 1), steel, k_micron, [](double, double) { return 0.0; }));
  add("2 x 2 cells", gap_on(square_cells(2, 2), steel, k_micron,
                            [](double x, double) { return x > 0 ? 0.9e-6 : 0.0; }));
  add("1 x 37 cells", gap_on(square_cells(1, 37), steel, 5e-5,
                             [](double x, double y) { return bowl(x, y, 0, 2e-3); }));
  add("37 x 1 cells", gap_on(square_cells(37, 1), steel, 5e-5,
                             [](double x, double y) { return bowl(x, y, 2e-3, 0); }));
  {
    NormalProblem line = gap_on(square_cells(41, 1), steel, 4e-4,
                                [](double x, double y) { return bowl(x, y, 1e-3, 0); });
    line.line_datum = 1;
    add("line contact", line);
    line.grid = Grid{1, 1, 0, 0, 1e-3, 1};
    line.distance = {0};
    add("line contact of one strip", line);
  }
  return all;
}

}  // namespace tread::contact::test
