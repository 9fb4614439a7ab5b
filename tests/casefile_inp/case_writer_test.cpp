#include "tread/casefile/case_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

ContactCase converted(const ContactCase& from) {
  const CaseText text = case_text(from, "heights.csv");
  EXPECT_TRUE(text.heights.empty());
  return parse_toml(text.toml, "new.toml", {}).cases.at(0);
}

ContactCase plain_case() {
  ContactCase c;
  c.bodies = {{82e9, 0.28}, {79.3e9, 0.31}};
  c.shape = Quadric{{5.1, 0.1, 4.3, 1e-5, 0, 1e-7}};
  c.load = {Load::Kind::force, 470.3};
  c.area =
      FixedArea{{31, 29, -3.1e-3 / 7, -2.9e-3 / 11, 0.2e-3 / 3, 0.1e-3 / 3}, FixedArea::Edge::warn};
  return c;
}

TEST(CaseWriter, GridAndShapeComeBackToTheLastBit) {
  const ContactCase from = plain_case();
  const ContactCase to = converted(from);
  const Grid& a = std::get<FixedArea>(from.area).grid;
  const Grid& b = std::get<FixedArea>(to.area).grid;
  EXPECT_EQ(a.nx, b.nx);
  EXPECT_EQ(a.ny, b.ny);
  EXPECT_EQ(a.x0, b.x0);
  EXPECT_EQ(a.y0, b.y0);
  EXPECT_EQ(a.dx, b.dx);
  EXPECT_EQ(a.dy, b.dy);
  EXPECT_EQ(std::get<FixedArea>(to.area).edge, FixedArea::Edge::warn);
  EXPECT_EQ(std::get<Quadric>(to.shape).b, std::get<Quadric>(from.shape).b);
  EXPECT_EQ(to.bodies.upper.shear_modulus, 82e9);
  EXPECT_EQ(to.bodies.lower.poisson_ratio, 0.31);
  EXPECT_EQ(to.load.value, 470.3);
  EXPECT_EQ(to.motion.type, Motion::Type::none);
}

TEST(CaseWriter, FrictionAndRollingComeBackToTheLastBit) {
  ContactCase from = plain_case();
  from.motion.type = Motion::Type::transient_rolling;
  from.motion.longitudinal = {Prescribed::Kind::relative_to_bound, -0.37};
  from.motion.lateral = {Prescribed::Kind::motion, 0.0011};
  from.motion.spin = 0.123;
  from.friction.law = FallingFriction{FallingFriction::Shape::rational,
                                      0.21,
                                      {{{0.1, 1.3}, {0.05, 0.7}}},
                                      FallingFriction::Branch::high_slip};
  from.friction.memory = {0.0012, 0.4};
  from.rolling.direction = 0.17;
  from.rolling.speed = 31.7;
  from.rolling.step = 0.1e-3 / 3;
  from.rolling.scheme = Rolling::Scheme::exact;
  from.model = HalfSpaceModel{ElasticLayer{1.1e9, 2e-5}};
  from.subsurface = {{{0, 1e-3 / 3}, {0}, {0, 1e-4}}};
  const ContactCase to = converted(from);
  EXPECT_EQ(to.motion.type, from.motion.type);
  EXPECT_EQ(to.motion.longitudinal.kind, from.motion.longitudinal.kind);
  EXPECT_EQ(to.motion.longitudinal.value, -0.37);
  EXPECT_EQ(to.motion.lateral.value, 0.0011);
  EXPECT_EQ(to.motion.spin, 0.123);
  const auto& law = std::get<FallingFriction>(to.friction.law);
  EXPECT_EQ(law.shape, FallingFriction::Shape::rational);
  EXPECT_EQ(law.kinetic_coefficient, 0.21);
  EXPECT_EQ(law.terms[1].height, 0.05);
  EXPECT_EQ(law.terms[1].half_velocity, 0.7);
  EXPECT_EQ(law.branch, FallingFriction::Branch::high_slip);
  EXPECT_EQ(to.friction.memory.distance, 0.0012);
  EXPECT_EQ(to.rolling.direction, 0.17);
  EXPECT_EQ(to.rolling.speed, 31.7);
  EXPECT_EQ(to.rolling.step, from.rolling.step);
  EXPECT_EQ(to.rolling.scheme, Rolling::Scheme::exact);
  EXPECT_EQ(to.rolling.n_steps, 1);
  EXPECT_EQ(std::get<HalfSpaceModel>(to.model).layer->thickness, 2e-5);
  EXPECT_EQ(to.subsurface.at(0).x, from.subsurface[0].x);
  EXPECT_EQ(to.subsurface.at(0).z, from.subsurface[0].z);
}

TEST(CaseWriter, OtherShapesBecomeHeights) {
  ContactCase from = plain_case();
  from.shape = CircleAlongX{0, 0.46, -0.001, 0.001, {1e-6, 0, 2e-6}};
  const CaseText text = case_text(from, "rail_heights.csv");
  EXPECT_NE(text.toml.find("file = \"rail_heights.csv\""), std::string::npos);
  EXPECT_EQ(std::count(text.heights.begin(), text.heights.end(), '\n'), 29);
  EXPECT_EQ(std::count(text.heights.begin(), text.heights.end(), ','), 29 * 30);
}

TEST(CaseWriter, WhatTomlCannotSayIsRefused) {
  const auto refused = [](auto change) {
    ContactCase c = plain_case();
    c.motion.type = Motion::Type::steady_rolling;
    change(c);
    EXPECT_THROW(case_text(c, ""), ModelError);
  };
  refused([](ContactCase& c) { c.planform = QuadraticRegion{}; });
  refused([](ContactCase& c) { c.history = History::continues; });
  refused([](ContactCase& c) { c.subsurface.resize(2); });
  refused([](ContactCase& c) { c.motion.lateral.kind = Prescribed::Kind::relative_to_load; });
  refused([](ContactCase& c) { c.model = FastsimModel{FastsimModel::Bound::half_space, {}}; });
}

}  // namespace
}  // namespace tread::casefile
