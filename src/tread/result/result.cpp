#include "tread/result/result.hpp"

#include <algorithm>

namespace tread::result {

bool Result::ok() const {
  return std::all_of(cases.begin(), cases.end(), [](const CaseResult& c) { return c.ok; });
}

}  // namespace tread::result
