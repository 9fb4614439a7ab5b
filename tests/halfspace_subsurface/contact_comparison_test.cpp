#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tread/halfspace/subsurface.hpp"

/// Comparison with the program CONTACT, version 25.2 (open source, revision 2707): sphere of R =
/// 100 mm pressed by 10 kN onto a plane, G = 82 000 N/mm2, nu = 0.28 for both bodies, 61 x 61
/// elements of 0.0737465 mm; without friction, and sliding with friction coefficient 0.3 in steady
/// rolling along +x with creepage 0.02.
///
/// CONTACT's element pressures are not recorded, but its discretisation is known: constant
/// tractions, contact conditions at element centres. The tests below solve that same discrete
/// problem, so that the states must agree to the digits CONTACT prints (five for displacements, six
/// for stresses).
///
/// Axes and signs: z points up, body 1 is the upper one (z > 0) and the tractions act on it;
/// creepage > 0 drags body 1 along -x. So rows with z > 0 are ours as they stand, rows with z < 0
/// are the lower body (opposite tangential tractions, mirrored).
namespace tread::halfspace {
namespace {

// Units of this file: mm, N, N/mm2. The half-space knows no units.
const Material k_steel{82000, 0.28};
constexpr int k_n = 61;
const double k_side = 0.07374649359345152;
const Grid k_grid = centred_grid(k_n, k_n, k_n* k_side, k_n* k_side);
constexpr double k_radius = 100;
constexpr double k_approach = 0.03513115512;  // as found by CONTACT for 10 kN
constexpr double k_friction = 0.3;
constexpr double k_creepage = 0.02;

/// X, Y, Z, UX, UY, UZ, mean stress, von Mises, XX, XY, XZ, YY, YZ, ZZ as CONTACT prints them.
using Row = std::array<double, 14>;

constexpr Row k_frictionless[] = {
    {0, 0, 0.0018744, 0, 0, 0.017559, -1157.94, 301.734, -1057.36, 0, 0, -1057.36, 0, -1359.1},
    {0, 0, 0.468598, 0, 0, 0.015553, -775.238, 755.604, -523.37, 0, 0, -523.37, 0, -1278.97},
    {0, 0, 0.843476, 0, 0, 0.013783, -560.57, 854.224, -275.828, 0, 0, -275.828, 0, -1130.05},
    {0, 0, 3.3739, 0, 0, 0.0063537, -101.146, 329.029, 8.52992, 0, 0, 8.52992, 0, -320.499},
    {-2.81159, 0, 0.09372, 0.001324, 0, 0.0052336, -9.51584, 120.817, 55.0311, 0, 1.60902, -83.482,
     0, -0.096543},
    {-0.937195, 0, 0.468598, 4.5931e-05, 0, 0.013622, -641.866, 711.249, -418.835, 0, 162.056,
     -429.259, 0, -1077.5},
    {0.937195, 0, 0.899707, 0.00051993, 0, 0.011938, -439.813, 779.444, -221.724, 0, -208.522,
     -197.634, 0, -900.08},
    {2.81159, 0, 1.40579, 0.00042845, 0, 0.0052557, -75.6514, 207.542, -121.187, 0, -109.57,
     -24.6485, 0, -81.1184},
    {0.937195, 0, -0.899707, 0.00051993, 0, -0.011938, -439.813, 779.444, -221.724, 0, 208.522,
     -197.634, 0, -900.08},
    {0.937195, 0.937195, -0.899707, 0.00044249, 0.00044249, -0.01049, -350.609, 689.667, -182.48,
     -29.8059, 190.861, -182.48, 190.861, -686.868},
    {0.937195, 0.937195, -0.468598, -2.7648e-05, -2.7648e-05, -0.011763, -499.475, 655.463,
     -331.057, 1.57101, 170.462, -331.057, 170.462, -836.311},
};

// Antisymmetric components below 1e-5 are round-off there and 0 here.
constexpr Row k_sliding[] = {
    {0, 0, 0.0018744, -0.0062838, 0, 0.017568, -1161.62, 764.312, -1059.16, 0, 406.769, -1066.59, 0,
     -1359.1},
    {0, 0, 0.468598, -0.0042534, 0, 0.015565, -777.208, 843.273, -523.966, 0, 216.984, -527.192, 0,
     -1280.47},
    {0, 0, 1.68695, -0.0019559, 0, 0.01034, -285.462, 702.381, -52.163, 0, 37.7084, -52.5361, 0,
     -751.687},
    {-2.81159, 0, 0.09372, -0.00081104, 0, 0.0057136, -70.2779, 108.21, -117.215, 0, 10.6635,
     -93.0384, 0, -0.580541},
    {-0.937195, 0, 0.468598, -0.0038229, 0, 0.014245, -732.923, 847.573, -607.507, 0, 343.03,
     -463.979, 0, -1127.28},
    {0.937195, 0, 0.899707, -0.0023909, 0, 0.01136, -382.974, 709.429, -123.549, 0, -104.804,
     -186.644, 0, -838.728},
    {-1.87439, 0, 1.40579, -0.0028227, 0, 0.0082449, -216.675, 577.209, -224.833, 0, 285.493,
     -40.84, 0, -384.353},
    {0, 0, -0.899707, 0.0030993, 0, -0.013513, -533.267, 877.801, -249.178, 0, 116.141, -247.729, 0,
     -1102.89},
    {0.937195, 0, -0.899707, 0.0034308, 0, -0.012515, -496.652, 887.589, -319.899, 0, 312.24,
     -208.624, 0, -961.432},
    {0.937195, 0.937195, -0.899707, 0.0030539, 0.00058462, -0.011008, -401.184, 795.626, -265.577,
     -68.4585, 272.504, -194.148, 206.72, -743.827},
    {0.937195, 0.937195, -0.468598, 0.0033353, 0.0001332, -0.012317, -581.0, 789.722, -497.849,
     -69.0196, 308.125, -357.954, 181.58, -887.199},
};

/// Pressures of the discrete frictionless problem: gap = h + u - approach = 0 in contact, >= 0
/// outside, p >= 0.
///
/// The problem is symmetric about both axes, so one quarter of the elements is solved for, densely,
/// with a contact area that drops elements in tension and takes up those that overlap.
class DiscreteHertz {
 public:
  DiscreteHertz() {
    for (int j = 0; j < k_n; ++j) {
      for (int i = 0; i < k_n; ++i) {
        const Eigen::Vector3d point(i * k_side, j * k_side, 0);
        // Both bodies are alike and sink the same way: twice the displacement of one.
        influence_[k_grid.index(i, j)] =
            2 * under_rectangle(k_steel, {-k_side / 2, k_side / 2, -k_side / 2, k_side / 2},
                                {0, 0, 1}, point)
                    .displacement.z();
      }
    }
  }

  std::vector<double> solve() const {
    std::vector<bool> in_contact(k_quarter * k_quarter, false);
    for (int k = 0; k < k_quarter * k_quarter; ++k) {
      in_contact[static_cast<std::size_t>(k)] = distance(k) < 0.5 * k_approach;
    }
    for (int iteration = 0; iteration < 50; ++iteration) {
      const Eigen::VectorXd pressure = pressures_in(in_contact);
      bool changed = false;
      for (int k = 0; k < k_quarter * k_quarter; ++k) {
        const auto cell = static_cast<std::size_t>(k);
        const bool keep = in_contact[cell] ? pressure[k] > 0 : gap(k, pressure) < 0;
        changed = changed || keep != in_contact[cell];
        in_contact[cell] = keep;
      }
      if (!changed) return whole(pressure);
    }
    ADD_FAILURE() << "the contact area did not settle";
    return {};
  }

 private:
  static constexpr int k_quarter = (k_n + 1) / 2;  // elements 0..30 from the centre

  static double distance(int k) {
    const double x = (k % k_quarter) * k_side;
    const double y = (k / k_quarter) * k_side;
    return (x * x + y * y) / (2 * k_radius);
  }

  /// Displacement difference at quarter element a by unit pressure on quarter element b and its
  /// mirror images.
  double coefficient(int a, int b) const {
    const int xa = a % k_quarter, ya = a / k_quarter, xb = b % k_quarter, yb = b / k_quarter;
    double sum = 0;
    for (const int x : {xb, -xb}) {
      for (const int y : {yb, -yb}) {
        sum += influence_[k_grid.index(std::abs(xa - x), std::abs(ya - y))];
        if (yb == 0) break;
      }
      if (xb == 0) break;
    }
    return sum;
  }

  double gap(int k, const Eigen::VectorXd& pressure) const {
    double sum = distance(k) - k_approach;
    for (int b = 0; b < pressure.size(); ++b) {
      if (pressure[b] != 0) sum += coefficient(k, b) * pressure[b];
    }
    return sum;
  }

  Eigen::VectorXd pressures_in(const std::vector<bool>& in_contact) const {
    std::vector<int> cells;
    for (int k = 0; k < k_quarter * k_quarter; ++k) {
      if (in_contact[static_cast<std::size_t>(k)]) cells.push_back(k);
    }
    const auto n = static_cast<Eigen::Index>(cells.size());
    Eigen::MatrixXd matrix(n, n);
    Eigen::VectorXd right(n);
    for (Eigen::Index a = 0; a < n; ++a) {
      const int cell = cells[static_cast<std::size_t>(a)];
      right[a] = k_approach - distance(cell);
      for (Eigen::Index b = 0; b < n; ++b) {
        matrix(a, b) = coefficient(cell, cells[static_cast<std::size_t>(b)]);
      }
    }
    const Eigen::VectorXd solution = matrix.partialPivLu().solve(right);
    Eigen::VectorXd pressure = Eigen::VectorXd::Zero(k_quarter * k_quarter);
    for (Eigen::Index a = 0; a < n; ++a) pressure[cells[static_cast<std::size_t>(a)]] = solution[a];
    return pressure;
  }

  static std::vector<double> whole(const Eigen::VectorXd& quarter) {
    std::vector<double> pressure(k_grid.n_cells());
    for (int j = 0; j < k_n; ++j) {
      for (int i = 0; i < k_n; ++i) {
        const int x = std::abs(i - k_quarter + 1);
        const int y = std::abs(j - k_quarter + 1);
        pressure[k_grid.index(i, j)] = quarter[x + k_quarter * y];
      }
    }
    return pressure;
  }

  std::vector<double> influence_ = std::vector<double>(k_grid.n_cells());
};

double force_of(const std::vector<double>& traction) {
  double sum = 0;
  for (const double t : traction) sum += t;
  return sum * k_grid.cell_area();
}

struct Sliding {
  std::vector<double> x;
  std::vector<double> y;
};

/// Tractions of full sliding in steady rolling: of size (friction x pressure), against the slip
///   s = creepage + [u(x) - u(x + dx)]/dx,    u = u1 - u2,
/// found by repetition, which converges fast because the elastic part of the slip is small beside
/// the creepage.
Sliding sliding_tractions(const std::vector<double>& pressure) {
  Sliding t{std::vector<double>(pressure.size()), std::vector<double>(pressure.size(), 0.0)};
  for (std::size_t k = 0; k < pressure.size(); ++k) t.x[k] = -k_friction * pressure[k];
  for (int iteration = 0; iteration < 4; ++iteration) {
    const auto surface = subsurface_layer(k_steel, k_grid, {{}, t.x, t.y}, 0);
    for (int j = 0; j < k_n; ++j) {
      for (int i = 0; i + 1 < k_n; ++i) {
        const std::size_t k = k_grid.index(i, j);
        const Eigen::Vector3d change =
            2 * (surface[k].displacement - surface[k + 1].displacement) / k_side;
        const double slip_x = k_creepage + change.x();
        const double slip_y = change.y();
        const double size = std::hypot(slip_x, slip_y);
        t.x[k] = -k_friction * pressure[k] * slip_x / size;
        t.y[k] = -k_friction * pressure[k] * slip_y / size;
      }
    }
  }
  return t;
}

/// Half a unit of the last of n printed digits, and as much again for CONTACT's own stopping
/// tolerance.
double print_tolerance(double printed, int digits) {
  return printed == 0 ? 0 : std::pow(10, std::floor(std::log10(std::abs(printed))) + 1 - digits);
}

SubsurfaceState state_in(const TractionField& on_upper, const Row& row) {
  if (row[2] > 0) return subsurface_at(k_steel, k_grid, on_upper, {row[0], row[1], row[2]});
  const auto on_lower = lower_body_tractions(on_upper);
  return mirrored(subsurface_at(k_steel, k_grid,
                                {on_upper.pressure, on_lower.traction_x, on_lower.traction_y},
                                {row[0], row[1], -row[2]}));
}

/// Coordinates are printed with six digits too: depths from 1 mm on are off by up to 5e-6 mm, where
/// the stress changes by up to 600 N/mm2 a mm and the displacement by up to 0.005 mm a mm.
constexpr double k_stress_floor = 0.003;       // N/mm2
constexpr double k_displacement_floor = 3e-8;  // mm

void expect_row(const SubsurfaceState& s, const Row& row) {
  const auto& u = s.displacement;
  const auto& t = s.stress;
  const double displacements[] = {u.x(), u.y(), u.z()};
  const double stresses[] = {mean_stress(t), von_mises(t), t.xx, t.xy, t.xz, t.yy, t.yz, t.zz};
  const std::string where =
      "at " + std::to_string(row[0]) + " " + std::to_string(row[1]) + " " + std::to_string(row[2]);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(displacements[k], row[3 + k], print_tolerance(row[3 + k], 5) + k_displacement_floor)
        << where << ", displacement " << k;
  }
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_NEAR(stresses[k], row[6 + k], print_tolerance(row[6 + k], 6) + k_stress_floor)
        << where << ", stress " << k;
  }
}

TEST(AgainstContact, DiscreteHertzProblemHasContactsForceAndPeakPressure) {
  const std::vector<double> pressure = DiscreteHertz().solve();
  EXPECT_EQ(std::count_if(pressure.begin(), pressure.end(), [](double p) { return p > 0; }), 2053);
  EXPECT_NEAR(force_of(pressure), 10000, 0.01);
  EXPECT_NEAR(*std::max_element(pressure.begin(), pressure.end()), 1359.098596, 1e-3);
}

TEST(AgainstContact, FrictionlessStatesInBothBodiesAgreeToThePrintedDigits) {
  const std::vector<double> pressure = DiscreteHertz().solve();
  for (const Row& row : k_frictionless) expect_row(state_in({pressure}, row), row);
}

TEST(AgainstContact, SlidingStatesInBothBodiesAgreeToThePrintedDigits) {
  const std::vector<double> pressure = DiscreteHertz().solve();
  const Sliding t = sliding_tractions(pressure);
  EXPECT_NEAR(force_of(t.x), -2999.774022, 0.003);
  for (const Row& row : k_sliding) expect_row(state_in({pressure, t.x, t.y}, row), row);
}

// Hertz' closed form at element centres instead of the discrete solution: the force differs
// by 1.2e-4, the pressure by up to 7e-4 p0 within 0.9 a, and by up to 2.6e-2 p0 at single rim
// elements, with either sign, which a point in the body does not see one by one.
TEST(AgainstContact, StatesUnderAnalyticHertzPressureAgreeToTheDiscretisationError) {
  const double a = 1.8743900455002263;
  const double p0 = 1359.00623132975;
  std::vector<double> pressure(k_grid.n_cells());
  for (int j = 0; j < k_n; ++j) {
    for (int i = 0; i < k_n; ++i) {
      const double inside = 1 - (std::pow(k_grid.x(i), 2) + std::pow(k_grid.y(j), 2)) / (a * a);
      pressure[k_grid.index(i, j)] = inside > 0 ? p0 * std::sqrt(inside) : 0;
    }
  }
  for (const Row& row : k_frictionless) {
    const SubsurfaceState s = state_in({pressure}, row);
    EXPECT_NEAR(s.displacement.z(), row[5], 1.2e-4 * 0.0176);
    EXPECT_NEAR(s.stress.xx, row[8], 7e-4 * p0);
    EXPECT_NEAR(s.stress.xz, row[10], 7e-4 * p0);
    EXPECT_NEAR(s.stress.zz, row[13], 7e-4 * p0);
    EXPECT_NEAR(von_mises(s.stress), row[7], 7e-4 * p0);
  }
}

}  // namespace
}  // namespace tread::halfspace
