#include <gtest/gtest.h>

#include <Eigen/SparseLU>
#include <cmath>
#include <numbers>

#include "tread/elastodynamics/semi_discrete.hpp"

/// A displacement made up beforehand, the body force and pressure that it needs, and how fast the
/// error of the discretised equations falls when cells and steps are halved together.
///
///   u_x = T b'(x) g(z)     u_z = T b(x) q(z)     T = sin(omega t)
///
/// vanishes at the three held sides and has no shear traction at the surface, since
/// g'(0) + q(0) = 0. It is neither symmetric nor a polynomial that the schemes take exactly.
namespace tread::elastodynamics {
namespace {

using std::numbers::pi;

class MadeUp {
 public:
  explicit MadeUp(const Block& block)
      : solid_(block.solid), k_(pi / block.width), h_(block.height) {}

  double omega() const { return 2.0; }
  double displacement(const DofPlace& at) const {
    return at.direction == DofPlace::Direction::x ? b(1, at.x) * g(0, at.z)
                                                  : b(0, at.x) * q(0, at.z);
  }
  /// Amplitude of the body force: rho u'' - div sigma.
  double body_force(const DofPlace& at) const {
    const double inertia = -solid_.density * omega() * omega() * displacement(at);
    const double m = solid_.p_wave_modulus();
    const double lame = solid_.lame();
    const double shear = solid_.material.shear_modulus;
    if (at.direction == DofPlace::Direction::x) {
      return inertia - (m * b(3, at.x) * g(0, at.z) + lame * b(1, at.x) * q(1, at.z) +
                        shear * b(1, at.x) * (g(2, at.z) + q(1, at.z)));
    }
    return inertia - (shear * b(2, at.x) * (g(1, at.z) + q(0, at.z)) +
                      lame * b(2, at.x) * g(1, at.z) + m * b(0, at.x) * q(2, at.z));
  }
  double pressure(double x) const {
    return -(solid_.lame() * b(2, x) * g(0, 0) + solid_.p_wave_modulus() * b(0, x) * q(1, 0));
  }

 private:
  /// cos²(kx) (1 + sin(2kx)/2) = 1/2 + cos(2kx)/2 + sin(2kx)/4 + sin(4kx)/8 and its derivatives.
  double b(int n, double x) const {
    const double turn = n * pi / 2;
    const double two = std::pow(2 * k_, n);
    const double four = std::pow(4 * k_, n);
    return (n == 0 ? 0.5 : 0) + two * std::cos(2 * k_ * x + turn) / 2 +
           two * std::sin(2 * k_ * x + turn) / 4 + four * std::sin(4 * k_ * x + turn) / 8;
  }
  double g(int n, double z) const {  // -(z + h)(1 + z²/h²)
    const double r = z / h_;
    if (n == 0) return -(z + h_) * (1 + r * r);
    if (n == 1) return -(1 + r * r) - (z + h_) * 2 * z / (h_ * h_);
    return -4 * z / (h_ * h_) - 2 * (z + h_) / (h_ * h_);
  }
  double q(int n, double z) const {  // sin(pi/2 (1 + z/h)) is 1 at the surface, 0 below
    const double c = pi / (2 * h_);
    return std::pow(c, n) * std::sin(c * (z + h_) + n * pi / 2);
  }

  ElasticSolid solid_;
  double k_;
  double h_;
};

Block unit_block(int n, Discretisation discretisation) {
  Block block;
  block.solid = {Material::from_young(1, 0.3), 1};
  block.width = 1.5;
  block.height = 1;
  block.nodes_x = 3 * n / 2 + 1;
  block.nodes_z = n + 1;
  block.discretisation = discretisation;
  return block;
}

struct Errors {
  double inside;   // root mean square over all points with mass
  double surface;  // largest, of the surface's height
};

Errors errors_at_end(int n, Discretisation discretisation) {
  const Block block = unit_block(n, discretisation);
  const SemiDiscrete semi = discretise(block);
  const MadeUp exact(block);
  const Eigen::Index n_dofs = semi.n_dofs();
  Vector shape(n_dofs);
  Vector force(n_dofs);
  for (Eigen::Index i = 0; i < n_dofs; ++i) {
    const DofPlace& place = semi.places[static_cast<std::size_t>(i)];
    shape[i] = exact.displacement(place);
    force[i] = semi.volume[i] * exact.body_force(place);
  }
  Vector surface_force(semi.n_surface());
  for (Eigen::Index i = 0; i < semi.n_surface(); ++i) {
    const double x = semi.surface_x[static_cast<std::size_t>(i)];
    surface_force[i] = semi.surface_length * exact.pressure(x);
  }
  // the midpoint rule of the implicit stepper, driven by the made-up forces
  const double end = 1;
  const int n_steps = 2 * n;
  const double h = end / n_steps;
  const SparseMatrix inertia = SparseMatrix(Vector(2 / (h * h) * semi.mass).asDiagonal());
  const SparseMatrix matrix = inertia + 0.5 * semi.stiffness;
  Eigen::SparseLU<SparseMatrix> factor(matrix);
  Vector u = Vector::Zero(n_dofs);
  Vector v = exact.omega() * shape;
  for (int k = 0; k < n_steps; ++k) {
    const double at_middle = std::sin(exact.omega() * (k + 0.5) * h);
    const Vector right = inertia * (u + h * v) - 0.5 * (semi.stiffness * u) +
                         at_middle * (force - semi.load * surface_force);
    const Vector next = factor.solve(right);
    v = 2 * (next - u) / h - v;
    u = next;
  }
  const double at_end = std::sin(exact.omega() * end);
  Errors errors{0, 0};
  double n_massive = 0;
  for (Eigen::Index i = 0; i < n_dofs; ++i) {
    if (semi.mass[i] == 0) continue;
    const double error = u[i] - at_end * shape[i];
    errors.inside += error * error;
    ++n_massive;
  }
  errors.inside = std::sqrt(errors.inside / n_massive);
  const Vector surface = semi.observe * u - at_end * semi.flexibility.cwiseProduct(surface_force);
  for (Eigen::Index i = 0; i < semi.n_surface(); ++i) {
    const DofPlace place{semi.surface_x[static_cast<std::size_t>(i)], 0, DofPlace::Direction::z};
    errors.surface =
        std::max(errors.surface, std::abs(surface[i] - at_end * exact.displacement(place)));
  }
  return errors;
}

void expect_second_order(Discretisation discretisation) {
  const Errors coarse = errors_at_end(16, discretisation);
  const Errors middle = errors_at_end(32, discretisation);
  const Errors fine = errors_at_end(64, discretisation);
  for (const auto& [a, b] : {std::pair{coarse, middle}, std::pair{middle, fine}}) {
    const double inside = std::log2(a.inside / b.inside);
    const double surface = std::log2(a.surface / b.surface);
    EXPECT_NEAR(inside, 2, 0.1) << "errors " << a.inside << " " << b.inside;
    EXPECT_NEAR(surface, 2, 0.2) << "errors " << a.surface << " " << b.surface;
  }
}

TEST(Order, StaggeredGridIsOfSecondOrderInsideAndAtTheSurface) {
  expect_second_order(Discretisation::staggered);
}

TEST(Order, CollocatedGridOfTheThesisIsOfSecondOrder) {
  expect_second_order(Discretisation::collocated);
}

}  // namespace
}  // namespace tread::elastodynamics
