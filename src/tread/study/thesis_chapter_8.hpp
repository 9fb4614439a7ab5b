#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The beam of chapter 8: modes in closed form and by finite differences, statics, a moving load,
/// the step limit, resonance. The clamped bridge is that of table 8.3: E = 2e11 Pa, I = 0.0104 m^4,
/// 7900 kg/m, 20 m.
Reproduction thesis_table_8_1(Observer& observer);
Reproduction thesis_table_8_2(Observer& observer);
Reproduction thesis_table_8_4(Observer& observer);
Reproduction thesis_fig_8_2(Observer& observer);
Reproduction thesis_fig_8_3(Observer& observer);
Reproduction thesis_fig_8_4(Observer& observer);
Reproduction thesis_fig_8_5(Observer& observer);
Reproduction thesis_fig_8_6(Observer& observer);
Reproduction thesis_fig_8_7(Observer& observer);
Reproduction thesis_fig_8_8(Observer& observer);
Reproduction thesis_fig_8_9(Observer& observer);

}  // namespace tread::study
