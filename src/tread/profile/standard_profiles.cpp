#include "tread/profile/standard_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "tread/core/errors.hpp"
#include "tread/profile/curve_pieces.hpp"
#include "tread/profile/highest_point.hpp"
#include "tread/profile/millimetre.hpp"

namespace tread::profile {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

double polynomial(std::span<const double> coefficients, double s) {
  double value = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) value = value * s + coefficients[i];
  return value;
}

// S1002, mm: where its pieces meet, from the flange back to the field side.
constexpr double k_flange_back = -70;
constexpr double k_back_end = -62.764705882;
constexpr double k_tip_end = -49.662510381;
constexpr double k_face_end = -39.764473993;
constexpr double k_flank_end = -38.426669071;
constexpr double k_root_end = -35;
constexpr double k_bend_end = -26;
constexpr double k_tread_end = 32.15796;
constexpr double k_field_side = 60;

constexpr double k_flank_height = -93.576667419;
constexpr double k_flank_slope = -2.747477419;
constexpr std::array k_tread{0.0,
                             -3.358537058e-2,
                             1.565681624e-3,
                             -2.810427944e-5,
                             5.844240864e-8,
                             -1.562379023e-8,
                             5.309217349e-15,
                             -5.957839843e-12,
                             2.646656573e-13};
constexpr std::array k_bend{-4.320221063e3,  -1.038384026e3,  -1.065501873e2,  -6.051367875,
                            -2.054332446e-1, -4.169739389e-3, -4.687195829e-5, -2.252755540e-7};

struct Circle {
  double y, z, radius;  // mm
};
constexpr Circle k_back{-49.5, 9.519259302, 20.5};
constexpr Circle k_tip{-55, 16, 12};
constexpr Circle k_face{-58.558326413, 8.834924130, 20};
constexpr Circle k_root{-26.210665, 16.446, 13};

double depth_within(const Circle& circle, double y) {
  return std::sqrt(std::max(circle.radius * circle.radius - (y - circle.y) * (y - circle.y), 0.0));
}
double below(const Circle& circle, double y) { return circle.z + depth_within(circle, y); }
double above(const Circle& circle, double y) { return circle.z - depth_within(circle, y); }

double flank_mm(double s) { return k_flank_height + k_flank_slope * s; }
double tread_mm(double s) { return polynomial(k_tread, s); }
double bend_mm(double s) { return polynomial(k_bend, s); }
double root_mm(double s) { return above(k_root, s); }
double field_mm(double s) { return 1.364323640 - 0.066666667 * s; }

double s1002_mm(double s) {
  if (!(s >= k_flange_back && s <= k_field_side)) return k_nan;
  if (s < k_back_end) return below(k_back, s);
  if (s < k_tip_end) return below(k_tip, s);
  if (s < k_face_end) return below(k_face, s);
  if (s < k_flank_end) return flank_mm(s);
  if (s < k_root_end) return root_mm(s);
  if (s < k_bend_end) return bend_mm(s);
  if (s < k_tread_end) return tread_mm(s);
  return field_mm(s);
}

/// A step of a formula, spread over 1 mm on either side of it.
struct Step {
  double y;       // mm
  double before;  // height just before it, mm
  double after;

  /// What to add to the formula that ends at the step, and to the one that begins there.
  double mend_before(double at) const { return share(at) * (after - before); }
  double mend_after(double at) const { return share(at) * (before - after); }

 private:
  double share(double at) const {
    const double t = std::abs(at - y);
    return t < 1 ? (1 - t) * (1 - t) * (1 + 2 * t) / 2 : 0.0;
  }
};

CurvePiece in_metres(CurvePiece piece) {
  return {piece.length * k_mm, [at = std::move(piece.at)](double t) {
            const ProfilePoint point = at(t);
            return ProfilePoint{point.y * k_mm, point.z * k_mm};
          }};
}

/// Of a function z(y), mm.
template <class Height>
CurvePiece graph_piece(double from, double to, Height height) {
  const double length = std::hypot(to - from, height(to) - height(from));
  return {length * k_mm, [=](double t) {
            const double y = from + t * (to - from);
            return ProfilePoint{y * k_mm, height(y) * k_mm};
          }};
}

/// The lower side of a circle between two y, mm: the wheel is inside.
CurvePiece lower_arc(const Circle& circle, double from, double to) {
  const auto angle = [&](double y) {
    return std::acos(std::clamp((y - circle.y) / circle.radius, -1.0, 1.0));
  };
  return in_metres(arc_piece({circle.y, circle.z}, circle.radius, angle(from), angle(to)));
}

std::vector<CurvePiece> s1002_flange() {
  return {lower_arc(k_back, k_flange_back, k_back_end), lower_arc(k_tip, k_back_end, k_tip_end),
          lower_arc(k_face, k_tip_end, k_face_end)};
}

// ---- rail heads

constexpr double k_crown_radius = 300;  // mm
constexpr double k_shoulder_radius = 80;
constexpr double k_corner_radius = 13;
constexpr double k_side_depth = 37.5;
constexpr double k_side_slope = 1.0 / 20;

/// Right half of a head that stands upright, mm; the middle of its top is the origin.
struct HalfHead {
  double crown_end;     // |y| where the crown ends, mm
  double shoulder_end;  // |y| where the shoulder ends
  Circle shoulder;
  Circle corner;
  ProfilePoint side;      // where the corner ends
  ProfilePoint side_end;  // at k_side_depth
  Step step;              // from shoulder to corner
};

HalfHead half_head(RailHead head) {
  HalfHead half{};
  half.crown_end = head == RailHead::uic60 ? 10.5 : 10.228;
  const double sine = half.crown_end / k_crown_radius;
  const double crown_less_shoulder = k_crown_radius - k_shoulder_radius;
  half.shoulder = {crown_less_shoulder * sine,
                   k_crown_radius - crown_less_shoulder * std::sqrt(1 - sine * sine),
                   k_shoulder_radius};
  if (head == RailHead::uic60) {
    // As in the benchmark's file: 4.5e-5 mm deeper than the tangent arc.
    half.shoulder_end = 25.988023;
    half.corner = {23.01622, 14.908972, k_corner_radius};
  } else {
    half.shoulder_end = 26.0265;
    const double corner_sine = (half.shoulder_end - half.shoulder.y) / k_shoulder_radius;
    const double shoulder_less_corner = k_shoulder_radius - k_corner_radius;
    half.corner = {
        half.shoulder.y + shoulder_less_corner * corner_sine,
        half.shoulder.z - shoulder_less_corner * std::sqrt(1 - corner_sine * corner_sine),
        k_corner_radius};
  }
  const double side_angle = std::atan(k_side_slope);
  half.side = {half.corner.y + k_corner_radius * std::cos(side_angle),
               half.corner.z - k_corner_radius * std::sin(side_angle)};
  half.side_end = {half.side.y + k_side_slope * (k_side_depth - half.side.z), k_side_depth};
  half.step = {half.shoulder_end, above(half.shoulder, half.shoulder_end),
               above(half.corner, half.shoulder_end)};
  return half;
}

/// How the upright head is laid, mm.
class Laid {
 public:
  Laid(const HalfHead& half, double inclination) : cosine_(1 / std::hypot(1, inclination)) {
    sine_ = inclination * cosine_;
    // The top is where the normal of an arc has become vertical: right above the arc's centre.
    const double lean = std::abs(sine_);
    const double side = sine_ < 0 ? -1.0 : 1.0;
    Circle arc{0, k_crown_radius, k_crown_radius};
    if (lean > half.crown_end / k_crown_radius) {
      arc = {side * half.shoulder.y, half.shoulder.z, half.shoulder.radius};
    }
    const ProfilePoint centre = turned({arc.y, arc.z});
    origin_ = {centre.y, centre.z - arc.radius};
  }

  /// From the upright head to the laid one.
  ProfilePoint operator()(ProfilePoint point) const {
    const ProfilePoint there = turned(point);
    return {there.y - origin_.y, there.z - origin_.z};
  }

 private:
  ProfilePoint turned(ProfilePoint point) const {
    return {cosine_ * point.y + sine_ * point.z, -sine_ * point.y + cosine_ * point.z};
  }

  double cosine_;
  double sine_ = 0;
  ProfilePoint origin_;
};

void check_inclination(double inclination) {
  if (std::abs(inclination) <= 0.2) return;
  throw ModelError(
      fmt::format("a rail's inclination must be between -1:5 and 1:5, got {:.6g} "
                  "(write 1:40 as 0.025)",
                  inclination));
}

/// Its point at this y, mm, on the arc about a centre of the upright head.
double on_laid_arc(const Laid& laid, const Circle& upright, double y) {
  const ProfilePoint centre = laid({upright.y, upright.z});
  return above({centre.y, centre.z, upright.radius}, y);
}

double on_line(const ProfilePoint& a, const ProfilePoint& b, double y) {
  return a.z + (b.z - a.z) * (y - a.y) / (b.y - a.y);
}

/// One half of the laid head at y, mm: side 1 is the field side, -1 the gauge side; NaN beyond it.
double laid_half_mm(const HalfHead& half, const Laid& laid, double side, double y) {
  const auto place = [&](ProfilePoint point) { return laid({side * point.y, point.z}); };
  const auto is_before = [&](double mark) { return side * y <= side * mark; };
  const auto end_of = [&](const Circle& circle, double upright_y) {
    return place({upright_y, above(circle, upright_y)}).y;
  };
  if (is_before(end_of(half.shoulder, half.crown_end))) {
    return on_laid_arc(laid, {0, k_crown_radius, k_crown_radius}, y);
  }
  if (is_before(end_of(half.shoulder, half.shoulder_end))) {
    return on_laid_arc(laid, {side * half.shoulder.y, half.shoulder.z, half.shoulder.radius}, y);
  }
  const ProfilePoint junction = place(half.side);
  const ProfilePoint end = place(half.side_end);
  const bool hangs_over = side * end.y <= side * junction.y;
  const double corner_end =
      hangs_over ? place({half.corner.y, half.corner.z}).y + side * k_corner_radius : junction.y;
  if (is_before(corner_end)) {
    return on_laid_arc(laid, {side * half.corner.y, half.corner.z, half.corner.radius}, y);
  }
  return !hangs_over && is_before(end.y) ? on_line(junction, end, y) : k_nan;
}

/// An arc of the upright head between two y, mm, and what is added to its height there.
template <class Mend>
CurvePiece head_arc(const Circle& circle, double from, double to, double side, Mend mend) {
  const auto angle = [&](double y) { return std::asin((y - circle.y) / circle.radius); };
  const double a = angle(from);
  const double b = angle(to);
  return {circle.radius * (b - a) * k_mm, [=](double t) {
            const double at = a + t * (b - a);
            const double y = circle.y + circle.radius * std::sin(at);
            const double z = circle.z - circle.radius * std::cos(at) + mend(y);
            return ProfilePoint{side * y * k_mm, z * k_mm};
          }};
}

/// Of the upright head from the middle of its top outwards, m; side 1 is at positive y.
std::vector<CurvePiece> half_head_pieces(const HalfHead& half, double side) {
  const Step step = half.step;
  return {head_arc({0, k_crown_radius, k_crown_radius}, 0, half.crown_end, side,
                   [](double) { return 0.0; }),
          head_arc(half.shoulder, half.crown_end, half.shoulder_end, side,
                   [=](double y) { return step.mend_before(y); }),
          head_arc(half.corner, half.shoulder_end, half.side.y, side,
                   [=](double y) { return step.mend_after(y); }),
          in_metres(line_piece({side * half.side.y, half.side.z},
                               {side * half.side_end.y, half.side_end.z}))};
}

std::string head_name(RailHead head, double inclination) {
  const std::string name = head == RailHead::uic60 ? "UIC60" : "60E1";
  if (inclination == 0) return name;
  return fmt::format("{} {}1:{:.4g}", name, inclination < 0 ? "-" : "", 1 / std::abs(inclination));
}

/// Tread and root of a cone, up to where S1002's flank begins to be straight; mm.
std::vector<CurvePiece> cone_with_root(const ConeShape& shape) {
  // The root touches the tread z = -slope y and the flank, both from their side of the air.
  const double radius = k_root.radius;
  const double flank_offset = k_flank_height + radius * std::hypot(1, k_flank_slope);
  const double tread_offset = radius * std::hypot(1, shape.slope);
  const double y = (flank_offset - tread_offset) / (-shape.slope - k_flank_slope);
  const double z = tread_offset - shape.slope * y;
  const double tread_angle = -std::numbers::pi / 2 - std::atan(shape.slope);
  const double flank_angle = -std::numbers::pi / 2 + std::atan(k_flank_slope);
  const CurvePiece root = arc_piece({y, z}, radius, flank_angle, tread_angle);
  const ProfilePoint flank_end = root.at(0);
  const ProfilePoint tread_begin = root.at(1);
  if (!(std::abs(shape.slope) <= 0.3) || tread_begin.y >= shape.highest_y / k_mm) {
    throw ModelError(
        fmt::format("no root of {} mm fits between the flange and a cone of slope {:.6g} that ends "
                    "at y = {:.6g} mm",
                    radius, shape.slope, shape.highest_y / k_mm));
  }
  return {in_metres(line_piece({k_face_end, flank_mm(k_face_end)}, flank_end)), in_metres(root),
          in_metres(line_piece(tread_begin,
                               {shape.highest_y / k_mm, -shape.slope * shape.highest_y / k_mm}))};
}

void check_circle(double radius, double half_width) {
  if (half_width > 0 && half_width < std::abs(radius)) return;
  throw ModelError(
      fmt::format("a circular profile must have 0 < half width < |radius|, got half "
                  "width {:.6g} m and radius {:.6g} m",
                  half_width, radius));
}

/// |z| of the arc, from -half_width to half_width.
std::vector<ProfilePoint> arc_points(double radius, double half_width, double sign) {
  const double angle = std::asin(half_width / std::abs(radius));
  std::vector<ProfilePoint> points = points_on({arc_piece({0, 0}, std::abs(radius), -angle, 0.0),
                                                arc_piece({0, 0}, std::abs(radius), 0.0, angle)});
  for (ProfilePoint& point : points) {
    // radius - cos(angle) radius without cancelling
    const double drop = point.z * point.z / (std::abs(radius) + point.y);
    point = {point.z, (radius > 0 ? sign : -sign) * drop};
  }
  return points;
}

}  // namespace

double s1002_lowest_y() { return k_flange_back * k_mm; }
double s1002_highest_y() { return k_field_side * k_mm; }
double s1002_height(double y) { return s1002_mm(y / k_mm) * k_mm; }

double rail_head_height(RailHead head, double inclination, double y) {
  check_inclination(inclination);
  const HalfHead half = half_head(head);
  const Laid laid(half, inclination);
  const double middle = laid({0, 0}).y;
  return laid_half_mm(half, laid, y / k_mm < middle ? -1.0 : 1.0, y / k_mm) * k_mm;
}

Profile s1002() {
  const Step low{k_root_end, root_mm(k_root_end), bend_mm(k_root_end)};
  const Step high{k_bend_end, bend_mm(k_bend_end), tread_mm(k_bend_end)};
  std::vector<CurvePiece> pieces = s1002_flange();
  pieces.push_back(graph_piece(k_face_end, k_flank_end, flank_mm));
  pieces.push_back(graph_piece(k_flank_end, k_root_end,
                               [=](double s) { return root_mm(s) + low.mend_before(s); }));
  pieces.push_back(graph_piece(k_root_end, k_bend_end, [=](double s) {
    return bend_mm(s) + low.mend_after(s) + high.mend_before(s);
  }));
  pieces.push_back(graph_piece(k_bend_end, k_tread_end,
                               [=](double s) { return tread_mm(s) + high.mend_after(s); }));
  pieces.push_back(graph_piece(k_tread_end, k_field_side, field_mm));
  return {ProfileKind::wheel, "S1002", points_on(pieces)};
}

Profile rail_head(RailHead head, double inclination) {
  check_inclination(inclination);
  const HalfHead half = half_head(head);
  const Laid laid(half, inclination);
  std::vector<ProfilePoint> points = points_on(half_head_pieces(half, -1));
  std::ranges::reverse(points);
  points.pop_back();  // the middle is the other half's first point
  std::ranges::copy(points_on(half_head_pieces(half, 1)), std::back_inserter(points));
  for (ProfilePoint& point : points) {
    const ProfilePoint there = laid({point.y / k_mm, point.z / k_mm});
    point = {there.y * k_mm, there.z * k_mm};
  }
  return {ProfileKind::rail, head_name(head, inclination), visible_from_top(std::move(points))};
}

Profile cone_wheel(const ConeShape& shape) {
  const std::string name = fmt::format("cone {:.6g}", shape.slope);
  if (shape.flange == Flange::s1002) {
    std::vector<CurvePiece> pieces = s1002_flange();
    std::ranges::copy(cone_with_root(shape), std::back_inserter(pieces));
    return {ProfileKind::wheel, name, points_on(pieces)};
  }
  if (!(shape.lowest_y < shape.highest_y)) {
    throw ModelError(
        fmt::format("a cone must end at a larger y than it begins, got {:.6g} m to "
                    "{:.6g} m",
                    shape.lowest_y, shape.highest_y));
  }
  const auto at = [&](double y) { return ProfilePoint{y, -shape.slope * y}; };
  return {ProfileKind::wheel, name,
          points_on({line_piece(at(shape.lowest_y), at(shape.highest_y))})};
}

Profile circular_wheel(double radius, double half_width) {
  check_circle(radius, half_width);
  return {ProfileKind::wheel, fmt::format("arc {:.6g} m", radius),
          arc_points(radius, half_width, -1)};
}

Profile circular_rail(double radius, double half_width) {
  check_circle(radius, half_width);
  return {ProfileKind::rail, fmt::format("arc {:.6g} m", radius),
          arc_points(radius, half_width, 1)};
}

Profile inclined(const Profile& rail, double inclination) {
  check_inclination(inclination);
  const double cosine = 1 / std::hypot(1, inclination);
  const double sine = inclination * cosine;
  std::vector<ProfilePoint> points;
  for (const ProfilePoint& point : rail.points()) {
    points.push_back({cosine * point.y + sine * point.z, -sine * point.y + cosine * point.z});
  }
  points = visible_from_top(std::move(points));
  const ProfilePoint top = highest_point(Profile(rail.kind(), rail.name(), points));
  for (ProfilePoint& point : points) point = {point.y - top.y, point.z - top.z};
  return {rail.kind(), rail.name(), std::move(points)};
}

Profile enlarged(const Profile& wheel, double by) {
  if (by == 0) return wheel;
  std::vector<ProfilePoint> points(wheel.points().begin(), wheel.points().end());
  for (ProfilePoint& point : points) point.z += by;
  return {wheel.kind(), wheel.name(), std::move(points)};
}

}  // namespace tread::profile
