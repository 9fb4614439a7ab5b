#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "tread/core/grid.hpp"

namespace tread::python {

namespace py = pybind11;

/// Arrays on their way in. A NumPy array must hold float64: anything else is refused by name rather
/// than converted behind the caller's back (a float32 has lost digits already). C-contiguous
/// arrays are read where they are; views with strides are copied. Lists and numbers become arrays.

enum class Values {
  finite,
  finite_or_infinite,  // an undefined distance: no surface there
};

/// A C-contiguous array and its numbers.
struct Input {
  py::array_t<double> array;

  std::span<const double> values() const {
    return {array.data(), static_cast<std::size_t>(array.size())};
  }
  std::vector<double> vector() const {
    return {array.data(), array.data() + static_cast<std::size_t>(array.size())};
  }
};

/// @param name of the argument, for messages. Throws TypeError for another type of numbers,
/// ModelError for NaN (and infinity, if it has no meaning), with its place.
Input any_array(const py::object& object, const std::string& name, Values values = Values::finite);

/// One value per cell: shape (ny, nx), or flat with x fastest.
Input cell_array(const py::object& object, const std::string& name, const Grid& grid,
                 Values values = Values::finite);

/// The same; empty for None.
std::vector<double> optional_cells(const py::object& object, const std::string& name,
                                   const Grid& grid);

/// Shape (n,).
Input flat_array(const py::object& object, const std::string& name);

/// Shape (n, columns).
Input row_array(const py::object& object, const std::string& name, py::ssize_t columns);

/// Arguments that NumPy broadcasts against each other, all with the shape that comes out.
std::vector<Input> broadcast(std::initializer_list<std::pair<const char*, py::object>> arguments);

/// Arrays on their way out: a read-only view of numbers that `owner` holds; it lives as long as the
/// view.
py::array view(std::span<const double> values, const std::vector<py::ssize_t>& shape,
               const py::handle& owner);
py::array view(const std::vector<double>& values, const py::handle& owner);
py::array cell_view(const std::vector<double>& values, const Grid& grid, const py::handle& owner);
py::array integer_view(std::span<const int> values, const std::vector<py::ssize_t>& shape,
                       const py::handle& owner);
/// One byte per cell; like cell_view, of shape (size,) while there are no values.
py::array cell_byte_view(std::span<const std::byte> values, const Grid& grid,
                         const py::handle& owner);

/// A new array of that shape, for results that nobody else holds.
py::array_t<double> new_array(const std::vector<py::ssize_t>& shape);
py::array_t<double> array_like(const Input& input);
/// A number, if the array has no dimensions.
py::object number_or_array(py::array_t<double> array);

std::vector<py::ssize_t> shape_of(const Grid& grid);

}  // namespace tread::python
