#include "tread/casefile/inp_grid_of_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tread::casefile {
namespace {

constexpr double k_grid_tolerance = 1e-6;  // of an element

bool same_body(const Material& a, const Material& b) {
  return a.shear_modulus == b.shear_modulus && a.poisson_ratio == b.poisson_ratio;
}

bool same_size(double a, double b) { return std::abs(a - b) < k_grid_tolerance * std::min(a, b); }

bool whole_elements(double offset, double size) {
  return std::abs(offset - std::round(offset / size) * size) < k_grid_tolerance * size;
}

std::string difference(const Grid& before, const Grid& now) {
  const auto mm = [](double metres) { return fmt::format("{:.6g}", 1e3 * metres); };
  if (!same_size(before.dx, now.dx) || !same_size(before.dy, now.dy)) {
    return fmt::format("elements of {} x {} mm, now {} x {} mm", mm(before.dx), mm(before.dy),
                       mm(now.dx), mm(now.dy));
  }
  const double dx = now.x0 - before.x0;
  const double dy = now.y0 - before.y0;
  if (!whole_elements(dx, now.dx) || !whole_elements(dy, now.dy)) {
    return fmt::format("moved by {:.6g} elements along x and {:.6g} along y, not by whole ones",
                       dx / now.dx, dy / now.dy);
  }
  return {};
}

bool same_area(const HertzArea& a, const HertzArea& b) {
  return a.given == b.given && a.nx == b.nx && a.ny == b.ny && a.first == b.first &&
         a.second == b.second && a.margin == b.margin;
}

}  // namespace

std::string InpGridOfCase::difference_to(const InpGridOfCase& other) const {
  const auto* fixed = std::get_if<FixedArea>(&area);
  const auto* other_fixed = std::get_if<FixedArea>(&other.area);
  if (fixed != nullptr && other_fixed != nullptr) return difference(fixed->grid, other_fixed->grid);
  const auto* hertz = std::get_if<HertzArea>(&area);
  const auto* other_hertz = std::get_if<HertzArea>(&other.area);
  if (hertz == nullptr || other_hertz == nullptr) {
    return "one is given, the other follows from Hertz' theory";
  }
  if (!same_area(*hertz, *other_hertz)) return "the Hertzian contact is another";
  if (has_given_axes(*hertz) || same_hertz_load(*this, other)) return {};
  return "the Hertzian contact has another load";
}

bool same_hertz_load(const InpGridOfCase& a, const InpGridOfCase& b) {
  return a.load.kind == b.load.kind && a.load.value == b.load.value &&
         same_body(a.bodies.upper, b.bodies.upper) && same_body(a.bodies.lower, b.bodies.lower);
}

bool has_given_axes(const HertzArea& area) {
  return area.given == HertzArea::Given::semi_axes ||
         area.given == HertzArea::Given::line_half_width;
}

}  // namespace tread::casefile
