#pragma once

namespace tread::reference {

/// Frictionless flat-ended rigid punches on an elastic half-space (E* of the half-space), pressed
/// in without tilting.
///
/// The pressure is singular at the edge: infinite at r = a, zero beyond. Force and approach are
/// positive in compression. K. L. Johnson, Contact Mechanics (1985), sections 2.8 and 3.4.

/// Circular punch of radius a.
///
///   p = F/(2 pi a^2) / sqrt(1 - r^2/a^2)     delta = F/(2 a E*)
///   u = delta in the contact, (2/pi) delta asin(a/r) outside
struct FlatPunchCircle {
  double radius = 0;           // a, m
  double contact_modulus = 0;  // E*, Pa
  double force = 0;            // F, N
  double approach = 0;         // delta, m

  double pressure(double r) const;
  double displacement(double r) const;
};

FlatPunchCircle flat_punch_circle_from_force(double force, double radius, double contact_modulus);
FlatPunchCircle flat_punch_circle_from_approach(double approach, double radius,
                                                double contact_modulus);

/// Punch of half width a, infinitely long in y, plane strain; forces per metre of length.
///
///   p = P/(pi sqrt(a^2 - x^2))     delta(d) = (2P/(pi E*)) ln(2d/a)
///
/// The datum distance d, at which a line load gives no displacement, is needed as for HertzLine.
struct FlatPunchLine {
  double half_width = 0;        // a, m
  double contact_modulus = 0;   // E*, Pa
  double force_per_length = 0;  // P, N/m

  double pressure(double x) const;
  double approach(double datum_distance) const;
  double displacement(double x, double datum_distance) const;
};

FlatPunchLine flat_punch_line(double force_per_length, double half_width, double contact_modulus);

}  // namespace tread::reference
