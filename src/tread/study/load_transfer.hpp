#pragma once

#include <string>
#include <vector>

#include "tread/running/steady_running.hpp"

namespace tread::study {

/// Why the outer wheel of a wagon in a curve carries more than the inner one.
///
/// Moments about the track's middle, in its canted plane, of a section of a vehicle (car_body,
/// bogie, wheelset) that curves steadily: weight and centrifugal force act at the centres of mass,
/// m (a_y, a_z); wheels push where they touch, at b0 + e from the middle (b0: tape circle). Bodies
/// stand at y, and z lower than at rest:
///
///   b0 (Q_L - Q_R) = - sum m h a_y  - sum m y a_z  + sum m z a_y  - gyroscopic moment
///                    - (e_L Q_L - e_R Q_R)  - moments of lateral forces about the rails' tops
///
/// The car body's y is that of the wheelset, plus shear and roll of the primary springs, plus shift
/// and roll of the secondary ones: each has its share.

struct LoadShare {
  std::string what;
  double load = 0;  // N, on the left wheel, off the right one
  std::string why;
};

struct LoadTransfer {
  double half_axle_load = 0;  // N: (Q_L + Q_R)/2 from masses and accelerations
  /// Those an estimate by hand counts come first: lateral acceleration at the heights of the data,
  /// secondary shift, roll on secondary springs. Then what it leaves out.
  std::vector<LoadShare> shares;
  double solved = 0;                // N: (Q_L - Q_R)/2 of the contacts
  double rest = 0;                  // N: what the shares leave over
  double stop_displacement = 0;     // m, of the car body against the bogie, to the right
  double estimated_shift = 0;       // m: of springs and stop under m a_y of the car body alone
  double shift_by_hand = 0;         // N: share of that
  double body_displacement = 0;     // m, of the car body's centre of mass, to the right
  double lateral_acceleration = 0;  // a_y, m/s2, to the right
};

/// @pre bodies car_body, bogie, wheelset, as manchester_wagon_2d() has them
LoadTransfer load_transfer(running::RunningVehicle& wagon, const running::SteadyRunning& steady,
                           double time);

}  // namespace tread::study
