#include "tread/structure/beam.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "structure/sections.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

std::string message_of(const Beam& beam) {
  return message_of([&] { check(beam); });
}

void expect_tells(const Beam& beam, const std::string& part) {
  EXPECT_NE(message_of(beam).find(part), std::string::npos) << message_of(beam);
}

TEST(Beam, AWrongBeamIsRefusedWithValueReasonAndRemedy) {
  const Beam good{10, {k_section}, {pinned_at(0), pinned_at(10)}, {}};
  EXPECT_NO_THROW(check(good));

  Beam bad = good;
  bad.length = 0;
  bad.supports.clear();
  expect_tells(bad, "must be positive, got 0 m");

  bad = good;
  bad.sections[0].bending_stiffness = -2e9;
  expect_tells(bad, "bending stiffness EI of the beam must be positive, got -2000000000 N m^2");

  bad = good;
  bad.sections[0].mass_per_length = 0;
  expect_tells(bad, "mass per length");

  bad = good;
  bad.sections[0].shear_stiffness = -1;
  expect_tells(bad, "leave it out");

  bad = good;
  bad.sections[0].rotary_inertia = 5;
  expect_tells(bad, "no shear deformation");

  bad = good;
  bad.sections.clear();
  expect_tells(bad, "no cross-section");

  bad = good;
  bad.sections = {{5, 2e9, 8000}, {2, 2e9, 8000}};
  expect_tells(bad, "order them");

  bad = good;
  bad.supports[1].x = 12;
  expect_tells(bad, "x = 12 m, outside the beam of 10 m");

  bad = good;
  bad.supports.push_back(clamped_at(0));
  expect_tells(bad, "two supports stand at x = 0 m");

  bad = good;
  bad.supports[1].rotational = -3;
  expect_tells(bad, "-3 N m/rad");

  bad = good;
  bad.damping = ModalDamping{{0.01, -0.02}};
  expect_tells(bad, "got -0.02");

  bad = good;
  bad.damping = RayleighDamping{-1, 0};
  expect_tells(bad, "some motion would grow");
}

TEST(Beam, ASpanOfNoLengthIsRefused) {
  EXPECT_NE(message_of([] {
              continuous_beam({10, 0}, k_section);
            }).find("got 0 m"),
            std::string::npos);
}

TEST(Beam, SectionsVaryLinearlyAndMayJump) {
  const Beam beam{10, {{0, 1, 10}, {4, 3, 10}, {4, 5, 20}, {8, 5, 20}}, {}, {}};
  EXPECT_DOUBLE_EQ(section_at(beam, 2).bending_stiffness, 2);
  EXPECT_DOUBLE_EQ(section_at(beam, 4).bending_stiffness, 5);
  EXPECT_DOUBLE_EQ(section_at(beam, 6).mass_per_length, 20);
  EXPECT_DOUBLE_EQ(section_at(beam, 10).bending_stiffness, 5);
  EXPECT_FALSE(is_uniform(beam));

  const Beam jump_at_end{10, {{0, 1, 10}, {10, 3, 10}, {10, 7, 10}}, {}, {}};
  EXPECT_DOUBLE_EQ(section_at(jump_at_end, 10).bending_stiffness, 3);
}

TEST(Beam, RayleighDampingGoesThroughTheTwoRatiosGiven) {
  const RayleighDamping damping = rayleigh_through(10, 0.02, 50, 0.03);
  const auto ratio = [&](double omega) {
    return (damping.mass_factor + damping.stiffness_factor * omega * omega) / (2 * omega);
  };
  EXPECT_NEAR(ratio(10), 0.02, 1e-15);
  EXPECT_NEAR(ratio(50), 0.03, 1e-15);
}

}  // namespace
}  // namespace tread::structure
