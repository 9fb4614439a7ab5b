#pragma once

#include "tread/core/observer.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// Chapter 10: one wheel crosses a bridge, contact solved in every step.
///
/// What listing A.5 computes, and not what table 10.1 says: a simply supported bridge of 20 m (E =
/// 2e11 Pa, I = 0.0104 m^4, 7900 kg/m) under a wheel of rho pi R^2 B = 17 870 kg, on 25 x 11 cells
/// of which one column is in contact, bent by the pressure of the middle row on 1 m of width,
/// started at touch without preload. Steps of 1 ms by backward Euler are its numerics, the
/// caller's choice.
interaction::TrainBridgeProblem thesis_crossing(int n_modes, double speed = 30);

Reproduction thesis_table_10_2(Observer& observer);
Reproduction thesis_table_10_3(Observer& observer);
Reproduction thesis_fig_10_1(Observer& observer);
Reproduction thesis_fig_10_2(Observer& observer);
Reproduction thesis_fig_10_3(Observer& observer);
Reproduction thesis_fig_10_4(Observer& observer);
Reproduction thesis_fig_10_5(Observer& observer);

}  // namespace tread::study
