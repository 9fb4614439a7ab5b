#include "tread/study/rolling_axle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tread/interaction/rolling_crossing.hpp"
#include "tread/study/row_table.hpp"

namespace tread::study {
namespace {

using casefile::RollingAxleInput;
using interaction::Crossing;
using interaction::RollingInstant;

/// A contact a little longer than the longest: its edge lies in a cell.
constexpr double k_spare_force = 1.02;

interaction::RotationRule rotation_of(const RollingAxleInput& given) {
  if (given.creepage) {
    return interaction::GivenCreepage{[creepage = *given.creepage](double) { return creepage; }};
  }
  const auto constant = [](const std::optional<double>& value) {
    return [torque = value.value_or(0)](double) { return torque; };
  };
  return interaction::FreeRotation{given.moment_of_inertia.value_or(0),
                                   constant(given.drive_torque), constant(given.brake_torque)};
}

interaction::RollingWheelSetup setup_of(const casefile::TrainBridgeCase& input,
                                        const TrainBridgeModel& model, double largest_force) {
  const RollingAxleInput& given = *input.rolling;
  interaction::LineWheel wheel{.bodies = input.surfaces.bodies,
                               .radius = input.vehicle.wheel_radius,
                               .width = given.width * model.wheels_per_axle,
                               .largest_force = k_spare_force * largest_force,
                               .n_cells = given.cells};
  wheel.friction.law = contact::CoulombFriction{given.friction, given.friction};
  interaction::RollingWheelSetup setup;
  setup.contact = line_rolling_setup(wheel);
  setup.radius = wheel.radius;
  setup.rotation = rotation_of(given);
  setup.start =
      given.start == "free" ? interaction::RollingStart::free : interaction::RollingStart::steady;
  setup.memory = given.memory == "transient" ? interaction::RollingMemory::transient
                                             : interaction::RollingMemory::quasi_steady;
  return setup;
}

/// The crossing of one wheel alone.
Crossing crossing_of_wheel(const Crossing& all, Eigen::Index wheel) {
  Crossing one;
  one.times = all.times;
  one.positions = all.positions.col(wheel);
  one.forces = all.forces.col(wheel);
  return one;
}

using InstantColumn = RowColumn<RollingInstant>;

std::vector<result::Table> tables_of(const std::vector<RollingInstant>& rows) {
  using Row = RollingInstant;
  constexpr InstantColumn k_time{"time", "s", [](const Row& r) { return r.time; }};
  constexpr std::array k_motion{
      k_time,
      InstantColumn{"position", "m", [](const Row& r) { return r.position; }},
      InstantColumn{"creepage", "", [](const Row& r) { return r.creepage; }},
      InstantColumn{"rotation", "rad/s", [](const Row& r) { return r.rotation; }},
  };
  constexpr std::array k_forces{
      k_time,
      InstantColumn{"normal_force", "N", [](const Row& r) { return r.normal_force; }},
      InstantColumn{"tangential_force", "N", [](const Row& r) { return r.tangential_force; }},
  };
  constexpr std::array k_areas{
      k_time,
      InstantColumn{"adhesion_area", "m2", [](const Row& r) { return r.adhesion_area; }},
      InstantColumn{"slip_area", "m2", [](const Row& r) { return r.slip_area; }},
  };
  constexpr std::array k_energy{
      k_time,
      InstantColumn{"frictional_power", "W", [](const Row& r) { return r.dissipated_power; }},
      InstantColumn{"friction_work", "J", [](const Row& r) { return r.dissipated; }},
      InstantColumn{"drive_work", "J", [](const Row& r) { return r.drive_work; }},
      InstantColumn{"brake_work", "J", [](const Row& r) { return r.brake_loss; }},
  };
  return {row_table<RollingInstant>("rolling", "Rolling axle", k_motion, rows),
          row_table<RollingInstant>("rolling_force", "Forces of the rolling axle", k_forces, rows),
          row_table<RollingInstant>("rolling_area", "Stick and slip", k_areas, rows),
          row_table<RollingInstant>("rolling_work", "Work of friction, drive and brake", k_energy,
                                    rows)};
}

result::Table traction_table(const interaction::RollingPatch& patch, std::size_t number) {
  const contact::FrictionalSolution& solution = patch.solution;
  std::vector<double> x;
  for (int i = 0; i < patch.grid.nx; ++i) x.push_back(patch.grid.x(i));
  std::vector<double> below(solution.bound.size());
  std::ranges::transform(solution.bound, below.begin(), [](double b) { return -b; });
  return {
      fmt::format("traction_{}", number),
      fmt::format("Tractions on the wheel at {:.6g} s, x = {:.4g} m", patch.time, patch.position),
      {{"x", "m", std::move(x)},
       {"traction", "Pa", solution.traction.x},
       {"friction_bound", "Pa", solution.bound},
       {"negative_bound", "Pa", std::move(below)}}};
}

void add_rolling_extremes(const std::vector<RollingInstant>& rows, result::CaseResult& out) {
  const auto by_force = [](const RollingInstant& a, const RollingInstant& b) {
    return std::abs(a.tangential_force) < std::abs(b.tangential_force);
  };
  const RollingInstant& most = *std::ranges::max_element(rows, by_force);
  const RollingInstant& last = rows.back();
  out.scalars = {
      {"max_tangential_force", most.tangential_force, "N",
       fmt::format("largest tangential force on the axle, at x = {:.4g} m", most.position)},
      {"final_tangential_force", last.tangential_force, "N", "tangential force at the end"},
      {"final_creepage", last.creepage, "", "creepage at the end"},
      {"friction_work", last.dissipated, "J", "work that friction took in the contact"},
      {"drive_work", last.drive_work, "J", "work of the drive"},
      {"brake_work", last.brake_loss, "J", "work that the brake took"},
  };
}

}  // namespace

result::CaseResult roll_axle(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                             const Crossing& crossing, Observer& observer) {
  const RollingAxleInput& given = *input.rolling;
  const Eigen::Index wheel = given.axle - 1;
  const Crossing one = crossing_of_wheel(crossing, wheel);
  interaction::RollingOptions options;
  options.patch_times = given.patch_times;
  options.observer = &observer;
  const interaction::RollingHistory history =
      roll_along(model.problem, one, {setup_of(input, model, one.forces.maxCoeff())}, options);

  result::CaseResult out;
  out.title = fmt::format("Axle {} rolling with friction", given.axle);
  out.ok = history.status == SolveStatus::converged;
  out.status = to_string(history.status);
  if (!history.message.empty()) out.notes.push_back("Ended early: " + history.message + ".");
  const interaction::WheelRun& run = history.wheels.front();
  if (run.rows.empty()) return out;
  add_rolling_extremes(run.rows, out);
  out.tables = tables_of(run.rows);
  for (std::size_t i = 0; i < run.patches.size(); ++i) {
    out.tables.push_back(traction_table(run.patches[i], i + 1));
  }
  if (!history.deck_force.empty()) {
    const double most = *std::ranges::max_element(history.deck_force, {},
                                                  [](double force) { return std::abs(force); });
    out.scalars.push_back({"max_deck_force", most, "N",
                           "largest force of this axle along the deck, positive forward"});
  }
  return out;
}

}  // namespace tread::study
