#pragma once

#include <string>

#include "tread/core/errors.hpp"

namespace tread::view {

/// A request that gets an error for an answer: the status of HTTP and, for its reader, why.
class Refusal : public Error {
 public:
  Refusal(int status, const std::string& text) : Error(text), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

}  // namespace tread::view
