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

void check_length(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw ModelError(fmt::format("track: {} = {} m must be > 0", what, value));
  }
}

void check_alignment(const TrackAlignment& alignment) {
  check_length("cant base", alignment.cant_base);
  check_length("rounding", alignment.rounding);
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
  check_length("transition", entry.transition);
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
  const double window = alignment_.rounding;
  const auto rounded = [&](const PiecewiseLinear& table, double start, double middle) {
    const auto mean_slope = [&](double s) {
      return (held_value(table, s + window / 2) - held_value(table, s - window / 2)) / window;
    };
    const double second =
        (held_slope(table, middle + window / 2) - held_slope(table, middle - window / 2)) / window;
    return Quadratic{mean_value(table, start, window), mean_slope(start), second / 2};
  };
  const auto add_piece = [&](double start, double end) {
    const double middle = (start + end) / 2;
    Piece piece;
    piece.start = start;
    piece.curvature = {held_value(alignment_.curvature, start),
                       held_slope(alignment_.curvature, middle), 0};
    piece.slope = rounded(alignment_.slope, start, middle);
    piece.cant = rounded(alignment_.cant, start, middle);
    pieces_.push_back(piece);
  };

  const std::vector<double> points = breakpoints(alignment_);
  add_piece(points.front() - 1, points.front());
  constexpr double k_max_pieces = 1e7;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double start = points[i];
    const double end = i + 1 < points.size() ? points[i + 1] : start + 1;
    const double middle = (start + end) / 2;
    const double change = std::abs(held_slope(alignment_.curvature, middle));
    const double vertical = std::abs(held_slope(alignment_.slope, middle + window / 2)) +
                            std::abs(held_slope(alignment_.slope, middle - window / 2));
    double n = 1;
    if (change > 0 || vertical > 0) {
      const double curvature = std::max(std::abs(held_value(alignment_.curvature, start)),
                                        std::abs(held_value(alignment_.curvature, end)));
      n = std::max(1.0, std::ceil((end - start) / longest_piece(curvature, change, vertical)));
    }
    if (n > k_max_pieces) {
      throw ModelError(
          fmt::format("track: its transition from s = {} m to {} m is too long; check the unit "
                      "of s, which is m",
                      start, end));
    }
    for (double k = 0; k < n; ++k) {
      add_piece(start + (end - start) * k / n, start + (end - start) * (k + 1) / n);
    }
  }

  // From the first piece on; then moved so that the track begins at s = 0.
  for (std::size_t i = 1; i < pieces_.size(); ++i) {
    const Piece& last = pieces_[i - 1];
    const double length = pieces_[i].start - last.start;
    pieces_[i].heading = last.heading + length * (last.curvature.a + length * last.curvature.b / 2);
  }
  const auto at_zero = static_cast<std::size_t>(&piece_at(0) - pieces_.data());
  const double heading = pieces_[at_zero].heading;  // 0 is a breakpoint
  for (Piece& piece : pieces_) piece.heading -= heading;
  for (std::size_t i = at_zero + 1; i < pieces_.size(); ++i) {
    const Piece& last = pieces_[i - 1];
    pieces_[i].position = last.position + advance(last, pieces_[i].start - last.start);
  }
  for (std::size_t i = at_zero; i > 0; --i) {
    Piece& piece = pieces_[i - 1];
    piece.position = pieces_[i].position - advance(piece, pieces_[i].start - piece.start);
  }
}

const TrackPath::Piece& TrackPath::piece_at(double s) const {
  const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), s,
                                      [](double x, const Piece& piece) { return x < piece.start; });
  return *(after - 1);
}

Eigen::Vector3d TrackPath::advance(const Piece& piece, double length) const {
  const auto heading = [&](double t) {
    return piece.heading + t * (piece.curvature.a + t * piece.curvature.b / 2);
  };
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
    sum += along * Eigen::Vector3d(std::cos(heading(t)), std::sin(heading(t)), -slope);
  }
  return sum;
}

void TrackPath::frame(double s, TrackFrame& frame) const {
  const Piece& piece = piece_at(s);
  const double t = s - piece.start;
  frame.position = piece.position + advance(piece, t);

  const double curvature = piece.curvature.value(t), curvature_change = piece.curvature.b;
  const double heading = piece.heading + t * (piece.curvature.a + t * piece.curvature.b / 2);
  const double p = piece.slope.value(t), p1 = piece.slope.slope(t), p2 = 2 * piece.slope.c;
  const double q = 1 + p * p;
  const double ct = 1 / std::sqrt(q), st = p * ct;  // pitch, nose up
  const double pitch1 = p1 / q, pitch2 = p2 / q - 2 * p * p1 * p1 / (q * q);
  const double base = alignment_.cant_base;
  const double sr = piece.cant.value(t) / base, cr = std::sqrt(1 - sr * sr);  // roll
  const double roll1 = piece.cant.slope(t) / (base * cr);
  const double roll2 = (2 * piece.cant.c / base + sr * roll1 * roll1) / cr;

  const double ch = std::cos(heading), sh = std::sin(heading);
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
