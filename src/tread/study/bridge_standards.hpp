#pragma once

#include "tread/casefile/bridge_keys.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// What EN 1991-2 says of a bridge beside its model.

/// Damping of table 6.6 and figure 6.15, where the case asks for it.
void add_standard_damping(const casefile::BridgeInput& bridge, result::CaseResult& out);

/// n0 = 17.75/sqrt(delta) from the deflection under permanent loads (6.4.4 (6.3)), with a note if
/// it is far from that of the model. Only of beams on two supports.
enum class PermanentDeflection {
  if_given,      // bridge.permanent_deflection alone
  of_own_weight  // if that is not given, the beam's own weight
};
/// @pre out has first_frequency, or nothing is added
void add_frequency_of_deflection(const casefile::BridgeInput& bridge, PermanentDeflection which,
                                 result::CaseResult& out);

}  // namespace tread::study
