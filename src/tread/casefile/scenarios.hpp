#pragma once

#include <vector>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// What a case file can describe. Each scenario has its own keys; the key `scenario` names it.
struct Scenario {
  Choice name;
  KeyTable keys;
};

/// All of them, the default first.
std::vector<Scenario> scenarios();
std::vector<Choice> scenario_choices();

}  // namespace tread::casefile
