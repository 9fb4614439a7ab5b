#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/study/wheel_rail_differential_runs.hpp"

namespace tread::study {

/// Tables 5 and 6 and figure 9 of S. Magheri, M. Malvezzi, E. Meli, A. Rindi, An
/// innovative wheel-rail contact model for multibody applications (2010): how much work the wagon
/// in the curve is with elastic bodies.

/// Work of ODE23 and ODE45 with the paper's solver, with exact derivatives, and with tractions as
/// unknowns.
Reproduction wheel_rail_table_5(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer);
/// Newton-LU against the others, over a part of the way.
Reproduction wheel_rail_table_6(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer);
/// Time over the forcing term, over a part of the way.
Reproduction wheel_rail_fig_9(const DifferentialNumerics& numerics, SharedWork& shared,
                              Observer& observer);

// As the catalogue has them.
Reproduction wheel_rail_table_5(SharedWork& shared, Observer& observer);
Reproduction wheel_rail_table_6(SharedWork& shared, Observer& observer);
Reproduction wheel_rail_fig_9(SharedWork& shared, Observer& observer);
}  // namespace tread::study
