#include "tread/study/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/standards/bridge_dynamics.hpp"
#include "tread/study/bridge_standards.hpp"
#include "tread/study/case_facts.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

/// Deflections under traffic are limited to 1/600 of the span and less (EN 1990 A2.4.4.2.3); a beam
/// that bends by 1/100 has left the theory of small deflections, too.
constexpr double k_largest_share_of_span = 0.01;
/// How far outside the band a first frequency may lie: bridges that are unusual do exist.
constexpr double k_beside_band = 2;

double value_of(const result::CaseResult& out, std::string_view name) {
  const result::Scalar* found = find_scalar(out, name);
  return found == nullptr ? 0 : found->value;
}

}  // namespace

void note_implausible(const casefile::CaseFile& file, result::CaseResult& out) {
  const casefile::BridgeInput* bridge = bridge_of(file);
  if (bridge == nullptr) return;
  add_standard_damping(*bridge, out);
  add_frequency_of_deflection(*bridge, PermanentDeflection::if_given, out);
  const double span = std::ranges::max(bridge->span_lengths());
  const double deflection = std::abs(value_of(out, "max_deflection"));
  if (deflection > k_largest_share_of_span * span) {
    out.notes.push_back(
        fmt::format("The largest deflection, {:.3g} m, is 1/{:.3g} of the span: bridges deflect by "
                    "1/600 or less, and the theory is one of small deflections. Are the units of "
                    "loads, mass and stiffness right?",
                    deflection, span / deflection));
  }
  const double frequency = value_of(out, "first_frequency");
  const auto band = standards::usual_frequencies(span);
  const bool is_beside =
      band && frequency > 0 && bridge->supports == "simply_supported" &&
      (frequency < band->lower / k_beside_band || frequency > band->upper * k_beside_band);
  if (is_beside) {
    out.notes.push_back(fmt::format(
        "The first frequency of the bridge, {:.3g} Hz, is far from what a span of {:.4g} "
        "m usually has, {:.3g} to {:.3g} Hz (EN 1991-2 figure 6.10). Are the units of "
        "mass and stiffness right?",
        frequency, span, band->lower, band->upper));
  }
}

}  // namespace tread::study
