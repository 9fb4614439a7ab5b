#include "tread/study/unstable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/solve_status.hpp"

namespace tread::study {

std::string note_on_allowed_step(const integrate::SchemeSettings& scheme, double step,
                                 const integrate::StepStability& stability) {
  return fmt::format(
      "The step is beyond the limit of its scheme, which was allowed ({}): motions that the scheme "
      "makes may be among the numbers.",
      integrate::instability_in_words(scheme, step, stability));
}

void leave_out_not_finite(result::CaseResult& out) {
  std::vector<std::string> names;
  for (const result::Scalar& scalar : out.scalars) {
    if (!std::isfinite(scalar.value)) names.push_back(scalar.name);
  }
  if (names.empty()) return;
  std::erase_if(out.scalars,
                [](const result::Scalar& scalar) { return !std::isfinite(scalar.value); });
  if (out.ok) out.status = to_string(SolveStatus::blew_up);
  out.ok = false;
  out.notes.push_back(
      fmt::format("Not finite, and left out: {}.", fmt::join(names.begin(), names.end(), ", ")));
}

}  // namespace tread::study
