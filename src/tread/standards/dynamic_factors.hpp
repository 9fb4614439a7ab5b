#pragma once

namespace tread::standards {

/// Dynamic factors of EN 1991-2:2003 for railway bridges: what static load effects are multiplied
/// with. Lengths in m (L_Phi, the determinant length of a member; the span of a beam on two
/// supports), frequencies n0 in Hz (first bending frequency under permanent loads), speeds in m/s.

/// Phi2, carefully maintained track: 1.44 / (sqrt(L) - 0.2) + 0.82, 1 to 1.67 (6.4.5.2(2), (6.4)).
/// @pre length > 0
double phi_2(double length);

/// Phi3, standard maintenance: 2.16 / (sqrt(L) - 0.2) + 0.73, 1 to 2 (6.4.5.2(2), (6.5)).
/// @pre length > 0
double phi_3(double length);

/// Annex C, real trains: dynamic effects of a speed, without those of resonance.
///
///   K     = v / (2 L n0)
///   phi'  = K / (1 - K + K^4), 1.325 from K = 0.76 on            a perfect track         (C.3,
///   C.4) phi'' = a/100 (56 e^-(L/10)^2 + 50 (L n0/80 - 1) e^-(L/20)^2), not below 0
///           a = min(v / 22, 1)                                   its irregularities      (C.5,
///           C.6)
struct RealTrainFactors {
  double speed_parameter = 0;          // K
  double perfect_track = 0;            // phi'
  double of_track_irregularities = 0;  // phi''
};

/// @pre length > 0, first_frequency > 0, speed >= 0
RealTrainFactors real_train_factors(double length, double first_frequency, double speed);

enum class Maintenance { standard, careful };

/// 1 + phi' + phi'', or with half of phi'' for carefully maintained track (C.1, C.2).
double real_train_factor(const RealTrainFactors& factors, Maintenance maintenance);

}  // namespace tread::standards
