#include "equation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "arrays.hpp"
#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

/// A vector for a Python function: a copy, since the function may keep it.
py::object handed(const Eigen::VectorXd& vector) {
  return py::array_t<double>(vector.size(), vector.data());
}
py::object handed(double number) { return py::float_(number); }

}  // namespace

PythonEquation::PythonEquation(int size, py::function internal, py::object external,
                               py::object stiffness, const py::object& mass,
                               bool depends_on_velocity, py::object progress)
    : size_(size),
      internal_(std::move(internal)),
      external_(std::move(external)),
      stiffness_(std::move(stiffness)),
      depends_on_velocity_(depends_on_velocity),
      stopper_(*this, std::move(progress)) {
  if (mass.is_none()) return;
  const Input input = any_array(mass, "mass");
  const py::array& array = input.array;
  if (array.ndim() == 2 && array.shape(0) == size && array.shape(1) == size) {
    mass_matrix_ = Eigen::Map<const integrate::Matrix>(input.values().data(), size, size);
    mass_factor_.compute(mass_matrix_);
    if (mass_factor_.info() != Eigen::Success || !mass_matrix_.isApprox(mass_matrix_.transpose())) {
      throw ModelError("mass must be a symmetric, positive definite matrix");
    }
  } else if (array.ndim() == 0 || (array.ndim() == 1 && array.size() == size)) {
    masses_.resize(size);
    for (int i = 0; i < size; ++i) {
      masses_[i] = input.values()[array.ndim() == 0 ? 0 : static_cast<std::size_t>(i)];
    }
    if (masses_.minCoeff() <= 0) throw ModelError("mass must be positive");
  } else {
    throw ModelError(
        fmt::format("mass must be a number, {} numbers, or a matrix of {} x {}", size, size, size));
  }
}

template <class... Arguments>
void PythonEquation::call(const py::object& function, const char* name, double* out, py::ssize_t n,
                          const Arguments&... arguments) {
  std::fill_n(out, n, std::numeric_limits<double>::quiet_NaN());
  const py::gil_scoped_acquire locked;
  if (raised_) return;
  try {
    const py::object answer = function(handed(arguments)...);
    const auto array =
        py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(answer);
    if (!array) throw py::error_already_set();
    if (array.size() != n) {
      throw ModelError(fmt::format("{} returned {} numbers, {} are needed", name, array.size(), n));
    }
    std::copy_n(array.data(), n, out);
  } catch (...) {
    raised_ = std::current_exception();
  }
}

void PythonEquation::internal_force(double time, const Vector& position, const Vector& velocity,
                                    Vector& force) {
  call(internal_, "internal_force", force.data(), size_, time, position, velocity);
}

void PythonEquation::external_force(double time, Vector& force) {
  if (external_.is_none()) {
    force.setZero();
  } else {
    call(external_, "external_force", force.data(), size_, time);
  }
}

void PythonEquation::solve_mass(const Vector&, const Vector& force, Vector& acceleration) {
  if (mass_matrix_.size() > 0) {
    acceleration = mass_factor_.solve(force);
  } else if (masses_.size() > 0) {
    acceleration = force.cwiseQuotient(masses_);
  } else {
    acceleration = force;
  }
}

void PythonEquation::apply_mass(const Vector&, const Vector& acceleration, Vector& force) {
  if (mass_matrix_.size() > 0) {
    force = mass_matrix_ * acceleration;
  } else if (masses_.size() > 0) {
    force = acceleration.cwiseProduct(masses_);
  } else {
    force = acceleration;
  }
}

bool PythonEquation::tangent_stiffness(const integrate::State& state,
                                       integrate::Matrix& stiffness) {
  if (stiffness_.is_none()) return false;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(size_, size_);
  call(stiffness_, "tangent_stiffness", rows.data(), py::ssize_t{size_} * size_, state.time,
       state.position, state.velocity);
  stiffness = rows;
  return true;
}

std::vector<integrate::Event> PythonEquation::events(const py::dict& functions) {
  std::vector<integrate::Event> result;
  for (const auto& [name, function] : functions) {
    integrate::Event event;
    event.name = name.cast<std::string>();
    // By its number: the march may copy what is here without the interpreter lock, and the dict
    // may change meanwhile.
    const std::size_t i = event_functions_.size();
    event_functions_.push_back(py::reinterpret_borrow<py::object>(function));
    event.value = [this, i, name = event.name](const integrate::State& state) {
      double value = 0;
      call(event_functions_[i], name.c_str(), &value, 1, state.time, state.position,
           state.velocity);
      return value;
    };
    result.push_back(std::move(event));
  }
  return result;
}

void PythonEquation::rethrow() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  stopper_.rethrow();
}

}  // namespace tread::python
