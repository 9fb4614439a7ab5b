#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/inp_reader.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using result::CaseResult;

CaseResult run_friction_toml(const std::string& text, const RunOptions& options = {}) {
  return run_case(casefile::parse_toml(text, "test.toml", {}), options).cases.front();
}

std::vector<CaseResult> run_friction_inp(const std::string& text) {
  return run_case(casefile::parse_inp(text, "test.inp", casefile::InpUnits::millimetre), {}).cases;
}

double component(const CaseResult& c, const std::string& name, std::size_t k) {
  for (const result::Vector& v : c.vectors) {
    if (v.name == name) return v.components.at(k).value;
  }
  ADD_FAILURE() << "no vector " << name;
  return 0;
}

const std::vector<double>& field_values(const CaseResult& c, const std::string& name) {
  const result::Field* found = result::find_field(*c.fields, name);
  if (found == nullptr) throw std::runtime_error("no field " + name);
  return found->values;
}

const std::vector<double>& first_table_column(const CaseResult& c, const std::string& name) {
  for (const result::Column& column : c.tables.at(0).columns) {
    if (column.name == name) return column.values;
  }
  throw std::runtime_error("no column " + name);
}

long long count(const CaseResult& c, const std::string& name) {
  for (const result::Count& n : c.elements) {
    if (n.name == name) return n.value;
  }
  return -1;
}

/// A steel ball of 100 mm radius, pressed with 1 kN unless the load is another.
std::string ball(const std::string& rest, const std::string& load = "force = 1000") {
  return "[load]\n" + load +
         "\n[shape]\ntype = \"paraboloid\"\nradius_mm = 100\n"
         "[grid]\ncells_x = 24\ncells_y = 24\n[friction]\ncoefficient = 0.3\n" +
         rest;
}

// ---- what every result says ----

TEST(FrictionCase, FieldsAddUpToTheNumbers) {
  const CaseResult c = run_friction_toml(
      ball("[motion]\ntype = \"steady_rolling\"\nlongitudinal_creepage = 0.002\n"
           "lateral_creepage = -0.001\nspin_creepage = 0.3\n[rolling]\nspeed = 20\n"));
  const double area = c.fields->grid.cell_area();
  double force_x = 0;
  double power = 0;
  long long n_slip = 0;
  for (std::size_t i = 0; i < field_values(c, "state").size(); ++i) {
    force_x += area * field_values(c, "traction_x")[i];
    power += area * field_values(c, "frictional_power_density")[i];
    n_slip += field_values(c, "state")[i] == 2 ? 1 : 0;
    const double traction =
        std::hypot(field_values(c, "traction_x")[i], field_values(c, "traction_y")[i]);
    EXPECT_LE(traction,
              field_values(c, "traction_bound")[i] + 1e-5 * test::scalar(c, "peak_traction"));
    if (field_values(c, "pressure")[i] > 0) {
      EXPECT_NEAR(field_values(c, "friction_coefficient")[i], 0.3, 1e-12);
    }
  }
  EXPECT_NEAR(force_x, component(c, "tangential_force", 0), 1e-9 * std::abs(force_x));
  EXPECT_NEAR(power, test::scalar(c, "frictional_power"), 1e-9 * std::abs(power));
  EXPECT_EQ(n_slip, count(c, "slip"));
  EXPECT_EQ(count(c, "adhesion") + count(c, "slip"), count(c, "contact"));
  EXPECT_NEAR(component(c, "relative_force", 0), force_x / 300, 1e-9);
}

TEST(FrictionCase, SensitivitiesAreTheSlopesOfTheForces) {
  const auto at = [](double creepage, const char* more) {
    return run_friction_toml(
        ball(fmt::format("[motion]\ntype = \"steady_rolling\"\n"
                         "longitudinal_creepage = {}\n[solver]\ntolerance = 1e-9\n{}",
                         creepage, more)));
  };
  const CaseResult c = at(0.001, "sensitivities = true\n");
  const double step = 1e-6;
  const double slope = (component(at(0.001 + step, ""), "tangential_force", 0) -
                        component(at(0.001 - step, ""), "tangential_force", 0)) /
                       (2 * step);
  EXPECT_NEAR(component(c, "sensitivity_force_x", 1) / slope, 1, 1e-2);
  EXPECT_NEAR(component(c, "sensitivity_normal_force", 0) / test::scalar(c, "stiffness"), 1, 1e-6);
}

TEST(FrictionCase, RelativeForcesFollowTheNormalForceOfAGivenApproach) {
  const CaseResult c = run_friction_toml(
      ball("[motion]\ntype = \"shift\"\nrelative_lateral_force = 0.5\n", "approach = 1e-5"));
  EXPECT_NEAR(component(c, "tangential_force", 1), 0.15 * test::scalar(c, "normal_force"),
              1e-6 * test::scalar(c, "normal_force"));
}

TEST(FrictionCase, RowsOfLessFrictionCarryLess) {
  std::string factors = "row_factors = [";
  for (int j = 0; j < 24; ++j) factors += j < 12 ? "1," : "0.5,";
  const CaseResult c = run_friction_toml(
      "[load]\nforce = 1000\n[shape]\ntype = \"paraboloid\"\nradius_mm = 100\n"
      "[grid]\ncells_x = 24\ncells_y = 24\n[friction]\ncoefficient = 0.3\n" +
      factors + "]\n[motion]\ntype = \"steady_rolling\"\nlongitudinal_creepage = 0.1\n");
  EXPECT_NEAR(component(c, "tangential_force", 0), -0.75 * 300, 1e-3);  // all of it slides
}

// ---- transients ----

std::string transient(const std::string& rolling, const std::string& motion) {
  return ball("[motion]\ntype = \"transient_rolling\"\n" + motion + "[rolling]\n" + rolling);
}

TEST(FrictionCase, ATransientThatStartsSteadyStaysSo) {
  for (const char* scheme : {"exact", "interpolated"}) {
    const CaseResult c = run_friction_toml(transient(
        fmt::format("scheme = \"{}\"\nstart = \"steady\"\nspeed = 10\nsteps = 5\n", scheme),
        "longitudinal_creepage = 0.001\nspin_creepage = 0.2\n"));
    const std::vector<double>& force = first_table_column(c, "tangential_force_x");
    ASSERT_EQ(force.size(), 6u);
    for (const double f : force) EXPECT_NEAR(f / force.front(), 1, 1e-4) << scheme;
  }
}

TEST(FrictionCase, AShiftComesBeforeTheFirstStepIfAskedFor) {
  const CaseResult c = run_friction_toml(transient("start = \"shift\"\nspeed = 10\nsteps = 4\n",
                                                   "relative_longitudinal_force = -0.5\n"));
  EXPECT_NEAR(first_table_column(c, "tangential_force_x").front(), -150, 1e-3);
  EXPECT_EQ(first_table_column(c, "distance").front(), 0);
  EXPECT_GT(first_table_column(c, "elements_adhesion").front(), 0);
  EXPECT_GT(first_table_column(c, "longitudinal_creepage").back(), 0);
}

TEST(FrictionCase, AScheduleIsFollowedLinearly) {
  const CaseResult c = run_friction_toml(
      "[shape]\ntype = \"paraboloid\"\nradius_mm = 100\n[grid]\ncells_x = 24\ncells_y = 24\n"
      "[friction]\ncoefficient = 0.3\n[motion]\ntype = \"transient_rolling\"\n"
      "[rolling]\nspeed = 2\nstep_mm = 0.1\n"
      "[schedule]\ndistance_mm = [0, 0.4, 1]\nnormal_force = [500, 1000, 1000]\n"
      "longitudinal_force = [0, 0, -120]\n");
  const std::vector<double>& distance = first_table_column(c, "distance");
  ASSERT_EQ(distance.size(), 11u);
  EXPECT_NEAR(distance.back(), 1e-3, 1e-15);
  EXPECT_NEAR(first_table_column(c, "normal_force")[2], 750, 1e-3);
  EXPECT_NEAR(first_table_column(c, "normal_force")[7], 1000, 1e-3);
  EXPECT_NEAR(first_table_column(c, "tangential_force_x")[7], -60, 1e-3);
  EXPECT_NEAR(first_table_column(c, "time").back(), 5e-4, 1e-15);
}

TEST(FrictionCase, TheLastStepEndsWhereTheDistanceDoes) {
  const CaseResult c =
      run_friction_toml(transient("speed = 1\nstep_mm = 0.3\ndistance_mm = 1\noutput_every = 2\n",
                                  "lateral_creepage = 1e-3\n"));
  const std::vector<double> expected{0, 6e-4, 1e-3};  // steps 0, 2 and the last, the fourth
  ASSERT_EQ(first_table_column(c, "distance").size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(first_table_column(c, "distance")[k], expected[k], 1e-12);
  }
}

TEST(FrictionCase, FieldsKeptOnTheWayAddUpToTheHistory) {
  for (const char* scheme : {"world_fixed", "exact"}) {
    const CaseResult c = run_friction_toml(transient(
        fmt::format("speed = 1\nsteps = 6\noutput_every = 2\nkeep_fields = true\nscheme = \"{}\"\n",
                    scheme),
        "longitudinal_creepage = 1e-3\nlateral_creepage = 5e-4\n"));
    ASSERT_EQ(c.histories.size(), 1u);
    const result::FieldHistory& kept = c.histories.front();
    EXPECT_EQ(kept.times, first_table_column(c, "distance"));
    const std::size_t n = kept.grid.n_cells();
    for (const auto& [name, total] : {std::pair{"pressure", "normal_force"},
                                      {"traction_x", "tangential_force_x"},
                                      {"traction_y", "tangential_force_y"}}) {
      const auto found = std::ranges::find(kept.fields, name, &result::Field::name);
      ASSERT_EQ(found->values.size(), n * kept.n_frames());
      for (std::size_t frame = 0; frame < kept.n_frames(); ++frame) {
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += found->values[frame * n + i];
        const double scale = first_table_column(c, "normal_force").front();
        EXPECT_NEAR(sum * kept.grid.cell_area(), first_table_column(c, total)[frame], 1e-9 * scale)
            << scheme << ' ' << name << ' ' << frame;
      }
    }
    const std::vector<double>& states = kept.fields.back().values;
    for (std::size_t frame = 0; frame < kept.n_frames(); ++frame) {
      const auto begin = states.begin() + static_cast<std::ptrdiff_t>(frame * n);
      const auto end = begin + static_cast<std::ptrdiff_t>(n);
      EXPECT_EQ(std::count(begin, end, 1), first_table_column(c, "elements_adhesion")[frame]);
      EXPECT_EQ(std::count(begin, end, 2), first_table_column(c, "elements_slip")[frame]);
    }
  }
}

TEST(FrictionCase, FieldsThatTakeMoreThanTheMemoryAreRefusedAtTheirKey) {
  try {
    run_friction_toml(transient("speed = 1\nsteps = 10000000\nkeep_fields = true\n",
                                "longitudinal_creepage = 1e-3\n"));
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_NE(std::string(error.what()).find("rolling.keep_fields: takes"), std::string::npos)
        << error.what();
  }
}

TEST(FrictionCase, AWindowThatIsTooSmallIsRefusedAtTheGrid) {
  try {
    run_friction_toml(
        "[load]\nforce = 1000\n[shape]\ntype = \"paraboloid\"\nradius_mm = 100\n"
        "[grid]\ncells_x = 24\ncells_y = 24\nsize_x_mm = 1.9\nsize_y_mm = 1.9\n"
        "[friction]\ncoefficient = 0.3\n[motion]\ntype = \"transient_rolling\"\n"
        "longitudinal_creepage = 1e-3\n[rolling]\nsteps = 3\n");
    FAIL() << "not refused";
  } catch (const CaseError& error) {
    const Problem& problem = error.problems().front();
    EXPECT_EQ(problem.key, "grid.size_x");
    EXPECT_NE(problem.reason.find("window"), std::string::npos) << problem.reason;
  }
}

class StopAfter : public Observer {
 public:
  explicit StopAfter(int n) : n_(n) {}
  bool stop_requested() override { return --n_ < 0; }

 private:
  int n_;
};

TEST(FrictionCase, AStoppedTransientKeepsItsHistoryAndNamesTheStep) {
  StopAfter observer(400);
  const CaseResult c =
      run_friction_toml(transient("speed = 1\nsteps = 500\n", "lateral_creepage = 1e-3\n"),
                        {.threads = 1, .observer = &observer});
  EXPECT_FALSE(c.ok);
  EXPECT_EQ(c.status, "stopped");
  EXPECT_GT(first_table_column(c, "distance").size(), 1u);
  EXPECT_LT(first_table_column(c, "distance").size(), 501u);
  EXPECT_NE(c.notes.back().find("of 500"), std::string::npos) << c.notes.back();
}

// ---- creep tables ----

std::string creep_table() {
  return ball(
      "[motion]\ntype = \"steady_rolling\"\n[rolling]\nspeed = 20\n"
      "[creep_curve]\nlongitudinal = [0, 0.001, 0.004]\nlateral = [0, 0.002]\n"
      "spin = [0, 0.5]\n");
}

TEST(FrictionCase, ACreepTableHasTheSameBitsOnAnyNumberOfThreads) {
  const CaseResult one = run_friction_toml(creep_table(), {.threads = 1, .observer = nullptr});
  const CaseResult three = run_friction_toml(creep_table(), {.threads = 3, .observer = nullptr});
  ASSERT_EQ(one.tables.at(0).columns.size(), three.tables.at(0).columns.size());
  for (std::size_t k = 0; k < one.tables[0].columns.size(); ++k) {
    EXPECT_EQ(one.tables[0].columns[k].values, three.tables[0].columns[k].values);
  }
  ASSERT_EQ(first_table_column(one, "spin_creepage").size(), 12u);
}

TEST(FrictionCase, APointOfACreepTableIsTheCaseOfThoseCreepages) {
  const CaseResult table = run_friction_toml(creep_table());
  const CaseResult c = run_friction_toml(
      ball("[motion]\ntype = \"steady_rolling\"\nlongitudinal_creepage = 0.001\n"
           "lateral_creepage = 0.002\nspin_creepage = 0.5\n[rolling]\nspeed = 20\n"));
  const std::size_t row = 1 + 3 * (1 + 2 * 1);
  EXPECT_EQ(first_table_column(table, "tangential_force_x")[row],
            component(c, "tangential_force", 0));
  EXPECT_EQ(first_table_column(table, "tangential_force_y")[row],
            component(c, "tangential_force", 1));
  EXPECT_EQ(first_table_column(table, "spin_moment")[row], test::scalar(c, "spin_moment"));
  EXPECT_EQ(first_table_column(table, "frictional_power")[row],
            test::scalar(c, "frictional_power"));
}

TEST(FrictionCase, AStoppedCreepTableKeepsThePointsItHas) {
  StopAfter observer(60);
  const CaseResult c = run_friction_toml(creep_table(), {.threads = 1, .observer = &observer});
  EXPECT_EQ(c.status, "stopped");
  EXPECT_GT(first_table_column(c, "spin_creepage").size(), 0u);
  EXPECT_LT(first_table_column(c, "spin_creepage").size(), 12u);
}

// ---- fast models ----

TEST(FrictionCase, EveryFastModelHasTheSlopeOfLinearTheoryAtSmallCreepage) {
  const auto force = [](const char* model) {
    return component(run_friction_toml(ball(
                         fmt::format("[contact]\nmodel = \"{}\"\n[motion]\n"
                                     "type = \"steady_rolling\"\nlongitudinal_creepage = 1e-7\n",
                                     model))),
                     "tangential_force", 0);
  };
  const double linear = force("linear");
  EXPECT_LT(linear, 0);
  for (const char* model : {"shen_hedrick_elkins", "polach_1999", "polach_2005", "fastsim"}) {
    EXPECT_NEAR(force(model) / linear, 1, 0.06) << model;  // FASTSIM on the grid is of first order
  }
}

TEST(FrictionCase, FastModelsRollAlongXOnly) {
  try {
    run_friction_toml(
        ball("[contact]\nmodel = \"linear\"\n[motion]\ntype = \"steady_rolling\"\n"
             "longitudinal_creepage = 1e-3\n[rolling]\ndirection = 1\n"));
    FAIL() << "not refused";
  } catch (const CaseError& error) {
    EXPECT_EQ(error.problems().front().key, "rolling.direction");
  }
}

// ---- sequences ----

/// A shift by `force` times the friction bound on a grid whose first cell begins at `corner`, after
/// what P says.
std::string shift(const char* history, double force, double corner = -1.26) {
  return fmt::format(
      "3 MODULE\n {}01110 PBTNFS\n 022020 LDCMZE\n 0000001 HGIAOWR\n 100 100 30 1 1e-8\n"
      " 9.1954 {} 0. 0.\n 0.4 0.4\n 0.42 0.42 200. 200.\n 1\n 21 21 {} -1.26 .12 .12\n 1 1\n"
      " 0.01 0. 0.01 0. 0. 0.\n",
      history, force, corner);
}
const std::string k_end = "0 MODULE\n";

TEST(FrictionCase, BackAndForthLeavesATraceThatAFreshShiftHasNot) {
  const auto cases = run_friction_inp(shift("2", 0.8) + shift("0", 0.2) + shift("2", 0.2) + k_end);
  // Mindlin and Deresiewicz: unloading by less than twice the force slips on a narrower ring
  EXPECT_NE(count(cases[1], "slip"), count(cases[2], "slip"));
  EXPECT_GT(
      std::abs(test::scalar(cases[1], "peak_traction") / test::scalar(cases[2], "peak_traction") -
               1),
      0.05);
}

TEST(FrictionCase, ThePartsOfAShiftThatOnlyGrowsAddUpToTheWhole) {
  const auto cases = run_friction_inp(shift("2", 0.3) + shift("0", 0.6) + shift("2", 0.6) + k_end);
  const std::vector<double>& in_parts = field_values(cases[1], "traction_x");
  const std::vector<double>& whole = field_values(cases[2], "traction_x");
  const double peak = test::scalar(cases[2], "peak_traction");
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(in_parts[i], whole[i], 2e-3 * peak);
}

TEST(FrictionCase, AnotherTryOfAStepForgetsTheFirst) {
  const auto cases = run_friction_inp(shift("2", 0.5) + shift("0", 0.9) + shift("3", 0.2) +
                                      shift("2", 0.5) + shift("0", 0.2) + k_end);
  EXPECT_EQ(field_values(cases[2], "traction_x"), field_values(cases[4], "traction_x"));
}

TEST(FrictionCase, LikeBodiesThatKeepOnlyTheirPressuresStartAnew) {
  const auto cases = run_friction_inp(shift("2", 0.5) + shift("1", 0.2) + shift("2", 0.2) + k_end);
  const double peak = test::scalar(cases[2], "peak_traction");
  for (std::size_t i = 0; i < field_values(cases[1], "traction_x").size(); ++i) {
    EXPECT_NEAR(field_values(cases[1], "traction_x")[i], field_values(cases[2], "traction_x")[i],
                1e-5 * peak);
  }
}

TEST(FrictionCase, AGridMovedByWholeCellsKeepsTheHistory) {
  const auto still = run_friction_inp(shift("2", 0.8) + shift("0", 0.2) + k_end);
  const auto moved = run_friction_inp(shift("2", 0.8) + shift("0", 0.2, -1.38) + k_end);
  const Grid& a = still[1].fields->grid;
  const Grid& b = moved[1].fields->grid;
  const double peak = test::scalar(still[1], "peak_traction");
  for (int j = 0; j < a.ny; ++j) {
    for (int i = 0; i + 1 < a.nx; ++i) {
      EXPECT_NEAR(field_values(still[1], "traction_x")[a.index(i, j)],
                  field_values(moved[1], "traction_x")[b.index(i + 1, j)], 1e-5 * peak);
    }
  }
}

}  // namespace
}  // namespace tread::study
