#include "tread/study/bridge_standards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/standards/bridge_dynamics.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::BridgeInput;

/// How far the two values of n0 may be apart: 17.75/sqrt(delta) is right to 0.1 % for a uniform
/// beam; haunches and shear make some percent.
constexpr double k_same_n0 = 0.1;

}  // namespace

void add_standard_damping(const BridgeInput& bridge, result::CaseResult& out) {
  const std::vector<double> spans = bridge.span_lengths();
  const DampingRatio ratio = damping_ratio_of(bridge, spans);
  if (!bridge.damping_type.empty()) {
    out.scalars.push_back(
        {"damping_ratio", ratio.structural, "",
         fmt::format("damping, {} (EN 1991-2 table 6.6)", result::in_words(bridge.damping_type))});
  }
  if (bridge.additional_damping) {
    out.scalars.push_back({"additional_damping_ratio", ratio.additional, "",
                           "damping added below 30 m (EN 1991-2 6.4.6.4)"});
  }
}

void add_frequency_of_deflection(const BridgeInput& bridge, PermanentDeflection which,
                                 result::CaseResult& out) {
  const bool is_asked = bridge.permanent_deflection || which == PermanentDeflection::of_own_weight;
  const result::Scalar* n0 = find_scalar(out, "first_frequency");
  if (!is_asked || !bridge.is_on_two_supports() || n0 == nullptr || !(n0->value > 0)) return;
  const double of_model = n0->value;
  const double deflection =
      bridge.permanent_deflection ? *bridge.permanent_deflection : deflection_of_own_weight(bridge);
  const double estimate = standards::frequency_of_deflection(deflection);
  const char* const whose =
      bridge.permanent_deflection ? "under permanent loads" : "under its own weight";
  out.scalars.push_back(
      {"permanent_deflection", deflection, "m", fmt::format("deflection delta {}", whose)});
  out.scalars.push_back(
      {"n0_of_deflection", estimate, "Hz", "n0 = 17.75/sqrt(delta) (EN 1991-2 6.4.4)"});
  if (std::abs(estimate / of_model - 1) <= k_same_n0) return;
  out.notes.push_back(fmt::format(
      "The first frequency of the bridge is {:.4g} Hz, but its deflection {}, {:.4g} mm, belongs "
      "to {:.4g} Hz (17.75/sqrt(delta), EN 1991-2 6.4.4 (6.3)). {}",
      of_model, whose, 1e3 * deflection, estimate,
      bridge.permanent_deflection
          ? "Do mass and stiffness of the model belong to that deflection?"
          : "Mass or stiffness vary along the bridge, or shear deforms it: the formula is an "
            "estimate."));
}

}  // namespace tread::study
