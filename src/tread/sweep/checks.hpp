#pragma once

#include <optional>
#include <vector>

#include "tread/casefile/check_keys.hpp"
#include "tread/result/result.hpp"
#include "tread/standards/bridge_limits.hpp"
#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

/// A study held against the norms: deck acceleration, deflections, comfort, twist, rotations,
/// radius seen from above, lateral frequency (EN 1990 A2), unloading, wheel force, Y/Q, sum of Y
/// (EN 14363).
///
/// Every finished case has its own value and its own limit (which may depend on its speed, span and
/// load); the case that comes closest to its limit, or exceeds it most, decides. A check passes
/// only if every finished case tells its value; where cases are missing or failed, its note says
/// how many. What no case tells is not applicable, and the note says why.

/// SI. A limit that is empty is that of the norm.
struct CheckSettings {
  standards::TrackKind track = standards::TrackKind::ballasted;
  standards::ComfortLevel comfort = standards::ComfortLevel::very_good;
  int n_tracks = 1;
  int n_spans = 1;
  standards::Continuity continuity = standards::Continuity::simply_supported;
  std::optional<double> longest_span{};  // m, of all cases unless bridge.length varies
  std::vector<double> spans{};         // m, of all cases; empty: they vary, or longest_span counts
  std::optional<double> speed{};       // m/s, of all cases unless a speed varies
  std::optional<double> line_speed{};  // m/s; cases above 1.2 times this do not count

  std::optional<double> deck_acceleration{};           // m/s2
  std::optional<double> span_to_deflection{};          // L/delta
  std::optional<double> comfort_acceleration{};        // m/s2
  std::optional<double> comfort_span_to_deflection{};  // L/delta of figure A2.3, before its factors
  std::optional<double> twist{};                       // m over 3 m
  std::optional<double> end_rotation{};                // rad
  std::optional<double> horizontal_rotation{};         // rad
  std::optional<double> horizontal_deflection{};       // m, as given: of no case
  std::optional<double> horizontal_radius{};           // m
  std::optional<double> lateral_frequency{};           // Hz
  std::optional<double> unloading{};                   // dQ/Q0
  std::optional<double> wheel_force{};                 // N
  std::optional<double> derailment_quotient{};         // Y/Q
  std::optional<double> sum_of_lateral_forces{};       // N
};

/// What [checks] says. Speed, spans and their number are those of the base case and are left to the
/// caller, longest_span only where [checks] does not give it.
CheckSettings settings_of(const casefile::CheckInput& input);

/// Numbers besides those of study/measure_case.hpp that are understood: max_twist (m over 3 m),
/// max_horizontal_rotation (rad), first_lateral_frequency (Hz), and those of a vehicle on its track
/// (docs/results.md).
std::vector<result::Check> checks_of(const CaseTable& table, const CheckSettings& settings);

}  // namespace tread::sweep
