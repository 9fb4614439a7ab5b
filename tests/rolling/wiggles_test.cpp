#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "rolling/scenarios.hpp"

/// Small time steps, from Cattaneo to Carter: what the wiggles paper shows, and what its cure must
/// not cost. 120 cells across the contact look like the paper's figures; 28 are CONTACT's example,
/// where after 24 cells the front peak has run into the bound, so that it is looked at after 8.
namespace tread::contact::test {
namespace {

using enum RollingScheme;

constexpr double k_small_steps[] = {0.5, 0.2, 0.05, 0.02};

struct Case {
  int cells_across;
  double cells_rolled;  // when the front peak is measured
};
constexpr Case k_fine{120, 24};
constexpr Case k_coarse{28, 8};

/// Behind it, tractions are at their bound or were never unloaded.
constexpr double k_behind_front_peak = -0.2 * CattaneoToCarter::half_width;

RollingContact roll_line(int cells_across, RollingScheme scheme, double c, double cells,
                         int commits_per_cell = 4) {
  return rolled(line_contact(cells_across, scheme, commits_per_cell), line_load(), c, cells);
}

double peak_relative_to_whole_steps(const Case& which, RollingScheme scheme, double c) {
  const auto peak = [&](RollingScheme s, double step) {
    return peak_ahead_of(roll_line(which.cells_across, s, step, which.cells_rolled),
                         k_behind_front_peak);
  };
  return peak(scheme, c) / peak(exact, 1);
}

double variation_relative_to_whole_steps(int cells_across, RollingScheme scheme, double c) {
  const auto variation = [&](RollingScheme s, double step) {
    return total_variation(row_of_tractions(roll_line(cells_across, s, step, 24)));
  };
  return variation(scheme, c) / variation(exact, 1);
}

TEST(Wiggles, appear_with_exact_influence_coefficients_and_small_steps) {
  EXPECT_GT(variation_relative_to_whole_steps(120, exact, 0.02), 1.1);
  EXPECT_GT(variation_relative_to_whole_steps(28, exact, 0.02), 2);
  EXPECT_GT(variation_relative_to_whole_steps(28, exact, 0.05), 1.5);
  EXPECT_GT(variation_relative_to_whole_steps(28, exact, 0.2), 1.1);
}

// One rise and one fall have the same total variation however they are smeared; smearing lowers
// peaks and with them the variation.
TEST(Wiggles, are_removed_by_interpolation_and_by_fixing_the_grid_to_the_world) {
  for (const RollingScheme scheme : {interpolated, world_fixed}) {
    for (const int n : {120, 28}) {
      for (const double c : k_small_steps) {
        EXPECT_LT(variation_relative_to_whole_steps(n, scheme, c), 1.001) << n << ", c = " << c;
      }
    }
  }
}

TEST(FrontPeak, loses_eight_per_cent_and_more_by_interpolation) {
  for (const Case& which : {k_fine, k_coarse}) {
    for (const double c : k_small_steps) {
      EXPECT_LT(peak_relative_to_whole_steps(which, interpolated, c), 0.92)
          << which.cells_across << ", c = " << c;
    }
  }
}

TEST(FrontPeak, is_kept_on_the_window_that_moves_over_the_rail) {
  for (const Case& which : {k_fine, k_coarse}) {
    for (const double c : k_small_steps) {
      EXPECT_NEAR(peak_relative_to_whole_steps(which, world_fixed, c), 1, 0.005)
          << which.cells_across << ", c = " << c;
    }
  }
}

// The grid of an eighth of the cell, in steps of one of its cells.
TEST(WorldFixed, is_closer_to_a_fine_grid_than_whole_steps_of_a_moving_grid) {
  for (const int n : {120, 28}) {
    for (const double cells : {8.0, 24.0}) {
      const RollingContact whole = roll_line(n, exact, 1, cells);
      const RollingContact fine = roll_line(8 * n, exact, 1, 8 * cells);
      const std::vector<double> reference = on_coarser_row(fine, whole.grid());
      const double of_whole_steps = relative_distance(row_of_tractions(whole), reference);
      for (const double c : k_small_steps) {
        const RollingContact window = roll_line(n, world_fixed, c, cells);
        EXPECT_LT(relative_distance(row_of_tractions(window), on_coarser_row(fine, window.grid())),
                  of_whole_steps)
            << n << " after " << cells << ", c = " << c;
      }
    }
  }
}

// What is kept depends on the way alone, not on how it was cut into steps: the last tractions are
// the same to the solver's tolerance.
TEST(WorldFixed, gives_the_same_tractions_for_every_step) {
  const std::vector<double> reference = row_of_tractions(roll_line(28, world_fixed, 1, 24));
  for (const double c : {4.0, 2.4, 0.75, 0.6, 0.3, 0.05, 0.02}) {
    EXPECT_LT(relative_distance(row_of_tractions(roll_line(28, world_fixed, c, 24)), reference),
              1e-6)
        << c;
  }
}

// After the kinks of the start have left the contact, what alternates is an artefact.
TEST(FrozenInSawtooth, does_not_arise_when_states_are_kept_at_regular_points) {
  for (const double c : {0.75, 0.6, 0.3}) {
    EXPECT_LT(sawtooth(roll_line(28, world_fixed, c, 48)), 0.001) << c;
    EXPECT_LT(sawtooth(roll_line(120, world_fixed, c, 150)), 0.001) << c;
  }
}

TEST(FrozenInSawtooth, arises_when_every_step_is_kept_and_is_seen_by_the_measure) {
  for (const double c : {0.75, 0.6, 0.3}) {
    EXPECT_GT(sawtooth(roll_line(28, world_fixed, c, 48, 0)), 0.02) << c;
    EXPECT_GT(sawtooth(roll_line(120, world_fixed, c, 150, 0)), 0.02) << c;
  }
  // where an integer number of steps makes a cell nothing alternates
  EXPECT_LT(sawtooth(roll_line(28, world_fixed, 0.5, 48, 0)), 0.001);
}

// Then a step of a cell is the step of a cell of the moving grid: no traction lies between cells.
TEST(WorldFixed, with_one_kept_state_a_cell_equals_whole_steps_of_a_moving_grid) {
  const RollingContact window = roll_line(28, world_fixed, 0.25, 24, 1);
  const RollingContact whole = roll_line(28, exact, 1, 24);
  EXPECT_LT(relative_distance(row_of_tractions(window), row_of_tractions(whole)), 1e-6);
  EXPECT_NEAR(window.creepage().longitudinal / whole.creepage().longitudinal, 1, 1e-6);
}

// Between four and ten there is less to gain than between one and four.
TEST(WorldFixed, gains_little_by_more_than_four_kept_states_a_cell) {
  const RollingContact one = roll_line(28, world_fixed, 0.1, 24, 1);
  const RollingContact four = roll_line(28, world_fixed, 0.1, 24, 4);
  const RollingContact ten = roll_line(28, world_fixed, 0.1, 24, 10);
  const auto difference = [](const RollingContact& a, const RollingContact& b) {
    return relative_distance(row_of_tractions(a), row_of_tractions(b));
  };
  EXPECT_LT(difference(ten, four), 0.5 * difference(one, four));
  EXPECT_NEAR(ten.creepage().longitudinal / four.creepage().longitudinal, 1, 0.005);
}

/// A force that swings about 0.4 of what friction can carry, by 0.3.
Course swinging(double period_in_cells) {
  return [=](double cells) {
    return line_load(-0.4 - 0.3 * std::sin(2 * std::numbers::pi * cells / period_in_cells));
  };
}

double distance_to_fine_solution(int cells_across, RollingScheme scheme, double period, double c) {
  const RollingStep start = line_load(-0.4);
  const RollingContact coarse =
      rolled(line_contact(cells_across, scheme), start, swinging(period), c, 24);
  const auto in_fine_cells = [&](double cells) { return swinging(period)(cells / 8); };
  const RollingContact fine =
      rolled(line_contact(8 * cells_across, world_fixed), start, in_fine_cells, 8 * c, 8 * 24);
  return relative_distance(row_of_tractions(coarse), on_coarser_row(fine, coarse.grid()));
}

// Tractions turn round with the load, within a cell or less: states at the turns are kept too.
TEST(SwingingForce, is_followed_within_ten_per_cent_also_if_it_swings_within_a_cell) {
  for (const double period : {6.0, 2.0, 0.5}) {
    EXPECT_LT(distance_to_fine_solution(28, world_fixed, period, 0.05), 0.1) << period;
    EXPECT_LT(distance_to_fine_solution(28, world_fixed, period, 0.02), 0.1) << period;
  }
  EXPECT_LT(distance_to_fine_solution(120, world_fixed, 2, 0.05), 0.03);
}

TEST(SwingingForce, is_lost_by_the_schemes_that_move_tractions_from_cell_to_cell) {
  EXPECT_GT(distance_to_fine_solution(28, exact, 6, 0.05), 0.3);
  EXPECT_GT(distance_to_fine_solution(28, interpolated, 6, 0.05), 0.3);
}

/// Of a quantity over many cells of way in the long run: half its range over its mean.
struct Ripple {
  double of_step = 0;
  double of_mean = 0;
};

Ripple ripple_of_creepage(int cells_across, double c) {
  RollingContact contact = roll_line(cells_across, world_fixed, c, 2 * cells_across);
  std::vector<double> steps;
  std::vector<double> means;
  for (int k = 0; k < 40; ++k) {
    roll(contact, line_load(), c, c);
    steps.push_back(contact.solution().creepage.longitudinal);
    means.push_back(contact.creepage().longitudinal);
  }
  const auto ripple = [](const std::vector<double>& values) {
    const auto [low, high] = std::ranges::minmax(values);
    return (high - low) / (high + low);
  };
  return {ripple(steps), ripple(means)};
}

TEST(Creepage, is_reported_without_the_ripple_of_single_steps) {
  const Ripple coarse = ripple_of_creepage(28, 0.05);
  const Ripple fine = ripple_of_creepage(112, 0.05);
  EXPECT_GT(coarse.of_step, 0.01);
  EXPECT_LT(coarse.of_mean, 1e-4);
  EXPECT_LT(fine.of_step, 0.5 * coarse.of_step);
  EXPECT_LT(fine.of_mean, 1e-4);
}

// A cell of way is then no whole number of steps, and begins inside one of them. docs/rolling.md.
TEST(Creepage, ripples_by_some_thousandths_if_steps_do_not_divide_a_cell) {
  for (const double c : {0.6, 0.37, 0.3}) {
    const double ripple = ripple_of_creepage(28, c).of_mean;
    EXPECT_GT(ripple, 2e-3) << c;
    EXPECT_LT(ripple, 4.5e-3) << c;
  }
  EXPECT_NEAR(ripple_of_creepage(112, 0.6).of_mean, 7e-4, 1e-4);
}

TEST(Creepage, is_a_mean_over_the_last_cell_in_contact_fixed_rolling_too) {
  const double c = 0.25;
  for (const RollingScheme scheme : {exact, interpolated}) {
    RollingContact contact = roll_line(28, scheme, c, 4);
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
      roll(contact, line_load(), c, c);
      sum += contact.solution().creepage.longitudinal;
    }
    const double mean = contact.creepage().longitudinal;
    EXPECT_NEAR(mean, sum / 4, 1e-12 * std::abs(mean));
    EXPECT_GT(std::abs(contact.solution().creepage.longitudinal / mean - 1), 1e-4);
  }
}

// After 100 contact lengths. The steady solution is taken from a grid of an eighth of the cell.
TEST(LongRun, of_the_window_equals_steady_rolling_as_well_as_whole_steps_do) {
  const int n = 28;
  const double cells = 100.0 * n;
  const RollingContact whole = roll_line(n, exact, 1, cells);
  const RollingContact window = roll_line(n, world_fixed, 0.5, cells);
  const FrictionalSolution same_grid = steady(line_contact(n, exact), line_load());
  const RollingSetup fine = line_contact(8 * n, exact);
  const FrictionalSolution reference = steady(fine, line_load());

  EXPECT_NEAR(whole.creepage().longitudinal / same_grid.creepage.longitudinal, 1, 1e-5);
  const auto error = [&](const RollingContact& contact) {
    return std::abs(contact.creepage().longitudinal / reference.creepage.longitudinal - 1);
  };
  EXPECT_LT(error(window), error(whole));

  const auto tractions_error = [&](const RollingContact& contact) {
    std::vector<double> means(static_cast<std::size_t>(contact.grid().nx), 0);
    for (int i = 0; i < fine.grid.nx; ++i) {
      const double cell = (fine.grid.x(i) - contact.grid().x0) / contact.grid().dx;
      const auto k = std::lround(cell);
      if (k < 0 || k >= contact.grid().nx) continue;
      means[static_cast<std::size_t>(k)] += reference.traction.x[fine.grid.index(i, 0)] / 8;
    }
    return relative_distance(row_of_tractions(contact), means);
  };
  EXPECT_LT(tractions_error(window), tractions_error(whole));
}

std::size_t size_of(const RollingState& state) {
  std::ostringstream out;
  save(state, out);
  return out.str().size();
}

TEST(LongRun, of_ten_thousand_steps_needs_the_same_memory_and_work_a_step) {
  RollingContact contact = roll_line(28, world_fixed, 0.05, 56);
  const RollingStep load = line_load();
  std::vector<int> iterations;  // of 20 steps, which make a cell
  std::vector<std::size_t> sizes;
  for (int cell = 0; cell < 500; ++cell) {
    int sum = 0;
    for (int k = 0; k < 20; ++k) {
      roll(contact, load, 0.05, 0.05);
      sum += contact.solution().iterations;
    }
    iterations.push_back(sum);
    sizes.push_back(size_of(contact.state()));
  }
  const auto [fewest, most] = std::ranges::minmax(iterations);
  EXPECT_LE(most, 1.2 * fewest);
  EXPECT_EQ(sizes.front(), sizes.back());
  EXPECT_NEAR(contact.state().way[0], (56 + 500) * line_cell(28), 1e-9 * line_cell(28));
}

// ---- three dimensions, on CONTACT's grid

RollingContact roll_circle(RollingScheme scheme, double c, double cells, int commits_per_cell = 4) {
  RollingSetup setup = circular_contact(scheme);
  setup.commits_per_cell = commits_per_cell;
  return rolled(setup, circular_load(), c, cells);
}

TEST(ThreeDimensions, exact_coefficients_wiggle_and_the_window_does_not) {
  const double whole = total_variation(row_of_tractions(roll_circle(exact, 1, 24)));
  EXPECT_GT(total_variation(row_of_tractions(roll_circle(exact, 0.05, 24))), 1.5 * whole);
  EXPECT_LT(total_variation(row_of_tractions(roll_circle(interpolated, 0.05, 24))), 1.001 * whole);
  EXPECT_LT(total_variation(row_of_tractions(roll_circle(world_fixed, 0.05, 24))), 1.001 * whole);
}

TEST(ThreeDimensions, the_window_keeps_the_peak_that_interpolation_loses) {
  const double whole = peak_ahead_of(roll_circle(exact, 1, 6), 0);
  for (const double c : {0.5, 0.05}) {
    EXPECT_LT(peak_ahead_of(roll_circle(interpolated, c, 6), 0), 0.92 * whole) << c;
    EXPECT_NEAR(peak_ahead_of(roll_circle(world_fixed, c, 6), 0) / whole, 1, 0.005) << c;
  }
}

TEST(ThreeDimensions, no_sawtooth_is_frozen_in) {
  for (const double c : {0.75, 0.6, 0.3}) {
    EXPECT_LT(sawtooth(roll_circle(world_fixed, c, 36)), 0.01) << c;
    EXPECT_GT(sawtooth(roll_circle(world_fixed, c, 36, 0)), 0.015) << c;
  }
}

// A third of the cell: an eighth would take minutes.
TEST(ThreeDimensions, the_window_is_closer_to_a_fine_grid_than_whole_steps) {
  const double cells = 8;
  const RollingContact fine =
      rolled(circular_contact(exact, 3 * 33, k_circular_cell / 3), circular_load(), 1, 3 * cells);
  // all cells, not only a row
  const auto distance = [&](const RollingContact& contact) {
    const Grid& grid = contact.grid();
    std::vector<double> means(grid.n_cells(), 0);
    for (int j = 0; j < fine.grid().ny; ++j) {
      for (int i = 0; i < fine.grid().nx; ++i) {
        const auto a = std::lround((fine.grid().x(i) - grid.x0) / grid.dx);
        const auto b = std::lround((fine.grid().y(j) - grid.y0) / grid.dy);
        means[grid.index(static_cast<int>(a), static_cast<int>(b))] +=
            fine.solution().traction.x[fine.grid().index(i, j)] / 9;
      }
    }
    return relative_distance(contact.solution().traction.x, means);
  };
  const double whole = distance(roll_circle(exact, 1, cells));
  for (const double c : {0.5, 0.05}) {
    const double window = distance(roll_circle(world_fixed, c, cells));
    EXPECT_LT(window, whole) << c;
  }
}

}  // namespace
}  // namespace tread::contact::test
