#pragma once

#include <optional>
#include <span>

namespace tread::standards {

/// What EN 1991-2:2003 says about the frequencies and the damping of railway bridges. Spans in m,
/// frequencies in Hz, damping ratios as fractions (1 % is 0.01).

struct FrequencyBand {
  double lower = 0;
  double upper = 0;
};

/// Figure 6.10: first bending frequencies n0 that bridges usually have. Within it, and with the
/// other conditions of figure 6.9, speeds up to 200 km/h need no dynamic analysis.
///   upper 94.76 L^-0.748 (6.1); lower 80 / L up to 20 m, 23.58 L^-0.592 beyond (6.2)
/// Empty outside of 4 m to 100 m, where the figure ends.
std::optional<FrequencyBand> usual_frequencies(double span);

/// n0 = 17.75 / sqrt(delta in mm) of a beam on two supports from its deflection in m at midspan
/// under permanent loads (6.4.4, (6.3)). @pre deflection > 0
double frequency_of_deflection(double deflection);

enum class BridgeKind { steel_or_composite, prestressed_concrete, reinforced_concrete };

/// Table 6.6: lower bounds of structural damping, larger below 20 m. Filler beams count as
/// reinforced concrete.
double structural_damping(BridgeKind kind, double span);

/// Figure 6.15, 6.4.6.4(4): damping ratio to add, for spans below 30 m under moving forces alone,
/// for what vehicles on springs take out of the bridge; 0 from 30 m on.
///   (0.0187 L - 0.00064 L^2) / (1 - 0.0441 L - 0.0044 L^2 + 0.000255 L^3) %
/// @pre span > 0
double additional_damping(double span);

/// Accelerations of the deck count up to this frequency in any case, Hz.
inline constexpr double k_least_deck_frequency = 30;

/// Up to which frequency accelerations of the deck count: the largest of 30 Hz, 1.5 n0 and the
/// frequency of the third mode (EN 1990 A2.4.4.2.1(4)). Without a third mode: of the other two.
double deck_acceleration_frequency(double first_frequency,
                                   std::optional<double> third_frequency = std::nullopt);
/// The same of all frequencies that are known, ascending.
double deck_acceleration_frequency(std::span<const double> frequencies);

/// 6.4.6.2(1): dynamic analyses go up to 1.2 times the highest speed of the line.
inline constexpr double k_design_speed_factor = 1.2;

}  // namespace tread::standards
