#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/core/piecewise_linear.hpp"

namespace tread::vehicle {

/// A track as a curve in space, rebuilt from curvature, slope and cant over its length.
///
/// Inertial axes: x forward where the track begins, y to the right, z down. The centre line
/// (between the rails, in the plane of their tops) has the arc length s and, at every s, a track
/// frame
///
///   R = Rz(heading) Ry(atan slope) Rx(asin(cant / base)),   d heading / ds = curvature,
///
/// x along the centre line, y to the right in the plane of the rail tops, z down. Signs follow from
/// the axes: a curvature > 0 turns to the RIGHT, a slope > 0 (rise over horizontal length) goes
/// uphill, a cant > 0 lifts the LEFT rail; curvature and cant of a usual curve have the same sign.
/// The paper of Magheri et al. (2010), table 3, calls a right-hand curve negative: K = -1/1200;
/// turning_right_negative() converts.
///
/// Cant is the height of one rail over the other along `cant_base` and turns about the centre line,
/// which stays where it is. Turning about the inner rail instead lifts the centre line by half the
/// cant: add |d cant / ds| / 2 to the slope. Curvature counts along s, not along its plan: they
/// differ by cos(slope).
///
/// Curvature, slope and cant are linear between their points and constant beyond them: transitions
/// are clothoids. The kinks of cant and slope are rounded by parabolas over the length `rounding`
/// (a mean over that length): the frame's angular velocity would jump there, and with it every
/// velocity that is counted relative to it.
///
/// Positions are closed forms on straights, arcs and helices; on clothoids and rounded slopes Gauss
/// quadrature over short pieces, with an error below 1e-13 m per piece.

struct TrackAlignment {
  PiecewiseLinear curvature;  // 1/m over m, > 0 turns right; empty: straight
  PiecewiseLinear slope;      // rise over horizontal length, > 0 uphill; empty: level
  PiecewiseLinear cant;       // m, > 0 lifts the left rail; empty: none
  double cant_base = 1.5;     // m, over which the cant is counted
  double rounding = 3.0;      // m, > 0
};

/// From the sign of the paper, and back.
inline double turning_right_negative(double curvature) { return -curvature; }

/// Straight, transition (curvature and cant linear), curve, which goes on for ever.
struct CurveEntry {
  double straight = 50;          // m
  double transition = 100;       // m
  double curvature = 1. / 1200;  // 1/m, > 0 turns right
  double cant = 0.06;            // m, > 0 lifts the left rail
  double cant_base = 1.5;        // m
  double rounding = 3.0;         // m
};
TrackAlignment curve_track(const CurveEntry& entry);

/// Where the track is at s, and how its frame turns on the way.
struct TrackFrame {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();      // of the centre line, inertial axes, m
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  // columns: the frame's axes
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();  // w: angular velocity per speed, frame axes, 1/m
  Eigen::Vector3d turn_change = Eigen::Vector3d::Zero();  // dw/ds, frame axes, 1/m2
};

class TrackPath {
 public:
  TrackPath() : TrackPath(TrackAlignment{}) {}  // straight and level
  /// Throws ModelError: values that are not finite, a curve tighter than 1 m, a slope steeper than
  /// 1, a cant as large as its base, a base or rounding that is not positive.
  explicit TrackPath(TrackAlignment alignment);

  const TrackAlignment& alignment() const { return alignment_; }

  /// Any s, also before 0 and behind the last point. Allocates nothing.
  void frame(double s, TrackFrame& frame) const;
  TrackFrame frame(double s) const;

  double curvature(double s) const;  // 1/m
  double slope(double s) const;      // rounded
  double cant(double s) const;       // m, rounded

 private:
  /// a + b t + c t^2, t = s - start of the piece.
  struct Quadratic {
    double a = 0, b = 0, c = 0;
    double value(double t) const { return a + t * (b + t * c); }
    double slope(double t) const { return b + 2 * c * t; }
  };
  struct Piece {
    double start = 0;                                    // m
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // at its start
    double heading = 0;                                  // at its start
    Quadratic curvature, slope, cant;
  };

  Quadratic rounded(const PiecewiseLinear& table, double start, double middle) const;
  void add_piece(double start, double end);
  void join_pieces();
  const Piece& piece_at(double s) const;
  static double heading(const Piece& piece, double t);
  static Eigen::Vector3d advance(const Piece& piece, double length);

  TrackAlignment alignment_;
  std::vector<Piece> pieces_;  // the first also before its start, the last without end
};

}  // namespace tread::vehicle
