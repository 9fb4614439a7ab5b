#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "tread/differential/elastic_contact.hpp"
#include "tread/profile/standard_profiles.hpp"
#include "tread/reference/hertz.hpp"

/// Problems of elastic contact whose answer is known otherwise: shared by the tests and by the
/// study in bench/differential_bench.cpp.
namespace tread::differential::cases {

inline const Material k_body = Material::from_young(2.1e11, 0.3);
inline const BodyPair k_bodies = {k_body, k_body};

/// A ball on a flat: a wheel of this radius, as round across as along, on a rail bent by 1e4 m.
/// The middle of the rail is under the wheel's.
inline profile::WheelRailPair ball_pair(double radius) {
  constexpr double rail_radius = 1e4;
  constexpr double half_width = 0.15;
  constexpr double gauge_face = 0.1;  // m from the rail's middle
  profile::WheelRailPair pair{profile::circular_wheel(radius, half_width),
                              profile::circular_rail(rail_radius, half_width),
                              {},
                              {}};
  pair.wheelset.nominal_radius = radius;
  pair.track.gauge_height = gauge_face * gauge_face / (2 * rail_radius);
  pair.track.gauge = 2 * (pair.wheelset.tape_circle_half_spacing() - gauge_face);
  return pair;
}

/// S1002 on UIC60 laid 1:40.
inline profile::WheelRailPair standard_pair() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

/// A block around a place of a profile: cut, and held, on all sides but the surface.
struct Block {
  double half_size = 0.02;  // along, across and deep, m
  double zone_x = 0.01;     // half lengths of the zone
  double zone_y = 0.01;
  double fine_size = 2e-3;
  double coarse_size = 6e-3;
  ElementOrder order = ElementOrder::linear;
};

inline PieceSettings block_settings(const Block& block, double y) {
  PieceSettings s;
  s.half_length = block.half_size;
  s.depth = block.half_size;
  s.lowest_y = y - block.half_size;
  s.highest_y = y + block.half_size;
  s.zone_lowest_y = y - block.zone_y;
  s.zone_highest_y = y + block.zone_y;
  s.zone_half_length = block.zone_x;
  s.fine_size = block.fine_size;
  s.coarse_size = block.coarse_size;
  s.order = block.order;
  return s;
}

/// Blocks of the ball's contact. Undeformed bodies overlap to sqrt(2) of the contact's radius, and
/// two elements more belong to the zone.
inline Block ball_block(double largest_radius, double half_size, double fine_size,
                        ElementOrder order) {
  const double zone = std::numbers::sqrt2 * largest_radius + 1.5 * fine_size;
  return {half_size, zone, zone, fine_size, 3 * fine_size, order};
}

inline ElasticContactSettings frictionless(double penalty = 1e18) {
  ElasticContactSettings settings;
  settings.penalty = penalty;
  settings.friction = contact::CoulombFriction{0, 0};
  settings.newton.tolerance = 1e-11;
  return settings;
}

/// Rolling at 10 m/s without creepage, pressed down by the approach.
inline profile::WheelsetMotion rolling(double radius, double vertical) {
  profile::WheelsetMotion motion;
  motion.pose.vertical = vertical;
  motion.velocity = {10, 0, 0};
  motion.angular_velocity = {0, -10 / radius, 0};
  return motion;
}

inline double area(const ElasticContactSolution& solution) {
  double sum = 0;
  for (const TouchingPoint& point : solution.points) sum += point.weight;
  return sum;
}

inline double peak_pressure(const ElasticContactSolution& solution) {
  double peak = 0;
  for (const TouchingPoint& point : solution.points) peak = std::max(peak, point.pressure);
  return peak;
}

/// Root of a rising function by regula falsi (Illinois), to 1e-10 of the bracket.
inline double root(const std::function<double(double)>& f, double low, double high) {
  double f_low = f(low);
  double f_high = f(high);
  const double accuracy = 1e-10 * (high - low);
  for (int turn = 0; turn < 60 && high - low > accuracy; ++turn) {
    const double middle = (low * f_high - high * f_low) / (f_high - f_low);
    const double value = f(middle);
    if (std::abs(value) < 1e-9 * (std::abs(f_low) + std::abs(f_high))) return middle;
    if (value < 0) {
      low = middle;
      f_low = value;
      f_high /= 2;
    } else {
      high = middle;
      f_high = value;
      f_low /= 2;
    }
  }
  return (low + high) / 2;
}

}  // namespace tread::differential::cases
