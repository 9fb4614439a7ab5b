#pragma once

#include <functional>

#include "tread/integrate/equation_of_motion.hpp"

namespace tread::integrate {

/// Watches a march for energy that its scheme makes out of nothing. Whatever the forces are, linear
/// or not, known as an energy or not: of a step from 0 to 1, with means (.)m of both ends,
///
///   dv = v1 - v0 - h am,    dx = x1 - x0 - h vm,    made = vm . M dv - am . M dx
///
/// is what a scheme adds to the energy beyond the work of all forces along its way; the trapezoidal
/// rule, which keeps the energy of every linear system, has none (insert M am = F - K xm - C vm
/// into the change of v . M v / 2 + x . K x / 2). Motions that grow for a reason (a vehicle beyond
/// its critical speed) do not count, schemes that damp count negative. A motion that grows by the
/// scheme is one that has most of its energy from there.
class SchemeEnergy {
 public:
  using ApplyMass = std::function<void(const Vector& position, const Vector& a, Vector& force)>;

  /// Velocities count from those of the start: wheels that spin steadily store nothing that
  /// matters.
  /// @param floor J; less energy than this is never called growth
  SchemeEnergy(const State& start, double floor, ApplyMass apply_mass);

  /// False: the scheme has made most of the energy that there is; or numbers are not finite.
  /// @pre both states have accelerations
  bool is_sound(const State& before, const State& after);

  double made() const { return made_; }                        // J, of the last hundreds of steps
  double largest_kinetic() const { return largest_kinetic_; }  // J

 private:
  ApplyMass apply_mass_;
  Vector reference_;  // velocity
  double floor_;
  double made_ = 0;
  double largest_kinetic_ = 0;
  int n_much_ = 0;             // steps in a row in which that is much
  double first_kinetic_ = 0;   // J, largest before them
  double window_kinetic_ = 0;  // largest of the last ones, and of those before
  double window_before_ = 0;
  Vector force_;
};

}  // namespace tread::integrate
