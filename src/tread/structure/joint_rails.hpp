#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tread/structure/beam_modes.hpp"
#include "tread/structure/load_line.hpp"

namespace tread::structure {

/// Short rails over joints: where a deck ends, or two decks meet, its line has a kink, and a wheel
/// without a rail would hammer there. A rail reaches over the joint from `reach` before to `reach`
/// behind it and goes on on either side with the line's deflection and slope: without mass and load
/// between, it is a cubic,
///
///   w(x) = a w(x0) + b w'(x0) + c w(x1) + d w'(x1),    x0, x1 = joint -+ reach
///
/// The same weights spread the force of a wheel over both sides, so that the work is the same. A
/// kink of the angle theta becomes a curvature theta / (2 reach), that of the peak below a rail on
/// a Winkler bed (theta beta / 2) with reach = 1/beta: 0.7 to 1 m for rails of 60 kg/m.
class JointRails {
 public:
  JointRails() = default;
  JointRails(std::vector<double> joints, double reach)
      : joints_(std::move(joints)), reach_(reach) {}

  const std::vector<double>& joints() const { return joints_; }  // m, rising
  double reach() const { return joints_.empty() ? 0 : reach_; }  // m, to either side

  /// An end of a rail and how much the line's deflection and slope there count.
  struct End {
    double x = 0;
    double deflection = 0;
    double slope = 0;
  };
  struct Place {
    std::size_t joint = 0;
    std::array<End, 2> ends;
  };
  /// Of the rail at x, or of its derivatives in x; none: no rail of a joint is there.
  std::optional<Place> at(double x, int derivative = 0) const;

 private:
  std::vector<double> joints_;
  double reach_ = 0;
};

/// Of the shortest beam: farther a rail should not reach.
inline constexpr double k_longest_joint_rail = 0.25;

/// Joints of beams where their line has a kink or a step against the ground or the next beam:
/// clamped ends have none. Rails reach k_longest_joint_rail at most.
JointRails rails_over_joints(const BeamModes& modes, double reach);

/// Beam modes as wheels feel them that run over rails at the joints.
class RailedModes {
 public:
  RailedModes(BeamModes modes, const JointRails& rails);

  double start() const { return start_; }  // m, where the line begins to move
  double end() const { return end_; }
  /// Places where the slope of the line still jumps, rising.
  const std::vector<double>& kinks() const { return kinks_; }
  /// All modes at x into out; derivative 0: shape, 1: slope, 2: curvature.
  void evaluate(double x, int derivative, std::span<double> out) const;

 private:
  BeamModes modes_;
  JointRails rails_;
  double start_ = 0;
  double end_ = 0;
  std::vector<double> kinks_;
  /// Of each joint, a row a mode: deflection and slope before it, deflection and slope behind it.
  std::vector<Eigen::Matrix<double, Eigen::Dynamic, 4>> ends_;
};

/// Of these joints of a line those that need a rail: ends that neither move nor turn do not.
JointRails rails_over_joints(const LoadLine& line, std::vector<double> joints, double reach);

/// The line with rails over its joints; beyond its ends the ground is at rest.
LoadLine with_joint_rails(const LoadLine& line, const JointRails& rails);

}  // namespace tread::structure
