#pragma once

#include <string>

#include "tread/core/errors.hpp"

namespace tread::halfspace {

/// What a call is refused with.
std::string message_of(const auto& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace tread::halfspace
