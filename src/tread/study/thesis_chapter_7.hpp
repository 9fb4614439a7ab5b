#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// Cylinder falling on an elastic rectangle, 40 x 30 nodes, backward Euler with Picard's iteration:
/// the surface after the impact, the gap that the thesis reports, why it opens and why steel fails;
/// beside it the unilateral contact that has neither trouble.
Reproduction thesis_fig_7_4(Observer& observer);

/// The same with forward Euler: how fast it blows up, and the stable explicit scheme beside it.
Reproduction thesis_fig_7_5(Observer& observer);

}  // namespace tread::study
