#include "tread/study/contact_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "tread/profile/standard_profiles.hpp"
#include "tread/study/load_tolerance.hpp"
#include "tread/study/wheel_patches.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/half_space_model.hpp"
#include "tread/wheel_rail/loaded_wheelset.hpp"

namespace tread::study {
namespace {

using profile::Side;

/// What CONTACT printed, in mm, N, N/mm2 and rad, its signs: forces on the rail, y to the right.
struct Printed {
  Side side;
  double lateral, roll, yaw, pitch_rate;  // given
  double height, rail_y, wheel_y, normal_force, force_x, force_y, approach, peak_pressure, area;
};

/// Results that CONTACT's sources carry for its examples mbench_a22_left and mbench_a22_right
/// (E. Vollebregt, Vtech CMCC; version 24 and later), the cases at whole millimetres.
constexpr Printed k_printed_by_contact[] = {
    {Side::left, 0.0, 0.0, 0.0, -4.3481181, 0.1981, 8.66, -1.8726, 9997.0, 0.2783, 253.6, 0.01596,
     338.3, 51.64},
    {Side::left, 1.0, -5.049e-05, 0.0024, -4.3465752, 0.184, 5.2886, -6.2694, 10050.0, 829.2,
     -2893.0, 0.01946, 423.9, 36.64},
    {Side::left, 2.0, -0.0001128, 0.0048, -4.3459197, 0.153, 4.027, -8.566, 10040.0, 546.3, -2961.0,
     0.02054, 465.9, 33.2},
    {Side::left, 3.0, -0.0001803, 0.0072, -4.3451503, 0.1145, 3.2967, -10.3382, 10030.0, 460.5,
     -2974.0, 0.02128, 498.8, 30.64},
    {Side::left, 4.0, -0.0002557, 0.0096, -4.344093, 0.068, 2.8681, -11.8167, 10030.0, 436.6,
     -2977.0, 0.02185, 527.2, 29.08},
    {Side::left, 5.0, -0.0003554, 0.012, -4.3353637, 0.0019, 2.6368, -13.1136, 10030.0, 837.8,
     -2889.0, 0.02232, 552.8, 27.68},
    {Side::left, 6.0, -0.0006272, 0.0144, -4.3293718, -0.1957, 2.5116, -14.3878, 10020.0, 973.1,
     -2845.0, 0.02278, 578.5, 26.32},
    {Side::left, 7.0, -0.006393, 0.0168, -4.2635629, -4.5803, 1.9234, -18.6704, 10010.0, 2327.0,
     -1900.0, 0.02412, 666.7, 23},
    {Side::left, 8.0, -0.008606, 0.0192, -4.2534857, -6.2606, 2.3103, -20.3458, 10020.0, 2310.0,
     -1921.0, 0.02458, 701.1, 21.96},
    {Side::left, 9.0, -0.01010113, 0.0216, -4.2477561, -7.3913, 2.8403, -21.5501, 10020.0, 2257.0,
     -1985.0, 0.02489, 725.3, 21.28},
    {Side::left, 10.0, -0.01126431, 0.024, -4.2436375, -8.2662, 3.4351, -22.5401, 10020.0, 2196.0,
     -2054.0, 0.02511, 744.0, 20.6},
    {Side::right, 0.0, 0.0, 0.0, -4.3481181, 0.1981, -8.66, 1.8726, 9997.0, 0.2783, -253.6, 0.01596,
     338.3, 51.64},
    {Side::right, 1.0, -5.049e-05, 0.0024, -4.3465752, 0.1839, -18.5418, -9.0305, 9827.0, -814.3,
     -2832.0, 0.02448, 741.3, 24.24},
    {Side::right, 2.0, -0.0001128, 0.0048, -4.3459197, 0.1529, -19.6178, -11.1296, 9799.0, -517.3,
     -2893.0, 0.0248, 744.8, 20.2},
    {Side::right, 3.0, -0.0001803, 0.0072, -4.3451503, 0.1143, -20.5627, -13.0963, 9774.0, -417.5,
     -2902.0, 0.02439, 713.2, 21.2},
    {Side::right, 4.0, -0.0002557, 0.0096, -4.344093, 0.0676, -21.7944, -15.3505, 9745.0, -379.6,
     -2898.0, 0.0237, 664.4, 22.44},
    {Side::right, 5.0, -0.0003554, 0.012, -4.3353637, 0.0015, -33.447, -28.0471, 9619.0, -763.3,
     -2738.0, 0.02719, 1556.0, 15.56},
    {Side::right, 6.0, -0.0006272, 0.0144, -4.3293718, -0.1961, -35.3954, -31.1222, 9709.0, -880.0,
     -2775.0, 0.02728, 1149.0, 13.28},
    {Side::right, 7.0, -0.006393, 0.0168, -4.2635629, -4.5809, -41.4881, -41.1389, 14030.0, -2079.0,
     -3644.0, 0.03563, 2622.0, 8.96},
    {Side::right, 8.0, -0.008606, 0.0192, -4.2534857, -6.2615, -40.701, -42.3894, 12720.0, -2070.0,
     -3195.0, 0.03494, 2634.0, 7.96},
    {Side::right, 9.0, -0.01010113, 0.0216, -4.2477561, -7.3919, -40.0422, -43.4346, 11970.0,
     -2014.0, -2963.0, 0.03447, 2640.0, 7.44},
    {Side::right, 10.0, -0.01126431, 0.024, -4.2436375, -8.2668, -39.4446, -44.3815, 11440.0,
     -1947.0, -2820.0, 0.03411, 2643.0, 7.08},
};

constexpr double k_benchmark_speed = 2;  // m/s
constexpr double k_load = 10'000;        // N

profile::WheelRailPair benchmark_pair() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 1.0 / 40), {}, {}};
}

wheel_rail::HalfSpaceModelSettings benchmark_settings() {
  wheel_rail::HalfSpaceModelSettings settings;
  settings.bodies = {Material{82e9, 0.28}, Material{82e9, 0.28}};
  settings.grid.dx = settings.grid.dy = 0.2e-3;
  settings.tolerance = 0.1 * k_load_tolerance;
  return settings;
}

profile::WheelsetMotion printed_motion(const Printed& printed) {
  profile::WheelsetMotion motion;
  motion.pose = profile::from_roll_before_yaw(
      {1e-3 * printed.lateral, 1e-3 * printed.height, printed.roll, printed.yaw});
  motion.velocity = {k_benchmark_speed, 0, 0};
  motion.angular_velocity = printed.pitch_rate * wheel_rail::axle_direction(motion.pose);
  return motion;
}

/// All patches together, which CONTACT and we count as one here.
struct Ours {
  double height = 0;  // m
  wheel_rail::PatchForces patch;
};

struct PrintedQuantity {
  const char* name;
  const char* unit;
  double si;  // of one printed unit
  double Printed::*printed;
  double (*ours)(Side, const Ours&);
  const char* why;
};

constexpr PrintedQuantity k_printed_quantities[] = {
    {"height of the wheelset", "m", 1e-3, &Printed::height,
     [](Side, const Ours& o) { return o.height; },
     "found for the load, roll and pitch velocity that CONTACT's file gives"},
    {"place on the rail", "m", 1e-3, &Printed::rail_y,
     [](Side side, const Ours& o) { return on_side(side, o.patch.place.rail_y); },
     "mean over the patch, weighted with the overlap"},
    {"place on the wheel", "m", 1e-3, &Printed::wheel_y,
     [](Side side, const Ours& o) { return on_side(side, o.patch.place.wheel_y); }, "the same"},
    {"normal force", "N", 1, &Printed::normal_force,
     [](Side, const Ours& o) { return o.patch.normal_force; }, "printed with four digits"},
    {"force on the rail, x", "N", 1, &Printed::force_x,
     [](Side, const Ours& o) { return -o.patch.tangential.longitudinal; },
     "in the plane of contact; elements as large as CONTACT's"},
    {"force on the rail, y", "N", 1, &Printed::force_y,
     [](Side, const Ours& o) { return o.patch.tangential.lateral; },
     "in the plane of contact, to the right"},
    {"approach", "m", 1e-3, &Printed::approach,
     [](Side, const Ours& o) { return o.patch.place.penetration; },
     "largest overlap of the undeformed surfaces"},
    {"peak pressure", "Pa", 1e6, &Printed::peak_pressure,
     [](Side, const Ours& o) { return o.patch.peak_pressure; },
     "of the largest element; CONTACT's wheel has chords between points as far apart"},
    {"contact area", "m2", 1e-6, &Printed::area, [](Side, const Ours& o) { return o.patch.area; },
     "in whole elements"}};

void add_benchmark_rows(const Printed& printed, const Ours& ours, Reproduction& out) {
  const char* side = printed.side == Side::left ? "left" : "right";
  for (const PrintedQuantity& quantity : k_printed_quantities) {
    out.rows.push_back(
        {fmt::format("{}, {} wheel, y = {} mm", quantity.name, side, printed.lateral),
         quantity.si * printed.*quantity.printed, quantity.ours(printed.side, ours), quantity.unit,
         quantity.why});
  }
}

void add_benchmark_curves(const Printed& printed, const Ours& ours, Reproduction& out) {
  constexpr std::array k_drawn{4, 5, 7};  // forces and peak pressure
  const std::string side = printed.side == Side::left ? "left" : "right";
  for (const int k : k_drawn) {
    const PrintedQuantity& quantity = k_printed_quantities[k];
    const std::string label = fmt::format("{} [{}]", quantity.name, quantity.unit);
    for (const bool is_ours : {false, true}) {
      const std::string name = fmt::format("{}, {}", is_ours ? "tread" : "CONTACT", side);
      auto curve = std::ranges::find_if(out.curves, [&](const ReproducedCurve& c) {
        return c.name == name && c.y_label == label;
      });
      if (curve == out.curves.end()) {
        out.curves.push_back({name,
                              "lateral position [m]",
                              label,
                              {},
                              {},
                              is_ours ? result::Mark::line : result::Mark::points});
        curve = out.curves.end() - 1;
      }
      curve->x.push_back(1e-3 * printed.lateral);
      curve->y.push_back(is_ours ? quantity.ours(printed.side, ours)
                                 : quantity.si * printed.*quantity.printed);
    }
  }
}

const wheel_rail::PatchForces& largest_patch(const std::vector<wheel_rail::PatchForces>& patches) {
  return *std::ranges::max_element(patches, {}, &wheel_rail::PatchForces::normal_force);
}

}  // namespace

Reproduction contact_benchmark_a22(Observer& observer) {
  Reproduction out;
  const profile::WheelRailPair pair = benchmark_pair();
  const wheel_rail::HalfSpaceModelSettings settings = benchmark_settings();
  double done = 0;
  for (const Printed& printed : k_printed_by_contact) {
    observer.on_progress(done++ / std::size(k_printed_by_contact),
                         fmt::format("y = {} mm", printed.lateral));
    if (observer.stop_requested()) return ended(SolveStatus::stopped);
    const auto model = wheel_rail::make_half_space_model(pair, printed.side, settings);
    profile::WheelsetMotion motion = printed_motion(printed);
    wheel_rail::PairForces forces;
    settle_wheel(*model, k_load, {.tolerance = k_load_tolerance}, motion, forces);
    if (forces.status != SolveStatus::converged || forces.patches.empty()) {
      return ended(forces.status);
    }
    const Ours ours{motion.pose.vertical, largest_patch(forces.patches)};
    add_benchmark_rows(printed, ours, out);
    add_benchmark_curves(printed, ours, out);
  }
  return out;
}

}  // namespace tread::study
