#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

/// How people speak of the cases of a study.

inline constexpr double k_km_h = 3.6;  // in one m/s

/// "train.speed" -> "speed".
std::string last_part(std::string_view key);
/// "bridge.damping_ratio" -> "damping ratio".
std::string words_of_key(std::string_view key);

/// The speed of a case in m/s: its train.speed, else another key of that last name; empty: no speed
/// varies.
std::optional<double> speed_of(const CaseTable& table, const CaseRow& row);

/// What distinguishes a case from the others: "HSLM-A3 at 360 km/h, damping ratio 0.01". Empty:
/// nothing varies.
std::string words_of_case(const CaseTable& table, const CaseRow& row);

}  // namespace tread::sweep
