#pragma once

#include <memory>

#include "tread/core/observer.hpp"
#include "tread/running/running_vehicle.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// The curve of S. Magheri, M. Malvezzi, E. Meli, A. Rindi (2010): a section of the
/// Manchester coach (10 free motions) runs at 45 m/s into a curve to the right, radius 1200 m, cant
/// 60 mm, S1002 on UIC60 1:40, friction 0.3, steel. The paper does not tell the way into the curve;
/// here 50 m are straight, over 100 m curvature and cant grow evenly, 200 m are curved. The run
/// begins in the middle of the track, in static equilibrium. "Steady part" are means over the last
/// 100 m.

struct CurveNumerics {
  double step = 1e-3;   // s, of hht_alpha
  double cells = 25;    // of the half-spaces, about that many across each patch, each way
  double length = 350;  // m
  double steady = 100;  // m at the end over which means are taken
  int n_threads = 2;    // of the half-space run
};

/// The wagon at the start of the track. Derivatives of half-spaces are those of Hertz and FASTSIM.
std::unique_ptr<running::RunningVehicle> wagon_in_curve(
    const wheel_rail::PairModelSettings& settings, int n_threads = 1);

/// Semi-elastic and half-space contact, each against the quasi-static calculation: displacements,
/// Y, Q, contact places and areas, wear number; and where the load of the outer wheel comes from.
Reproduction wheel_rail_curve(Observer& observer);
Reproduction wheel_rail_curve(const CurveNumerics& numerics, Observer& observer);

/// Semi-elastic contact with the integrators of the paper and HHT: contact problems, steps,
/// processor time, and how far their results are from each other.
Reproduction wheel_rail_integrators(Observer& observer);
Reproduction wheel_rail_integrators(double length, Observer& observer);

}  // namespace tread::study
