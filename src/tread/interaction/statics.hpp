#pragma once

#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {

/// A train that stands on the bridge (thesis 9.3, algorithm 9.1): global deflection and local
/// approach that belong to the same forces. The speed plays no part; wheels stand where they are at
/// t = 0.
///
///   F(delta_k) = R_k - (K z)_k,   z = delta + w(Q) - r + f,   w(x_k) = sum_i w_i(x_k) f_i /
///   omega_i^2
///
/// R, K: the vehicles seen by their wheels. Newton's method on delta; in the thesis' case of one
/// wheel F = m g and one step does.
struct StandingTrain {
  SolveStatus status = SolveStatus::stopped;
  int iterations = 0;
  Eigen::VectorXd approaches;    // delta of each wheel, m
  Eigen::VectorXd forces;        // F, N
  Eigen::VectorXd bridge_loads;  // Q
  Eigen::VectorXd wheels;        // z, m, down
  Eigen::VectorXd modes;         // q, or the unknowns of a structure
};

/// Throws ModelError if the bridge can move as a whole, or a wheel would have to be pulled down.
StandingTrain stand_on_bridge(const TrainBridgeProblem& problem);

/// Local deformation of a contact shared between the bodies by their compliances (thesis (10.3):
/// half and half for equal ones, all to the elastic body beside a rigid one).
struct LocalShare {
  double wheel = 0.5;
  double bridge = 0.5;
};
LocalShare local_share(const BodyPair& bodies);

}  // namespace tread::interaction
