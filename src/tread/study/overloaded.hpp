#pragma once

namespace tread::study {

/// One function for each kind of a variant.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace tread::study
