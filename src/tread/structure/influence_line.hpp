#pragma once

#include <array>
#include <vector>

#include "tread/structure/beam.hpp"

namespace tread::structure {

/// Influence lines of a uniform beam at rest: bending moment, shear force, deflection and slope at
/// a section from a unit force that stands at x, exact for any supports.
///
/// After Müller-Breslau they are deflections: of the beam with a kink psi(s+) - psi(s-) = -1 for
/// the moment, with a step w(s+) - w(s-) = 1 for the shear force, under a unit force and a unit
/// couple at the section for w and psi there. Between supports and section all are cubics. Signs as
/// in beam.hpp.
class InfluenceLine {
 public:
  /// Throws ModelError for a beam that is not uniform, not held, or does not reach the section.
  InfluenceLine(const Beam& beam, double section);

  double moment(double x) const { return at(x, kink_); }  // m: N m a N; zero off the beam
  double shear(double x) const { return at(x, step_); }
  double deflection(double x) const { return at(x, force_); }  // m a N
  /// w' = psi + V/GA, V on the right of the section (at the right end on its left); a N
  double slope(double x) const { return at(x, couple_) + at(x, step_) / shear_stiffness_; }

 private:
  using EndValues = std::array<double, 4>;  // w and psi at both ends of an element

  double at(double x, const std::vector<EndValues>& line) const;

  std::vector<double> nodes_;        // m
  std::vector<double> shear_ratio_;  // 12 EI/(GA h^2) of each element
  double section_ = 0;
  double shear_stiffness_ = 0;  // N
  std::vector<EndValues> kink_;
  std::vector<EndValues> step_;
  std::vector<EndValues> force_;
  std::vector<EndValues> couple_;
};

}  // namespace tread::structure
