#pragma once

#include <cstddef>
#include <string>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// The name of a table `[[...]]` by the index, from 0, of what was read from it.
inline std::string nth(const char* table, std::size_t i) {
  return nth_table(table, static_cast<int>(i) + 1);
}

}  // namespace tread::casefile
