#include "tread/sweep/check_list.hpp"

#include <cmath>
#include <limits>

#include "tread/standards/running_limits.hpp"
#include "tread/sweep/case_words.hpp"

namespace tread::sweep {
namespace {

using result::Check;
using standards::Limit;

constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view k_no_speed = "the speed of the cases is not known";
constexpr std::string_view k_no_span = "the span is not known; give checks.longest_span";

/// All that a plan looks at; both live longer than the plans.
struct Source {
  const CaseTable& table;
  const CheckSettings& settings;

  double size(std::size_t i, std::string_view name) const { return std::abs(table.value(i, name)); }
  double speed(std::size_t i) const {
    return speed_of(table, table.rows[i], settings).value_or(k_unknown);
  }
  double span(std::size_t i) const {
    const Varied* length = table.find_varied("bridge.length");
    if (length == nullptr || length->numbers.empty()) {
      return settings.longest_span.value_or(k_unknown);
    }
    const auto column = static_cast<std::size_t>(length - table.varied.data());
    return length->numbers[table.rows[i].choices[column]];
  }
  /// The span whose deflection counts: the one that it is largest for, if the case tells.
  double deflected_span(std::size_t i) const {
    const double x = table.value(i, "position_of_max_deflection_to_span");
    double end = 0;
    for (const double span : settings.spans) {
      end += span;
      if (x <= end) return span;
    }
    return span(i);
  }
  double deflection(std::size_t i) const {
    const double to_span = table.value(i, "max_deflection_to_span");
    return settings.spans.empty() || std::isnan(to_span) ? size(i, "max_deflection")
                                                         : to_span * deflected_span(i);
  }
};

/// The first that is told.
double first_of(double a, double b) { return std::isnan(a) ? b : a; }

std::string note_of(const std::optional<double>& given, std::string note) {
  if (!given) return note;
  return note.empty() ? "limit as given" : "limit as given; " + note;
}

CheckPlan deck_acceleration(const Source& s) {
  const Limit of_norm = standards::deck_acceleration_limit(s.settings.track);
  const double limit = s.settings.deck_acceleration.value_or(of_norm.value);
  return {.check = {.name = "deck_acceleration",
                    .title = "acceleration of the deck",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.deck_acceleration",
                    .unit = "m/s2",
                    .note = note_of(s.settings.deck_acceleration, "")},
          .value = [s](std::size_t i) { return s.size(i, "max_deck_acceleration"); },
          .limit = [limit](std::size_t) { return limit; },
          .number = "max_deck_acceleration",
          .no_value = "no case tells the acceleration of the deck up to the norm's frequency"};
}

CheckPlan deflection(const Source& s) {
  const Limit of_norm = standards::k_span_to_deflection_limit;
  const double ratio = s.settings.span_to_deflection.value_or(of_norm.value);
  return {.check = {.name = "deflection",
                    .title = "deflection",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.span_to_deflection",
                    .unit = "m",
                    .note = note_of(s.settings.span_to_deflection,
                                    "of the trains of this study; the clause means the load models "
                                    "of design with their dynamic factor")},
          .value = [s](std::size_t i) { return s.deflection(i); },
          .limit = [s, ratio](std::size_t i) { return s.deflected_span(i) / ratio; },
          .number = s.settings.spans.empty() ? "max_deflection" : "max_deflection_to_span",
          .no_value = "no case tells a deflection",
          .no_limit = std::string(k_no_span)};
}

CheckPlan comfort_deflection(const Source& s) {
  const CheckSettings& settings = s.settings;
  const Limit of_norm = standards::comfort_span_to_deflection(
      settings.comfort_span_to_deflection.value_or(k_unknown), settings.comfort, settings.n_spans,
      settings.continuity);
  const bool is_given = settings.comfort_span_to_deflection.has_value();
  return {.check = {.name = "comfort_deflection",
                    .title = "span over deflection for comfort",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.comfort_span_to_deflection",
                    .unit = "",
                    .bound = Check::Bound::at_least,
                    .note = "of the trains of this study; the clause means load model 71 with its "
                            "dynamic factor"},
          .value = [s](std::size_t i) { return s.deflected_span(i) / s.deflection(i); },
          .limit = [limit = of_norm.value](std::size_t) { return limit; },
          .number = s.settings.spans.empty() ? "max_deflection" : "max_deflection_to_span",
          .no_value = is_given ? "no case tells a deflection, or the span is not known" : "",
          .no_limit = "the value of the norm's chart for this span and speed is not given"};
}

CheckPlan comfort(const Source& s) {
  const Limit of_norm = standards::comfort_limit(s.settings.comfort);
  const double limit = s.settings.comfort_acceleration.value_or(of_norm.value);
  return {.check = {.name = "comfort",
                    .title = "acceleration of car bodies",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.comfort_acceleration",
                    .unit = "m/s2",
                    .note = note_of(s.settings.comfort_acceleration,
                                    "at the middle of the bodies; above bogies pitching adds to "
                                    "it")},
          .subject = CheckPlan::Subject::vehicle,
          .value = [s](std::size_t i) { return s.size(i, "max_body_acceleration"); },
          .limit = [limit](std::size_t) { return limit; },
          .no_value = "the trains are forces and have no bodies"};
}

CheckPlan twist(const Source& s) {
  return {.check = {.name = "twist",
                    .title = "twist of the track over 3 m",
                    .clause = std::string(standards::twist_limit(0).clause),
                    .limit_key = "checks.twist",
                    .unit = "m",
                    .note = note_of(s.settings.twist, "")},
          .value = [s](std::size_t i) { return s.size(i, "max_twist"); },
          .limit =
              [s](std::size_t i) {
                const double speed = s.speed(i);
                const double of_norm =
                    std::isnan(speed) ? k_unknown : standards::twist_limit(speed).value;
                return s.settings.twist.value_or(of_norm);
              },
          .no_value = "the model has no torsion",
          .no_limit = std::string(k_no_speed)};
}

CheckPlan end_rotation(const Source& s) {
  const Limit of_norm =
      standards::end_rotation_limit(s.settings.n_tracks, standards::DeckEnd::at_embankment);
  const double limit = s.settings.end_rotation.value_or(of_norm.value);
  const bool has_several = s.settings.n_spans > 1;
  return {.check = {.name = "end_rotation",
                    .title = "rotation of the deck at an end",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.end_rotation",
                    .unit = "rad",
                    .note = note_of(s.settings.end_rotation,
                                    has_several ? "the sum of rotations between two decks is not "
                                                  "checked"
                                                : "")},
          .value = [s](std::size_t i) { return s.size(i, "max_end_rotation"); },
          .limit = [limit](std::size_t) { return limit; },
          .number = "max_end_rotation",
          .no_value = "no case tells the rotation at the ends"};
}

CheckPlan horizontal_rotation(const Source& s) {
  return {.check = {.name = "horizontal_rotation",
                    .title = "rotation of an end about the vertical",
                    .clause = std::string(standards::horizontal_rotation_limit(0).clause),
                    .limit_key = "checks.horizontal_rotation",
                    .unit = "rad",
                    .note = note_of(s.settings.horizontal_rotation, "")},
          .value = [s](std::size_t i) { return s.size(i, "max_horizontal_rotation"); },
          .limit =
              [s](std::size_t i) {
                const double speed = s.speed(i);
                const double of_norm = std::isnan(speed)
                                           ? k_unknown
                                           : standards::horizontal_rotation_limit(speed).value;
                return s.settings.horizontal_rotation.value_or(of_norm);
              },
          .no_value = "the model has no lateral motion",
          .no_limit = std::string(k_no_speed)};
}

/// No model of ours moves sideways: the deflection is given, the speed is that of the cases.
CheckPlan horizontal_radius(const Source& s) {
  const bool are_several =
      s.settings.n_spans > 1 && s.settings.continuity == standards::Continuity::simply_supported;
  const standards::Decks decks = are_several ? standards::Decks::several : standards::Decks::one;
  const std::optional<double> deflection = s.settings.horizontal_deflection;
  return {.check = {.name = "horizontal_radius",
                    .title = "radius of the deck seen from above",
                    .clause = std::string(standards::horizontal_radius_limit(0, decks).clause),
                    .limit_key = "checks.horizontal_radius",
                    .unit = "m",
                    .bound = Check::Bound::at_least,
                    .note = note_of(s.settings.horizontal_radius,
                                    "R = L2/(8 deflection), the deflection as given in "
                                    "checks.horizontal_deflection")},
          .value =
              [s, deflection](std::size_t i) {
                return deflection ? s.span(i) * s.span(i) / (8 * *deflection) : k_unknown;
              },
          .limit =
              [s, decks](std::size_t i) {
                const double speed = s.speed(i);
                const double of_norm = std::isnan(speed)
                                           ? k_unknown
                                           : standards::horizontal_radius_limit(speed, decks).value;
                return s.settings.horizontal_radius.value_or(of_norm);
              },
          .no_value = deflection ? std::string(k_no_span)
                                 : "the model has no lateral motion; give "
                                   "checks.horizontal_deflection",
          .no_limit = std::string(k_no_speed)};
}

CheckPlan lateral_frequency(const Source& s) {
  const Limit of_norm = standards::k_lateral_frequency_limit;
  const double limit = s.settings.lateral_frequency.value_or(of_norm.value);
  return {.check = {.name = "lateral_frequency",
                    .title = "first lateral frequency",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.lateral_frequency",
                    .unit = "Hz",
                    .bound = Check::Bound::at_least,
                    .note = note_of(s.settings.lateral_frequency, "")},
          .value = [s](std::size_t i) { return s.size(i, "first_lateral_frequency"); },
          .limit = [limit](std::size_t) { return limit; },
          .no_value = "the model has no lateral motion"};
}

/// Of a train in the plane, else of a vehicle on its track.
double unloading_of(const Source& s, std::size_t i) {
  const double told =
      first_of(s.table.value(i, "max_unloading"), 1 - s.table.value(i, "min_force_ratio"));
  return first_of(told, s.table.value(i, "max_wheel_unloading_2m"));
}

CheckPlan unloading(const Source& s) {
  const Limit of_norm = standards::k_unloading_limit;
  const double limit = s.settings.unloading.value_or(of_norm.value);
  return {.check = {.name = "unloading",
                    .title = "unloading of wheels dQ/Q0",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.unloading",
                    .unit = "",
                    .note = note_of(s.settings.unloading, "")},
          .subject = CheckPlan::Subject::vehicle,
          .value = [s](std::size_t i) { return unloading_of(s, i); },
          .limit = [limit](std::size_t) { return limit; },
          .no_value = "the trains are forces that do not change"};
}

/// Of a wheel; in the plane an axle's force is that of both.
double wheel_force_of(const Source& s, std::size_t i) {
  return first_of(s.table.value(i, "max_force") / 2, s.table.value(i, "max_vertical_force"));
}

/// Q0. In the plane the largest force and the largest ratio may be of different axles; then this is
/// below the load of the first, and Q - Q0 <= 90 kN holds for all axles if it holds with it: a
/// lighter axle gains Q (1 - 1 / ratio), and neither factor is larger than here.
double wheel_load_of(const Source& s, std::size_t i) {
  return first_of(s.table.value(i, "max_force") / 2 / s.table.value(i, "max_force_ratio"),
                  s.table.value(i, "static_wheel_force"));
}

CheckPlan wheel_force(const Source& s) {
  return {.check = {.name = "wheel_force",
                    .title = "largest force of a wheel",
                    .clause = std::string(standards::wheel_force_limit(0, 0).clause),
                    .limit_key = "checks.wheel_force",
                    .unit = "N",
                    .note = note_of(s.settings.wheel_force,
                                    "all frequencies; the norm counts those below 20 Hz")},
          .subject = CheckPlan::Subject::vehicle,
          .value = [s](std::size_t i) { return wheel_force_of(s, i); },
          .limit =
              [s](std::size_t i) {
                const double load = wheel_load_of(s, i);
                const double speed = s.speed(i);
                const bool is_known = !std::isnan(load) && !std::isnan(speed);
                const double of_norm =
                    is_known ? standards::wheel_force_limit(load, speed).value : k_unknown;
                return s.settings.wheel_force.value_or(of_norm);
              },
          .no_value = "no case tells the forces of wheels",
          .no_limit = "the speed, or the load of a wheel at rest, is not known"};
}

CheckPlan derailment_quotient(const Source& s) {
  const Limit of_norm = standards::k_derailment_quotient_limit;
  const double limit = s.settings.derailment_quotient.value_or(of_norm.value);
  return {.check = {.name = "derailment_quotient",
                    .title = "derailment quotient Y/Q",
                    .clause = std::string(of_norm.clause),
                    .limit_key = "checks.derailment_quotient",
                    .unit = "",
                    .note = note_of(s.settings.derailment_quotient, "")},
          .subject = CheckPlan::Subject::vehicle,
          .value = [s](std::size_t i) { return s.size(i, "max_derailment_quotient_2m"); },
          .limit = [limit](std::size_t) { return limit; },
          .no_value = "the model has no lateral forces"};
}

CheckPlan sum_of_lateral_forces(const Source& s) {
  const Limit of_norm =
      standards::sum_of_lateral_forces_limit(0, standards::VehicleKind::passenger_or_locomotive);
  return {
      .check = {.name = "sum_of_lateral_forces",
                .title = "sum of Y of a wheelset",
                .clause = std::string(of_norm.clause),
                .limit_key = "checks.sum_of_lateral_forces",
                .unit = "N",
                .note = note_of(s.settings.sum_of_lateral_forces, "")},
      .subject = CheckPlan::Subject::vehicle,
      .value = [s](std::size_t i) { return s.size(i, "max_sum_of_lateral_forces_2m"); },
      .limit =
          [s](std::size_t i) {
            return s.settings.sum_of_lateral_forces.value_or(s.table.value(i, "prudhomme_limit"));
          },
      .no_value = "the model has no lateral forces",
      .no_limit = "no case tells Prud'homme's limit"};
}

}  // namespace

std::optional<double> speed_of(const CaseTable& table, const CaseRow& row,
                               const CheckSettings& settings) {
  const std::optional<double> varied = speed_of(table, row);
  return varied ? varied : settings.speed;
}

std::vector<CheckPlan> check_plans(const CaseTable& table, const CheckSettings& settings) {
  const Source s{table, settings};
  return {deck_acceleration(s),
          deflection(s),
          comfort_deflection(s),
          comfort(s),
          twist(s),
          end_rotation(s),
          horizontal_rotation(s),
          horizontal_radius(s),
          lateral_frequency(s),
          unloading(s),
          wheel_force(s),
          derailment_quotient(s),
          sum_of_lateral_forces(s)};
}

void add_note(Check& check, const std::string& note) {
  if (note.empty()) return;
  check.note += check.note.empty() ? note : "; " + note;
}

}  // namespace tread::sweep
