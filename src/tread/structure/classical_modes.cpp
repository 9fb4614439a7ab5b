#include "tread/structure/classical_modes.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"

namespace tread::structure {
namespace {

using std::numbers::pi;

enum class ClassicalEnd { clamped, pinned, free };

std::optional<ClassicalEnd> end_of(const Support& support) {
  const bool holds = std::isinf(support.vertical);
  const bool holds_slope = std::isinf(support.rotational);
  if (holds && holds_slope) return ClassicalEnd::clamped;
  if (holds && support.rotational == 0) return ClassicalEnd::pinned;
  if (support.vertical == 0 && support.rotational == 0) return ClassicalEnd::free;
  return std::nullopt;
}

struct ClassicalEnds {
  ClassicalEnd left = ClassicalEnd::free;
  ClassicalEnd right = ClassicalEnd::free;

  bool are(ClassicalEnd a, ClassicalEnd b) const {
    return (left == a && right == b) || (left == b && right == a);
  }
};

std::optional<ClassicalEnds> classical_ends_of(const Beam& beam) {
  ClassicalEnds ends;
  for (const Support& support : beam.supports) {
    const std::optional<ClassicalEnd> end = end_of(support);
    if (!end) return std::nullopt;
    if (support.x == 0) {
      ends.left = *end;
    } else if (support.x == beam.length) {
      ends.right = *end;
    } else if (*end != ClassicalEnd::free) {
      return std::nullopt;
    }
  }
  return ends;
}

double inverse_cosh(double b) {
  const double decay = std::exp(-b);
  return 2 * decay / (1 + decay * decay);
}

/// Newton from the asymptote: cos b = side/cosh b.
double solve_cosine(double b, double side) {
  for (int i = 0; i < 50; ++i) {
    const double f = std::cos(b) - side * inverse_cosh(b);
    const double slope = -std::sin(b) + side * inverse_cosh(b) * std::tanh(b);
    const double change = f / slope;
    b -= change;
    if (std::abs(change) < 1e-15 * b) break;
  }
  return b;
}

/// tan b = tanh b.
double solve_tangent(double b) {
  for (int i = 0; i < 50; ++i) {
    const double t = std::tanh(b);
    const double f = std::sin(b) - t * std::cos(b);
    const double slope = std::cos(b) * t * t + t * std::sin(b);  // 1 - (1 - t^2) = t^2
    const double change = f / slope;
    b -= change;
    if (std::abs(change) < 1e-15 * b) break;
  }
  return b;
}

int n_rigid_motions_of_ends(const ClassicalEnds& ends) {
  if (ends.are(ClassicalEnd::free, ClassicalEnd::free)) return 2;
  return ends.are(ClassicalEnd::free, ClassicalEnd::pinned) ? 1 : 0;
}

/// b L of the n-th bending mode, n = 1, 2, ...
double wave_angle(const ClassicalEnds& ends, int n) {
  if (ends.are(ClassicalEnd::clamped, ClassicalEnd::clamped) ||
      ends.are(ClassicalEnd::free, ClassicalEnd::free)) {
    return solve_cosine((n + 0.5) * pi, 1);
  }
  if (ends.are(ClassicalEnd::clamped, ClassicalEnd::free)) return solve_cosine((n - 0.5) * pi, -1);
  return solve_tangent((n + 0.25) * pi);
}

using Row = Eigen::RowVector4d;

/// w over b^d of the d-th derivative at an end, as a row over c_0 ... c_3 (see ExponentialShapes).
Row derivative_row(double angle, int derivative, bool at_left) {
  const double x = at_left ? 0 : angle;
  const std::array<double, 4> cosine{std::cos(x), -std::sin(x), -std::cos(x), std::sin(x)};
  const std::array<double, 4> sine{std::sin(x), std::cos(x), -std::sin(x), -std::cos(x)};
  const double from_left = (derivative % 2 == 0 ? 1 : -1) * std::exp(-x);
  return {cosine[as_size(derivative)], sine[as_size(derivative)], from_left,
          std::exp(-(angle - x))};
}

std::array<int, 2> vanishing_derivatives(ClassicalEnd end) {
  switch (end) {
    case ClassicalEnd::clamped:
      return {0, 1};
    case ClassicalEnd::pinned:
      return {0, 2};
    default:
      return {2, 3};
  }
}

/// The shape that satisfies the end conditions, scaled to an integral of w^2 of L.
Eigen::Vector4d shape_coefficients(const ClassicalEnds& ends, double angle) {
  Eigen::Matrix4d conditions;
  int row = 0;
  for (const int d : vanishing_derivatives(ends.left)) {
    conditions.row(row++) = derivative_row(angle, d, true);
  }
  for (const int d : vanishing_derivatives(ends.right)) {
    conditions.row(row++) = derivative_row(angle, d, false);
  }
  const Eigen::JacobiSVD<Eigen::Matrix4d> svd(conditions, Eigen::ComputeFullV);
  const Eigen::Vector4d c = svd.matrixV().col(3);
  // For these ends the integral of w^2 is L/4 (w^2 + w''^2/b^4 - 2 w' w'''/b^4) at x = L.
  const auto at_right = [&](int d) { return derivative_row(angle, d, false).dot(c); };
  const double mean_square =
      (at_right(0) * at_right(0) + at_right(2) * at_right(2) - 2 * at_right(1) * at_right(3)) / 4;
  // The first slope or deflection that is not held at the left end is positive.
  const int first =
      ends.left == ClassicalEnd::clamped ? 2 : (ends.left == ClassicalEnd::pinned ? 1 : 0);
  const double sign = derivative_row(angle, first, true).dot(c) < 0 ? -1 : 1;
  return sign * c / std::sqrt(mean_square);
}

/// Translation and rotation about the middle, or rotation about the pinned end.
void add_rigid_motions(const ClassicalEnds& ends, double length, int n_modes,
                       ExponentialShapes& shapes) {
  const auto add = [&](double c0, double c1) {
    if (static_cast<int>(shapes.wave_number.size()) == n_modes) return;
    shapes.wave_number.push_back(0);
    for (auto& c : shapes.coefficient) c.push_back(0);
    shapes.coefficient[0].back() = c0;
    shapes.coefficient[1].back() = c1;
    ++shapes.n_rigid;
  };
  if (ends.are(ClassicalEnd::free, ClassicalEnd::free)) {
    add(1, 0);
    add(-std::sqrt(3.0), 2 * std::sqrt(3.0) / length);
  } else if (ends.left == ClassicalEnd::pinned && ends.right == ClassicalEnd::free) {
    add(0, std::sqrt(3.0) / length);
  } else if (ends.left == ClassicalEnd::free && ends.right == ClassicalEnd::pinned) {
    add(std::sqrt(3.0), -std::sqrt(3.0) / length);
  }
}

BeamModes exponential_modes(const Beam& beam, const ClassicalEnds& ends, int n_modes) {
  const BeamSection& section = beam.sections.front();
  const double length = beam.length;
  const double scale = 1 / std::sqrt(section.mass_per_length * length);
  ExponentialShapes shapes;
  shapes.length = length;
  add_rigid_motions(ends, length, n_modes, shapes);
  // From here on 1/cosh is below rounding and the wave numbers are an arithmetic sequence.
  shapes.n_irregular = n_rigid_motions_of_ends(ends) + 12;
  for (int n = 1; static_cast<int>(shapes.wave_number.size()) < n_modes; ++n) {
    const double angle = wave_angle(ends, n);
    const Eigen::Vector4d c = shape_coefficients(ends, angle);
    shapes.wave_number.push_back(angle / length);
    for (int k = 0; k < 4; ++k) shapes.coefficient[as_size(k)].push_back(c[k]);
  }
  for (auto& coefficient : shapes.coefficient) {
    for (double& c : coefficient) c *= scale;
  }
  const double speed = std::sqrt(section.bending_stiffness / section.mass_per_length);
  std::vector<double> omega;
  for (const double b : shapes.wave_number) omega.push_back(b * b * speed);
  return BeamModes({{0, beam, std::move(omega), std::move(shapes), {}, {}}});
}

/// One mode of a simply supported beam with shear deformation: w = W sin(k x), psi = r k W cos(k
/// x).
struct ShearMode {
  int wave = 0;
  double omega = 0;
  double rotation = 1;  // r = psi/w' at the ends
};

/// With w and psi as above the equations of motion become
///
///   m omega^2 = GA k^2 (1 - r),    J omega^2 r = EI k^2 r - GA (1 - r)
///
/// Without J one frequency a wave; with J two, the second with w' and psi in opposition.
std::vector<ShearMode> shear_modes(const BeamSection& section, double k, int wave) {
  const double shear = section.shear_stiffness * k * k;
  const double bending = section.bending_stiffness * k * k;
  const double m = section.mass_per_length;
  const double j = section.rotary_inertia;
  const double ga = section.shear_stiffness;
  if (j == 0) {
    const double r = 1 / (1 + bending / ga);
    return {{wave, std::sqrt(bending * k * k * r / m), r}};
  }
  // m J z^2 - (m (EI k^2 + GA) + J GA k^2) z + EI k^2 GA k^2 = 0, z = omega^2, without
  // cancellation.
  const double b = m * (bending + ga) + j * shear;
  const double root = std::sqrt(b * b - 4 * m * j * bending * shear);
  const double low = 2 * bending * shear / (b + root);
  const double high = (b + root) / (2 * m * j);
  return {{wave, std::sqrt(low), 1 - m * low / shear},
          {wave, std::sqrt(high), 1 - m * high / shear}};
}

BeamModes sine_modes(const Beam& beam, int n_modes) {
  const BeamSection& section = beam.sections.front();
  const double k1 = pi / beam.length;
  std::vector<ShearMode> modes;
  for (int n = 1; n <= n_modes; ++n) {
    if (std::isinf(section.shear_stiffness)) {
      const double k = n * k1;
      modes.push_back(
          {n, k * k * std::sqrt(section.bending_stiffness / section.mass_per_length), 1});
    } else {
      for (const ShearMode& mode : shear_modes(section, n * k1, n)) modes.push_back(mode);
    }
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const ShearMode& a, const ShearMode& b) { return a.omega < b.omega; });
  modes.resize(as_size(n_modes));

  BeamModes::Part part{0, beam, {}, {}, {}, {}};
  SineShapes shapes;
  shapes.length = beam.length;
  for (const ShearMode& mode : modes) {
    const double k = mode.wave * k1;
    const double rotation = mode.rotation * k;
    const double mass = section.mass_per_length + section.rotary_inertia * rotation * rotation;
    part.omega.push_back(mode.omega);
    shapes.amplitude.push_back(std::sqrt(2 / (mass * beam.length)));
    shapes.wave.push_back(mode.wave);
    shapes.has_gaps |= mode.wave != static_cast<int>(shapes.wave.size());
    if (std::isinf(section.shear_stiffness)) continue;
    part.moment_factor.push_back(mode.rotation);
    part.shear_factor.push_back(section.shear_stiffness * (1 - mode.rotation) /
                                (section.bending_stiffness * k * k));
  }
  part.shapes = std::move(shapes);
  return BeamModes({std::move(part)});
}

}  // namespace

std::vector<double> wave_frequencies(const BeamSection& section, double wave_number) {
  if (wave_number == 0) return {std::sqrt(section.shear_stiffness / section.rotary_inertia)};
  std::vector<double> frequencies;
  for (const ShearMode& mode : shear_modes(section, wave_number, 1)) {
    frequencies.push_back(mode.omega);
  }
  return frequencies;
}

std::optional<BeamModes> classical_modes(const Beam& beam, int n_modes) {
  if (!is_uniform(beam)) return std::nullopt;
  const std::optional<ClassicalEnds> ends = classical_ends_of(beam);
  if (!ends) return std::nullopt;
  if (ends->are(ClassicalEnd::pinned, ClassicalEnd::pinned)) return sine_modes(beam, n_modes);
  if (!std::isinf(beam.sections.front().shear_stiffness)) return std::nullopt;
  return exponential_modes(beam, *ends, n_modes);
}

}  // namespace tread::structure
