#pragma once

#include <Eigen/Core>
#include <memory>

#include "tread/profile/wheelset.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::wheel_rail {

/// Both wheels of a wheelset on their rails.
///
/// What engineers read are forces of the wheel ON THE RAIL, in axes of the track (canted with it):
///
///   Q  vertical, positive down          Y  lateral, positive outwards, away from the track's
///   middle
///
/// So a flange that presses against its rail has Y > 0 on either side. What both wheels push the
/// track with, to the right, is Y_right - Y_left: the sum of Y that Prud'homme's limit is about.

struct WheelForces {
  PairForces pair;  // on the wheel, about the wheelset's centre

  /// Of the patch that carries most: m, lateral in the wheel's and in the rail's own profile
  /// (flange and gauge face at negative y, on the left side too). NaN: the wheel is up.
  double wheel_y = 0;
  double rail_y = 0;

  double q = 0;            // Q, N
  double y = 0;            // Y, N
  double dissipation = 0;  // J/m: T gamma of all patches

  /// Y/Q, the derailment quotient; 0 where the wheel is up.
  double y_over_q() const { return q > 0 ? y / q : 0; }
};

/// Sums up what a pair model has put into wheel.pair.
void summarise(profile::Side side, WheelForces& wheel);

struct WheelsetForces {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   // on the wheelset, track axes, N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  // about its centre, N m
  WheelForces left;
  WheelForces right;

  double sum_y() const { return right.y - left.y; }  // N, on the track, positive to the right
  double dissipation() const { return left.dissipation + right.dissipation; }  // J/m
};

/// The models of both wheels. They may differ, and so may the profiles.
class WheelsetContact {
 public:
  WheelsetContact(std::unique_ptr<PairModel> left, std::unique_ptr<PairModel> right);

  /// The same pair of profiles and the same model on both sides.
  WheelsetContact(const profile::WheelRailPair& pair, const PairModelSettings& settings);

  /// `forces` keeps its memory between calls.
  void evaluate(const profile::WheelsetMotion& motion, WheelsetForces& forces);
  void accept(double time, const profile::WheelsetMotion& motion);

 private:
  std::unique_ptr<PairModel> left_;
  std::unique_ptr<PairModel> right_;
};

}  // namespace tread::wheel_rail
