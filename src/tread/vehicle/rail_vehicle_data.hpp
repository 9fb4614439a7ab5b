#pragma once

#include <vector>

#include "tread/vehicle/rail_vehicle.hpp"

namespace tread::vehicle {

/// Vehicle 1 of the Manchester benchmarks, a coach on two bogies. S. Iwnicki, Vehicle System
/// Dynamics 30 (1998) 295-313; the values are those that public programs carry (the original text
/// was not at hand): two or more agree unless a comment says otherwise.
///   one source: found once.   disputed: sources differ, the other value is given.
///   unverified: of the literature by hearsay; switch it off or replace it if it matters.

/// Whether the heights of the data are those of the coach under its weight.
enum class Springs {
  carry_weight,  // preloaded: the reference configuration is in equilibrium on straight level track
  unloaded,      // without force in the reference configuration: the coach sinks
};

enum class SeriesStiffness { present, none };

/// A coach that runs at a given speed is pulled along at its car body (keep_at_speed), or left
/// alone.
enum class Forward { at_speed, free };

struct ManchesterData {
  double body_mass = 32000;
  Eigen::Vector3d body_inertia{56800, 1.97e6, 1.97e6};
  double body_height = 1.8;
  double bogie_mass = 2615;
  Eigen::Vector3d bogie_inertia{1722, 1476, 3067};
  double bogie_height = 0.6;
  double wheelset_mass = 1813;
  Eigen::Vector3d wheelset_inertia{1120, 112, 1120};
  double wheel_radius = 0.46;
  double half_pivot_spacing = 9.5;
  double half_wheelbase = 1.28;  // disputed: 1.25

  // Primary, per axle box, at axle height.
  Eigen::Vector3d primary_stiffness{31.391e6, 3.884e6, 1.22e6};  // kz disputed: 1.2e6
  Eigen::Vector3d primary_damping{15e3, 2e3, 4e3};
  Eigen::Vector3d primary_series{60e6, 7.5e6, 1e6};  // unverified
  double primary_half_spacing = 1.0;

  // Secondary, per side of a bogie. Its shear acts half-way up unless told otherwise (JointAxes).
  Eigen::Vector3d secondary_stiffness{160e3, 160e3, 430e3};
  double secondary_bending = 10.5e3;  // N m/rad, roll and pitch; one source
  double secondary_half_spacing = 1.0;
  double secondary_lower_height = 0.525;
  double secondary_upper_height = 1.13;  // disputed: 1.15
  double vertical_damping = 20e3;        // in line with the spring
  double vertical_series = 6e6;          // unverified
  double lateral_damping = 32e3;
  double lateral_series = 6e6;         // unverified
  double lateral_damper_height = 0.7;  // unverified

  double roll_bar_stiffness = 940e3;  // N m/rad per bogie; one source

  // Lateral stop, per bogie, acts both ways; one source.
  double stop_height = 0.65;
  std::vector<double> stop_places{0.025, 0.030, 0.035, 0.040, 0.045, 0.050, 0.055, 0.060, 0.065};
  std::vector<double> stop_forces{0, 600, 1760, 3730, 6870, 11580, 17170, 29200, 230000};

  // Traction rod, per bogie, purely along x.
  double rod_stiffness = 5e6;  // unverified
  double rod_damping = 25e3;   // one source
  double rod_series = 10e6;    // unverified
  double rod_height = 0.6;     // unverified

  Springs springs = Springs::carry_weight;
  SeriesStiffness series = SeriesStiffness::present;  // none: dampers beside the springs
  JointAxes secondary_axes = JointAxes::both;
  Forward forward = Forward::at_speed;
  double gravity = k_gravity;
};

/// Bodies car_body, front_bogie, rear_bogie, wheelset_1 (leading) .. wheelset_4; x = 0 at the
/// middle of the car body. 41 free motions (42 with Forward::free).
RailVehicle manchester_coach(const ManchesterData& data = {});

/// The section of the paper of Magheri et al. (2010): car body, bogie and wheelset in one plane
/// across the track, masses times 0.25, 0.5 and 1, secondary springs and dampers times 0.5, primary
/// times 1 (tables 1 and 2). Bodies car_body, bogie (y, z, roll) and wheelset (y, z, roll, pitch).
RailVehicle manchester_wagon_2d(const ManchesterData& data = {});

}  // namespace tread::vehicle
