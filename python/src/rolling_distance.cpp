#include "rolling_distance.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <memory>
#include <vector>

#include "arrays.hpp"
#include "distance_table.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/shape.hpp"

namespace tread::python {
namespace {

/// A Python function of x and y.
///
/// A contact asks for one cell after the other, x fastest, of grids that differ from its own by
/// where they begin: the first place tells all others. So the interpreter lock, for which other
/// threads may let us wait, is taken once for a grid and not once for a cell.
class PythonDistance {
 public:
  PythonDistance(const py::object& function, const Grid& grid)
      // The last reference may go without the lock.
      : function_(new py::object(function),
                  [](py::object* object) {
                    const py::gil_scoped_acquire locked;
                    delete object;
                  }),
        grid_(grid) {}

  double operator()(double x, double y) {
    if (!is_next(x, y)) tabulate(x, y);
    return values_[next_++];
  }

 private:
  bool is_next(double x, double y) const {
    if (next_ >= values_.size()) return false;
    constexpr double k_same_place = 1e-6;  // cells
    const int i = static_cast<int>(next_ % static_cast<std::size_t>(grid_.nx));
    const int j = static_cast<int>(next_ / static_cast<std::size_t>(grid_.nx));
    return std::abs(x - grid_.x(i)) < k_same_place * grid_.dx &&
           std::abs(y - grid_.y(j)) < k_same_place * grid_.dy;
  }

  void tabulate(double x, double y) {
    values_.clear();
    next_ = 0;
    grid_.x0 = x;
    grid_.y0 = y;
    std::vector<double> values;
    values.reserve(grid_.n_cells());
    const py::gil_scoped_acquire locked;
    for (int j = 0; j < grid_.ny; ++j) {
      for (int i = 0; i < grid_.nx; ++i) {
        values.push_back((*function_)(grid_.x(i), grid_.y(j)).cast<double>());
      }
    }
    values_ = std::move(values);
  }

  std::shared_ptr<py::object> function_;
  Grid grid_;  // that was tabulated last
  std::vector<double> values_;
  std::size_t next_ = 0;
};

/// Whether the cells of one grid cover those of another, but for rounding.
bool covers(const Grid& outer, const Grid& inner) {
  const auto along = [](double outer_first, double outer_step, int outer_n, double first,
                        double step, int n) {
    const double slack = 1e-6 * outer_step;
    return outer_first - 0.5 * outer_step <= first - 0.5 * step + slack &&
           outer_first + (outer_n - 0.5) * outer_step >= first + (n - 0.5) * step - slack;
  };
  return along(outer.x0, outer.dx, outer.nx, inner.x0, inner.dx, inner.nx) &&
         along(outer.y0, outer.dy, outer.ny, inner.y0, inner.dy, inner.ny);
}

contact::DistanceFunction distance_of_shape(Shape shape, const Grid& grid) {
  if (auto* field = std::get_if<HeightField>(&shape)) {
    if (!covers(field->grid, grid)) {
      throw ModelError("the grid of the HeightField must cover that of the contact");
    }
    return capi::DistanceTable(field->grid, std::move(field->heights));
  }
  return [shape = std::move(shape)](double x, double y) {
    return undeformed_distance(shape, Grid{1, 1, x, y, 1, 1}).front();
  };
}

}  // namespace

contact::DistanceFunction distance_of(const py::object& distance, const Grid& grid) {
  if (PyCallable_Check(distance.ptr()) != 0) return PythonDistance(distance, grid);
  if (py::detail::make_caster<Shape> shape; shape.load(distance, false)) {
    return distance_of_shape(py::detail::cast_op<Shape>(std::move(shape)), grid);
  }
  return capi::DistanceTable(
      grid, cell_array(distance, "distance", grid, Values::finite_or_infinite).vector());
}

}  // namespace tread::python
