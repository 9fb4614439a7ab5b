#include "tread/fem/track.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>

#include "support/line_rows.hpp"
#include "support/ttb2d_case.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::fem {
namespace {

using structure::ElasticStructure;
using structure::SparseFactor;
using structure::SparseMatrix;
using test::line_row;
namespace manchester = test::manchester;
using Vector = Eigen::VectorXd;

constexpr double k_infinity = std::numeric_limits<double>::infinity();

TEST(Track, manchester_case_has_the_displacements_and_couplings_of_ttb_2d) {
  const ElasticStructure whole =
      put_track_on(manchester::deck(), manchester::k_deck_start, manchester::track());
  EXPECT_NO_THROW(check(whole));
  // TTB-2D keeps the two held ends of the deck among its 1912 displacements, without couplings:
  // 8766 stiffnesses that are not zero, two of them theirs.
  EXPECT_EQ(whole.n_dofs(), 1912 - 2);
  EXPECT_EQ(whole.supports.names.size(), 2u);
  EXPECT_EQ(whole.supports.stiffness.cols(), whole.n_dofs());
  EXPECT_EQ(whole.dof_names.size(), 1910u);
  const Vector diagonal = whole.stiffness.diagonal();
  int n_couplings = 0;
  for (int column = 0; column < whole.n_dofs(); ++column) {
    for (SparseMatrix::InnerIterator it(whole.stiffness, column); it; ++it) {
      const double scale = std::sqrt(diagonal(it.row()) * diagonal(it.col()));
      if (std::abs(it.value()) > 1e-12 * scale) ++n_couplings;  // rounding of integrals left out
    }
  }
  EXPECT_EQ(n_couplings, 8766 - 2);
  EXPECT_NO_THROW(SparseFactor{whole.mass});
  EXPECT_NO_THROW(SparseFactor{whole.stiffness});
  EXPECT_NO_THROW(SparseFactor{whole.damping});
}

TEST(Track, manchester_case_stands_as_in_ttb_2d) {
  const ElasticStructure whole =
      put_track_on(manchester::deck(), manchester::k_deck_start, manchester::track());
  const SparseFactor factor(whole.stiffness);
  const int n = whole.n_dofs();
  Vector load = Vector::Zero(n);
  for (const double offset : manchester::k_wheels) {
    load += manchester::k_wheel_load * line_row(whole.line, manchester::k_start - offset, n);
  }
  // rail_disp_under_axle1 at t = 0, seven digits
  EXPECT_NEAR(line_row(whole.line, manchester::k_start, n).dot(factor.solve(load)), 1.110429e-3,
              0.5e-9);

  const Vector influence = factor.solve(manchester::middle_of_deck(n));
  const auto static_deflection = [&](int step) {
    double w = 0;
    for (const double offset : manchester::k_wheels) {
      const double x = manchester::k_start + step * manchester::k_step - offset;
      w += manchester::k_wheel_load * line_row(whole.line, x, n).dot(influence);
    }
    return w;
  };
  // midspan_static_disp, printed up positive with seven digits: 5e-7 at most are rounded off
  struct Printed {
    int step;
    double up;
  };
  const std::array printed{
      Printed{496, 9.668346e-10},   Printed{744, -6.851082e-06},  Printed{992, -0.0001433384},
      Printed{1240, -0.0002628334}, Printed{1488, -0.0004164071}, Printed{1736, -0.0005114637},
      Printed{1984, -0.0004775247}, Printed{2232, -0.0003213556}, Printed{2480, -0.000206303},
      Printed{2728, -6.47865e-05},  Printed{2976, 4.211096e-08}};
  for (const Printed& row : printed) {
    EXPECT_NEAR(-static_deflection(row.step), row.up, 5e-7 * std::abs(row.up)) << row.step;
  }
  double largest = 0;
  for (int step = 0; step < manchester::k_n_steps; ++step) {
    largest = std::max(largest, static_deflection(step));
  }
  // Condition of a beam of 167 elements: about 167^4 = 8e8, so that 1e-8 is safe to compare.
  EXPECT_NEAR(largest, 5.150968824202039e-04, 1e-8 * largest);
}

TEST(Track, deck_below_a_track_bends_as_under_the_forces_of_its_sleepers) {
  const ElasticStructure deck = manchester::deck();
  const Track track = manchester::track();
  const ElasticStructure whole = put_track_on(deck, manchester::k_deck_start, track);
  const int n = whole.n_dofs(), n_deck = deck.n_dofs();
  const Vector y = SparseFactor(whole.stiffness).solve(1e5 * line_row(whole.line, 80.1, n));
  Vector on_deck = Vector::Zero(n_deck);
  for (int i = 0; i < n; ++i) {
    const double x = 0.6 * i;
    const double on = x - manchester::k_deck_start;
    if (on < -1e-9 || on > 50.1) continue;
    const int sleeper = n_deck + 2 * 553 + i;
    ASSERT_EQ(whole.dof_names[static_cast<std::size_t>(sleeper)].substr(0, 7), "sleeper");
    const Vector row = line_row(deck.line, std::max(on, 0.0), n_deck);
    on_deck += track.ballast->stiffness * (y(sleeper) - row.dot(y.head(n_deck))) * row;
  }
  const Vector expected = SparseFactor(deck.stiffness).solve(on_deck);
  // 167^4 times the rounding of numbers
  EXPECT_LT((y.head(n_deck) - expected).norm(), 2e-7 * expected.norm());
}

/// A rail that does not bend on the layers of five sleepers.
Track stiff_track() {
  Track track;
  track.length = 3;
  track.first_sleeper = 0.3;
  track.sleeper_spacing = 0.6;
  track.rail = {1e13, 60, k_infinity, {}};
  track.pads = {1e8, 0};
  return track;
}

double sinking_under_one_newton(const Track& track) {
  const ElasticStructure whole = put_track_on({}, 0, track);
  const Vector row = line_row(whole.line, track.start + track.length / 2, whole.n_dofs());
  return row.dot(SparseFactor(whole.stiffness).solve(row));
}

TEST(Track, layers_below_a_stiff_rail_are_springs_in_a_row) {
  // EI / s^3 is 1e5 times stiffer than a pad: the rail's own bending shows at 1e-5.
  Track track = stiff_track();
  const double n = 5;  // 0.3, 0.9, ..., 2.7 m
  EXPECT_NEAR(sinking_under_one_newton(track) * n * 1e8, 1, 1e-4);
  track.sleeper_mass = 250;
  track.ballast = {5e7, 0};
  EXPECT_NEAR(sinking_under_one_newton(track) * n, 1 / 1e8 + 1 / 5e7, 1e-4 * 3e-8);
  track.ballast_mass = 500;
  track.subballast = {2e7, 0};
  track.start = 7;
  EXPECT_NEAR(sinking_under_one_newton(track) * n, 1 / 1e8 + 1 / 5e7 + 1 / 2e7, 1e-4 * 8e-8);
}

TEST(Track, rail_on_many_pads_deflects_as_a_beam_on_an_elastic_foundation) {
  // Winkler's beam without ends, w(0) = P beta / (2 k), beta^4 = k / (4 EI); pads at distances far
  // below 1/beta differ from it by the order of (s beta)^4.
  const double ei = 6.4e6, foundation = 1e8;
  const double beta = std::pow(foundation / (4 * ei), 0.25);
  Track track;
  track.length = 24;
  track.rail = {ei, 60, k_infinity, {}};
  track.sleeper_spacing = 0.1;
  track.pads = {foundation * track.sleeper_spacing, 0};
  const double expected = beta / (2 * foundation);
  EXPECT_NEAR(sinking_under_one_newton(track) / expected, 1, std::pow(0.1 * beta, 4));
}

TEST(Track, damping_in_proportion_to_all_stiffness_gives_a_proportional_matrix) {
  const double factor = 1e-4;
  structure::Beam bridge = structure::simply_supported_beam(12, {0, 1e10, 5000});
  bridge.damping = structure::RayleighDamping{0, factor};
  Track track = manchester::track();
  track.length = 36;
  track.rail.damping = {0, factor};
  for (TrackSpring* spring : {&track.pads, &*track.ballast, &*track.subballast}) {
    spring->damping = factor * spring->stiffness;
  }
  for (const BallastOnDeck on_deck : {BallastOnDeck::lumped, BallastOnDeck::separate}) {
    track.on_deck = on_deck;
    const ElasticStructure whole =
        put_track_on(structure::elastic_structure(bridge, 40), 12, track);
    const SparseMatrix difference = whole.damping - factor * whole.stiffness;
    EXPECT_LT(difference.norm(), 1e-14 * whole.damping.norm());
  }
}

/// Of all vertical displacements moving as one.
double total_mass(const ElasticStructure& structure) {
  Vector up = Vector::Zero(structure.n_dofs());
  for (int i = 0; i < structure.n_dofs(); ++i) {
    const bool turns =
        structure.dof_names[static_cast<std::size_t>(i)].find("rotation") != std::string::npos;
    up(i) = turns ? 0 : 1;
  }
  return up.dot(structure.mass * up);
}

TEST(Track, ballast_counts_once_whatever_carries_it) {
  // A deck of 12.6 m on springs, so that no mass is lost in held displacements.
  structure::Beam bridge{12.6, {{0, 1e10, 5000}}, {{0, 1e9, 0}, {12.6, 1e9, 0}}, {}};
  const ElasticStructure deck = structure::elastic_structure(bridge, 42);
  Track track = manchester::track();
  track.length = 36;
  const double rail_and_sleepers = 36 * 121.28 + 61 * 251;
  const double deck_mass = 12.6 * 5000;
  // Sleepers at 12.0, 12.6, ..., 24.6 m stand on the deck: 22 of 61.
  track.on_deck = BallastOnDeck::separate;
  EXPECT_NEAR(total_mass(put_track_on(deck, 12, track)), rail_and_sleepers + deck_mass + 61 * 531.4,
              1e-6);
  track.on_deck = BallastOnDeck::in_deck;
  EXPECT_NEAR(total_mass(put_track_on(deck, 12, track)), rail_and_sleepers + deck_mass + 39 * 531.4,
              1e-6);
  track.on_deck = BallastOnDeck::lumped;
  EXPECT_NEAR(total_mass(put_track_on(deck, 12, track)),
              rail_and_sleepers + deck_mass + (39 + 12.6 / 0.6) * 531.4, 1e-6);
}

TEST(Track, deck_keeps_its_numbers_springs_and_support_rows) {
  ElasticStructure deck = manchester::deck();
  deck.springs = {{"stop", {3}, {1}, PiecewiseLinear({0, 1}, {0, 1e6})}};
  const ElasticStructure whole = put_track_on(deck, manchester::k_deck_start, manchester::track());
  ASSERT_EQ(whole.springs.size(), 1u);
  EXPECT_EQ(whole.springs[0].dofs, std::vector<int>{3});
  EXPECT_EQ(whole.dof_names.front(), deck.dof_names.front());
  const SparseMatrix rows = whole.supports.stiffness.leftCols(deck.n_dofs());
  EXPECT_EQ((rows - deck.supports.stiffness).norm(), 0);
  EXPECT_EQ(whole.supports.stiffness.norm(), deck.supports.stiffness.norm());
}

void expect_refused(const Track& track, const std::string& part,
                    const std::optional<ElasticStructure>& deck = {}, double deck_start = 0) {
  try {
    put_track_on(deck, deck_start, track);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(TrackErrors, values_and_layers_that_carry_nothing_are_told) {
  Track track = manchester::track();
  track.sleeper_spacing = 0;
  expect_refused(track, "sleeper spacing = 0 must be > 0");
  track = manchester::track();
  track.pads.stiffness = -1;
  expect_refused(track, "stiffness of the pads = -1 must be > 0");
  track = manchester::track();
  track.subballast.reset();
  expect_refused(track, "ballast of 531.4 kg without sub-ballast");
  track = manchester::track();
  track.ballast.reset();
  expect_refused(track, "sleepers of 251 kg without ballast");
  track = manchester::track();
  track.ballast.reset();
  track.sleeper_mass = 0;
  expect_refused(track, "has no sleepers on it");
  track = manchester::track();
  track.length = 0.5;
  expect_refused(track, "fewer than two sleepers");
}

TEST(TrackErrors, a_deck_beyond_the_rail_or_without_a_line_is_told) {
  expect_refused(manchester::track(), "let the rail pass over the whole deck", manchester::deck(),
                 120);
  ElasticStructure deck = manchester::deck();
  deck.line = {};
  expect_refused(manchester::track(), "has no load line", deck, 50);
}

}  // namespace
}  // namespace tread::fem
