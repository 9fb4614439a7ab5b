#include "tread/contact/tangential_displacement.hpp"

#include "tread/core/as_size.hpp"

namespace tread::contact {

TangentialOperators& TangentialDisplacement::operators(const Grid& grid, const Bodies& bodies) {
  return operators_.get(
      grid.nx, grid.ny,
      tangential_shape(grid, bodies.compliance, bodies.line_datum, bodies.layer_flexibility));
}

Coupling& TangentialDisplacement::coupling(const Grid& grid, const Bodies& bodies) {
  if (!coupling_ || !coupling_->fits(grid, bodies.compliance, bodies.line_datum)) {
    coupling_.emplace(grid, bodies.compliance, bodies.line_datum);
  }
  return *coupling_;
}

void TangentialDisplacement::compute(const Grid& grid, const Bodies& bodies,
                                     const VectorField<double>& traction,
                                     const std::vector<double>& pressure,
                                     VectorField<double>& displacement, ThreadTeam& team) {
  const double scale = bodies.compliance.shear * grid.dx;
  const auto width = as_size(grid.nx);
  displacement.resize(grid.n_cells());
  operators(grid, bodies)
      .exact_product()
      .apply(
          team,
          [&](int j, double* x, double* y) {
            const std::size_t row = as_size(j) * width;
            const bool a = halfspace::copy_row(traction.x.data() + row, grid.nx, x);
            const bool b = halfspace::copy_row(traction.y.data() + row, grid.nx, y);
            return a || b;
          },
          [&](int j, const double* x, const double* y) {
            const std::size_t row = as_size(j) * width;
            for (std::size_t i = 0; i < width; ++i) {
              displacement.x[row + i] = scale * x[i];
              displacement.y[row + i] = scale * y[i];
            }
          });
  if (bodies.compliance.coupling == 0) return;
  coupling(grid, bodies).shear(pressure, sheared_, team);
  for (std::size_t i = 0; i < sheared_.size(); ++i) {
    displacement.x[i] += sheared_.x[i];
    displacement.y[i] += sheared_.y[i];
  }
}

}  // namespace tread::contact
