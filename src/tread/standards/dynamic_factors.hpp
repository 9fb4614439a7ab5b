#pragma once

namespace tread::standards {

/// Dynamic factors of EN 1991-2. Determinant length L_Phi in m.

/// Phi2, carefully maintained track: 1.44 / (sqrt(L) - 0.2) + 0.82, 1 to 1.67 (6.4.5.2(2), (6.4)).
double phi_2(double length);

/// Phi3, standard maintenance: 2.16 / (sqrt(L) - 0.2) + 0.73, 1 to 2 (6.4.5.2(2), (6.5)).
double phi_3(double length);

}  // namespace tread::standards
