#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// Stability of backward differentiation formulas (thesis figure 5.1), and the bouncing ball of
/// chapter 6: a rigid ball of R = 0.1 m dropped from 1 m on an elastic half-space. The thesis
/// leaves some numbers open; what was taken is told in the rows.
Reproduction thesis_fig_5_1(Observer& observer);
Reproduction thesis_table_6_1(Observer& observer);
Reproduction thesis_fig_6_1(Observer& observer);
Reproduction thesis_fig_6_2(Observer& observer);
Reproduction thesis_fig_6_3(Observer& observer);
Reproduction thesis_fig_6_4(Observer& observer);
Reproduction thesis_fig_6_5(Observer& observer);

}  // namespace tread::study
