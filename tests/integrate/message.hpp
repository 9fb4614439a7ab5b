#pragma once

#include <functional>
#include <string>

#include "tread/core/errors.hpp"

namespace tread::integrate {

/// What a refusal says.
inline std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace tread::integrate
