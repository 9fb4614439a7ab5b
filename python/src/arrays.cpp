#include "arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

std::string shape_text(const py::array& array) {
  std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim());
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

/// "distance[3, 5]" of the i-th value.
std::string place_text(const std::string& name, const py::array& array, py::ssize_t i) {
  if (array.ndim() == 0) return name;
  std::vector<py::ssize_t> index(static_cast<std::size_t>(array.ndim()));
  for (py::ssize_t d = array.ndim() - 1; d >= 0; --d) {
    index[static_cast<std::size_t>(d)] = i % array.shape(d);
    i /= array.shape(d);
  }
  return fmt::format("{}[{}]", name, fmt::join(index, ", "));
}

void check_values(const Input& input, const std::string& name, Values values) {
  const std::span<const double> numbers = input.values();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_fine =
        values == Values::finite ? std::isfinite(numbers[i]) : !std::isnan(numbers[i]);
    if (is_fine) continue;
    throw ModelError(fmt::format("{} is {}: it must be {}",
                                 place_text(name, input.array, static_cast<py::ssize_t>(i)),
                                 std::isnan(numbers[i]) ? "NaN" : "infinite",
                                 values == Values::finite ? "finite" : "a number or infinite"));
  }
}

py::array read_only(py::array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

}  // namespace

Input any_array(const py::object& object, const std::string& name, Values values) {
  if (object.is_none()) throw py::type_error(fmt::format("{} is missing", name));
  if (py::isinstance<py::array>(object)) {
    const auto array = py::reinterpret_borrow<py::array>(object);
    if (array.dtype().kind() != 'f' || array.itemsize() != sizeof(double)) {
      throw py::type_error(fmt::format(
          "{} has numbers of type {}: it must be an array of float64, as {}.astype(float) gives",
          name, py::str(array.dtype()).cast<std::string>(), name));
    }
  }
  auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(
        fmt::format("{} must be an array of float64, got {}", name,
                    py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
  }
  Input input{array};
  check_values(input, name, values);
  return input;
}

Input cell_array(const py::object& object, const std::string& name, const Grid& grid,
                 Values values) {
  Input input = any_array(object, name, values);
  const py::array& array = input.array;
  const bool is_flat =
      array.ndim() == 1 && static_cast<std::size_t>(array.size()) == grid.n_cells();
  const bool is_field = array.ndim() == 2 && array.shape(0) == grid.ny && array.shape(1) == grid.nx;
  if (!is_flat && !is_field) {
    throw ModelError(fmt::format(
        "{} has the shape {}: the grid has (ny, nx) = ({}, {}) cells, x being the last index", name,
        shape_text(array), grid.ny, grid.nx));
  }
  return input;
}

std::vector<double> optional_cells(const py::object& object, const std::string& name,
                                   const Grid& grid) {
  return object.is_none() ? std::vector<double>{} : cell_array(object, name, grid).vector();
}

Input flat_array(const py::object& object, const std::string& name) {
  Input input = any_array(object, name);
  if (input.array.ndim() != 1) {
    throw ModelError(fmt::format("{} has the shape {}: it must be a list of numbers, (n,)", name,
                                 shape_text(input.array)));
  }
  return input;
}

Input row_array(const py::object& object, const std::string& name, py::ssize_t columns) {
  Input input = any_array(object, name);
  if (input.array.ndim() != 2 || input.array.shape(1) != columns) {
    throw ModelError(fmt::format("{} has the shape {}: it must be (n, {})", name,
                                 shape_text(input.array), columns));
  }
  return input;
}

std::vector<Input> broadcast(std::initializer_list<std::pair<const char*, py::object>> arguments) {
  py::list arrays;
  for (const auto& [name, object] : arguments) arrays.append(any_array(object, name).array);
  const py::object numpy = py::module_::import("numpy");
  py::list shaped;
  try {
    shaped = py::list(numpy.attr("broadcast_arrays")(*arrays));
  } catch (py::error_already_set&) {
    std::vector<std::string> shapes;
    std::size_t i = 0;
    for (const auto& argument : arguments) {
      shapes.push_back(fmt::format("{} {}", argument.first,
                                   shape_text(py::reinterpret_borrow<py::array>(arrays[i++]))));
    }
    throw ModelError(fmt::format("these shapes do not go together: {}", fmt::join(shapes, ", ")));
  }
  std::vector<Input> result;
  for (const py::handle& array : shaped) {
    result.push_back({py::array_t<double, py::array::c_style>::ensure(array)});
  }
  return result;
}

py::array view(std::span<const double> values, const std::vector<py::ssize_t>& shape,
               const py::handle& owner) {
  return read_only(py::array(py::dtype::of<double>(), shape, {}, values.data(), owner));
}

py::array view(const std::vector<double>& values, const py::handle& owner) {
  return view(values, {static_cast<py::ssize_t>(values.size())}, owner);
}

py::array cell_view(const std::vector<double>& values, const Grid& grid, const py::handle& owner) {
  if (values.size() != grid.n_cells()) return view(values, owner);
  return view(values, shape_of(grid), owner);
}

py::array integer_view(std::span<const int> values, const std::vector<py::ssize_t>& shape,
                       const py::handle& owner) {
  return read_only(py::array(py::dtype::of<int>(), shape, {}, values.data(), owner));
}

py::array cell_byte_view(std::span<const std::byte> values, const Grid& grid,
                         const py::handle& owner) {
  const std::vector<py::ssize_t> shape =
      values.size() == grid.n_cells()
          ? shape_of(grid)
          : std::vector<py::ssize_t>{static_cast<py::ssize_t>(values.size())};
  return read_only(py::array(py::dtype::of<unsigned char>(), shape, {}, values.data(), owner));
}

py::array_t<double> new_array(const std::vector<py::ssize_t>& shape) {
  return py::array_t<double>(shape);
}

py::array_t<double> array_like(const Input& input) {
  return new_array({input.array.shape(), input.array.shape() + input.array.ndim()});
}

py::object number_or_array(py::array_t<double> array) {
  if (array.ndim() == 0) return py::float_(*array.data());
  return array;
}

std::vector<py::ssize_t> shape_of(const Grid& grid) { return {grid.ny, grid.nx}; }

}  // namespace tread::python
