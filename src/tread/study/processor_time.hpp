#pragma once

#include <ctime>
#include <functional>

namespace tread::study {

/// Processor time of all threads: what else the machine does counts less.
inline double processor_seconds(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace tread::study
