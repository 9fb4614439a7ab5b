#pragma once

namespace tread::reference {

/// Adhesive contact of elastic spheres: Johnson, Kendall and Roberts, Proc. R. Soc. A 324 (1971)
/// 301-313.
///
/// Surfaces in contact gain the work of adhesion w per area; forces outside the contact are
/// neglected, which suits large, soft bodies. With F > 0 in compression and 1/R = 1/R1 + 1/R2:
///
///   a^3 = (3R/(4E*)) [F + 3 pi w R + sqrt(6 pi w R F + (3 pi w R)^2)]
///   F = 4 E* a^3/(3R) - sqrt(8 pi w E* a^3)      delta = a^2/R - sqrt(2 pi w a/E*)
///   p = (2 E* a/(pi R)) sqrt(1 - r^2/a^2) - sqrt(2 w E*/(pi a)) / sqrt(1 - r^2/a^2)
///
/// w = 0 is Hertz. The bodies part under a prescribed force at -3/2 pi w R, whatever their
/// stiffness.
struct JkrSphere {
  double curvature_radius = 0;  // R, m
  double contact_modulus = 0;   // E*, Pa
  double work_of_adhesion = 0;  // w, J/m^2

  double pull_off_force() const;       // -3/2 pi w R, N: the least force that keeps contact
  double radius_at_pull_off() const;   // (9 pi w R^2/(8 E*))^(1/3), m
  double radius_at_zero_load() const;  // (9 pi w R^2/(2 E*))^(1/3), m

  /// a in m, on the branch that is stable under a prescribed force. Throws ModelError below the
  /// pull-off force.
  double contact_radius(double force) const;

  /// F in N that holds a contact of this radius; below radius_at_pull_off() only under prescribed
  /// approach.
  double force(double contact_radius) const;

  /// delta in m; negative when the bodies are stretched towards each other.
  double approach(double contact_radius) const;

  /// p in Pa at distance r from the centre: tension (negative) towards the edge, where it is
  /// singular; zero outside.
  double pressure(double r, double contact_radius) const;
};

/// Throws ModelError unless R and E* are positive and w is not negative.
JkrSphere jkr_sphere(double curvature_radius, double contact_modulus, double work_of_adhesion);

}  // namespace tread::reference
