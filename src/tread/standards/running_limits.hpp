#pragma once

#include "tread/standards/limit.hpp"

namespace tread::standards {

/// Running safety and loading of the track by a vehicle: EN 14363. Y lateral and Q vertical force
/// of a wheel, P0 and Q0 loads of an axle and of a wheel at rest; N, m/s, rad.
///
/// The numbers are those that papers and programs quote; the norm itself was not at hand: compare
/// them with your edition.

enum class VehicleKind { passenger_or_locomotive, freight };

/// Prud'homme: 10 kN + P0 / 3.
double prudhomme_force(double axle_load);

/// Sum of Y of a wheelset, mean over 2 m: at most k1 times that of Prud'homme; k1 = 1, freight
/// wagons 0.85.
Limit sum_of_lateral_forces_limit(double axle_load, VehicleKind kind);

/// Y/Q of a wheel, mean over 2 m, on the line: at most 0.8; in the test on twisted track at low
/// speed 1.2.
inline constexpr Limit k_derailment_quotient_limit{0.8, "EN 14363, (Y/Q) mean over 2 m"};
inline constexpr Limit k_twisted_track_quotient_limit{1.2, "EN 14363, test on twisted track"};

/// Nadal: Y/Q at which a flange begins to climb, (tan delta - mu) / (1 + mu tan delta), delta its
/// angle to the track. @pre 0 < flange_angle < pi/2, friction >= 0
double nadal_limit(double flange_angle, double friction);

/// Unloading dQ/Q0 of a wheel: at most 0.6. The norm asks it of the test on twisted track; studies
/// of trains on bridges use it for the dynamic force.
inline constexpr Limit k_unloading_limit{0.6, "EN 14363, wheel unloading dQ/Q0"};

/// Q of a wheel, parts below 20 Hz: at most 90 kN + Q0, and 200, 190, 180, 170 kN up to 160, 200,
/// 250, 300 km/h, 160 kN above.
Limit wheel_force_limit(double static_wheel_force, double speed);

}  // namespace tread::standards
