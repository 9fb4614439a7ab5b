#pragma once

#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/moving_load_case.hpp"

namespace tread::casefile {

/// The declarations of scenario `moving_load`. scenarios: the choices of the key `scenario`.
KeyList<MovingLoadCase> moving_load_keys(std::vector<Choice> scenarios);

/// The case of a file whose keys have been read; what does not fit together goes to problems.
MovingLoadCase build_moving_load_case(const KeyList<MovingLoadCase>& keys, const Reading& reading,
                                      ProblemList& problems);

}  // namespace tread::casefile
