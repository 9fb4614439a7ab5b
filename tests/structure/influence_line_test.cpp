#include "tread/structure/influence_line.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/structure/beam_load.hpp"

namespace tread::structure {
namespace {

const BeamSection k_influence_section{.bending_stiffness = 3e9, .mass_per_length = 5000};

TEST(InfluenceLine, OfASimplySupportedBeamIsTheTriangle) {
  const double length = 20;
  const Beam beam = simply_supported_beam(length, k_influence_section);
  for (const double s : {0.0, 6.0, 10.0, 20.0}) {
    const InfluenceLine line(beam, s);
    for (const double x : {0.0, 2.5, 5.9, 6.1, 13.0, 20.0}) {
      const double moment = x < s ? x * (length - s) / length : s * (length - x) / length;
      EXPECT_NEAR(line.moment(x), moment, 1e-12 * length) << s << " " << x;
      if (x == s) continue;  // the shear force jumps
      EXPECT_NEAR(line.shear(x), x < s ? -x / length : 1 - x / length, 1e-12) << s << " " << x;
    }
  }
}

TEST(InfluenceLine, OfAClampedBeamHasTheMomentsOfTheTextbook) {
  const double length = 8;
  const Beam beam = clamped_beam(length, k_influence_section);
  const InfluenceLine left(beam, 0);
  const InfluenceLine middle(beam, length / 2);
  for (const double x : {1.0, 3.0, 4.0, 6.5}) {
    const double b = length - x;
    EXPECT_NEAR(left.moment(x), -x * b * b / (length * length), 1e-12);
    EXPECT_NEAR(left.shear(x), b * b * (length + 2 * x) / std::pow(length, 3), 1e-12);
  }
  EXPECT_NEAR(middle.moment(length / 2), length / 8, 1e-12);
}

TEST(InfluenceLine, IsWhatManyModesTendTo) {
  Beam beam = continuous_beam({10, 14, 10}, k_influence_section);
  beam.sections.front().shear_stiffness = 4e9;
  const double s = 15;
  const InfluenceLine line(beam, s);
  const BeamModes modes = beam_modes(beam, {.n_modes = 120});
  for (const double x : {3.0, 12.0, 19.0, 30.0}) {  // not below the section, where it is slow
    const std::vector<double> q = static_coordinates(modes, {{{x, 1.0}}, {}});
    EXPECT_NEAR(values_at(modes, q, s).moment, line.moment(x), 0.01) << x;
  }
}

TEST(InfluenceLine, DeflectionAndSlopeAreThoseOfTheTextbookWithShear) {
  const double length = 20;
  Beam beam = simply_supported_beam(length, k_influence_section);
  const double shear = 4e8;
  beam.sections.front().shear_stiffness = shear;
  const double bending = k_influence_section.bending_stiffness;
  const InfluenceLine middle(beam, length / 2);
  EXPECT_NEAR(middle.deflection(length / 2),
              std::pow(length, 3) / (48 * bending) + length / (4 * shear), 1e-20);
  const InfluenceLine left(beam, 0);
  const InfluenceLine right(beam, length);
  for (const double x : {0.5, 3.0, 10.0, 18.0}) {
    const double b = length - x;
    const double slope = x * b * (length + b) / (6 * length * bending) + b / (length * shear);
    EXPECT_NEAR(left.slope(x), slope, 1e-12 * std::abs(slope)) << x;
    EXPECT_NEAR(right.slope(length - x), -slope, 1e-12 * std::abs(slope)) << x;
    EXPECT_EQ(left.deflection(x), 0);
    EXPECT_NEAR(middle.deflection(x), InfluenceLine(beam, x).deflection(length / 2), 1e-18);
  }
}

TEST(InfluenceLine, RefusesWhatItCannot) {
  EXPECT_THROW(InfluenceLine(simply_supported_beam(5, k_influence_section), 6), ModelError);
  EXPECT_THROW(InfluenceLine(Beam{5, {k_influence_section}, {}, {}}, 2), ModelError);
  Beam varying = simply_supported_beam(5, k_influence_section);
  varying.sections.push_back({.x = 5, .bending_stiffness = 1e9, .mass_per_length = 5000});
  EXPECT_THROW(InfluenceLine(varying, 2), ModelError);
}

}  // namespace
}  // namespace tread::structure
