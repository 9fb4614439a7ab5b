#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/standards/bridge_dynamics.hpp"

namespace tread::casefile {

/// One cross-section of a bridge whose cross-section varies: table [[bridge.section]]. SI.
struct BridgeSectionInput {
  double x = 0;                           // m
  double bending_stiffness = 0;           // N m^2
  double mass_per_length = 0;             // kg/m
  std::optional<double> shear_stiffness;  // N
  double rotary_inertia = 0;              // kg m
};

/// A bridge as a beam: what table [bridge] says, for every scenario that has one. SI; choices as
/// their words.
struct BridgeInput {
  std::optional<double> length;             // m; one span
  std::vector<double> spans;                // m; several
  std::string joints;                       // continuous, separate
  std::optional<double> young_modulus;      // Pa, with second_moment
  std::optional<double> second_moment;      // m^4
  std::optional<double> bending_stiffness;  // N m^2
  double mass_per_length = 0;               // kg/m
  std::optional<double> shear_stiffness;    // N
  double rotary_inertia = 0;                // kg m
  std::string supports;  // simply_supported, clamped, clamped_pinned, cantilever, elastic
  std::optional<double> support_stiffness;  // N/m
  double support_rotational_stiffness = 0;  // N m/rad
  double damping_ratio = 0;
  std::string damping_type;                    // of table 6.6; empty: damping_ratio counts
  bool additional_damping = false;             // of figure 6.15
  std::vector<double> rayleigh;                // 1/s and s
  std::optional<double> permanent_deflection;  // m
  std::vector<BridgeSectionInput> sections;    // empty: one cross-section
  std::optional<int> modes;
  std::optional<double> target_error;  // m
  std::string mode_method;             // automatic, finite_elements, finite_differences
  std::optional<int> elements;
  std::string model;     // modes, elements
  std::string solution;  // of elements: full, modal

  /// Lengths of all spans.
  std::vector<double> span_lengths() const {
    return spans.empty() ? std::vector<double>{length.value_or(0)} : spans;
  }

  /// Whether each beam rests on two hinges.
  bool is_on_two_supports() const {
    return supports == "simply_supported" && (spans.size() <= 1 || joints == "separate");
  }
};

/// The tables of a bridge, [bridge] and [[bridge.section]]: other key lists adopt them.
KeyList<BridgeInput> bridge_keys();
std::vector<std::string> bridge_tables();

/// The row of table 6.6 that damping_type names; empty: it names none.
std::optional<standards::BridgeKind> damping_kind(const BridgeInput& bridge);

/// What does not fit together in [bridge] goes to problems.
void check_bridge(const BridgeInput& bridge, const Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
