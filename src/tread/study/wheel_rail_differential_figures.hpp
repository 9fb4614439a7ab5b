#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/study/wheel_rail_differential_runs.hpp"

namespace tread::study {

/// Figures 11 to 20 of S. Magheri, M. Malvezzi, E. Meli, A. Rindi, An
/// innovative wheel-rail contact model for multibody applications (2010): the
/// wagon in the curve with elastic bodies (Newton on tractions, ODE23) beside the semi-elastic
/// model.

/// Histories of figures 11 to 16, differential against semi-elastic contact.
enum class CurveHistory { wheelset, car_body, y_left, q_left, y_right, q_right };
Reproduction wheel_rail_history(CurveHistory which, const DifferentialNumerics& numerics,
                                SharedWork& shared, Observer& observer);

/// Contact areas over the way of figures 17 to 20, with the contact points of the semi-elastic
/// model.
enum class CurveArea { left_wheel, right_wheel, left_rail, right_rail };
Reproduction wheel_rail_area(CurveArea which, const DifferentialNumerics& numerics,
                             SharedWork& shared, Observer& observer);

// As the catalogue has them.
template <CurveHistory which>
Reproduction wheel_rail_history(SharedWork& shared, Observer& observer) {
  return wheel_rail_history(which, whole_curve(), shared, observer);
}
template <CurveArea which>
Reproduction wheel_rail_area(SharedWork& shared, Observer& observer) {
  return wheel_rail_area(which, whole_curve(), shared, observer);
}

}  // namespace tread::study
