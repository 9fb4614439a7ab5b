#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The curve of the wheel-rail paper (wheel_rail_curve_run.hpp) with our own contact models and
/// with its integrators.

struct CurveNumerics {
  double step = 1e-3;   // s, of hht_alpha
  double cells = 25;    // of the half-spaces, about that many across each patch, each way
  double length = 350;  // m
  double steady = 100;  // m at the end over which means are taken
  int n_threads = 2;    // of the half-space run
};

/// Semi-elastic and half-space contact, each against the quasi-static calculation: displacements,
/// Y, Q, contact places and areas, wear number; and where the load of the outer wheel comes from.
Reproduction wheel_rail_curve(Observer& observer);
Reproduction wheel_rail_curve(const CurveNumerics& numerics, Observer& observer);

/// Semi-elastic contact with the integrators of the paper and HHT: contact problems, steps,
/// processor time, and how far their results are from each other.
Reproduction wheel_rail_integrators(Observer& observer);
Reproduction wheel_rail_integrators(double length, Observer& observer);

}  // namespace tread::study
