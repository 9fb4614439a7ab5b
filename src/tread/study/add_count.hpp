#pragma once

#include "tread/result/result.hpp"

namespace tread::study {

inline void add_count(result::CaseResult& out, const char* name, long long value,
                      const char* meaning) {
  out.scalars.push_back({name, static_cast<double>(value), "", meaning});
}

}  // namespace tread::study
