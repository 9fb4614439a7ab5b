#include "tread/structure/reduction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <numbers>

#include "support/line_rows.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/structure/sparse_factor.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::structure {
namespace {

using test::line_row;
using Matrix = Eigen::MatrixXd;

constexpr double k_span_length = 24;  // m
constexpr double k_ei = 9e9;          // N m2
constexpr double k_span_mass = 6000;  // kg/m

double omega_of(int mode) {
  return std::pow(mode * std::numbers::pi / k_span_length, 2) * std::sqrt(k_ei / k_span_mass);
}

ElasticStructure span(int n_elements) {
  return elastic_structure(
      simply_supported_beam(k_span_length, {0, k_ei, k_span_mass},
                            rayleigh_through(omega_of(1), 0.01, omega_of(2), 0.01)),
      n_elements);
}

/// The same structure so many times behind one another, nothing between them.
ElasticStructure copies_in_a_row(const ElasticStructure& one, int n) {
  ElasticStructure all;
  const int size = one.n_dofs();
  std::vector<LineSegment> segments;
  const auto repeated = [&](const SparseMatrix& matrix) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int k = 0; k < n; ++k) {
      for (int column = 0; column < size; ++column) {
        for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
          entries.emplace_back(k * size + static_cast<int>(it.row()), k * size + column,
                               it.value());
        }
      }
    }
    SparseMatrix result(n * size, n * size);
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  };
  all.mass = repeated(one.mass);
  all.damping = repeated(one.damping);
  all.stiffness = repeated(one.stiffness);
  for (int k = 0; k < n; ++k) {
    for (LineSegment segment : one.line.segments()) {
      segment.start += k * k_span_length;
      for (int& dof : segment.dofs) dof += k * size;
      segments.push_back(segment);
    }
  }
  all.line = LoadLine(segments);
  return all;
}

Eigen::VectorXd modes_at(const LineModes& modes, double x) {
  return modes.on_line.transpose() *
         line_row(modes.line, x, static_cast<int>(modes.on_line.rows()));
}

/// Deflection at x under a unit force at force_x.
double reduced_influence(const LineModes& modes, double x, double force_x) {
  return modes_at(modes, x)
      .cwiseProduct(modes.omega.cwiseAbs2().cwiseInverse())
      .dot(modes_at(modes, force_x));
}

/// Largest difference of influences over all pairs of places, of the largest influence.
double influence_error(const ElasticStructure& full, const LineModes& modes) {
  const SparseFactor factor(full.stiffness);
  double error = 0, largest = 0;
  const double step = (full.line.end() - full.line.start()) / 61;  // hits few nodes
  for (double force_x = full.line.start(); force_x <= full.line.end(); force_x += step) {
    const Eigen::VectorXd y = factor.solve(line_row(full.line, force_x, full.n_dofs()));
    for (double x = full.line.start(); x <= full.line.end(); x += step) {
      const double w = line_row(full.line, x, full.n_dofs()).dot(y);
      largest = std::max(largest, std::abs(w));
      error = std::max(error, std::abs(w - reduced_influence(modes, x, force_x)));
    }
  }
  return error / largest;
}

TEST(Reduction, static_influence_with_residual_vectors_is_the_full_one_everywhere) {
  const ElasticStructure beam = span(20);
  const LineModes modes = reduce(beam, {.n_modes = 4, .static_tolerance = 1e-12});
  EXPECT_LT(influence_error(beam, modes), 1e-10);
  EXPECT_LT(modes.missing_after_correction, 1e-10);
}

TEST(Reduction, static_tolerance_bounds_the_error_and_saves_vectors) {
  const ElasticStructure beam = span(80);
  int before = beam.n_dofs();
  for (const double tolerance : {1e-7, 1e-5, 1e-3}) {
    const LineModes modes = reduce(beam, {.n_modes = 3, .static_tolerance = tolerance});
    EXPECT_LT(influence_error(beam, modes), 2 * tolerance);  // four points a cubic: factor < 2
    EXPECT_LT(modes.missing_after_correction, tolerance);
    EXPECT_LT(modes.n_modes(), before);
    before = modes.n_modes();
  }
  EXPECT_LT(before, 20);
}

TEST(Reduction, true_modes_keep_their_frequencies_and_the_sum_its_mass) {
  const ElasticStructure beam = span(80);
  const LineModes modes = reduce(beam, {.n_modes = 5, .shapes = ShapeOutput::everywhere});
  ASSERT_EQ(modes.n_true_modes, 5);
  for (int i = 0; i < 5; ++i) {
    // Hermite elements, (k h)^4 / 720: 2e-6 of the fifth mode
    EXPECT_NEAR(modes.omega(i) / omega_of(i + 1), 1, 3e-6) << i;
  }
  EXPECT_GT(modes.omega(5), modes.omega(4));
  const int n = modes.n_modes();
  const Matrix mass = modes.shapes.transpose() * (beam.mass * modes.shapes);
  // The highest residual mode is known to (omega_n / omega_1)^2 times rounding.
  const double rounding = std::pow(modes.omega(n - 1) / modes.omega(0), 2) * 2e-16;
  EXPECT_LT((mass - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), 10 * rounding);
  const Matrix stiffness = modes.shapes.transpose() * (beam.stiffness * modes.shapes);
  const Eigen::VectorXd scale = modes.omega.cwiseInverse();
  EXPECT_LT((scale.asDiagonal() * stiffness * scale.asDiagonal() - Matrix::Identity(n, n))
                .cwiseAbs()
                .maxCoeff(),
            10 * rounding);
  EXPECT_LT(10 * rounding, 1e-5);
  EXPECT_LT(modes.mode_residual, 1e-6);
}

TEST(Reduction, missing_compliance_is_what_the_series_of_modes_leaves_out) {
  // Below a force at z L, times EI / L^3: z^2 (1-z)^2 / 3 = sum of 2 sin^2(i pi z) / (i pi)^4.
  const ElasticStructure beam = span(80);
  for (const int n : {1, 3, 7}) {
    double missing = 0;
    for (double z = 0; z < 1; z += 1e-3) {
      double left = z * z * (1 - z) * (1 - z) / 3;
      for (int i = 1; i <= n; ++i) {
        const double k = i * std::numbers::pi;
        left -= 2 * std::pow(std::sin(k * z), 2) / std::pow(k, 4);
      }
      missing = std::max(missing, 48 * left);
    }
    const LineModes modes = reduce(beam, {.n_modes = n, .correction = StaticCorrection::none});
    EXPECT_EQ(modes.n_modes(), n);
    // The places at which it is looked for are a third of an element apart.
    EXPECT_NEAR(modes.missing_compliance, missing, 2e-3 * missing);
    EXPECT_EQ(modes.missing_compliance, modes.missing_after_correction);
  }
}

TEST(Reduction, frequency_limit_takes_all_modes_below_it) {
  const double limit = (omega_of(6) + omega_of(7)) / 2 / (2 * std::numbers::pi);
  EXPECT_EQ(reduce(span(40), {.frequency_limit = limit}).n_true_modes, 6);
  // More than the first search looks for: 16.
  const double high = (omega_of(20) + omega_of(21)) / 2 / (2 * std::numbers::pi);
  EXPECT_EQ(reduce(span(200), {.frequency_limit = high}).n_true_modes, 20);
}

TEST(Reduction, equal_spans_that_nothing_couples_have_every_frequency_as_often) {
  const ElasticStructure spans = copies_in_a_row(span(120), 3);  // 720 unknowns: not dense
  const LineModes modes = reduce(spans, {.n_modes = 10, .static_tolerance = 1e-6});
  for (int i = 0; i < 10; ++i) {
    EXPECT_NEAR(modes.omega(i) / omega_of(i / 3 + 1), 1, 1e-6) << i;
  }
  EXPECT_LT(influence_error(spans, modes), 2e-6);
  // A force on one span moves no other.
  EXPECT_LT(std::abs(reduced_influence(modes, 12, 36)), 1e-6 * reduced_influence(modes, 12, 12));
}

/// Newmark's average acceleration of a constant force that crosses with speed v; records the
/// deflection in the middle and under the force after each step.
Matrix cross(const std::function<Eigen::VectorXd(double)>& row_at, const SparseMatrix& mass,
             const SparseMatrix& damping, const SparseMatrix& stiffness, double middle) {
  const double speed = 60, force = 2e5, h = 1e-3;
  const int n_steps = static_cast<int>(k_span_length / speed / h);
  const SparseFactor factor(SparseMatrix(mass + h / 2 * damping + h * h / 4 * stiffness));
  Eigen::VectorXd u = Eigen::VectorXd::Zero(mass.rows()), v = u, a = u;
  Matrix record(n_steps, 2);
  for (int i = 0; i < n_steps; ++i) {
    const double x = speed * h * (i + 1);
    const Eigen::VectorXd u_start = u + h * v + h * h / 4 * a;
    const Eigen::VectorXd v_start = v + h / 2 * a;
    const Eigen::VectorXd row = row_at(x);
    a = factor.solve(force * row - damping * v_start - stiffness * u_start);
    u = u_start + h * h / 4 * a;
    v = v_start + h / 2 * a;
    record(i, 0) = row_at(middle).dot(u);
    record(i, 1) = row.dot(u);
  }
  return record;
}

SparseMatrix diagonal(const Eigen::VectorXd& values) {
  return SparseMatrix(Matrix(values.asDiagonal()).sparseView());
}

Matrix cross(const LineModes& modes) {
  return cross([&](double x) { return modes_at(modes, x); },
               diagonal(Eigen::VectorXd::Ones(modes.n_modes())), diagonal(modes.damping_rate),
               diagonal(modes.omega.cwiseAbs2()), k_span_length / 2);
}

TEST(Reduction, crossing_force_moves_reduced_modes_as_the_full_structure) {
  const ElasticStructure beam = span(60);
  const Matrix full = cross([&](double x) { return line_row(beam.line, x, beam.n_dofs()); },
                            beam.mass, beam.damping, beam.stiffness, k_span_length / 2);
  const double peak = full.cwiseAbs().maxCoeff();
  const auto error_of = [&](const ReductionOptions& options) {
    return (cross(reduce(beam, options)) - full).cwiseAbs().maxCoeff() / peak;
  };
  for (const int n : {2, 4, 8}) {
    const double alone = error_of({.n_modes = n, .correction = StaticCorrection::none});
    EXPECT_LT(error_of({.n_modes = n, .static_tolerance = 1e-4}), 0.2 * alone) << n;
  }
  double before = 1;
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const double error = error_of({.n_modes = 2, .static_tolerance = tolerance});
    EXPECT_LT(error, tolerance);
    EXPECT_LT(error, before);
    before = error;
  }
  // All that the line can do: the same model in other coordinates.
  EXPECT_LT(error_of({.n_modes = 8, .static_tolerance = 1e-12}), 1e-7);
}

TEST(Reduction, springs_with_laws_keep_their_compliance) {
  ElasticStructure beam = span(30);
  // A stop against the rotation of an end and a spring between two places.
  beam.springs = {{"stop", {0}, {1}, PiecewiseLinear({0, 1}, {0, 1e6})},
                  {"strut", {15, 31}, {1, -0.5}, PiecewiseLinear({0, 1}, {0, 1e6})}};
  const LineModes modes = reduce(beam, {.n_modes = 2, .static_tolerance = 1e-5});
  const SparseFactor factor(beam.stiffness);
  ASSERT_EQ(modes.on_springs.rows(), 2);
  const Eigen::VectorXd flexibility = modes.omega.cwiseAbs2().cwiseInverse();
  for (int j = 0; j < 2; ++j) {
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(beam.n_dofs());
    const LawSpring& spring = beam.springs[static_cast<std::size_t>(j)];
    for (std::size_t i = 0; i < spring.dofs.size(); ++i) pull(spring.dofs[i]) = spring.weights[i];
    const Eigen::VectorXd row = modes.on_springs.row(j);
    const double expected = pull.dot(factor.solve(pull));
    EXPECT_NEAR(row.dot(flexibility.cwiseProduct(row)), expected, 1e-5 * expected);
  }
  // Without them the stop at the end, where the line does not move, would be far too stiff.
  const LineModes without = reduce(beam, {.n_modes = 2, .correction = StaticCorrection::none});
  const Eigen::VectorXd row = without.on_springs.row(0);
  Eigen::VectorXd pull = Eigen::VectorXd::Unit(beam.n_dofs(), 0);
  EXPECT_LT(row.dot(without.omega.cwiseAbs2().cwiseInverse().cwiseProduct(row)),
            0.9 * pull.dot(factor.solve(pull)));
}

TEST(Reduction, a_spring_between_spans_yields_by_both_and_equal_spans_stay_equal) {
  const ElasticStructure one = span(30);
  ElasticStructure spans = copies_in_a_row(one, 3);
  const int last = one.n_dofs() - 1;  // rotation of the end of the first span, then of the second
  spans.springs = {{"joint", {last, one.n_dofs()}, {1, -1}, PiecewiseLinear({0, 1}, {0, 1e6})}};
  const LineModes modes =
      reduce(spans, {.n_modes = 7, .static_tolerance = 1e-8, .shapes = ShapeOutput::everywhere});
  const SparseFactor factor(spans.stiffness);
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(spans.n_dofs());
  pull(last) = 1;
  pull(one.n_dofs()) = -1;
  const double expected = pull.dot(factor.solve(pull));
  const Eigen::VectorXd row = modes.on_springs.row(0);
  EXPECT_NEAR(row.dot(modes.omega.cwiseAbs2().cwiseInverse().cwiseProduct(row)), expected,
              1e-7 * expected);
  EXPECT_LT((modes.shapes.transpose() * pull - row).norm(), 1e-12 * row.norm());
  EXPECT_LT(influence_error(spans, modes), 2e-8);
  // The third span has no spring and is no worse for that.
  EXPECT_NEAR(reduced_influence(modes, 12, 12), reduced_influence(modes, 60, 60),
              2e-8 * reduced_influence(modes, 12, 12));
}

TEST(SparseModes, factors_at_hand_give_the_same_modes_as_a_shift) {
  const ElasticStructure spans = copies_in_a_row(span(100), 2);
  const SparseModes shifted = sparse_modes(spans.stiffness, spans.mass, {.n_modes = 9});
  const SparseModes direct =
      sparse_modes(spans.stiffness, spans.mass, SparseFactor(spans.stiffness), {.n_modes = 9});
  for (int i = 0; i < 9; ++i) {
    EXPECT_NEAR(direct.omega(i) / shifted.omega(i), 1, 1e-9) << i;
    EXPECT_NEAR(direct.omega(i) / omega_of(i / 2 + 1), 1, 1e-5) << i;
  }
  EXPECT_LT((direct.shapes.transpose() * (spans.mass * direct.shapes) - Matrix::Identity(9, 9))
                .cwiseAbs()
                .maxCoeff(),
            1e-9);
}

TEST(Reduction, displacements_without_mass_still_yield) {
  ElasticStructure beam = span(20);
  Eigen::VectorXd lumped = beam.mass.diagonal();
  for (std::size_t i = 0; i < beam.dof_names.size(); ++i) {
    if (beam.dof_names[i].find("rotation") != std::string::npos) {
      lumped(static_cast<Eigen::Index>(i)) = 0;
    }
  }
  beam.mass = diagonal(lumped);
  beam.mass.makeCompressed();
  const LineModes modes = reduce(beam, {.n_modes = 3, .static_tolerance = 1e-10});
  EXPECT_TRUE(modes.omega.allFinite());
  EXPECT_LT(influence_error(beam, modes), 1e-9);
}

TEST(Reduction, damping_comes_from_the_matrix_or_from_ratios) {
  const ElasticStructure beam = span(40);
  const LineModes from_matrix = reduce(beam, {.n_modes = 4});
  EXPECT_NEAR(from_matrix.damping_rate(1), 2 * 0.01 * from_matrix.omega(1), 1e-4);
  EXPECT_LT(from_matrix.damping_coupling, 1e-6);
  const LineModes given = reduce(beam, {.n_modes = 4, .damping_ratios = {0.02, 0.05}});
  EXPECT_DOUBLE_EQ(given.damping_rate(0), 2 * 0.02 * given.omega(0));
  EXPECT_DOUBLE_EQ(given.damping_rate(7), 2 * 0.05 * given.omega(7));
  // A damper at one place couples the modes: the number says so.
  ElasticStructure damped = beam;
  damped.damping = 0 * beam.damping;
  damped.damping.coeffRef(20, 20) += 1e5;
  EXPECT_GT(reduce(damped, {.n_modes = 4}).damping_coupling, 0.1);
}

void expect_refused(const ElasticStructure& structure, const ReductionOptions& options,
                    const std::string& part) {
  try {
    reduce(structure, options);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(ReductionErrors, what_cannot_be_reduced_is_told) {
  const ElasticStructure beam = span(10);
  expect_refused(beam, {}, "neither a number of modes nor a frequency limit");
  expect_refused(beam, {.n_modes = 100}, "100 modes of 20 displacements");
  expect_refused(beam, {.frequency_limit = 0.1}, "no mode up to 0.1 Hz");
  expect_refused(beam, {.n_modes = 2, .static_tolerance = 0}, "static tolerance 0");
  expect_refused(beam, {.n_modes = 2, .damping_ratios = {-0.1}}, "damping ratio -0.1");
  ElasticStructure without_line = beam;
  without_line.line = {};
  expect_refused(without_line, {.n_modes = 2}, "no load line");
  Beam loose{10, {{0, 1e9, 100}}, {{0, 1e6, 0}}, {}};
  EXPECT_THROW(reduce(elastic_structure(loose, 10), {.n_modes = 2}), NotPositiveDefinite);
}

}  // namespace
}  // namespace tread::structure
