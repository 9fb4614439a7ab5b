#pragma once

#include <string>

#include "tread/core/errors.hpp"

namespace tread::result {

/// What an action is refused with.
template <class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const IoError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace tread::result
