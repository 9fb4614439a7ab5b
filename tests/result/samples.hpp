#pragma once

#include <cmath>
#include <string>

#include "tread/result/result.hpp"

namespace tread::result {

/// A Hertzian pressure on a paraboloid over a given grid: a result of the kind the solver makes,
/// without a solver.
inline CaseResult hertz_case(const Grid& grid, double semi_axis_x, double semi_axis_y) {
  Field pressure{"pressure", "Pa", "pressure", {}};
  Field gap{"gap", "m", "gap", {}};
  CaseResult c;
  double force = 0;
  long long n_contact = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double r2 = std::pow(grid.x(i) / semi_axis_x, 2) + std::pow(grid.y(j) / semi_axis_y, 2);
      pressure.values.push_back(r2 < 1 ? 1.2e9 * std::sqrt(1 - r2) : 0);
      gap.values.push_back(r2 < 1 ? 0 : 1e-5 * (r2 - 1));
      force += pressure.values.back() * grid.cell_area();
      if (r2 < 1) ++n_contact;
    }
  }
  c.title = "Ball on flat";
  c.status = "converged";
  c.ok = true;
  c.scalars = {
      {"normal_force", force, "N", "normal force"},
      {"approach", 4.639e-7, "m", "approach"},
      {"peak_pressure", 1.2e9, "Pa", "peak pressure"},
      {"contact_area", static_cast<double>(n_contact) * grid.cell_area(), "m²", "contact area"}};
  c.elements = {{"contact", n_contact}};
  c.iterations = 7;
  c.residual = 3.2e-7;
  c.fields = FieldSet{grid, {pressure, gap}};
  return c;
}

/// The same with friction: the half at negative x slips, all tractions point along -x.
inline CaseResult rolling_case(const Grid& grid, double semi_axis_x, double semi_axis_y) {
  CaseResult c = hertz_case(grid, semi_axis_x, semi_axis_y);
  Field state{"state", "", "0 outside, 1 adhesion, 2 slip", {}};
  Field traction{"traction_x", "Pa", "traction along x", {}};
  Field bound{"traction_bound", "Pa", "bound", {}};
  const std::vector<double>& pressure = c.fields->fields[0].values;
  long long n_slip = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double p = pressure[grid.index(i, j)];
      const bool slips = p > 0 && grid.x(i) < 0;
      state.values.push_back(p > 0 ? (slips ? 2 : 1) : 0);
      traction.values.push_back(slips ? -0.3 * p : -0.1 * p);
      bound.values.push_back(0.3 * p);
      n_slip += slips ? 1 : 0;
    }
  }
  Field lateral{"traction_y", "Pa", "traction along y", std::vector<double>(pressure.size(), 0)};
  for (Field* f : {&state, &traction, &lateral, &bound}) c.fields->fields.push_back(*f);
  c.elements.push_back({"adhesion", c.elements[0].value - n_slip});
  c.elements.push_back({"slip", n_slip});
  c.vectors = {{"tangential_force", {{"x", -2.5e3, "N"}, {"y", 0, "N"}}, "tangential force"},
               {"creepage", {{"x", 1e-3, ""}, {"y", 0, ""}, {"spin", 0.25, "1/m"}}, "creepage"}};
  return c;
}

inline CaseResult no_contact_case() {
  CaseResult c = hertz_case(centred_grid(10, 10, 0.01, 0.01), 1e-9, 1e-9);
  c.title = "Apart";
  c.status = "no_contact";
  c.scalars[0].value = 0;
  c.scalars[2].value = 0;
  return c;
}

/// One check of each verdict.
inline std::vector<Check> three_checks() {
  Check deck{.name = "deck_acceleration",
             .title = "acceleration of the deck",
             .clause = "EN 1990 A2.4.4.2.1(4)",
             .limit_key = "checks.deck_acceleration",
             .unit = "m/s2",
             .verdict = Check::Verdict::pass,
             .value = 3.2,
             .limit = 3.5,
             .decided_by = "HSLM-A3 at 360 km/h"};
  Check lateral{.name = "lateral_frequency",
                .title = "",
                .clause = "EN 1990 A2.4.4.2.4(3)",
                .limit_key = "checks.lateral_frequency",
                .unit = "Hz",
                .verdict = Check::Verdict::fail,
                .value = 0.9,
                .limit = 1.2,
                .bound = Check::Bound::at_least,
                .note = "2 cases are missing"};
  Check twist{.name = "twist",
              .title = "twist of the track over 3 m",
              .clause = "EN 1990 A2.4.4.2.2",
              .limit_key = "checks.twist",
              .unit = "m",
              .note = "the model has no torsion"};
  return {deck, lateral, twist};
}

inline Result result_of(std::vector<CaseResult> cases) {
  Result result;
  result.program_version = "0.1.0";
  result.case_file = "ball.toml";
  result.units_note = "SI";
  result.echo = {{"load.force", "90000", "N"}};
  result.cases = std::move(cases);
  return result;
}

}  // namespace tread::result
