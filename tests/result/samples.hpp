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

inline CaseResult no_contact_case() {
  CaseResult c = hertz_case(centred_grid(10, 10, 0.01, 0.01), 1e-9, 1e-9);
  c.title = "Apart";
  c.status = "no_contact";
  c.scalars[0].value = 0;
  c.scalars[2].value = 0;
  return c;
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
