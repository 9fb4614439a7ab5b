#include "tread/vehicle/track_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::vehicle {

namespace {

/// Between the points of a table, constant beyond them; 0 without points.
double held_value(const PiecewiseLinear& table, double s) {
  if (table.places().empty()) return 0;
  return table.at(std::clamp(s, table.places().front(), table.places().back())).value;
}

/// The slope in the neighbourhood of s, which is no point of the table.
double held_slope(const PiecewiseLinear& table, double s) {
  const std::vector<double>& places = table.places();
  if (places.size() < 2 || s < places.front() || s > places.back()) return 0;
  return table.at(s).slope;
}

/// Mean of the held table over a window around s.
double mean_value(const PiecewiseLinear& table, double s, double window) {
  const double end = s + window / 2;
  double from = s - window / 2;
  double area = 0;
  const auto add_until = [&](double to) {
    area += (to - from) * (held_value(table, from) + held_value(table, to)) / 2;
    from = to;
  };
  for (const double place : table.places()) {
    if (place > from && place < end) add_until(place);
  }
  add_until(end);
  return area / window;
}

void check_table(const char* what, const PiecewiseLinear& table, double limit, const char* reason) {
  for (std::size_t i = 0; i < table.values().size(); ++i) {
    if (!(std::abs(table.values()[i]) < limit)) {
      throw ModelError(fmt::format("track: {} = {} at s = {} m: {}", what, table.values()[i],
                                   table.places()[i], reason));
    }
  }
}

void check_track_length(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw ModelError(fmt::format("track: {} = {} m must be > 0", what, value));
  }
}

void check_alignment(const TrackAlignment& alignment) {
  check_track_length("cant base", alignment.cant_base);
  check_track_length("rounding", alignment.rounding);
  check_table("curvature", alignment.curvature, 1,
              "a curve is wider than 1 m; give 1 / radius in 1/m");
  check_table("slope", alignment.slope, 1,
              "a track is less steep than 1; give rise over length, 0.012 for 12 in a thousand");
  check_table("cant", alignment.cant, alignment.cant_base,
              "must be smaller than the base it is counted over; give it in m");
}

/// Points between which curvature is linear, slope and cant quadratic.
std::vector<double> breakpoints(const TrackAlignment& alignment) {
  std::vector<double> points = alignment.curvature.places();
  for (const PiecewiseLinear* table : {&alignment.slope, &alignment.cant}) {
    for (const double place : table->places()) {
      points.push_back(place - alignment.rounding / 2);
      points.push_back(place + alignment.rounding / 2);
    }
  }
  points.push_back(0);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

/// Gauss' rule with four points has an error of 6e-10 L^9 f''''''''. With these limits it stays
/// below 1e-14 L for the cosine of a heading that turns like a clothoid.
double longest_piece(double curvature, double curvature_change, double vertical_change) {
  double length = 5;
  if (curvature > 0) length = std::min(length, 0.2 / curvature);
  if (curvature_change > 0) length = std::min(length, std::sqrt(0.02 / curvature_change));
  if (vertical_change > 0) length = std::min(length, 0.1 / vertical_change);
  return length;
}

/// How many pieces there are between two breakpoints: one where a closed form holds.
double n_pieces(const TrackAlignment& alignment, double start, double end) {
  const double middle = (start + end) / 2, window = alignment.rounding;
  const double change = std::abs(held_slope(alignment.curvature, middle));
  const double vertical = std::abs(held_slope(alignment.slope, middle + window / 2)) +
                          std::abs(held_slope(alignment.slope, middle - window / 2));
  if (change == 0 && vertical == 0) return 1;
  const double curvature = std::max(std::abs(held_value(alignment.curvature, start)),
                                    std::abs(held_value(alignment.curvature, end)));
  const double n =
      std::max(1.0, std::ceil((end - start) / longest_piece(curvature, change, vertical)));
  constexpr double k_max_pieces = 1e6;
  if (n > k_max_pieces) {
    throw ModelError(fmt::format(
        "track: curvature or slope change all the way from s = {} m to {} m: too long to be a "
        "transition; check the unit of s, which is m",
        start, end));
  }
  return n;
}

struct GaussPoint {
  double place;  // in 0 .. 1
  double weight;
};
constexpr std::array<GaussPoint, 4> k_gauss = {{{0.06943184420297371, 0.17392742256872693},
                                                {0.33000947820757187, 0.32607257743127307},
                                                {0.66999052179242813, 0.32607257743127307},
                                                {0.93056815579702629, 0.17392742256872693}}};

}  // namespace

TrackAlignment curve_track(const CurveEntry& entry) {
  check_track_length("transition", entry.transition);
  if (!std::isfinite(entry.straight)) {
    throw ModelError(fmt::format("track: straight = {} m must be finite", entry.straight));
  }
  const std::vector<double> places = {entry.straight, entry.straight + entry.transition};
  return {.curvature = {places, {0, entry.curvature}},
          .slope = {},
          .cant = {places, {0, entry.cant}},
          .cant_base = entry.cant_base,
          .rounding = entry.rounding};
}

TrackPath::TrackPath(TrackAlignment alignment) : alignment_(std::move(alignment)) {
  check_alignment(alignment_);
  const std::vector<double> points = breakpoints(alignment_);
  add_piece(points.front() - 1, points.front());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double start = points[i];
    const double end = i + 1 < points.size() ? points[i + 1] : start + 1;
    const double n = n_pieces(alignment_, start, end);
    for (double k = 0; k < n; ++k) {
      add_piece(start + (end - start) * k / n, start + (end - start) * (k + 1) / n);
    }
  }
  join_pieces();
}

TrackPath::Quadratic TrackPath::rounded(const PiecewiseLinear& table, double start,
                                        double middle) const {
  const double window = alignment_.rounding;
  const double slope =
      (held_value(table, start + window / 2) - held_value(table, start - window / 2)) / window;
  const double second =
      (held_slope(table, middle + window / 2) - held_slope(table, middle - window / 2)) / window;
  return {mean_value(table, start, window), slope, second / 2};
}

void TrackPath::add_piece(double start, double end) {
  const double middle = (start + end) / 2;
  Piece piece;
  piece.start = start;
  piece.curvature = {held_value(alignment_.curvature, start),
                     held_slope(alignment_.curvature, middle), 0};
  piece.slope = rounded(alignment_.slope, start, middle);
  piece.cant = rounded(alignment_.cant, start, middle);
  pieces_.push_back(piece);
}

/// The track begins at s = 0, which is a breakpoint, at the origin and along x.
void TrackPath::join_pieces() {
  for (std::size_t i = 1; i < pieces_.size(); ++i) {
    const Piece& last = pieces_[i - 1];
    pieces_[i].heading = heading(last, pieces_[i].start - last.start);
  }
  const auto zero = static_cast<std::size_t>(&piece_at(0) - pieces_.data());
  const double heading_at_zero = pieces_[zero].heading;
  for (Piece& piece : pieces_) piece.heading -= heading_at_zero;
  for (std::size_t i = zero + 1; i < pieces_.size(); ++i) {
    const Piece& last = pieces_[i - 1];
    pieces_[i].position = last.position + advance(last, pieces_[i].start - last.start);
  }
  for (std::size_t i = zero; i > 0; --i) {
    Piece& piece = pieces_[i - 1];
    piece.position = pieces_[i].position - advance(piece, pieces_[i].start - piece.start);
  }
}

double TrackPath::heading(const Piece& piece, double t) {
  return piece.heading + t * (piece.curvature.a + t * piece.curvature.b / 2);
}

const TrackPath::Piece& TrackPath::piece_at(double s) const {
  const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), s,
                                      [](double x, const Piece& piece) { return x < piece.start; });
  return *(after - 1);
}

Eigen::Vector3d TrackPath::advance(const Piece& piece, double length) {
  if (piece.curvature.b == 0 && piece.slope.b == 0 && piece.slope.c == 0) {
    const double half_turn = piece.curvature.a * length / 2;
    const double sinc = std::abs(half_turn) < 1e-4 ? 1 - half_turn * half_turn / 6
                                                   : std::sin(half_turn) / half_turn;
    const double along = length / std::hypot(1.0, piece.slope.a);
    const double middle = piece.heading + half_turn;
    return {along * sinc * std::cos(middle), along * sinc * std::sin(middle),
            -along * piece.slope.a};
  }
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const GaussPoint& point : k_gauss) {
    const double t = length * point.place;
    const double slope = piece.slope.value(t);
    const double along = length * point.weight / std::sqrt(1 + slope * slope);
    const double angle = heading(piece, t);
    sum += along * Eigen::Vector3d(std::cos(angle), std::sin(angle), -slope);
  }
  return sum;
}

void TrackPath::frame(double s, TrackFrame& frame) const {
  const Piece& piece = piece_at(s);
  const double t = s - piece.start;
  frame.position = piece.position + advance(piece, t);

  const double curvature = piece.curvature.value(t), curvature_change = piece.curvature.b;
  const double p = piece.slope.value(t), p1 = piece.slope.slope(t), p2 = 2 * piece.slope.c;
  const double q = 1 + p * p;
  const double ct = 1 / std::sqrt(q), st = p * ct;  // pitch, nose up
  const double pitch1 = p1 / q, pitch2 = p2 / q - 2 * p * p1 * p1 / (q * q);
  const double base = alignment_.cant_base;
  const double sr = piece.cant.value(t) / base, cr = std::sqrt(1 - sr * sr);  // roll
  const double roll1 = piece.cant.slope(t) / (base * cr);
  const double roll2 = (2 * piece.cant.c / base + sr * roll1 * roll1) / cr;

  const double angle = heading(piece, t), ch = std::cos(angle), sh = std::sin(angle);
  frame.rotation << ch * ct, ch * st * sr - sh * cr, ch * st * cr + sh * sr,  //
      sh * ct, sh * st * sr + ch * cr, sh * st * cr - ch * sr,                //
      -st, ct * sr, ct * cr;
  frame.turn = {roll1 - curvature * st, pitch1 * cr + curvature * ct * sr,
                -pitch1 * sr + curvature * ct * cr};
  frame.turn_change = {roll2 - curvature_change * st - curvature * ct * pitch1,
                       pitch2 * cr - pitch1 * sr * roll1 + curvature_change * ct * sr -
                           curvature * st * pitch1 * sr + curvature * ct * cr * roll1,
                       -pitch2 * sr - pitch1 * cr * roll1 + curvature_change * ct * cr -
                           curvature * st * pitch1 * cr - curvature * ct * sr * roll1};
}

TrackFrame TrackPath::frame(double s) const {
  TrackFrame result;
  frame(s, result);
  return result;
}

double TrackPath::curvature(double s) const {
  const Piece& piece = piece_at(s);
  return piece.curvature.value(s - piece.start);
}

double TrackPath::slope(double s) const {
  const Piece& piece = piece_at(s);
  return piece.slope.value(s - piece.start);
}

double TrackPath::cant(double s) const {
  const Piece& piece = piece_at(s);
  return piece.cant.value(s - piece.start);
}

}  // namespace tread::vehicle
