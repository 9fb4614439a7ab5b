#include <array>
#include <cmath>
#include <initializer_list>

#include "tread/core/as_size.hpp"
#include "tread/elastodynamics/discretisations.hpp"

namespace tread::elastodynamics {
namespace {

/// Points of the staggered grid over nx x nz cells: u_x on the upright faces (i, j + 1/2), u_z on
/// the level faces (i + 1/2, j), direct stresses at cell centres, shear stress at corners (i, j).
/// The uppermost u_z, at the surface, is no unknown: it follows from the surface force.
class Faces {
 public:
  explicit Faces(const Block& block)
      : nx_(block.cells_x()), nz_(block.cells_z()), held_(block.outer == OuterBoundary::fixed) {
    int next = 0;
    x_.assign(as_size((nx_ + 1) * nz_), -1);
    z_.assign(as_size(nx_ * nz_), -1);
    // column by column: neighbours stay near each other in memory
    for (int i = 0; i <= nx_; ++i) {
      for (int j = 0; j < nz_; ++j) {
        const bool is_side = i == 0 || i == nx_;
        if (!(held_ && is_side)) x_[as_size(i * nz_ + j)] = next++;
        if (i < nx_ && !(held_ && j == 0)) z_[as_size(i * nz_ + j)] = next++;
      }
    }
    count_ = next;
  }

  int count() const { return count_; }
  int x(int i, int j) const { return x_[as_size(i * nz_ + j)]; }  // -1: held
  int z(int i, int j) const { return z_[as_size(i * nz_ + j)]; }  // 0 <= j < nz

 private:
  int nx_;
  int nz_;
  bool held_;
  int count_ = 0;
  std::vector<int> x_;
  std::vector<int> z_;
};

/// One term of a strain: coefficient times the displacement with this number (-1: zero).
struct Term {
  int dof;
  double coefficient;
};
using Strain = std::initializer_list<Term>;

/// Sums up modulus * area * strain_a * strain_b.
class EnergyForm {
 public:
  void add(double weight, Strain a, Strain b) {
    for (const Term& row : a) {
      for (const Term& column : b) {
        if (row.dof >= 0 && column.dof >= 0) {
          entries_.emplace_back(row.dof, column.dof, weight * row.coefficient * column.coefficient);
        }
      }
    }
  }
  SparseMatrix matrix(int n) const { return sparse_from(n, n, entries_); }

 private:
  Triplets entries_;
};

void add_direct_strains(const Block& block, const Faces& faces, EnergyForm& energy) {
  const double area = block.dx() * block.dz();
  const double lame = block.solid.lame();
  const double modulus = block.solid.p_wave_modulus();
  const int top = block.cells_z() - 1;
  for (int i = 0; i < block.cells_x(); ++i) {
    for (int j = 0; j < top; ++j) {
      const Strain xx = {{faces.x(i, j), -1 / block.dx()}, {faces.x(i + 1, j), 1 / block.dx()}};
      const Strain zz = {{faces.z(i, j), -1 / block.dz()}, {faces.z(i, j + 1), 1 / block.dz()}};
      energy.add(modulus * area, xx, xx);
      energy.add(modulus * area, zz, zz);
      energy.add(lame * area, xx, zz);
      energy.add(lame * area, zz, xx);
    }
    // Uppermost cell: with sigma_zz = 0 what is left resists stretching along x only.
    const Strain xx = {{faces.x(i, top), -1 / block.dx()}, {faces.x(i + 1, top), 1 / block.dx()}};
    energy.add((modulus - lame * lame / modulus) * area, xx, xx);
  }
}

void add_shear_strains(const Block& block, const Faces& faces, EnergyForm& energy) {
  const double dx = block.dx();
  const double dz = block.dz();
  const double weight = block.solid.material.shear_modulus * dx * dz;
  const int nx = block.cells_x();
  const int nz = block.cells_z();
  for (int i = 1; i < nx; ++i) {
    for (int j = 1; j < nz; ++j) {
      const Strain xz = {{faces.x(i, j - 1), -1 / dz},
                         {faces.x(i, j), 1 / dz},
                         {faces.z(i - 1, j), -1 / dx},
                         {faces.z(i, j), 1 / dx}};
      energy.add(weight, xz, xz);
    }
  }
  if (block.outer != OuterBoundary::fixed) return;
  // Half cells between a held side and the first points inside.
  for (int i = 1; i < nx; ++i) {
    const Strain xz = {{faces.x(i, 0), 2 / dz}};
    energy.add(weight / 2, xz, xz);
  }
  for (int j = 1; j < nz; ++j) {
    const Strain left = {{faces.z(0, j), 2 / dx}};
    const Strain right = {{faces.z(nx - 1, j), -2 / dx}};
    energy.add(weight / 2, left, left);
    energy.add(weight / 2, right, right);
  }
}

/// Area of each unknown, and the dashpots of absorbing sides.
void add_points(const Block& block, const Faces& faces, SemiDiscrete& semi) {
  const double dx = block.dx();
  const double dz = block.dz();
  const int nx = block.cells_x();
  const int nz = block.cells_z();
  const WaveSpeeds speeds = wave_speeds(block.solid);
  const double rho = block.solid.density;
  const bool absorbs = block.outer == OuterBoundary::absorbing;
  const double left = -block.width / 2;
  for (int i = 0; i <= nx; ++i) {
    for (int j = 0; j < nz; ++j) {
      if (const int k = faces.x(i, j); k >= 0) {
        const bool is_side = i == 0 || i == nx;
        semi.volume[k] = (is_side ? 0.5 : 1) * dx * dz;
        semi.places[as_size(k)] = {left + i * dx, -block.height + (j + 0.5) * dz,
                                   DofPlace::Direction::x};
        if (absorbs && is_side) semi.damping[k] += rho * speeds.p * dz;
        if (absorbs && j == 0) semi.damping[k] += rho * speeds.s * (is_side ? 0.5 : 1) * dx;
      }
      if (i == nx) continue;
      if (const int k = faces.z(i, j); k >= 0) {
        // The row below the surface carries the surface's half row too.
        const double share = j == nz - 1 ? 1.5 : (j == 0 ? 0.5 : 1.0);
        semi.volume[k] = share * dx * dz;
        semi.places[as_size(k)] = {left + (i + 0.5) * dx, -block.height + j * dz,
                                   DofPlace::Direction::z};
        if (absorbs && (i == 0 || i == nx - 1)) semi.damping[k] += rho * speeds.s * share * dz;
        if (absorbs && j == 0) semi.damping[k] += rho * speeds.p * dx;
      }
    }
  }
  semi.mass = rho * semi.volume;
}

void add_surface(const Block& block, const Faces& faces, SemiDiscrete& semi) {
  const int top = block.cells_z() - 1;
  const double modulus = block.solid.p_wave_modulus();
  const double sideways = block.dz() / block.dx() * block.solid.lame() / modulus;
  Triplets observe;
  for (int i = 0; i < block.cells_x(); ++i) {
    // s = u_z below + dz e_zz with e_zz = (sigma_zz - lambda e_xx)/M and sigma_zz = -q/dx
    observe.emplace_back(i, faces.z(i, top), 1);
    if (faces.x(i, top) >= 0) observe.emplace_back(i, faces.x(i, top), sideways);
    if (faces.x(i + 1, top) >= 0) observe.emplace_back(i, faces.x(i + 1, top), -sideways);
    semi.surface_x.push_back(-block.width / 2 + (i + 0.5) * block.dx());
  }
  semi.observe = sparse_from(block.cells_x(), faces.count(), observe);
  semi.load = semi.observe.transpose();
  semi.flexibility = Vector::Constant(block.cells_x(), block.dz() / (modulus * block.dx()));
  semi.surface_length = block.dx();
}

}  // namespace

SemiDiscrete staggered(const Block& block) {
  const Faces faces(block);
  SemiDiscrete semi;
  semi.symmetry = Symmetry::symmetric;
  semi.volume = Vector::Zero(faces.count());
  semi.damping = Vector::Zero(faces.count());
  semi.places.resize(as_size(faces.count()));
  add_points(block, faces, semi);
  EnergyForm energy;
  add_direct_strains(block, faces, energy);
  add_shear_strains(block, faces, energy);
  semi.stiffness = energy.matrix(faces.count());
  add_surface(block, faces, semi);
  semi.energy_mass = semi.mass;
  semi.energy_stiffness = semi.stiffness;
  return semi;
}

DisplacementField staggered_field(const Block& block, const SemiDiscrete& semi, const Vector& u,
                                  const Vector& surface_force) {
  const Faces faces(block);
  const Vector surface = semi.observe * u - semi.flexibility.cwiseProduct(surface_force);
  const int nx = block.cells_x();
  const int nz = block.cells_z();
  DisplacementField field;
  field.grid = {
      nx,         nz,        -block.width / 2 + block.dx() / 2, -block.height + block.dz() / 2,
      block.dx(), block.dz()};
  const auto value = [&u](int dof) { return dof >= 0 ? u[dof] : 0; };
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      field.x.push_back(0.5 * (value(faces.x(i, j)) + value(faces.x(i + 1, j))));
      const double above = j + 1 < nz ? value(faces.z(i, j + 1)) : surface[i];
      field.z.push_back(0.5 * (value(faces.z(i, j)) + above));
    }
  }
  return field;
}

SparseMatrix sparse_from(Eigen::Index rows, Eigen::Index cols, const Triplets& triplets) {
  SparseMatrix matrix(rows, cols);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

SemiDiscrete discretise(const Block& block) {
  check(block);
  return block.discretisation == Discretisation::staggered ? staggered(block) : collocated(block);
}

DisplacementField displacement_field(const Block& block, const SemiDiscrete& semi, const Vector& u,
                                     const Vector& surface_force) {
  return block.discretisation == Discretisation::staggered
             ? staggered_field(block, semi, u, surface_force)
             : collocated_field(block, semi, u);
}

}  // namespace tread::elastodynamics
