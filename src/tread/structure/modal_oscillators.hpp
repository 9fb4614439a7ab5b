#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// The exact step of q'' + c q' + omega^2 q = f for a force that goes linearly from f_0 to f_1:
///
///   q_1 = q_q q_0 + q_v v_0 + q_0f f_0 + q_1f f_1,    v_1 = v_q q_0 + v_v v_0 + v_0f f_0 + v_1f
///   f_1
///
/// No error in time, no limit on the step; also for omega = 0 and beyond critical damping.
/// N. C. Nigam, P. C. Jennings, Bull. Seism. Soc. Am. 59 (1969) 909-922.
struct ExactStep {
  double q_q = 1, q_v = 0, q_0f = 0, q_1f = 0;
  double v_q = 0, v_v = 1, v_0f = 0, v_1f = 0;
};

/// @pre omega >= 0, rate c >= 0, step > 0.
ExactStep exact_step(double omega, double rate, double step);

/// All modes of a beam as oscillators, with their state.
class ModalOscillators {
 public:
  /// At rest, with steps of the given length.
  ModalOscillators(const BeamModes& modes, double step);

  /// Steps of another length from now on.
  void set_step(double step);
  double step_length() const { return step_; }  // s

  /// Advances by one step under modal forces at its begin and end.
  void step(std::span<const double> force_begin, std::span<const double> force_end);

  /// Accelerations under modal forces now.
  void acceleration(std::span<const double> force, std::span<double> out) const;

  /// Coordinates and velocities: free to be set, by projection for example.
  std::vector<double>& q() { return q_; }
  std::vector<double>& v() { return v_; }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }

  /// Of each mode, for those who solve for the force at the end of the step.
  const std::vector<ExactStep>& coefficients() const { return coefficients_; }

 private:
  std::vector<double> omega_;
  std::vector<double> rate_;
  double step_ = 0;
  std::vector<ExactStep> coefficients_;
  std::vector<double> q_;
  std::vector<double> v_;
};

/// Modal coordinates of a deflection or a velocity given along the beam (thesis (8.61), (8.62)):
/// integrals of m w_i u dx, by Gauss' rule on two panels a half wave of the highest mode. The field
/// should be smooth on that scale. Rotary inertia is left out.
std::vector<double> project(const BeamModes& modes, const std::function<double(double)>& field);

/// sum of q_i values_i: a deflection from shapes, a moment from modal moments.
double superpose(std::span<const double> q, std::span<const double> values);

}  // namespace tread::structure
