#pragma once

#include <string_view>

#include "tread/core/observer.hpp"

namespace tread::contact {

/// Tells an observer how far an iteration is: what it solves for, its residual, and as the fraction
/// done how many of the decades from 1 to the tolerance are behind it.
void tell_iteration(Observer& observer, std::string_view what, double residual, double tolerance,
                    int iteration);

}  // namespace tread::contact
