#pragma once

#include <vector>

#include "tread/casefile/vehicle_run_case.hpp"
#include "tread/result/result.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"

namespace tread::study {

/// Histories of a run over its way, and what engineers read from them.

/// Values of a run, a column each: of wheels (left of the first wheelset, right of it, ...),
/// wheelsets, places.
struct RunHistory {
  std::vector<double> distances;             // m, of the vehicle's reference point
  std::vector<double> times;                 // s
  std::vector<std::vector<double>> lateral;  // wheelsets, m
  std::vector<std::vector<double>> yaw;      // wheelsets, rad
  std::vector<std::vector<double>> q;        // wheels, N
  std::vector<std::vector<double>> y;
  std::vector<std::vector<double>> y_over_q;
  std::vector<std::vector<double>> sum_y;           // wheelsets, N, to the right
  std::vector<std::vector<double>> dissipation;     // wheels, J/m
  std::vector<std::vector<double>> floor_lateral;   // places, m/s2
  std::vector<std::vector<double>> floor_vertical;  // places, m/s2, gravity left out
  /// Joints with a spring law: stops.
  std::vector<std::string> stops;
  std::vector<std::vector<double>> stop_elongation;  // m or rad
  std::vector<std::vector<double>> stop_force;       // N or N m
};
RunHistory run_history(running::RunningVehicle& vehicle,
                       const std::vector<running::RunRecord>& records,
                       const std::vector<vehicle::ReferencePlace>& floor);

/// Means over `window` m of way about each place; at the ends over what there is of it.
std::vector<double> sliding_mean(const std::vector<double>& distances,
                                 const std::vector<double>& values, double window);

/// How far values swing about their own means over `window` m of way: the root mean square there.
std::vector<double> sliding_swing(const std::vector<double>& distances,
                                  const std::vector<double>& values, double window);

/// Mean over the way from `from` on; values at one place alone: the last.
double mean_from(const std::vector<double>& distances, const std::vector<double>& values,
                 double from);

double integral(const std::vector<double>& distances, const std::vector<double>& values);

/// A picture each: displacements, forces, wear, accelerations, stops.
std::vector<result::Table> history_tables(const RunHistory& history,
                                          const std::vector<vehicle::ReferencePlace>& floor);

/// Where the wheels touch their rails: a column a patch, flange last; NaN where it is not there.
/// The last tables are the areas under the first wheelset, on wheels and rails.
std::vector<result::Table> contact_tables(const std::vector<running::RunRecord>& records);

/// A row for each wheelset.
struct WheelsetRow {
  double lateral, yaw, q_left, q_right, y_left, y_right;  // m, rad, N
  double wear_left, wear_right;  // T gamma of each wheel, J/m: as max_wear_number has it
};
std::vector<WheelsetRow> wheelset_rows(const running::RunRecord& record);
std::vector<WheelsetRow> mean_rows(const RunHistory& history, double from);
result::Table wheelset_table(const char* name, const char* title,
                             const std::vector<WheelsetRow>& rows);

result::Table mode_table(const std::vector<vehicle::DampedMode>& modes);

/// The largest of a set of columns by size.
struct Worst {
  double value = 0;
  std::size_t column = 0;
  std::size_t row = 0;
};
Worst largest(const std::vector<std::vector<double>>& columns);
Worst smallest(const std::vector<std::vector<double>>& columns);
Worst largest_size(const std::vector<std::vector<double>>& columns);

/// "wheelset 2, left wheel"
std::string wheel_name(std::size_t wheel);

}  // namespace tread::study
