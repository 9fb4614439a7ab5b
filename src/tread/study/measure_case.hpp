#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/study/kept_work.hpp"

namespace tread::study {

/// One case of many: its numbers alone, without histories and pictures, and quickly.
///
/// Names of numbers that envelopes and checks know (SI; signed ones count by their size):
///   max_deflection, static_deflection (m), dynamic_amplification, max_acceleration (m/s2, all
///   frequencies), max_deck_acceleration (m/s2, up to the frequency that norms ask for),
///   max_moment (N m), max_shear (N), max_end_rotation (rad), max_force (N, axle), max_force_ratio,
///   min_force_ratio, max_unloading (dQ/Q0), contact_losses, contact_loss_time (s, longest),
///   max_body_acceleration (m/s2), first_frequency (Hz)
/// Of beams also max_deflection_to_span, the largest deflection over the length of the span it is
/// in, and position_of_<number> (m) of largest values.
/// Any other number is carried along like the rest.

/// What the cases that one worker measures one after another have in common.
struct MeasureMemory {
  KeptWork moving_load;
  KeptWork train_bridge;
};

/// Same bits whatever was measured before with the same memory. Throws what run_case throws; a case
/// that did not converge says so in its status. A file of several cases (.inp) gives the first one
/// that is not ok, else the last.
result::CaseResult measure_case(const casefile::CaseFile& file, MeasureMemory& memory,
                                Observer& observer);

/// Builds what measuring needs and solves nothing: throws what is wrong with a model.
void check_measured(const casefile::CaseFile& file);

/// Everything a case says but for these keys, in words: a key for KeptWork.
std::string echo_without(const casefile::CaseFile& file, std::span<const std::string_view> keys);

}  // namespace tread::study
