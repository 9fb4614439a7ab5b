#include "tread/study/vehicle_run_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/study/vehicle_run_model.hpp"

namespace tread::study {
namespace {

using running::RunRecord;
using running::WheelsetRecord;
using Columns = std::vector<std::vector<double>>;

void append_to_column(Columns& columns, std::size_t column, double value) {
  if (columns.size() <= column) columns.resize(column + 1);
  columns[column].push_back(value);
}

void append_wheels(const WheelsetRecord& wheelset, std::size_t i, RunHistory& history) {
  append_to_column(history.lateral, i, wheelset.pose.lateral);
  append_to_column(history.yaw, i, wheelset.pose.yaw);
  append_to_column(history.sum_y, i, wheelset.right.y - wheelset.left.y);
  std::size_t wheel = 2 * i;
  for (const wheel_rail::WheelForces* forces : {&wheelset.left, &wheelset.right}) {
    append_to_column(history.q, wheel, forces->q);
    append_to_column(history.y, wheel, forces->y);
    append_to_column(history.y_over_q, wheel, forces->y_over_q());
    append_to_column(history.dissipation, wheel, forces->dissipation);
    ++wheel;
  }
}

bool has_law(const vehicle::RailVehicle& vehicle, const vehicle::JointState& state) {
  const auto named = [&](const auto& joint) { return joint.name == state.joint; };
  if (const auto rod = std::ranges::find_if(vehicle.rods, named); rod != vehicle.rods.end()) {
    return rod->along.spring_law.has_value();
  }
  const auto found = std::ranges::find_if(vehicle.bushings, named);
  if (found == vehicle.bushings.end()) return false;
  const vehicle::Bushing& b = *found;
  const std::array<const vehicle::JointDirection*, vehicle::k_n_motions> directions{
      &b.x, &b.y, &b.z, &b.roll, &b.pitch, &b.yaw};
  return directions[static_cast<std::size_t>(state.direction)]->spring_law.has_value();
}

void append_stops(vehicle::RailVehicleModel& model, const RunRecord& record,
                  std::vector<vehicle::JointState>& states, RunHistory& history) {
  model.joint_states(record.time, record.position, record.velocity, states);
  std::size_t i = 0;
  for (const vehicle::JointState& state : states) {
    if (!has_law(model.vehicle(), state)) continue;
    if (history.stops.size() <= i) history.stops.emplace_back(state.joint);
    append_to_column(history.stop_elongation, i, state.elongation);
    append_to_column(history.stop_force, i, state.force);
    ++i;
  }
}

/// The integral from the first place to each.
std::vector<double> running_integral(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> sums(x.size(), 0);
  for (std::size_t i = 1; i < x.size(); ++i) {
    sums[i] = sums[i - 1] + (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
  }
  return sums;
}

/// The integral to any place, values linear in between.
double integral_to(const std::vector<double>& x, const std::vector<double>& y,
                   const std::vector<double>& sums, double at) {
  const auto above = std::ranges::upper_bound(x, at);
  if (above == x.begin()) return 0;
  const auto i = static_cast<std::size_t>(above - x.begin()) - 1;
  if (above == x.end() || x[i + 1] == x[i]) return sums[i];
  const double t = at - x[i];
  const double slope = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  return sums[i] + t * (y[i] + slope * t / 2);
}

result::Table table_over_distance(const char* name, const char* title, const RunHistory& history) {
  result::Table table{name, title, {{"distance", "m", history.distances}}};
  return table;
}

void add_columns(result::Table& table, const Columns& columns, const char* unit,
                 const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    table.columns.push_back({names[i], unit, columns[i]});
  }
}

std::vector<std::string> wheelset_labels(std::size_t n) {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i <= n; ++i) labels.push_back(fmt::format("wheelset_{}", i));
  return labels;
}

std::vector<std::string> wheel_labels(std::size_t n_wheels) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < n_wheels; ++i) {
    labels.push_back(fmt::format("wheelset_{}_{}", i / 2 + 1, i % 2 == 0 ? "left" : "right"));
  }
  return labels;
}

// ---- contact ----

using Patches = std::vector<wheel_rail::PatchForces>;

/// Tread first, flange last.
Patches sorted_patches(const Patches& patches) {
  Patches sorted = patches;
  std::ranges::sort(sorted, std::greater<>{},
                    [](const wheel_rail::PatchForces& patch) { return patch.place.wheel_y; });
  return sorted;
}

const Patches& patches_of(const RunRecord& record, std::size_t wheel) {
  const WheelsetRecord& wheelset = record.wheelsets[wheel / 2];
  return (wheel % 2 == 0 ? wheelset.left : wheelset.right).pair.patches;
}

std::size_t most_patches(const std::vector<RunRecord>& records, std::size_t wheel) {
  std::size_t most = 0;
  for (const RunRecord& record : records) most = std::max(most, patches_of(record, wheel).size());
  return most;
}

/// What a function makes of each patch of a wheel: a column a patch.
template <class Function>
Columns patch_columns(const std::vector<RunRecord>& records, std::size_t wheel,
                      Function&& function) {
  constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();
  Columns columns(most_patches(records, wheel));
  for (const RunRecord& record : records) {
    const Patches patches = sorted_patches(patches_of(record, wheel));
    for (std::size_t p = 0; p < columns.size(); ++p) {
      columns[p].push_back(p < patches.size() ? function(patches[p]) : k_absent);
    }
  }
  return columns;
}

double wheel_y(const wheel_rail::PatchForces& patch) { return patch.place.wheel_y; }
double rail_y(const wheel_rail::PatchForces& patch) { return patch.place.rail_y; }

result::Table positions_table(const std::vector<RunRecord>& records,
                              const std::vector<double>& distances) {
  result::Table table{"contact_positions", "Contact positions", {{"distance", "m", distances}}};
  table.look = result::Table::Look::file_only;
  const std::size_t n_wheels = 2 * records.front().wheelsets.size();
  const std::vector<std::string> labels = wheel_labels(n_wheels);
  for (std::size_t wheel = 0; wheel < n_wheels; ++wheel) {
    const auto add = [&](const char* what, const char* unit, auto function) {
      const Columns columns = patch_columns(records, wheel, function);
      for (std::size_t p = 0; p < columns.size(); ++p) {
        table.columns.push_back(
            {fmt::format("{}_{}_patch_{}", labels[wheel], what, p + 1), unit, columns[p]});
      }
    };
    add("wheel_y", "m", wheel_y);
    add("rail_y", "m", rail_y);
    add("normal_force", "N",
        [](const wheel_rail::PatchForces& patch) { return patch.normal_force; });
    add("semi_axis_x", "m", [](const wheel_rail::PatchForces& patch) { return patch.semi_axis_x; });
    add("semi_axis_y", "m", [](const wheel_rail::PatchForces& patch) { return patch.semi_axis_y; });
    add("peak_pressure", "Pa",
        [](const wheel_rail::PatchForces& patch) { return patch.peak_pressure; });
  }
  return table;
}

/// From edge to edge of the patches of a wheel of the first wheelset: pairs of columns.
template <class Function>
result::Table area_table(const std::vector<RunRecord>& records,
                         const std::vector<double>& distances, std::size_t wheel, const char* on,
                         Function&& position) {
  const char* side = wheel == 0 ? "left" : "right";
  result::Table table{
      fmt::format("contact_area_{}_{}", side, on),
      fmt::format("Contact areas on the {} {}, wheelset 1 (flange side below)", side, on),
      {{"distance", "m", distances}}};
  table.look = result::Table::Look::bands;
  const auto edge = [&](double sign) {
    return patch_columns(records, wheel, [&](const wheel_rail::PatchForces& patch) {
      return position(patch) + sign * patch.semi_axis_y * std::cos(patch.place.angle);
    });
  };
  const Columns low = edge(-1);
  const Columns high = edge(1);
  for (std::size_t p = 0; p < low.size(); ++p) {
    table.columns.push_back({fmt::format("patch_{}_low", p + 1), "m", low[p]});
    table.columns.push_back({fmt::format("patch_{}_high", p + 1), "m", high[p]});
  }
  return table;
}

}  // namespace

RunHistory run_history(running::RunningVehicle& vehicle, const std::vector<RunRecord>& records,
                       const std::vector<vehicle::ReferencePlace>& floor) {
  RunHistory history;
  vehicle::RailVehicleModel& model = vehicle.model();
  const int body = ride_body(model.vehicle());
  std::vector<vehicle::JointState> states;
  for (const RunRecord& record : records) {
    history.distances.push_back(record.distance);
    history.times.push_back(record.time);
    for (std::size_t i = 0; i < record.wheelsets.size(); ++i) {
      append_wheels(record.wheelsets[i], i, history);
    }
    for (std::size_t i = 0; body >= 0 && i < floor.size(); ++i) {
      const vehicle::PointMotion motion = model.point_motion(
          body, floor[i], record.time, record.position, record.velocity, record.acceleration);
      append_to_column(history.floor_lateral, i, motion.felt.y());
      append_to_column(history.floor_vertical, i, motion.felt.z() + model.vehicle().gravity);
    }
    append_stops(model, record, states, history);
  }
  return history;
}

std::vector<double> sliding_mean(const std::vector<double>& distances,
                                 const std::vector<double>& values, double window) {
  const std::vector<double> sums = running_integral(distances, values);
  std::vector<double> means;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double low = std::max(distances.front(), distances[i] - window / 2);
    const double high = std::min(distances.back(), distances[i] + window / 2);
    means.push_back(high > low ? (integral_to(distances, values, sums, high) -
                                  integral_to(distances, values, sums, low)) /
                                     (high - low)
                               : values[i]);
  }
  return means;
}

std::vector<double> sliding_swing(const std::vector<double>& distances,
                                  const std::vector<double>& values, double window) {
  const std::vector<double> means = sliding_mean(distances, values, window);
  std::vector<double> squares(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares[i] = (values[i] - means[i]) * (values[i] - means[i]);
  }
  std::vector<double> swing = sliding_mean(distances, squares, window);
  for (double& value : swing) value = std::sqrt(std::max(0.0, value));
  return swing;
}

double mean_from(const std::vector<double>& distances, const std::vector<double>& values,
                 double from) {
  const double low = std::max(from, distances.front());
  if (!(distances.back() > low)) return values.back();
  const std::vector<double> sums = running_integral(distances, values);
  return (sums.back() - integral_to(distances, values, sums, low)) / (distances.back() - low);
}

double integral(const std::vector<double>& distances, const std::vector<double>& values) {
  return running_integral(distances, values).back();
}

std::vector<result::Table> history_tables(const RunHistory& history,
                                          const std::vector<vehicle::ReferencePlace>& floor) {
  std::vector<result::Table> tables;
  const auto add = [&](const char* name, const char* title, const Columns& columns,
                       const char* unit, const std::vector<std::string>& names) {
    if (columns.empty()) return;
    tables.push_back(table_over_distance(name, title, history));
    add_columns(tables.back(), columns, unit, names);
  };
  const std::vector<std::string> wheelsets = wheelset_labels(history.lateral.size());
  const std::vector<std::string> wheels = wheel_labels(history.q.size());
  std::vector<std::string> places;
  for (const vehicle::ReferencePlace& place : floor) {
    places.push_back(fmt::format("at_{:g}_m", place.x));
  }
  add("lateral_displacement", "Lateral displacement of the wheelsets, to the right",
      history.lateral, "m", wheelsets);
  add("yaw", "Yaw of the wheelsets, to the right", history.yaw, "rad", wheelsets);
  add("lateral_force", "Lateral force Y of the wheels on the rails, outwards", history.y, "N",
      wheels);
  add("vertical_force", "Vertical force Q of the wheels on the rails", history.q, "N", wheels);
  add("derailment_quotient", "Y/Q", history.y_over_q, "", wheels);
  add("sum_of_lateral_forces", "Sum of Y of each wheelset, to the right", history.sum_y, "N",
      wheelsets);
  add("wear_number", "Wear number T gamma", history.dissipation, "J/m", wheels);
  add("floor_acceleration_lateral", "Lateral acceleration of the floor, felt",
      history.floor_lateral, "m/s2", places);
  add("floor_acceleration_vertical", "Vertical acceleration of the floor, downwards",
      history.floor_vertical, "m/s2", places);
  add("stop_displacement", "Displacements at stops", history.stop_elongation, "m", history.stops);
  add("stop_force", "Forces of stops", history.stop_force, "N", history.stops);
  return tables;
}

std::vector<result::Table> contact_tables(const std::vector<RunRecord>& records) {
  std::vector<double> distances;
  for (const RunRecord& record : records) distances.push_back(record.distance);
  std::vector<result::Table> tables{positions_table(records, distances)};
  for (std::size_t wheel = 0; wheel < 2; ++wheel) {
    tables.push_back(area_table(records, distances, wheel, "wheel", wheel_y));
    tables.push_back(area_table(records, distances, wheel, "rail", rail_y));
  }
  std::erase_if(tables, [](const result::Table& table) { return table.columns.size() < 2; });
  return tables;
}

std::vector<WheelsetRow> wheelset_rows(const RunRecord& record) {
  std::vector<WheelsetRow> rows;
  for (const WheelsetRecord& w : record.wheelsets) {
    rows.push_back({w.pose.lateral, w.pose.yaw, w.left.q, w.right.q, w.left.y, w.right.y,
                    w.left.dissipation, w.right.dissipation});
  }
  return rows;
}

std::vector<WheelsetRow> mean_rows(const RunHistory& history, double from) {
  const auto mean = [&](const std::vector<double>& values) {
    return mean_from(history.distances, values, from);
  };
  std::vector<WheelsetRow> rows;
  for (std::size_t i = 0; i < history.lateral.size(); ++i) {
    const std::size_t left = 2 * i;
    const std::size_t right = left + 1;
    rows.push_back({mean(history.lateral[i]), mean(history.yaw[i]), mean(history.q[left]),
                    mean(history.q[right]), mean(history.y[left]), mean(history.y[right]),
                    mean(history.dissipation[left]), mean(history.dissipation[right])});
  }
  return rows;
}

result::Table wheelset_table(const char* name, const char* title,
                             const std::vector<WheelsetRow>& rows) {
  result::Table table{name, title, {}};
  table.home = result::Table::Home::file_and_json;
  table.look = result::Table::Look::rows;
  result::Column numbers{"wheelset", "", {}};
  for (std::size_t i = 1; i <= rows.size(); ++i) {
    numbers.values.push_back(static_cast<double>(i));
  }
  table.columns.push_back(std::move(numbers));
  const auto add = [&](const char* column, const char* unit, double WheelsetRow::*member) {
    table.columns.push_back({column, unit, {}});
    for (const WheelsetRow& row : rows) table.columns.back().values.push_back(row.*member);
  };
  add("lateral_displacement", "m", &WheelsetRow::lateral);
  add("yaw", "rad", &WheelsetRow::yaw);
  add("vertical_force_left", "N", &WheelsetRow::q_left);
  add("vertical_force_right", "N", &WheelsetRow::q_right);
  add("lateral_force_left", "N", &WheelsetRow::y_left);
  add("lateral_force_right", "N", &WheelsetRow::y_right);
  add("wear_number_left", "J/m", &WheelsetRow::wear_left);
  add("wear_number_right", "J/m", &WheelsetRow::wear_right);
  return table;
}

result::Table mode_table(const std::vector<vehicle::DampedMode>& modes) {
  result::Table table{"modes", "Modes on straight track", {}};
  table.home = result::Table::Home::file_and_json;
  table.look = result::Table::Look::rows;
  table.columns = {
      {"mode", "", {}}, {"frequency", "Hz", {}}, {"damping_ratio", "", {}}, {"growth", "1/s", {}}};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    table.columns[0].values.push_back(static_cast<double>(i + 1));
    table.columns[1].values.push_back(modes[i].frequency);
    table.columns[2].values.push_back(modes[i].damping_ratio);
    table.columns[3].values.push_back(modes[i].eigenvalue.real());
  }
  return table;
}

namespace {

template <class Better>
Worst extreme(const Columns& columns, Better&& is_better) {
  Worst worst;
  bool is_first = true;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t r = 0; r < columns[c].size(); ++r) {
      if (!is_first && !is_better(columns[c][r], worst.value)) continue;
      worst = {columns[c][r], c, r};
      is_first = false;
    }
  }
  return worst;
}

}  // namespace

Worst largest(const Columns& columns) { return extreme(columns, std::greater<>{}); }
Worst smallest(const Columns& columns) { return extreme(columns, std::less<>{}); }
Worst largest_size(const Columns& columns) {
  return extreme(columns, [](double a, double b) { return std::abs(a) > std::abs(b); });
}

std::string wheel_name(std::size_t wheel) {
  return fmt::format("wheelset {}, {} wheel", wheel / 2 + 1, wheel % 2 == 0 ? "left" : "right");
}

}  // namespace tread::study
