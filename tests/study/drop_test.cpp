#include "tread/study/drop.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/shape.hpp"
#include "tread/reference/hertz_impact.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

constexpr double k_radius = 0.1;
constexpr double k_gravity = 9.81;
constexpr double k_heavy = 3812;  // kg

BodyPair ball_on(double young_modulus) {
  return {Material::rigid(), Material::from_young(young_modulus, 0.3)};
}

ContactLaw hertz_on(double young_modulus) {
  return HertzLaw{4.0 / 3 * contact_modulus(ball_on(young_modulus)) * std::sqrt(k_radius)};
}

ContactLaw grid_on(double young_modulus, int n, double size, const Shape& shape) {
  const Grid grid = centred_grid(n, n, size, size);
  return GridLaw({grid, ball_on(young_modulus), undeformed_distance(shape, grid)},
                 {.tolerance = 1e-10}, GridLaw::Edge::refuse);
}

DropOutcome bounce(ContactLaw law, double mass, const std::string& scheme, double end, double step,
                   double contact_step = 0) {
  DropOptions options;
  options.scheme.name = scheme;
  options.scheme.relative_tolerance = 1e-11;
  options.scheme.absolute_tolerance = 1e-13;
  options.end_time = end;
  options.step = step;
  options.contact_step = contact_step;
  return run_drop({mass, k_gravity, 1, 0}, law, options);
}

TEST(Drop, WithEventsAndAnAdaptiveSchemeTheBallComesBackToItsHeight) {
  for (const char* scheme :
       {"cvode_adams", "cvode_bdf", "arkode_bogacki_shampine", "arkode_dormand_prince"}) {
    const DropOutcome run = bounce(hertz_on(2e11), 10, scheme, 1.2, 0);
    ASSERT_EQ(run.status, SolveStatus::converged) << scheme;
    ASSERT_EQ(run.tops.size(), 1U) << scheme;
    EXPECT_NEAR(run.tops[0].height, 1, 1e-6) << scheme;
  }
}

TEST(Drop, ContactTimeAndForceOnStiffGroundAreThoseOfHertzImpact) {
  const DropOutcome run = bounce(hertz_on(2e11), 10, "arkode_dormand_prince", 0.6, 0);
  const auto impact = reference::hertz_impact(10, std::sqrt(2 * k_gravity), k_radius,
                                              contact_modulus(ball_on(2e11)));
  EXPECT_NEAR(run.contact_time(), impact.contact_time, 0.005 * impact.contact_time);
  EXPECT_NEAR(run.max_force, impact.max_force, 0.005 * impact.max_force);
  EXPECT_NEAR(-run.deepest.height, impact.max_approach, 0.005 * impact.max_approach);
}

/// Where the elastic energy 2/5 k d^2.5 is what the fall brings.
double deepest_by_energy(double coefficient, double mass) {
  double depth = 0.1;
  for (int k = 0; k < 200; ++k) {
    depth = std::pow(2.5 * mass * k_gravity * (1 + depth) / coefficient, 0.4);
  }
  return depth;
}

TEST(Drop, TheLargestForceIsThatBetweenTheStepsAtItsTime) {
  const double coefficient = std::get<HertzLaw>(hertz_on(2e11)).coefficient;
  const double depth = deepest_by_energy(coefficient, 10);
  const double force = coefficient * std::pow(depth, 1.5);
  for (const char* scheme :
       {"cvode_adams", "cvode_bdf", "arkode_bogacki_shampine", "arkode_dormand_prince"}) {
    ContactLaw law = hertz_on(2e11);
    DropOptions options;
    options.scheme.name = scheme;
    options.end_time = 0.6;
    const DropOutcome run = run_drop({10, k_gravity, 1, 0}, law, options);
    // tolerances of a step as they are by default, 1e-8: the steps themselves are up to 3e-4 off
    EXPECT_NEAR(run.max_force, force, 2e-6 * force) << scheme;
    EXPECT_NEAR(-run.deepest.height, depth, 2e-6 * depth) << scheme;
    EXPECT_EQ(run.deepest.time, run.max_force_time) << scheme;
    // a motion without loss is the same backwards
    const double middle = (run.touch_downs.at(0).time + run.lift_offs.at(0).time) / 2;
    EXPECT_NEAR(run.max_force_time, middle, 1e-5 * run.contact_time()) << scheme;
  }
}

TEST(Drop, ABodyThrownOnTheGroundFromItTouchesAtOnce) {
  ContactLaw law = hertz_on(2e9);
  DropOptions options;
  options.scheme.name = "arkode_dormand_prince";
  options.end_time = 0.6;
  const DropOutcome fallen = run_drop({10, k_gravity, 1, 0}, law, options);
  options.end_time = 0.1;
  const DropOutcome thrown = run_drop({10, k_gravity, 0, -std::sqrt(2 * k_gravity)}, law, options);
  ASSERT_EQ(thrown.touch_downs.size(), 1U);
  EXPECT_EQ(thrown.touch_downs[0].time, 0);
  EXPECT_NEAR(thrown.contact_time(), fallen.contact_time(), 1e-6 * fallen.contact_time());
  EXPECT_NEAR(thrown.max_force, fallen.max_force, 1e-5 * fallen.max_force);
}

TEST(Drop, ForwardEulerGainsAndBackwardEulerLosesEnergyForEveryStiffness) {
  for (const double young_modulus : {2e7, 2e9, 2e11}) {
    EXPECT_GT(
        bounce(hertz_on(young_modulus), k_heavy, "forward_euler", 10, 1e-3).energy_change_in_air,
        1);
    EXPECT_LT(
        bounce(hertz_on(young_modulus), k_heavy, "backward_euler", 10, 1e-3).energy_change_in_air,
        -0.7);
  }
}

TEST(Drop, TheOtherSchemesKeepEnergyAsWellAsTable61Says) {
  // orders of magnitude of the thesis, m = 3812 kg; what a bounce leaves depends on its phase
  const auto change = [](const char* scheme, double young_modulus) {
    return std::abs(
        bounce(hertz_on(young_modulus), k_heavy, scheme, 10, 1e-3).energy_change_in_air);
  };
  for (const char* scheme : {"position_verlet", "leapfrog", "newmark", "radau_ia_3"}) {
    EXPECT_LT(change(scheme, 2e7), 2e-4) << scheme;
    EXPECT_LT(change(scheme, 2e9), 2e-2) << scheme;
  }
  EXPECT_LT(change("radau_ia_5", 2e7), 2e-5);
  EXPECT_LT(change("radau_ia_5", 2e9), 2e-3);
  EXPECT_NEAR(bounce(hertz_on(2e9), k_heavy, "bdf_3", 10, 1e-3).energy_change_in_air, 0.1186, 0.06);
  EXPECT_LT(bounce(hertz_on(2e11), k_heavy, "radau_ia_3", 10, 1e-3).energy_change_in_air, -0.5);
}

TEST(Drop, ContactSolverAndHertzAgreeForAParaboloid) {
  const auto size = 2.6 * std::sqrt(k_radius * 2.4e-3);
  const DropOutcome grid = bounce(grid_on(2e9, 40, size, Paraboloid{k_radius, k_radius}), 10,
                                  "newmark", 0.5, 1e-3, 5e-5);
  const DropOutcome hertz = bounce(hertz_on(2e9), 10, "newmark", 0.5, 1e-3, 5e-5);
  ASSERT_EQ(grid.status, SolveStatus::converged);
  // 30 cells across the contact
  EXPECT_NEAR(grid.max_force, hertz.max_force, 0.003 * hertz.max_force);
  EXPECT_NEAR(grid.contact_time(), hertz.contact_time(), 0.003 * hertz.contact_time());
}

TEST(Drop, ElasticEnergyOfTheGridIsTheWorkOfItsForce) {
  ContactLaw law = grid_on(2e9, 30, 0.05, Sphere{k_radius});
  const double step = 1e-5;
  double work = 0;
  for (int k = 0; k < 100; ++k) work += contact_force(law, (k + 0.5) * step) * step;
  // elements that come into contact make the force rise by kinks: the midpoint rule sees them
  EXPECT_NEAR(elastic_energy(law, 100 * step), work, 2e-4 * work);
}

TEST(Drop, AShapeOfTwoHillsFallsAsWell) {
  // any height over a grid: two paraboloids side by side carry the same load with half the force
  // each
  const Grid grid = centred_grid(60, 30, 0.12, 0.06);
  HeightField hills{grid, {}};
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double x = std::abs(grid.x(i)) - 0.03;
      hills.heights.push_back((x * x + grid.y(j) * grid.y(j)) / (2 * k_radius));
    }
  }
  ContactLaw law = GridLaw({grid, ball_on(2e9), undeformed_distance(hills, grid)},
                           {.tolerance = 1e-10}, GridLaw::Edge::refuse);
  DropOptions options;
  options.scheme.name = "newmark";
  options.end_time = 0.6;
  options.step = 1e-3;
  options.contact_step = 5e-5;
  const DropOutcome run = run_drop({10, k_gravity, 1, 0}, law, options);
  const auto one =
      reference::hertz_impact(5, std::sqrt(2 * k_gravity), k_radius, contact_modulus(ball_on(2e9)));
  // each hill stands on ground that the other presses in: a little less force
  EXPECT_LT(run.max_force, 2 * one.max_force);
  EXPECT_GT(run.max_force, 2 * 0.85 * one.max_force);
  EXPECT_NEAR(run.energy_change_in_air, 0, 0.01);
}

TEST(Drop, AMassOfZeroIsRefused) {
  ContactLaw law = hertz_on(2e9);
  try {
    run_drop({0, k_gravity, 1, 0}, law, {});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "the mass = 0 kg must be > 0: nothing falls without it");
  }
}

constexpr std::string_view k_case = R"(scenario = "drop"
[drop]
mass = 10
[time]
scheme = "newmark"
end = 0.6
step = 1e-3
contact_step = 1e-4
[shape]
type = "sphere"
radius = 0.1
[upper]
material = "rigid"
[lower]
young_modulus = 2e9
poisson_ratio = 0.3
)";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

std::string drop_problems(const std::string& text) {
  try {
    const auto file = casefile::parse_toml(text, "case.toml", {});
    run_case(file, {});
  } catch (const CaseError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) {
      all += (all.empty() ? "" : "\n") + problem.text();
    }
    return all;
  }
  return "no problem";
}

TEST(DropCase, AContactThatCannotBeSolvedEndsTheRunWhichKeepsWhatItHad) {
  const std::string text =
      with(std::string(k_case), "mass = 10\n", "mass = 10\ncontact = \"grid\"\n") +
      "[grid]\ncells_x = 24\ncells_y = 24\n"
      "[solver]\ntolerance = 1e-14\nmax_iterations = 1\n";
  for (const char* scheme : {"newmark", "velocity_verlet", "cvode_bdf"}) {
    const bool takes_equal_steps = std::string_view(scheme) == "velocity_verlet";
    std::string of_scheme = with(text, "newmark", scheme);
    if (takes_equal_steps) {
      of_scheme = with(of_scheme, "contact_step = 1e-4\n", "allow_unstable = true\n");
    }
    const result::Result result = run_case(casefile::parse_toml(of_scheme, "case.toml", {}), {});
    const result::CaseResult& c = result.cases.front();
    EXPECT_FALSE(c.ok) << scheme;
    const std::size_t first = takes_equal_steps ? 1 : 0;  // behind that of the step it was allowed
    ASSERT_EQ(c.notes.size(), first + 2) << scheme;
    EXPECT_TRUE(c.notes[first].starts_with("The run did not converge at t = 0.45"))
        << c.notes[first];
    EXPECT_TRUE(c.notes[first + 1].starts_with("In the last attempt the contact at an approach of"))
        << c.notes[first + 1];
    // the fall up to the ground is there: 0.4515 s
    EXPECT_NEAR(c.tables[0].columns[0].values.back(), 0.4515, 2e-3) << scheme;
  }
}

TEST(DropCase, GivesForceReboundEnergiesAndSurface) {
  const auto file = casefile::parse_toml(k_case, "case.toml", {});
  const result::Result result = run_case(file, {});
  ASSERT_EQ(result.cases.size(), 1U);
  const result::CaseResult& c = result.cases.front();
  EXPECT_TRUE(c.ok);
  const auto scalar = [&](std::string_view name) { return test::scalar(c, name); };
  EXPECT_NEAR(scalar("max_force"), scalar("hertz_impact_force"), 0.01 * scalar("max_force"));
  EXPECT_NEAR(scalar("contact_time"), scalar("hertz_impact_time"), 0.02 * scalar("contact_time"));
  ASSERT_EQ(c.tables.size(), 5U);
  EXPECT_EQ(c.tables[0].name, "motion");
  EXPECT_EQ(c.tables[1].name, "energy");
  EXPECT_EQ(c.tables[2].name, "first_contact");
  const std::vector<double>& force = c.tables[2].columns[1].values;
  // between the steps of 0.1 ms it is a little larger
  EXPECT_LT(std::ranges::max(force), scalar("max_force"));
  EXPECT_GT(std::ranges::max(force), 0.99 * scalar("max_force"));
  EXPECT_EQ(force.front(), 0);
  EXPECT_EQ(c.tables[3].name, "bounces");
  EXPECT_EQ(c.tables[4].name, "surface");
}

TEST(DropCase, ThrownFromTheGroundHasAContactTimeAndNoNote) {
  const std::string text =
      with(std::string(k_case), "mass = 10", "mass = 10\nheight = 0\nvelocity = -3");
  const result::CaseResult c =
      run_case(casefile::parse_toml(text, "case.toml", {}), {}).cases.front();
  EXPECT_TRUE(c.notes.empty()) << c.notes.front();
  EXPECT_NEAR(test::scalar(c, "contact_time"), test::scalar(c, "hertz_impact_time"),
              0.02 * test::scalar(c, "contact_time"));
  EXPECT_NEAR(test::scalar(c, "max_force_time"), test::scalar(c, "contact_time") / 2,
              0.01 * test::scalar(c, "contact_time"));
}

TEST(DropCase, OnAGridFindsItsAreaAndTellsTheSurfaceAtInstants) {
  std::string text = with(std::string(k_case), "mass = 10",
                          "mass = 10\ncontact = \"grid\"\nsurface_times = [0.452, 0.4525]");
  text += "[grid]\ncells_x = 24\ncells_y = 24\n";
  const auto file = casefile::parse_toml(text, "case.toml", {});
  const result::CaseResult c = run_case(file, {}).cases.front();
  EXPECT_TRUE(c.ok);
  ASSERT_TRUE(c.fields.has_value());
  EXPECT_EQ(c.fields->grid.nx, 24);
  const result::Table& surface = c.tables.back();
  ASSERT_EQ(surface.columns.size(), 3U);
  EXPECT_EQ(surface.columns[0].values.size(), 24U);
  EXPECT_GT(surface.columns[2].values[12], 1e-3);
}

TEST(DropCase, AStepBeyondTheLimitIsRefusedWithTheLimitAndTheRemedy) {
  std::string text = with(std::string(k_case), "newmark", "rk4");
  text = with(text, "contact_step = 1e-4", "contact_step = 1e-3");
  // omega of the deepest point 2590 rad/s: 2.83/omega = 1.09 ms; below it energy grows by accuracy
  EXPECT_EQ(drop_problems(with(text, "contact_step = 1e-3", "contact_step = 5e-4")), "no problem");
  text = with(text, "step = 1e-3", "step = 4e-3");
  text = with(text, "contact_step = 1e-3", "contact_step = 4e-3");
  const std::string problem = drop_problems(text);
  EXPECT_TRUE(
      problem.starts_with("case.toml:8: time.contact_step: unstable: scheme rk4, step 0.004 s, "
                          "limit 0.00109 s: it lets "
                          "a motion of 41"))
      << problem;
  EXPECT_NE(problem.find("take steps of 0.001 s or less"), std::string::npos) << problem;
}

TEST(DropCase, EnergyOutOfNothingEndsTheRunAsUnstable) {
  std::string text = with(std::string(k_case), "newmark", "rk4");
  text = with(text, "step = 1e-3\ncontact_step = 1e-4", "step = 7e-3\nallow_unstable = true");
  const result::Result result = run_case(casefile::parse_toml(text, "case.toml", {}), {});
  const result::CaseResult& c = result.cases.front();
  EXPECT_FALSE(c.ok);
  EXPECT_EQ(c.status, "unstable");
  ASSERT_EQ(c.notes.size(), 1U);
  EXPECT_NE(c.notes[0].find("unstable: scheme rk4, step 0.007 s, limit 0.0010"), std::string::npos)
      << c.notes[0];
  EXPECT_EQ(c.notes[0].find("ground"), std::string::npos) << c.notes[0];
  // the fall is there
  EXPECT_GT(c.tables[0].columns[0].values.back(), 0.4);
}

TEST(DropCase, AStepLongerThanTheRunIsRefused) {
  const std::string text = with(std::string(k_case), "step = 1e-3", "step = 0.7");
  EXPECT_EQ(drop_problems(text),
            "case.toml:7: time.step: is longer than the run of 0.6 s, got 0.7\n  hint: make it "
            "shorter, or let the run end later (time.end)");
}

TEST(DropCase, BadInputIsToldAtItsLine) {
  const std::string text(k_case);
  EXPECT_EQ(drop_problems(with(text, "newmark", "newmarck")),
            "case.toml:5: time.scheme: must be one of 34 names, got \"newmarck\"\n  hint: did you "
            "mean \"newmark\"? tread keys lists them all");
  const std::string like_none = drop_problems(with(text, "newmark", "xyz"));
  EXPECT_TRUE(like_none.starts_with("case.toml:5: time.scheme: must be \"forward_euler\", \"rk4\""))
      << like_none;
  EXPECT_EQ(drop_problems(with(text, "mass = 10", "mass = 0")),
            "case.toml:3: drop.mass: must be > 0, got 0\n  hint: nothing falls without a mass");
  EXPECT_EQ(drop_problems(with(text, "step = 1e-3", "step = -1e-3")),
            "case.toml:7: time.step: must be > 0, got -0.001");
  EXPECT_EQ(drop_problems(with(text, "end = 0.6", "end = 0.6\nbeta = 1.5")),
            "case.toml:7: time.beta: must be in [0, 1], got 1.5\n  hint: 1/4 is the average "
            "acceleration, 1/6 the linear one, 0 central differences");
  EXPECT_EQ(
      drop_problems(with(text, "\"newmark\"", "\"hht_alpha\"\nalpha = -0.1")),
      "case.toml:6: time.alpha: must be in [0, 0.3333333333333333], got -0.1\n  hint: the alpha "
      "of Hilber, Hughes and Taylor has the opposite sign (docs/conventions.md#hht)");
  EXPECT_EQ(drop_problems(with(text, "\"newmark\"", "\"cvode_bdf\"\nrelative_tolerance = -1")),
            "case.toml:6: time.relative_tolerance: must be in [1e-14, 0.1], got -1");
  EXPECT_EQ(
      drop_problems(with(text, "newmark", "leapfrog")),
      "case.toml:8: time.contact_step: leapfrog takes equal steps only, but a small step of "
      "0.0001 s was asked for beside 0.001 s: leave the small step out or take another scheme");
  EXPECT_EQ(drop_problems(with(text, "contact_step = 1e-4", "contact_step = 1e-2")),
            "case.toml:8: time.contact_step: must not exceed time.step");
  EXPECT_EQ(drop_problems(with(text, "mass = 10\n", "")),
            "case.toml:2: drop.mass: is missing\n  hint: give mass, or density of a sphere");
}

TEST(DropCase, AStepThatCannotBeSolvedEndsTheRunWithEverythingKept) {
  const std::string text =
      with(with(std::string(k_case), "contact_step = 1e-4",
                "iteration = \"picard\"\nmax_iterations = 20\nleast_step = 9e-4"),
           "2e9", "2e11");
  const result::CaseResult c =
      run_case(casefile::parse_toml(text, "case.toml", {}), {}).cases.front();
  EXPECT_FALSE(c.ok);
  EXPECT_EQ(c.status, "max_iterations");
  EXPECT_GT(c.tables[0].columns[0].values.size(), 450U);
  EXPECT_TRUE(c.notes.front().starts_with("The run did not converge at t = 0.45"))
      << c.notes.front();
}

TEST(DropCase, AContactThatOutgrowsItsGridGoesOn) {
  // An iterate of bdf_2 with a long step goes deeper than the energy of the fall would.
  std::string text = with(std::string(k_case), "mass = 10", "mass = 10\ncontact = \"grid\"");
  text = with(with(text, "newmark", "bdf_2"), "contact_step = 1e-4", "contact_step = 3e-4");
  text = with(text, "end = 0.6", "end = 1.5");
  text += "[grid]\ncells_x = 30\ncells_y = 30\n";
  const result::CaseResult grown =
      run_case(casefile::parse_toml(text, "case.toml", {}), {}).cases[0];
  EXPECT_TRUE(grown.ok);
  ASSERT_TRUE(grown.fields.has_value());
  EXPECT_GT(grown.fields->grid.nx, 30);
  EXPECT_TRUE(std::ranges::any_of(grown.notes, [](const std::string& note) {
    return note.starts_with("The contact outgrew the area of 30 x 30 cells");
  }));
  const result::Table& surface = grown.tables.back();
  EXPECT_EQ(surface.columns[0].values.size(), static_cast<std::size_t>(grown.fields->grid.nx));
  const std::string cells = fmt::format("cell_size_x = {}\ncell_size_y = {}\n",
                                        grown.fields->grid.dx, grown.fields->grid.dy);
  const std::string large =
      with(with(text, "cells_x = 30", "cells_x = 60"), "cells_y = 30\n", "cells_y = 60\n" + cells);
  const result::CaseResult given =
      run_case(casefile::parse_toml(large, "case.toml", {}), {}).cases[0];
  EXPECT_NEAR(test::scalar(grown, "max_force"), test::scalar(given, "max_force"),
              1e-6 * test::scalar(given, "max_force"));
  EXPECT_TRUE(drop_problems(text + cells)
                  .starts_with("case.toml:21: grid.cell_size_x: the contact reaches the edge"))
      << drop_problems(text + cells);
}

}  // namespace
}  // namespace tread::study
