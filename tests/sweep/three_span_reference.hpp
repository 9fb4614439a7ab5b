#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace tread::sweep {

/// A continuous beam on rigid supports under the trains HSLM-A of EN 1991-2, by an analysis of its
/// own: nothing of the library under test is used.
///
///   - Hermite elements of 1 m with consistent masses; all modes that they have up to a frequency;
///   - the train moves from one position of a fine grid to the next, each mode is integrated
///     exactly for a force that is linear between;
///   - bending moments and shear forces: those of the train at rest (from forces at element ends),
///     plus what the modes have beyond their static part.

struct ReferenceBridge {
  std::vector<double> spans;     // m, whole metres, tenths of them too
  double bending_stiffness = 0;  // N m2
  double mass_per_length = 0;    // kg/m
  double damping_ratio = 0;
};

/// The largest in size, and where.
struct ReferencePeak {
  double value = 0;
  double x = 0;  // m

  void look(double candidate, double at) {
    if (std::abs(candidate) <= value) return;
    value = std::abs(candidate);
    x = at;
  }
};

/// At the tenths of all spans; rotations at both ends of the beam.
struct ReferenceExtremes {
  ReferencePeak deflection;          // m
  ReferencePeak deflection_to_span;  // of the length of the span it is in
  ReferencePeak deck_acceleration;   // m/s2
  ReferencePeak moment;              // N m
  ReferencePeak shear;               // N
  ReferencePeak end_rotation;        // rad
};

/// Distances of all axles behind the first, m, from figure 6.12 and table 6.3. @pre 1 <= number <=
/// 10
std::vector<double> reference_hslm_axles(int number);
double reference_hslm_force(int number);  // N

class ReferenceBeam {
 public:
  /// @param step m, between positions of the train
  ReferenceBeam(const ReferenceBridge& bridge, double step);

  double frequency(int mode) const;  // Hz, from 1

  /// Puts a train of HSLM-A on its way; the calls below are about it.
  void load(int number);

  double static_deflection() const { return static_deflection_; }  // m
  /// @param free_vibration s, after the last axle has left
  ReferenceExtremes cross(double speed, double free_vibration) const;

 private:
  void assemble();
  void solve_modes();
  void tabulate_influence();
  int dof(int node, int which) const { return dof_[static_cast<std::size_t>(2 * node + which)]; }
  /// Consistent forces of a unit load at x.
  Eigen::VectorXd unit_load(double x) const;

  ReferenceBridge bridge_;
  double step_;
  int n_nodes_ = 0;
  std::vector<int> supports_;  // nodes
  std::vector<int> dof_;       // of node and deflection or rotation; -1: held
  Eigen::MatrixXd stiffness_;
  Eigen::MatrixXd mass_;
  Eigen::VectorXd omega_;
  Eigen::MatrixXd shapes_;     // dof x mode, mass 1
  std::vector<bool> is_slow_;  // counts in accelerations of the deck

  // Sections: nodes at tenths; forces also just before piers.
  struct Section {
    int node = 0;
    int element = 0;            // whose end forces are read
    bool is_right_end = false;  // of that element
  };
  std::vector<Section> sections_;
  Eigen::MatrixXd section_shapes_;   // section x mode
  Eigen::MatrixXd section_moments_;  // likewise, of the shapes at rest
  Eigen::MatrixXd section_shears_;
  Eigen::MatrixXd end_slopes_;  // end x mode

  // Along the way of a unit load, a row a position.
  Eigen::MatrixXd force_of_unit_;   // mode
  Eigen::MatrixXd moment_of_unit_;  // section: at rest, less the part of the modes
  Eigen::MatrixXd shear_of_unit_;
  Eigen::MatrixXd deflection_of_unit_;  // section: at rest

  // Of the train, a row a position of its first axle.
  Eigen::MatrixXd force_;
  Eigen::MatrixXd moment_;
  Eigen::MatrixXd shear_;
  double static_deflection_ = 0;
};

}  // namespace tread::sweep
