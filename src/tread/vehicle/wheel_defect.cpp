#include "tread/vehicle/wheel_defect.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/vehicle/two_pi.hpp"

namespace tread::vehicle {
namespace {

ProfileAt tread_at(const Round&, double) { return {}; }

ProfileAt tread_at(const FlatSpot& flat, double rolled) {
  const double s = std::remainder(rolled - flat.place, k_two_pi * flat.radius);
  if (std::abs(s) >= flat.length / 2) return {};
  if (flat.edges == FlatSpot::Edges::rounded) {
    const double k = k_two_pi / flat.length;
    const double half = depth(flat) / 2;
    return {half * (1 + std::cos(k * s)), -half * k * std::sin(k * s),
            -half * k * k * std::cos(k * s)};
  }
  const double angle = (flat.length / 2 - std::abs(s)) / flat.radius;
  return {flat.radius * (1 - std::cos(angle)), (s < 0 ? 1 : -1) * std::sin(angle),
          std::cos(angle) / flat.radius};
}

ProfileAt tread_at(const OutOfRound& tread, double rolled) {
  const double k = tread.waves / tread.radius;
  return {tread.amplitude * (1 - std::cos(k * rolled)), tread.amplitude * k * std::sin(k * rolled),
          tread.amplitude * k * k * std::cos(k * rolled)};
}

void check_wheel_length(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} m must be > 0", what, value));
}

}  // namespace

double depth(const FlatSpot& flat) {
  if (flat.edges == FlatSpot::Edges::rounded) return flat.length * flat.length / (16 * flat.radius);
  return flat.radius * (1 - std::cos(flat.length / (2 * flat.radius)));
}

ProfileAt defect_at(const WheelDefect& defect, double rolled) {
  return std::visit([rolled](const auto& kind) { return tread_at(kind, rolled); }, defect);
}

void check(const WheelDefect& defect) {
  if (const auto* flat = std::get_if<FlatSpot>(&defect)) {
    check_wheel_length("radius of a wheel with a flat", flat->radius);
    check_wheel_length("length of a flat", flat->length);
    if (flat->length > flat->radius) {
      throw ModelError(
          fmt::format("length of a flat = {} m is larger than the wheel's radius {} m: "
                      "flats are a few centimetres long",
                      flat->length, flat->radius));
    }
  } else if (const auto* tread = std::get_if<OutOfRound>(&defect)) {
    check_wheel_length("radius of an out-of-round wheel", tread->radius);
    if (tread->waves < 1) {
      throw ModelError(
          fmt::format("an out-of-round wheel has {} waves a turn: give 1 or more", tread->waves));
    }
  }
}

}  // namespace tread::vehicle
