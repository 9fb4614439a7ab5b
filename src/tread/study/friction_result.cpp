#include "tread/study/friction_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "tread/result/units.hpp"
#include "tread/study/friction_model.hpp"
#include "tread/study/normal_case.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;
using contact::FrictionalSolution;

bool is_shift(const ContactCase& c) { return c.motion.type == casefile::Motion::Type::shift; }
bool has_speed(const ContactCase& c) { return c.rolling.speed.has_value(); }

std::string power_unit(const ContactCase& c) {
  if (is_shift(c)) return "J";
  return has_speed(c) ? "W" : "J/m";
}

std::string power_meaning(const ContactCase& c) {
  if (is_shift(c)) return "frictional work";
  return has_speed(c) ? "frictional power" : "frictional work per metre rolled";
}

std::string per_area(const std::string& unit) {
  return unit == "J/m" ? "J/m3" : fmt::format("{}/m2", unit);
}

std::vector<double> as_numbers(const std::vector<contact::CellState>& cells) {
  std::vector<double> states;
  states.reserve(cells.size());
  for (const contact::CellState cell : cells) states.push_back(static_cast<double>(cell));
  return states;
}

void add_sensitivities(const ContactCase& contact_case, const contact::ForceSensitivity& table,
                       result::CaseResult& out) {
  constexpr std::array k_names{"sensitivity_normal_force", "sensitivity_force_x",
                               "sensitivity_force_y", "sensitivity_spin_moment"};
  constexpr std::array k_meanings{"change of normal force", "change of tangential force x",
                                  "change of tangential force y", "change of spin moment"};
  // of a force and of a moment, by approach, two creepages (or shifts) and spin (or rotation)
  constexpr std::array<std::array<const char*, 4>, 2> k_rolling{
      {{"N/m", "N", "N", "N m"}, {"N", "N m", "N m", "N m2"}}};
  constexpr std::array<std::array<const char*, 4>, 2> k_shift{
      {{"N/m", "N/m", "N/m", "N"}, {"N", "N", "N", "N m"}}};
  const auto& units = is_shift(contact_case) ? k_shift : k_rolling;
  const std::array labels{"by approach", is_shift(contact_case) ? "by shift x" : "by creepage x",
                          is_shift(contact_case) ? "by shift y" : "by creepage y",
                          is_shift(contact_case) ? "by rotation" : "by spin"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    result::Vector vector{k_names[row], {}, k_meanings[row]};
    for (std::size_t k = 0; k < labels.size(); ++k) {
      vector.components.push_back({labels[k], table[row][k], units[row == 3 ? 1 : 0][k]});
    }
    out.vectors.push_back(std::move(vector));
  }
}

void add_friction_notes(const ContactCase& contact_case, const FrictionalSolution& solution,
                        result::CaseResult& out) {
  if (solution.normal.status == SolveStatus::converged &&
      solution.status != SolveStatus::converged) {
    out.notes.push_back(fmt::format(
        "Not converged: tractions have a residual of {:.2g} and changed by {:.2g} in the last of "
        "{} turns; {:.2g} was asked for.",
        solution.residual, solution.outer_change, solution.outer_iterations,
        contact_case.solver.tolerance));
  }
  if (solution.may_not_be_unique) {
    out.notes.push_back(
        "Friction falls so steeply with the slip velocity that other solutions may exist beside "
        "this one; friction.branch chooses.");
  }
}

}  // namespace

double peak_traction(const std::vector<double>& x, const std::vector<double>& y) {
  double peak = 0;
  for (std::size_t i = 0; i < x.size(); ++i) peak = std::max(peak, std::hypot(x[i], y[i]));
  return peak;
}

void add_forces(const ContactCase& contact_case, const ForceNumbers& numbers,
                result::CaseResult& out) {
  const contact::CreepForces& f = numbers.forces;
  const bool shift = is_shift(contact_case);
  const std::string distance = shift ? "m" : "";
  out.scalars.push_back({"spin_moment", f.spin_moment, "N m", "spin moment"});
  out.scalars.push_back({"frictional_power", numbers.frictional_power, power_unit(contact_case),
                         power_meaning(contact_case)});
  out.vectors.push_back({"tangential_force",
                         {{"x", f.longitudinal, "N"}, {"y", f.lateral, "N"}},
                         "tangential force"});
  const double most = contact_case.friction.nominal_coefficient() * numbers.normal_force;
  if (most > 0) {
    out.vectors.push_back({"relative_force",
                           {{"x", f.longitudinal / most, ""}, {"y", f.lateral / most, ""}},
                           "relative force"});
  }
  const contact::Creepage& c = numbers.creepage;
  out.vectors.push_back({"creepage",
                         {{"x", c.longitudinal, distance},
                          {"y", c.lateral, distance},
                          {shift ? "rotation" : "spin", c.spin, shift ? "rad" : "1/m"}},
                         shift ? "shift" : "creepage"});
  if (!shift && !has_speed(contact_case)) {
    out.notes.push_back(
        "No rolling speed was given: in place of the frictional power stands the work per metre "
        "rolled, which is the power at 1 m/s.");
  }
}

void add_note_on_power(const ForceNumbers& numbers, double speed, result::CaseResult& out) {
  // A cell has the traction of its end and the slip on the way there from its neighbour, where the
  // traction was smaller: the sum falls short by something of first order in the size of the cells.
  constexpr double k_power_worth_a_note = 0.02;
  const contact::CreepForces& f = numbers.forces;
  const contact::Creepage& c = numbers.creepage;
  const double taken =
      speed * (f.longitudinal * c.longitudinal + f.lateral * c.lateral + f.spin_moment * c.spin);
  const double missing = 1 - numbers.frictional_power / taken;
  if (!(taken < 0) || std::abs(missing) <= k_power_worth_a_note) return;
  const auto power =
      std::ranges::find(out.scalars, std::string_view("frictional_power"), &result::Scalar::name);
  out.notes.push_back(fmt::format(
      "Cells find {:.2g} % {} frictional power than forces and creepages take out of the motion, "
      "{}: the latter is nearer to what finer cells (grid.cells_x, grid.cells_y) find.",
      100 * std::abs(missing), missing > 0 ? "less" : "more",
      result::format_si(taken, power->unit)));
}

void add_fields(const ContactCase& contact_case, FrictionFields f, result::CaseResult& out) {
  const double speed = is_shift(contact_case) ? 1 : speed_of(contact_case.rolling);
  std::vector<double> power(f.traction_x.size(), 0);
  for (std::size_t i = 0; i < power.size(); ++i) {
    if (f.state[i] != 2) continue;
    power[i] = speed * (f.traction_x[i] * f.slip_x[i] + f.traction_y[i] * f.slip_y[i]);
  }
  const std::string slip_unit = is_shift(contact_case) ? "m" : "";
  const std::string slip =
      is_shift(contact_case) ? "slip along " : "slip over rolling speed along ";
  auto& fields = out.fields->fields;
  fields.push_back(field("traction_x", "Pa", "traction on the upper body along x", f.traction_x));
  fields.push_back(field("traction_y", "Pa", "traction on the upper body along y", f.traction_y));
  fields.push_back(field("traction_bound", "Pa", "traction that friction can hold", f.bound));
  fields.push_back(field("slip_x", slip_unit, slip + "x", f.slip_x));
  fields.push_back(field("slip_y", slip_unit, slip + "y", f.slip_y));
  fields.push_back(field("state", "", "0 outside, 1 adhesion, 2 slip", std::move(f.state)));
  fields.push_back(field("frictional_power_density", per_area(power_unit(contact_case)),
                         power_meaning(contact_case) + " by area", std::move(power)));
}

result::CaseResult friction_result(const ContactCase& contact_case, const ContactModel& model,
                                   const FrictionalSolution& solution) {
  result::CaseResult out = normal_result(contact_case, model, solution.normal);
  if (out.status != "no_contact") {
    out.ok = solution.status == SolveStatus::converged;
    out.status = to_string(solution.status);
  }
  out.iterations = solution.iterations;
  out.residual = std::max(solution.residual, solution.normal.residual);
  if (compliance_of(contact_case.bodies).coupling != 0) {
    // The surfaces are lifted by the tractions too, which the gap of the normal problem lacks.
    std::erase_if(out.fields->fields, [](const result::Field& f) { return f.name == "gap"; });
  }
  if (solution.normal.stiffness == 0) {  // not asked for
    std::erase_if(out.scalars, [](const result::Scalar& s) { return s.name == "stiffness"; });
  }
  const ForceNumbers numbers{solution.forces, solution.creepage, solution.normal.force,
                             solution.frictional_power};
  add_forces(contact_case, numbers, out);
  const bool is_steady = contact_case.motion.type == casefile::Motion::Type::steady_rolling;
  // pressure that pushes unlike surfaces along the plane stores and does work of its own
  if (is_steady && compliance_of(contact_case.bodies).coupling == 0) {
    add_note_on_power(numbers, speed_of(contact_case.rolling), out);
  }
  out.scalars.push_back({"peak_traction", peak_traction(solution.traction.x, solution.traction.y),
                         "Pa", "peak traction"});
  if (contact_case.solver.sensitivities) {
    add_sensitivities(contact_case, solution.sensitivity, out);
  }
  out.elements.push_back({"adhesion", static_cast<long long>(solution.n_adhesion)});
  out.elements.push_back({"slip", static_cast<long long>(solution.n_slip)});
  add_fields(contact_case,
             {solution.traction.x, solution.traction.y, solution.slip.x, solution.slip.y,
              as_numbers(solution.cells), solution.bound},
             out);
  auto& fields = out.fields->fields;
  fields.push_back(field("displacement_x", "m", "displacement along x, upper body minus lower",
                         solution.displacement.x));
  fields.push_back(field("displacement_y", "m", "displacement along y, upper body minus lower",
                         solution.displacement.y));
  std::vector<double> friction(solution.bound.size(), 0);
  for (std::size_t i = 0; i < friction.size(); ++i) {
    const double p = solution.normal.pressure[i];
    if (p > 0) friction[i] = solution.bound[i] / p;
  }
  fields.push_back(field("friction_coefficient", "", "friction coefficient", std::move(friction)));
  add_friction_notes(contact_case, solution, out);
  return out;
}

}  // namespace tread::study
