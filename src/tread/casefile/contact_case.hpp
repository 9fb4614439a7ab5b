#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tread/casefile/place.hpp"
#include "tread/casefile/tangential_case.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/shape.hpp"

namespace tread::casefile {

/// What is prescribed in the normal direction.
struct Load {
  enum class Kind { force, approach };
  Kind kind = Kind::force;
  double value = 0;  // N, or m; positive presses the bodies together
};

/// The potential contact area, in the ways a user can give it.
struct FixedArea {  // as given
  enum class Edge { error, warn };
  Grid grid;
  Edge edge =
      Edge::error;  // what contact at the edge of the area is; CONTACT's users are only warned
};
struct AutomaticArea {  // found by the program: a little larger than the contact
  int nx = 0;
  int ny = 0;
  double margin = 1.2;  // size of the area over that of the contact
  double line_length =
      1;  // line contact: dy of the row of cells, the length that carries the force, m
};

/// SCALE times the Hertzian contact, centred, of a shape that CONTACT's IPOTCN = -1 .. -5
/// describes. x is the rolling direction.
///
/// Point contact, h = A1 x^2 + B1 y^2 (A1, B1 are halves of the summed curvatures, 1/(2R)), contact
/// ellipse AA x BB:
///   -1 curvatures           A1, B1: the ellipse follows from the load
///   -2 curvature_and_ratio  A1, a/b = AA/BB: B1 follows from the ratio, the ellipse from the load
///   -3 semi_axes            AA, BB: A1 and B1 follow from the load
/// The area is [-SCALE AA, SCALE AA] x [-SCALE BB, SCALE BB], nx x ny cells.
/// Line contact along y, h = A1 x^2, contact rectangle 2 AA x 2 BB, only with a prescribed force F
/// (F / (2 BB) per length):
///   -4 line_curvature       A1, BB: AA = sqrt(F / (pi E* A1 BB))
///   -5 line_half_width      AA, BB: A1 follows from the load by the same formula
/// In x as above; in y the contact is n cells wide, dy = 2 BB / n, with n = ny if SCALE <= 1, else
/// ny / SCALE rounded, at least 1, and one more if ny - n is odd. B1 = 0 and no planform: the
/// solved contact runs over all ny rows, as in CONTACT.
struct HertzArea {
  enum class Given { curvatures, curvature_and_ratio, semi_axes, line_curvature, line_half_width };
  Given given = Given::curvatures;
  int nx = 0;
  int ny = 0;
  double first = 0;   // A1 (1/m) or AA (m), as CONTACT defines them
  double second = 0;  // B1 (1/m), a/b, BB (m)
  double margin = 1;  // SCALE
};
using Area = std::variant<FixedArea, AutomaticArea, HertzArea>;

/// Points below the surface at which stresses are wanted: all combinations of x, y and z. z > 0
/// lies in the body.
struct SubsurfaceBlock {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> z;
};

struct SolverSettings {
  double tolerance =
      1e-6;  // largest gap in contact and penetration outside it, over the largest displacement
  int max_iterations = 200;
  bool sensitivities = false;  // derivatives of the forces, with friction on the half-space
  int threads = 1;
};

/// One contact problem, complete and in SI units. Frictionless unless motion says otherwise.
struct ContactCase {
  std::string title;
  BodyPair bodies;
  Shape shape;  // with a HertzArea the shape follows from the area and this one is not used
  Planform planform;
  Load load;
  Area area;
  bool line_contact =
      false;  // plane strain: one row of cells, whose dy is the length that carries the force
  double datum_distance = 0;  // line contact: where the displacement is taken as zero, m
  Motion motion;
  Friction friction;
  Rolling rolling;    // counts only if motion.is_rolling()
  Schedule schedule;  // counts only in transient rolling
  History history = History::anew;
  TangentialModel model;
  std::optional<CreepTable> creep_table;  // in steady rolling: instead of the creepages of motion
  SolverSettings solver;
  std::vector<SubsurfaceBlock> subsurface;
  std::map<std::string, Place> places;  // key -> where it was written
};

/// A value as it was used, given or default: SI.
struct EchoEntry {
  std::string key;    // "shape.radius"
  std::string value;  // "0.3"
  std::string unit;   // "m"; empty: none
};

}  // namespace tread::casefile
