#pragma once

#include <map>
#include <memory>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/wheel_rail/half_space_model.hpp"

namespace tread::study {

/// What cases that follow each other share: the model of a wheel and rail that stay, with its
/// searched profiles, kernels and the solution before as the first guess.
class WheelOnRailMemory {
 public:
  /// The model of the last case on that side, with these settings, if wheel and rail are the same.
  wheel_rail::HalfSpaceModel& model_of(const casefile::WheelOnRailCase& c,
                                       const wheel_rail::HalfSpaceModelSettings& settings);

 private:
  struct Kept {
    std::shared_ptr<const profile::WheelRailPair> pair;
    std::unique_ptr<wheel_rail::HalfSpaceModel> model;
  };
  std::map<profile::Side, Kept> kept_;  // files often have both wheels of a wheelset in turn
};

/// One wheel on its rail as CONTACT's module 1 poses it: patches by the half-space model, the
/// wheelset's height from its load where that is given. Forces are those on the rail, with
/// CONTACT's signs (docs/contact_inp.md).
///
/// The first result has the numbers of the patch that carries most, a table of all patches, and its
/// fields; further patches have results of their own behind it.
std::vector<result::CaseResult> solve_wheel_on_rail(const casefile::CaseFile& file,
                                                    std::size_t index, int n_threads,
                                                    WheelOnRailMemory& memory, Observer& observer);

/// Throws CaseError if no model can be made, or the wheel has no rail below it.
void check_wheel_on_rail(const casefile::CaseFile& file, std::size_t index,
                         WheelOnRailMemory& memory);

}  // namespace tread::study
