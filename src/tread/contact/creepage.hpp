#pragma once

namespace tread::contact {

/// Rigid slip of body 1 (upper) relative to body 2 (lower), over the rolling speed, at the origin
/// of the contact frame: along x, along y, and about z. At a point (x, y) the rigid slip is
///
///   w = (longitudinal - spin (y - y0),  lateral + spin (x - x0))
///
/// docs/conventions.md#creepage. In a shift, where nothing rolls, the same three are distances in m
/// and an angle in rad.
struct Creepage {
  double longitudinal = 0;
  double lateral = 0;
  double spin = 0;  // 1/m: angular velocity about z over the rolling speed
};

/// Forces between the bodies in the plane of contact, acting on body 1.
struct CreepForces {
  double longitudinal = 0;  // N, along x
  double lateral = 0;       // N, along y
  double spin_moment = 0;   // N m, about z
};

}  // namespace tread::contact
