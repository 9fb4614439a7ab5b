#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/interaction/train_bridge.hpp"
#include "tread/result/result.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {

/// What a crossing leaves: histories as tables, and their extremes. Deflections, accelerations of
/// bridge and vehicles are positive downwards; moments sag.

/// The extreme value of a history, where and when.
struct Extreme {
  double value = 0;
  double at = 0;    // x, m; or the number of the wheel or vehicle, from 1
  double time = 0;  // s
};

/// Bending moment (N m) and shear force (N) at the sections, a column each: those of the modes, and
/// of the modes left out what they have at rest under the forces of the instant.
struct SectionForces {
  interaction::History moment;
  interaction::History shear;
};

/// The bridge as a line of points at every record.
struct BridgeLines {
  std::vector<double> places;  // m, from end to end
  interaction::History deflection;
};

/// Places all along a bridge, its ends among them.
std::vector<double> line_places(const structure::BeamModes& bridge);

SectionForces section_forces(const TrainBridgeModel& model, const interaction::Crossing& crossing);
BridgeLines bridge_lines(const TrainBridgeModel& model, const interaction::Crossing& crossing);

/// The largest value in size; columns are named by `at`.
Extreme extreme_of(const interaction::History& history, const std::vector<double>& times,
                   const std::vector<double>& at);

/// "x = 10 m and 0.52 s", and that it is the start or the end of the run if it is: a run that goes
/// on may know a larger one.
std::string place_and_time(const Extreme& extreme, const interaction::Crossing& crossing);

/// At about so many instants the axle loads are put at rest where the wheels are.
inline constexpr Eigen::Index k_static_instants = 1000;

/// The largest deflection of the axle loads alone, standing wherever the wheels came past.
Extreme static_extreme(const TrainBridgeModel& model, const interaction::Crossing& crossing,
                       const std::vector<double>& places);

/// The largest bending moment of the sections below the axle loads alone, exact.
Extreme static_moment(const TrainBridgeModel& model, const interaction::Crossing& crossing);

/// Force over load at rest of all wheels.
interaction::History force_ratios(const interaction::Crossing& crossing);

/// One displacement of each vehicle among those of all: that of its body, or of what comes nearest
/// to one.
struct BodyMotion {
  std::string what;  // body, wheel, or what its maker calls it
  std::vector<int> columns;
  std::vector<std::string> names;  // vehicle_2_body
};
BodyMotion body_motions(const vehicle::Train& train);

/// A table of histories over time: columns `name_<label>`.
result::Table history_table(const char* name, const char* title, const char* unit,
                            const interaction::Crossing& crossing,
                            const interaction::History& history,
                            const std::vector<std::string>& labels);

/// The same at the sections that are shown, and at the one with the largest value.
/// @param history a column a section
result::Table section_table(const char* name, const char* title, const char* unit,
                            const TrainBridgeModel& model, const interaction::Crossing& crossing,
                            const interaction::History& history);

/// Histories of wheels: all of them in a file, the first and the extremes for the eye.
std::vector<result::Table> wheel_tables(const TrainBridgeModel& model,
                                        const interaction::Crossing& crossing);

/// When wheels lost contact and found it again: events of a rigid contact, of others between the
/// records around them.
std::vector<interaction::ContactChange> contact_changes(const interaction::Crossing& crossing);

/// The longest time that an axle was off the rail, of those that left it from an instant on, s.
double longest_loss(const interaction::Crossing& crossing, double from);

/// The same as rows: axle, time, place, and 1 for contact or 0 for none from then on.
result::Table contact_change_table(const interaction::Crossing& crossing);

result::Table energy_table(const interaction::Crossing& crossing);

}  // namespace tread::study
