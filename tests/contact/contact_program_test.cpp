#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "contact/problems.hpp"
#include "contact/report.hpp"
#include "tread/reference/hertz.hpp"

/// Comparison with the program CONTACT, version 25.2 (open source, revision 2707), on the same
/// grids with the same constant elements. Forces are prescribed there. Cases with friction are
/// between bodies of the same material, where friction does not change the pressure.
///
/// Numbers are CONTACT's, in its units mm, N, N/mm2; the half-space knows no units, so they are
/// used as they stand. CONTACT iterates to eps = 1e-6 to 1e-8.
namespace tread::contact::test {
namespace {

struct Bodies {
  double shear_modulus;  // N/mm2, both
  double poisson_ratio;
};

struct ContactCase {
  std::string name;
  Grid grid;
  Bodies bodies;
  reference::GapCurvatures curvatures;  // h = A x^2 + B y^2, 1/mm
  double force;                         // N
  double approach;                      // mm, found by CONTACT
  double peak_pressure;                 // N/mm2, found by CONTACT
  std::size_t n_contact;                // found by CONTACT
};

/// A grid by its lower left corner, as CONTACT has it.
Grid from_corner(int nx, int ny, double xl, double yl, double dx, double dy) {
  return {nx, ny, xl + dx / 2, yl + dy / 2, dx, dy};
}

/// Both programs solve the same discrete problem: what is left are their tolerances.
constexpr double k_agreement = 1e-6;

constexpr Bodies k_steel_bodies{82000, 0.28};

double modulus(const Bodies& bodies) { return bodies.shear_modulus / (1 - bodies.poisson_ratio); }

std::vector<ContactCase> cases() {
  std::vector<ContactCase> all;
  const auto hertz_grid = [](int n) {
    return centred_grid(n, n, 4.49853610920054, 4.49853610920054);
  };
  const auto add_hertz = [&](int n, double approach, double peak, std::size_t n_contact) {
    all.push_back({fmt::format("hertz_circular_{}", n),
                   hertz_grid(n),
                   k_steel_bodies,
                   {0.005, 0.005},
                   10000,
                   approach,
                   peak,
                   n_contact});
  };
  add_hertz(21, 0.03511403722, 1359.777133, 241);
  add_hertz(41, 0.03512968498, 1359.261882, 933);
  add_hertz(81, 0.03513218201, 1359.060524, 3593);
  add_hertz(161, 0.03513313362, 1359.022066, 14193);
  add_hertz(321, 0.03513330259, 1359.00958, 56301);
  const double side = 61 * 0.07374649359345152;
  all.push_back({"subsurf_hertz_61",
                 centred_grid(61, 61, side, side),
                 k_steel_bodies,
                 {0.005, 0.005},
                 10000,
                 0.03513115512,
                 1359.098596,
                 2053});

  const auto add_cattaneo = [&](int n, double d, double approach, double peak,
                                std::size_t n_contact) {
    all.push_back({fmt::format("cattaneo_{}", n),
                   from_corner(n, n, -1.2666635, -1.2666635, d, d),
                   {200, 0.42},
                   {0.01, 0.01},
                   9.1954,
                   approach,
                   peak,
                   n_contact});
  };
  add_cattaneo(19, 0.133333, 0.01998091856, 4.393029988, 177);
  add_cattaneo(31, 0.0817202258064516, 0.01999354909, 4.391596724, 481);
  add_cattaneo(51, 0.0496730784313725, 0.01999826585, 4.391024622, 1289);
  add_cattaneo(101, 0.0250824455445545, 0.01999960718, 4.390628291, 5025);

  const auto add_carter = [&](int nx, double dx, double approach, double peak,
                              std::size_t n_contact) {
    all.push_back({fmt::format("carter2d_{}", nx),
                   from_corner(nx, 1, -1.07, -100, dx, 200),
                   k_steel_bodies,
                   {0.001, 0},
                   35780,
                   approach,
                   peak,
                   n_contact});
  };
  add_carter(55, 0.04, 0.006491559905, 113.8908364, 50);
  add_carter(110, 0.02, 0.006491601584, 113.8930227, 101);
  add_carter(220, 0.01, 0.006491599528, 113.8900231, 200);

  // semi-axes 8 mm and 4 mm for the force; CONTACT finds the curvatures from them
  all.push_back(
      {"example_fastsim_44", from_corner(44, 44, -8.8, -4.4, 0.4, 0.2), k_steel_bodies,
       reference::hertz_ellipse_from_axes_and_force({8, 4}, 82000, modulus(k_steel_bodies))
           .curvatures,
       82000, 0.09265636757, 1222.824072, 1276});
  // curvature along x and the ratio a/b = 0.5 given
  all.push_back({"example_tractcurv_48x44",
                 from_corner(48, 44, -6.93395696546537, -13.8679139448075, 0.2889148735610571,
                             0.6303597247639773),
                 k_steel_bodies, reference::gap_curvatures_from_axis_ratio(0.0008, 0.5), 106700,
                 0.07650771289, 640.7385953, 1384});
  all.push_back({"creepforce_circular_41",
                 from_corner(41, 41, -5.540540540540549, -5.540540540540549, 0.2702702702702707,
                             0.2702702702702707),
                 k_steel_bodies,
                 {0.002, 0.002},
                 75925.92592592593,
                 0.09998467727,
                 1450.217116,
                 1085});
  all.push_back({"cattaneo_to_carter_34x33",
                 from_corner(34, 33, -4.125, -4.125, 0.25, 0.25),
                 {1, 0.28},
                 {0.002963, 0.002963},
                 0.4705,
                 0.07258431728,
                 0.01834493437,
                 621});
  return all;
}

NormalProblem problem_of(const ContactCase& data) {
  const Material body{data.bodies.shear_modulus, data.bodies.poisson_ratio};
  return with_force(problem_on(data.grid, {body, body},
                               [&](double x, double y) {
                                 return data.curvatures.x * x * x + data.curvatures.y * y * y;
                               }),
                    data.force);
}

/// The lines of a data file that are not comments.
std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(std::string(TREAD_TEST_DATA) + "/" + file);
  EXPECT_TRUE(in) << file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

/// Which cells are in contact in CONTACT's result; empty if not recorded.
std::vector<bool> elements_in_contact(const ContactCase& data) {
  std::vector<bool> contact;
  bool here = false;
  for (const std::string& line : lines_of("contact_elements.txt")) {
    std::istringstream words(line);
    if (line.rfind("case ", 0) == 0) {
      here = line.substr(5) == data.name;
      if (here) contact.assign(data.grid.n_cells(), false);
    } else if (here) {
      int row = 0;
      int first = 0;
      int last = 0;
      words >> row >> first >> last;
      for (int i = first; i <= last; ++i) contact[data.grid.index(i, row)] = true;
    }
  }
  return contact;
}

TEST(ContactProgram, approach_and_peak_pressure_agree_and_so_do_the_elements_in_contact) {
  int n_with_elements = 0;
  for (const ContactCase& data : cases()) {
    SCOPED_TRACE(data.name);
    const NormalSolution solution = solve(problem_of(data), to_tolerance(1e-8));
    ASSERT_EQ(solution.status, SolveStatus::converged);
    const double approach = solution.approach / data.approach - 1;
    EXPECT_LT(std::abs(approach), k_agreement);
    const double peak = solution.peak_pressure / data.peak_pressure - 1;
    EXPECT_LT(std::abs(peak), k_agreement);
    const auto n_theirs = static_cast<double>(data.n_contact);
    EXPECT_LE(std::abs(static_cast<double>(solution.n_contact) - n_theirs), 0.01 * n_theirs);

    std::string different = "-";
    const std::vector<bool> theirs = elements_in_contact(data);
    if (!theirs.empty()) {
      ++n_with_elements;
      std::size_t n_different = 0;
      for (std::size_t i = 0; i < theirs.size(); ++i) {
        if (theirs[i] != (solution.pressure[i] > 0)) ++n_different;
      }
      EXPECT_LE(static_cast<double>(n_different), 0.01 * n_theirs);
      different = fmt::format("{}", n_different);
    }
    report_row("contact-program", data.name, fmt::format("{} x {}", data.grid.nx, data.grid.ny),
               digits(data.approach, 10), digits(approach, 2), digits(peak, 2), data.n_contact,
               solution.n_contact, different);
  }
  EXPECT_EQ(n_with_elements, 9);
}

TEST(ContactProgram, force_for_the_approach_found_there_agrees) {
  for (const ContactCase& data : cases()) {
    SCOPED_TRACE(data.name);
    const NormalSolution solution =
        solve(with_approach(problem_of(data), data.approach), to_tolerance(1e-8));
    EXPECT_NEAR(solution.force / data.force, 1, k_agreement);
  }
}

TEST(ContactProgram, element_pressures_of_the_circular_hertz_contact_agree) {
  const ContactCase data = cases()[1];
  ASSERT_EQ(data.grid.nx, 41);
  const NormalSolution solution = solve(problem_of(data), to_tolerance(1e-10));
  const std::vector<std::string> rows = lines_of("hertz_circular_41_pressure.txt");
  ASSERT_EQ(rows.size(), 21u);
  double worst = 0;
  for (int j = 0; j < 21; ++j) {
    std::istringstream row(rows[as_size(j)]);
    for (int i = 0; i < 21; ++i) {
      double theirs = -1;
      ASSERT_TRUE(row >> theirs);
      for (const int x : {i, 40 - i}) {
        for (const int y : {j, 40 - j}) {
          worst = std::max(worst, std::abs(solution.pressure[data.grid.index(x, y)] - theirs));
        }
      }
    }
  }
  // seven digits are printed, and eps = 1e-8 leaves about as much
  EXPECT_LT(worst / data.peak_pressure, 1e-6);
  report_row("contact-pressures", "hertz_circular_41", digits(worst / data.peak_pressure, 2));
}

}  // namespace
}  // namespace tread::contact::test
