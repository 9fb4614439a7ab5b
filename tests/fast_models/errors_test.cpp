#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "fast_models/samples.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_inf = std::numeric_limits<double>::infinity();

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_said(const std::function<void()>& action, const std::string& part) {
  const std::string message = message_of(action);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(FastModelErrors, EveryModelRefusesBadContactsAndCreepages) {
  const auto with = [](auto&& change) {
    EllipticContact contact = round_contact();
    change(contact);
    return contact;
  };
  const Creepage c{1e-3, 0, 0};
  const std::vector<std::pair<EllipticContact, std::string>> bad = {
      {with([](auto& k) { k.semi_axis_x = 0; }), "semi-axis a"},
      {with([](auto& k) { k.semi_axis_y = -1e-3; }), "got -0.001 m"},
      {with([](auto& k) { k.semi_axis_y = k_nan; }), "semi-axis b"},
      {with([](auto& k) { k.normal_force = 0; }), "normal force"},
      {with([](auto& k) { k.shear_modulus = k_inf; }), "shear modulus"},
      {with([](auto& k) { k.poisson_ratio = 0.6; }), "0.6"},
      {with([](auto& k) { k.poisson_ratio = k_nan; }), "nan"},
      {with([](auto& k) { k.friction = coulomb(-0.1); }), "got -0.1"},
      {with([](auto& k) { k.friction = coulomb(k_nan); }), "got nan"},
      {with([](auto& k) {
         k.friction = CoulombFriction{0.4, 0.3};
       }),
       "one friction coefficient"},
      {with([](auto& k) { k.friction = polach_friction(0.5, 0.4, 0.6); }), "rolling speed > 0"},
  };
  for (const auto& [contact, part] : bad) {
    expect_said([&, &k = contact] { linear_creep_forces(k, c); }, part);
    expect_said([&, &k = contact] { shen_hedrick_elkins_forces(k, c); }, part);
    expect_said([&, &k = contact] { polach_1999_forces(k, c); }, part);
    expect_said([&, &k = contact] { fastsim(k, c); }, part);
    expect_said([&, &k = contact] { fastsim(k, c, Grid{3, 3, -1e-3, -1e-3, 1e-3, 1e-3}); }, part);
  }
  for (const Creepage& creepage :
       {Creepage{k_nan, 0, 0}, Creepage{0, k_inf, 0}, Creepage{0, 0, k_nan}}) {
    expect_said([&] { linear_creep_forces(round_contact(), creepage); }, "must be finite");
    expect_said([&] { shen_hedrick_elkins_forces(round_contact(), creepage); }, "must be finite");
    expect_said([&] { polach_1999_forces(round_contact(), creepage); }, "must be finite");
    expect_said([&] { fastsim(round_contact(), creepage); }, "must be finite");
  }
}

TEST(FastModelErrors, FastsimRefusesOptionsItCannotUse) {
  const auto run = [](const FastsimOptions& options) {
    return [options] { fastsim(round_contact(), {1e-3, 0, 0}, options); };
  };
  expect_said(run({.n_strips = 0}), "got 0 strips of 41 slices");
  expect_said(run({.n_slices = 20'000}), "20000");
  expect_said(run({.flexibility = GivenFlexibility{0}}), "got 0 m/Pa");
  expect_said(run({.reduction = {.initial = 0}}), "k0");
  expect_said(run({.reduction = {.limit = 1.5}}), "got 1.5");
  expect_said(run({.reduction = {.decay = k_nan}}), "beta");
  EXPECT_EQ(message_of(run({.reduction = {0.5, 0, 1}})), "accepted");
}

TEST(FastModelErrors, FastsimRefusesGridsAndPressuresThatDoNotFit) {
  const Creepage c{1e-3, 0, 0};
  const Grid grid{2, 2, -1e-3, -1e-3, 2e-3, 2e-3};
  const Grid beside{2, 2, 1.0, 1.0, 2e-3, 2e-3};
  expect_said([&] { fastsim(round_contact(), c, beside); }, "in contact");
  expect_said([&] { fastsim(round_contact(), c, grid, std::vector<double>(3, 1.0)); }, "3 values");
  const std::vector<double> negative{1, -2, 1, 1};
  expect_said([&] { fastsim(round_contact(), c, grid, negative); }, "got -2 Pa in cell 1");
  expect_said([&] { equivalent_ellipse(grid, std::vector<double>(4, 0.0)); }, "in contact");
}

TEST(FastModelErrors, PolachRefusesFactorsOutOfOrder) {
  const Creepage c{1e-3, 0, 0};
  expect_said([&] { polach_2005_forces(round_contact(), c, {0.1, 0.3}); }, "k_S <= k_A");
  expect_said([&] { polach_2005_forces(round_contact(), c, {k_nan, 0.3}); }, "nan");
  expect_said([] { polach_friction(0.3, 1.2, 1); }, "got 1.2");
  expect_said([] { polach_friction(0.3, 0.4, 0); }, "Coulomb");
  expect_said([] { polach_friction(-0.3, 0.4, 1); }, "friction coefficient");
}

}  // namespace
}  // namespace tread::contact
