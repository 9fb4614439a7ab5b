#pragma once

#include <pybind11/numpy.h>

#include <Eigen/Cholesky>
#include <exception>
#include <vector>

#include "listener.hpp"
#include "tread/integrate/equation_of_motion.hpp"
#include "tread/integrate/march.hpp"

namespace tread::python {

/// An equation of motion whose forces are Python functions.
///
/// Nothing may be thrown through a scheme (some of them are C): what a function raises is kept, the
/// force becomes NaN, and the march is told to stop.
class PythonEquation : public integrate::EquationOfMotion {
 public:
  using Vector = integrate::Vector;

  /// @param mass None, a number, a vector or a matrix
  PythonEquation(int size, py::function internal, py::object external, py::object stiffness,
                 const py::object& mass, bool depends_on_velocity, py::object progress);

  int size() const override { return size_; }
  void internal_force(double time, const Vector& position, const Vector& velocity,
                      Vector& force) override;
  void external_force(double time, Vector& force) override;
  void solve_mass(const Vector& position, const Vector& force, Vector& acceleration) override;
  void apply_mass(const Vector& position, const Vector& acceleration, Vector& force) override;
  bool depends_on_velocity() const override { return depends_on_velocity_; }
  bool tangent_stiffness(const integrate::State& state, integrate::Matrix& stiffness) override;

  /// They use this equation, and with it the functions.
  std::vector<integrate::Event> events(const py::dict& functions);
  Observer& listener() { return stopper_; }

  /// With the interpreter lock, when the march has ended.
  void rethrow();

 private:
  /// Stops when a function has raised, too.
  class Stopper : public Observer {
   public:
    Stopper(PythonEquation& equation, py::object progress)
        : equation_(equation), listener_(std::move(progress)) {}
    void on_progress(double fraction, std::string_view what) override {
      listener_.on_progress(fraction, what);
    }
    bool stop_requested() override { return equation_.raised_ || listener_.stop_requested(); }
    void rethrow() { listener_.rethrow(); }

   private:
    PythonEquation& equation_;
    Listener listener_;
  };

  /// Calls a function with numbers and vectors, and reads what it returns; NaN if it raises.
  template <class... Arguments>
  void call(const py::object& function, const char* name, double* out, py::ssize_t n,
            const Arguments&... arguments);

  int size_;
  py::object internal_;
  py::object external_;
  py::object stiffness_;
  std::vector<py::object> event_functions_;
  bool depends_on_velocity_;
  Vector masses_;  // empty: unity, or a matrix
  integrate::Matrix mass_matrix_;
  Eigen::LLT<integrate::Matrix> mass_factor_;
  std::exception_ptr raised_;
  Stopper stopper_;
};

}  // namespace tread::python
