#pragma once

#include "interaction/cases.hpp"
#include "tread/interaction/rolling_crossing.hpp"
#include "tread/reference/carter.hpp"

/// A steel wheel in line contact, and Carter's closed form for it.
namespace tread::interaction::test {

inline const Material k_steel = Material::from_young(2.1e11, 0.28);
inline constexpr double k_radius = 0.46;   // m
inline constexpr double k_width = 0.02;    // m
inline constexpr double k_load = 1e5;      // N
inline constexpr double k_friction = 0.3;  // mu
inline constexpr double k_limit = k_friction * k_load;
inline constexpr double k_speed = 30;  // m/s

inline LineWheel steel_wheel(int n_cells = 128) {
  return {.bodies = {k_steel, k_steel},
          .radius = k_radius,
          .width = k_width,
          .largest_force = k_load,
          .friction = {contact::CoulombFriction{k_friction, k_friction}, {}, {}},
          .n_cells = n_cells};
}

inline reference::HertzLine hertz_of(const LineWheel& wheel, double load) {
  return reference::hertz_line_from_force(load / wheel.width, wheel.radius,
                                          contact_modulus(wheel.bodies));
}

/// The creepage at which Carter's force on the wheel is this part of friction's limit.
inline double carter_creepage(const LineWheel& wheel, double part, double load = k_load) {
  return reference::carter_from_force(hertz_of(wheel, load), k_friction,
                                      part * k_friction * load / wheel.width)
      .creepage;
}

inline double carter_force(const LineWheel& wheel, double creepage, double load = k_load) {
  return wheel.width * reference::carter_from_creepage(hertz_of(wheel, load), k_friction, creepage)
                           .force_per_length;
}

inline RollingWheelSetup creeping(const LineWheel& wheel, double creepage) {
  RollingWheelSetup setup;
  setup.contact = line_rolling_setup(wheel);
  setup.radius = wheel.radius;
  setup.rotation = GivenCreepage{[creepage](double) { return creepage; }};
  return setup;
}

inline RollingWheelSetup turning(const LineWheel& wheel, const FreeRotation& rotation) {
  RollingWheelSetup setup = creeping(wheel, 0);
  setup.rotation = rotation;
  setup.start = RollingStart::free;
  return setup;
}

inline NormalLoad press(double force) { return {contact::Prescribed::force, force}; }

}  // namespace tread::interaction::test
