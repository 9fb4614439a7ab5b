#include "tread/structure/beam_modes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "structure/sections.hpp"
#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/finite_differences.hpp"
#include "tread/structure/finite_elements.hpp"

namespace tread::structure {
namespace {

using std::numbers::pi;

/// Chapter 8 of the thesis: steel, 20 m.
const BeamSection k_thesis{0, 2e11 * 0.0104, 7900};

Beam uniform(std::vector<Support> supports, double length = 1,
             const BeamSection& section = k_unit) {
  return {length, {section}, std::move(supports), {}};
}

Eigen::VectorXd at(const BeamModes& modes, double x,
                   void (BeamModes::*what)(double, std::span<double>) const = &BeamModes::shape) {
  Eigen::VectorXd values(modes.n_modes());
  (modes.*what)(x, {values.data(), as_size(modes.n_modes())});
  return values;
}

/// Integral of weight(x) w_i w_j over the beam: Gauss-Legendre (5 points) on panels.
Eigen::MatrixXd gram(const BeamModes& modes, const std::function<double(double)>& weight,
                     int n_panels) {
  constexpr std::array<double, 3> points{0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 3> weights{128.0 / 225, 0.4786286704993665, 0.2369268850561891};
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(modes.n_modes(), modes.n_modes());
  const double h = modes.length() / n_panels;
  for (int panel = 0; panel < n_panels; ++panel) {
    for (int g = -2; g <= 2; ++g) {
      const double point = (g < 0 ? -1 : 1) * points[as_size(std::abs(g))];
      const double x = h * (panel + (1 + point) / 2);
      const Eigen::VectorXd w = at(modes, x);
      sum += (h / 2 * weights[as_size(std::abs(g))] * weight(x)) * w * w.transpose();
    }
  }
  return sum;
}

double largest_deviation_from_identity(const Eigen::MatrixXd& m) {
  return (m - Eigen::MatrixXd::Identity(m.rows(), m.cols())).cwiseAbs().maxCoeff();
}

double beta_l(const BeamModes& modes, int i, double spans = 1) {
  const auto& part = modes.parts().front();
  const BeamSection& s = part.beam.sections.front();
  return std::sqrt(modes.omega()[as_size(i)] * std::sqrt(s.mass_per_length / s.bending_stiffness)) *
         part.beam.length / spans;
}

struct NamedEnds {
  const char* name;
  std::vector<Support> supports;
};

const std::vector<NamedEnds> k_all_ends{{"clamped-clamped", {clamped_at(0), clamped_at(1)}},
                                        {"pinned-pinned", {pinned_at(0), pinned_at(1)}},
                                        {"clamped-free", {clamped_at(0)}},
                                        {"free-clamped", {clamped_at(1)}},
                                        {"clamped-pinned", {clamped_at(0), pinned_at(1)}},
                                        {"pinned-clamped", {pinned_at(0), clamped_at(1)}},
                                        {"free-free", {}},
                                        {"pinned-free", {pinned_at(0)}},
                                        {"free-pinned", {pinned_at(1)}}};

TEST(BeamModes, TwoHundredClosedFormModesAreOrthonormalWhateverTheEnds) {
  for (const NamedEnds& ends : k_all_ends) {
    const BeamModes modes = beam_modes(uniform(ends.supports), {200});
    // 200 half waves on 1000 panels of 5 points: the quadrature is exact to rounding.
    EXPECT_LT(largest_deviation_from_identity(gram(
                  modes, [](double) { return 1; }, 1000)),
              1e-10)
        << ends.name;
  }
}

TEST(BeamModes, ClosedFormsSatisfyTheirEquationAndEnds) {
  for (const NamedEnds& ends : k_all_ends) {
    const BeamModes modes = beam_modes(uniform(ends.supports), {30});
    // w'''' = b^4 w, the fourth derivative from differences of the third.
    const double x = 0.37;
    const double h = 1e-5;
    const Eigen::VectorXd fourth = (at(modes, x + h, &BeamModes::third_derivative) -
                                    at(modes, x - h, &BeamModes::third_derivative)) /
                                   (2 * h);
    const Eigen::VectorXd w = at(modes, x);
    for (int i = 0; i < modes.n_modes(); ++i) {
      const double omega = modes.omega()[as_size(i)];
      // Central differences leave (b h)^2/6 = 1.5e-7 of mode 30.
      EXPECT_NEAR(fourth[i], omega * omega * w[i], 1e-6 * (1 + omega * omega)) << ends.name << i;
    }
    for (const double end : {0.0, 1.0}) {
      const auto found = std::find_if(ends.supports.begin(), ends.supports.end(),
                                      [&](const Support& s) { return s.x == end; });
      const bool is_held = found != ends.supports.end();
      const bool is_clamped = is_held && std::isinf(found->rotational);
      for (int i = 0; i < modes.n_modes(); ++i) {
        const double b = std::max(1.0, std::sqrt(modes.omega()[as_size(i)]));
        if (is_held) {
          EXPECT_NEAR(at(modes, end)[i], 0, 1e-12);
        }
        if (is_clamped) {
          EXPECT_NEAR(at(modes, end, &BeamModes::slope)[i], 0, 1e-12 * b);
        } else {
          EXPECT_NEAR(at(modes, end, &BeamModes::curvature)[i], 0, 1e-12 * b * b);
        }
        if (!is_held) {
          EXPECT_NEAR(at(modes, end, &BeamModes::third_derivative)[i], 0, 1e-12 * b * b * b);
        }
      }
    }
  }
}

TEST(BeamModes, DerivativesAreThoseOfTheShape) {
  using Evaluate = void (BeamModes::*)(double, std::span<double>) const;
  const std::array<Evaluate, 4> order{&BeamModes::shape, &BeamModes::slope, &BeamModes::curvature,
                                      &BeamModes::third_derivative};
  const Beam stepped{1, {{0, 1, 1}, {0.4, 3, 2}}, {clamped_at(0), {0.7, 50, 0}}, {}};
  for (const Beam& beam :
       {uniform({pinned_at(0), pinned_at(1)}), uniform({clamped_at(0)}), stepped}) {
    const BeamModes modes = beam_modes(beam, {20});
    for (const double x : {0.1234, 0.512, 0.9871}) {
      for (std::size_t d = 0; d < 3; ++d) {
        const double h = 1e-5;
        const Eigen::VectorXd difference =
            (at(modes, x + h, order[d]) - at(modes, x - h, order[d])) / (2 * h);
        const Eigen::VectorXd derivative = at(modes, x, order[d + 1]);
        EXPECT_LT((difference - derivative).cwiseAbs().maxCoeff(),
                  1e-6 * derivative.cwiseAbs().maxCoeff());
      }
    }
  }
}

TEST(BeamModes, WaveNumbersAreThoseOfTheTextbook) {
  // Blevins (1979), table 8-1: lambda_i of the first modes.
  const BeamModes clamped = beam_modes(uniform({clamped_at(0), clamped_at(1)}), {3});
  EXPECT_NEAR(beta_l(clamped, 0), 4.73004074, 5e-9);
  EXPECT_NEAR(beta_l(clamped, 1), 7.85320462, 5e-9);
  const BeamModes cantilever_modes = beam_modes(uniform({clamped_at(0)}), {3});
  EXPECT_NEAR(beta_l(cantilever_modes, 0), 1.87510407, 5e-9);
  EXPECT_NEAR(beta_l(cantilever_modes, 1), 4.69409113, 5e-9);
  const BeamModes propped = beam_modes(uniform({clamped_at(0), pinned_at(1)}), {2});
  EXPECT_NEAR(beta_l(propped, 0), 3.92660231, 5e-9);
  EXPECT_NEAR(beta_l(propped, 1), 7.06858275, 5e-9);
  const BeamModes free = beam_modes(uniform({}), {4});
  EXPECT_EQ(free.omega()[0], 0);
  EXPECT_EQ(free.omega()[1], 0);
  EXPECT_NEAR(beta_l(free, 2), 4.73004074, 5e-9);
}

TEST(BeamModes, TableOfTheThesisFor20And200PointsIsMetToTheLastPrintedDigit) {
  const Beam bridge = clamped_beam(20, k_thesis);
  const BeamModes exact = beam_modes(bridge, {5});
  const BeamModes coarse = beam_modes(bridge, {5, ModeMethod::finite_differences, 19});
  const BeamModes fine = beam_modes(bridge, {5, ModeMethod::finite_differences, 199});
  // Thesis table 8.2.
  const std::array<double, 5> paper_exact{28.7004, 79.1137, 155.0946, 256.3792, 382.9863};
  const std::array<double, 5> paper_20{28.3771, 77.1775, 148.6791, 240.4848, 350.0241};
  const std::array<double, 5> paper_200{28.6974, 79.0956, 155.0336, 256.2257, 382.6624};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(exact.omega()[i], paper_exact[i], 1e-4);
    EXPECT_NEAR(coarse.omega()[i], paper_20[i], 1e-4);
    EXPECT_NEAR(fine.omega()[i], paper_200[i], 1e-4);
  }
}

TEST(BeamModes, FiniteDifferenceFrequenciesConvergeAtSecondOrder) {
  for (const Beam& beam : {clamped_beam(20, k_thesis), simply_supported_beam(20, k_thesis)}) {
    const double exact = beam_modes(beam, {3}).omega()[2];
    const auto error = [&](int n) {
      return std::abs(beam_modes(beam, {3, ModeMethod::finite_differences, n}).omega()[2] - exact);
    };
    for (const int n : {40, 80}) EXPECT_NEAR(std::log2(error(n) / error(2 * n)), 2, 0.03);
  }
}

TEST(BeamModes, FiniteDifferenceModesAreTheClosedFormsInTheLimit) {
  const Beam beam = clamped_beam(20, k_thesis);
  const BeamModes exact = beam_modes(beam, {3});
  const auto error = [&](int n) {
    const BeamModes modes = beam_modes(beam, {3, ModeMethod::finite_differences, n});
    double largest = 0;
    for (int i = 1; i < 100; ++i) {
      largest = std::max(
          largest, (at(modes, 0.2 * i + 0.07) - at(exact, 0.2 * i + 0.07)).cwiseAbs().maxCoeff());
    }
    return largest;
  };
  EXPECT_NEAR(std::log2(error(100) / error(200)), 2, 0.05);
}

TEST(BeamModes, FiniteElementsConvergeToTheClosedFormsAtFourthOrder) {
  for (const NamedEnds& ends : k_all_ends) {
    const BeamModes exact = beam_modes(uniform(ends.supports), {6});
    const auto error = [&](int n) {
      const BeamModes modes =
          beam_modes(uniform(ends.supports), {6, ModeMethod::finite_elements, n});
      return std::abs(modes.omega()[5] / exact.omega()[5] - 1);
    };
    EXPECT_NEAR(std::log2(error(20) / error(40)), 4, 0.1) << ends.name;
  }
}

TEST(BeamModes, FiniteElementModesOfAFreeBeamHaveTwoRigidMotions) {
  const BeamModes modes = beam_modes(uniform({}), {6, ModeMethod::finite_elements});
  EXPECT_EQ(modes.omega()[0], 0);
  EXPECT_EQ(modes.omega()[1], 0);
  EXPECT_NEAR(beta_l(modes, 2), 4.73004074, 1e-6);
  const Eigen::VectorXd curvature = at(modes, 0.3, &BeamModes::curvature);
  EXPECT_LT(curvature.head(2).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(BeamModes, AutomaticElementsKeepTheHighestFrequencyWithinTenToTheMinusFive) {
  for (const int n : {5, 20, 100}) {
    const BeamModes exact = beam_modes(uniform({clamped_at(0), clamped_at(1)}), {n});
    const BeamModes modes =
        beam_modes(uniform({clamped_at(0), clamped_at(1)}), {n, ModeMethod::finite_elements});
    for (std::size_t i = 0; i < as_size(n); ++i) {
      EXPECT_NEAR(modes.omega()[i] / exact.omega()[i], 1, 1e-5) << i;
    }
    EXPECT_LT(largest_deviation_from_identity(gram(
                  modes, [](double) { return 1; }, 12 * n)),
              1e-9);
  }
}

TEST(BeamModes, TwoEqualContinuousSpansHaveTheTextbookWaveNumbers) {
  const BeamModes modes = beam_modes(continuous_beam({10, 10}, k_thesis), {4});
  // Simply supported (antisymmetric) and clamped-pinned (symmetric) modes of one span alternate.
  EXPECT_NEAR(beta_l(modes, 0, 2), pi, 5e-5);
  EXPECT_NEAR(beta_l(modes, 1, 2), 3.9266, 5e-5);
  EXPECT_NEAR(beta_l(modes, 2, 2), 2 * pi, 5e-5);
  EXPECT_NEAR(beta_l(modes, 3, 2), 7.0686, 5e-5);
}

TEST(BeamModes, ElasticSupportsGoFromFreeToRigid) {
  const auto first = [](double k) {
    return beam_modes(uniform({{0, k, 0}, {1, k, 0}}), {1}).omega()[0];
  };
  // Soft springs: a rigid beam on two springs, omega^2 = 2 k/m.
  EXPECT_NEAR(first(1e-3) / std::sqrt(2e-3), 1, 1e-4);
  EXPECT_NEAR(first(1e8) / (pi * pi), 1, 1e-5);
  // Between: b solves b^3 (1 - cos b cosh b) ... ; symmetric mode of a beam on springs at its ends:
  // tan(b/2) + tanh(b/2) = 2 k/b^3 (from w = c cos(b s) + d cosh(b s) about the middle).
  const double k = 40;
  const double b = std::sqrt(first(k));
  EXPECT_NEAR(std::tan(b / 2) + std::tanh(b / 2), 2 * k / (b * b * b), 1e-5);
}

TEST(BeamModes, ShearDeformationClosedFormAgreesWithFiniteElements) {
  // A deep beam: shear lowers the fourth frequency to a third of Euler-Bernoulli's.
  for (const double rotary : {0.0, 900.0}) {
    const BeamSection deep{0, 4e9, 5000, 8e8, rotary};
    const Beam beam = simply_supported_beam(10, deep);
    const BeamModes exact = beam_modes(beam, {4});
    const auto error = [&](int n) {
      const BeamModes modes = beam_modes(beam, {4, ModeMethod::finite_elements, n});
      return std::abs(modes.omega()[3] / exact.omega()[3] - 1);
    };
    // Shear strain is constant in an element: second order.
    EXPECT_NEAR(std::log2(error(100) / error(200)), 2, 0.05);
    EXPECT_LT(error(200), 2e-4);
    // Slender elements do not lock: the same beam with hardly any shear deformation.
    const BeamSection stiff{0, 4e9, 5000, 8e16, rotary};
    const double slender =
        beam_modes(simply_supported_beam(10, stiff), {3, ModeMethod::finite_elements, 48})
            .omega()[0];
    const double k = pi / 10;
    EXPECT_NEAR(slender / (k * k * std::sqrt(4e9 / (5000 + rotary * k * k))), 1, 1e-5);
  }
}

TEST(BeamModes, ShearModesAreMassNormalisedAndCarryTheirOwnMoments) {
  const BeamSection deep{0, 4e9, 5000, 8e8, 900};
  const BeamModes modes = beam_modes(simply_supported_beam(10, deep), {4});
  const BeamModes elements =
      beam_modes(simply_supported_beam(10, deep), {4, ModeMethod::finite_elements, 400});
  // At the middle of elements, where their slopes and forces are right to second order.
  for (const double x : {1.3125, 4.0125, 7.7125}) {
    for (const auto what :
         {&BeamModes::shape, &BeamModes::slope, &BeamModes::moment, &BeamModes::shear}) {
      const Eigen::VectorXd a = at(modes, x, what).cwiseAbs();
      const Eigen::VectorXd b = at(elements, x, what).cwiseAbs();
      EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-3 * a.maxCoeff()) << "at " << x;
    }
  }
}

TEST(BeamModes, VaryingStiffnessAgreesWithAVeryFineModel) {
  // EI falls linearly to a fifth, the mass to a half; a pier that gives at two thirds.
  const Beam beam{30, {{0, 5e10, 20000}, {30, 1e10, 10000}}, {clamped_at(0), {20, 3e8, 0}}, {}};
  const BeamModes modes = beam_modes(beam, {8});
  const BeamModes fine = beam_modes(beam, {8, ModeMethod::finite_elements, 800});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(modes.omega()[i] / fine.omega()[i], 1, 2e-5);
  EXPECT_LT(largest_deviation_from_identity(gram(
                modes, [&](double x) { return section_at(beam, x).mass_per_length; }, 960)),
            1e-9);
}

TEST(BeamModes, AnAbruptChangeOfSectionIsTheTwoPartClosedForm) {
  // Two halves, EI 4 and 1, pinned ends. Static midspan deflection under a unit force there, from
  // the modes, against integration of M^2/EI: L^3/96 (1/EI_1 + 1/EI_2).
  const Beam beam{
      2, {{0, 4, 1}, {1, 4, 1}, {1, 1, 1}, {2, 1, 1}}, {pinned_at(0), pinned_at(2)}, {}};
  const BeamModes modes = beam_modes(beam, {40});
  const Eigen::VectorXd w = at(modes, 1);
  double deflection = 0;
  for (int i = 0; i < 40; ++i) deflection += w[i] * w[i] / std::pow(modes.omega()[as_size(i)], 2);
  EXPECT_NEAR(deflection / (8.0 / 96 * (0.25 + 1)), 1, 1e-4);
}

TEST(BeamModes, SeparateSpansAreOneSetOfModesThatDoNotMeet) {
  const BeamModes one = beam_modes(simply_supported_beam(10, k_thesis, ModalDamping{{0.02}}), {5});
  const BeamModes row = equal_spans(one, 3);
  EXPECT_EQ(row.n_modes(), 15);
  EXPECT_DOUBLE_EQ(row.length(), 30);
  const Eigen::VectorXd second = at(row, 13.2);
  EXPECT_EQ(second.head(5).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(second.tail(5).cwiseAbs().maxCoeff(), 0);
  EXPECT_LT((second.segment(5, 5) - at(one, 3.2)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(row.modes_at(25).first, 10);
  EXPECT_EQ(row.modes_at(-1).count, 0);
  EXPECT_EQ(at(row, 30.1).cwiseAbs().maxCoeff(), 0);
  EXPECT_NEAR(row.damping_ratio()[7], 0.02, 1e-15);
  const Eigen::VectorXd moment = at(row, 13.2, &BeamModes::moment);
  EXPECT_LT((moment.segment(5, 5) - at(one, 3.2, &BeamModes::moment)).cwiseAbs().maxCoeff(),
            1e-9 * moment.cwiseAbs().maxCoeff());
}

TEST(BeamModes, TheFirstModesOfManyAreTheModesOfFew) {
  const Beam stepped{1, {{0, 1, 1}, {0.4, 3, 2}}, {clamped_at(0), pinned_at(1)}, {}};
  for (const Beam& beam :
       {stepped, uniform({clamped_at(0), pinned_at(1)}), uniform({pinned_at(0), pinned_at(1)})}) {
    const BeamModes many = beam_modes(beam, {12, ModeMethod::automatic, 150});
    const BeamModes few = many.first(4);
    EXPECT_EQ(few.n_modes(), 4);
    // Few sines go another way than many: equal to rounding.
    EXPECT_LT((at(few, 0.3) - at(many, 0.3).head(4)).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_EQ(few.omega(), std::vector<double>(many.omega().begin(), many.omega().begin() + 4));
  }
}

TEST(BeamModes, DampingRatiosAreThoseGiven) {
  const auto ratios = [](const Damping& damping) {
    return beam_modes({1, {k_unit}, {pinned_at(0), pinned_at(1)}, damping}, {3}).damping_ratio();
  };
  const auto modal = ratios(ModalDamping{{0.01, 0.02}});
  EXPECT_NEAR(modal[0], 0.01, 1e-15);
  EXPECT_NEAR(modal[2], 0.02, 1e-15);
  const double omega_2 = 4 * pi * pi;
  const auto rayleigh = ratios(RayleighDamping{0.3, 1e-3});
  EXPECT_NEAR(rayleigh[1], (0.3 / omega_2 + 1e-3 * omega_2) / 2, 1e-14);
}

TEST(BeamModes, NoModesOrMoreThanTheMeshCanShowAreRefused) {
  const Beam beam = uniform({pinned_at(0), pinned_at(1)});
  EXPECT_THROW(beam_modes(beam, {0}), ModelError);
  EXPECT_THROW(beam_modes(beam, {20, ModeMethod::finite_elements, 10}), ModelError);
  EXPECT_THROW(beam_modes(beam, {20, ModeMethod::finite_differences, 20}), ModelError);
  EXPECT_THROW(beam_modes(uniform({clamped_at(0)}), {3, ModeMethod::finite_differences}),
               ModelError);
}

}  // namespace
}  // namespace tread::structure
