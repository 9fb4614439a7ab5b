#pragma once

#include <string>

#include "tread/core/errors.hpp"

namespace tread::testing_support {

/// What a reader says about a file; empty: nothing.
template <class Read>
std::string complaint(Read&& read) {
  try {
    read();
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace tread::testing_support
