#include <Eigen/SparseCore>
#include <array>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/elastodynamics/discretisations.hpp"

namespace tread::elastodynamics {
namespace {

/// Second-order derivative along a line of n points: central inside, one-sided at the ends
/// (thesis (7.14) and (7.16), whose denominator is 2 dx).
struct Stencil {
  std::array<int, 3> offset;
  std::array<double, 3> weight;
};

Stencil derivative_at(int i, int n, double step) {
  const double w = 1 / (2 * step);
  if (i == 0) return {{0, 1, 2}, {-3 * w, 4 * w, -w}};
  if (i == n - 1) return {{0, -1, -2}, {3 * w, -4 * w, w}};
  return {{-1, 0, 1}, {-w, 0, w}};
}

/// Node (i, j) has number i + nodes_x j; j = 0 is the lower side, j = nodes_z - 1 the surface.
class Nodes {
 public:
  explicit Nodes(const Block& block) : block_(block) {}

  int count() const { return block_.nodes_x * block_.nodes_z; }
  int number(int i, int j) const { return i + block_.nodes_x * j; }
  double x(int i) const { return -block_.width / 2 + i * block_.dx(); }
  double z(int j) const { return -block_.height + j * block_.dz(); }

  bool is_left(int i) const { return i == 0; }
  bool is_right(int i) const { return i == block_.nodes_x - 1; }
  bool is_bottom(int j) const { return j == 0; }
  bool is_outer(int i, int j) const { return is_left(i) || is_right(i) || is_bottom(j); }
  bool is_surface(int i, int j) const { return !is_outer(i, j) && j == block_.nodes_z - 1; }
  bool is_inside(int i, int j) const { return !is_outer(i, j) && j < block_.nodes_z - 1; }

  SparseMatrix derivative_x() const {
    Triplets entries;
    for_each([&](int i, int j) {
      const Stencil s = derivative_at(i, block_.nodes_x, block_.dx());
      for (std::size_t k = 0; k < 3; ++k) {
        entries.emplace_back(number(i, j), number(i + s.offset[k], j), s.weight[k]);
      }
    });
    return sparse_from(count(), count(), entries);
  }
  SparseMatrix derivative_z() const {
    Triplets entries;
    for_each([&](int i, int j) {
      const Stencil s = derivative_at(j, block_.nodes_z, block_.dz());
      for (std::size_t k = 0; k < 3; ++k) {
        entries.emplace_back(number(i, j), number(i, j + s.offset[k]), s.weight[k]);
      }
    });
    return sparse_from(count(), count(), entries);
  }
  /// The area that belongs to each node.
  Vector areas() const {
    Vector area = Vector::Constant(count(), block_.dx() * block_.dz());
    for_each([&](int i, int j) {
      if (is_left(i) || is_right(i)) area[number(i, j)] *= 0.5;
      if (is_bottom(j) || j == block_.nodes_z - 1) area[number(i, j)] *= 0.5;
    });
    return area;
  }

  template <class Work>
  void for_each(Work&& work) const {
    for (int j = 0; j < block_.nodes_z; ++j) {
      for (int i = 0; i < block_.nodes_x; ++i) work(i, j);
    }
  }

 private:
  const Block& block_;
};

/// Number of each node's pair of degrees of freedom, -1 where the node is held.
std::vector<int> free_nodes(const Block& block, const Nodes& nodes, int& n_free) {
  std::vector<int> free(as_size(nodes.count()), -1);
  n_free = 0;
  nodes.for_each([&](int i, int j) {
    const bool held = block.outer == OuterBoundary::fixed && nodes.is_outer(i, j);
    if (!held) free[as_size(nodes.number(i, j))] = n_free++;
  });
  return free;
}

/// Stress operators on the displacements [u_x; u_z] of all nodes.
struct Stresses {
  SparseMatrix xx, xz, zz;  // m x 2m
};

SparseMatrix beside(const SparseMatrix& left, const SparseMatrix& right) {
  Triplets entries;
  const auto copy = [&](const SparseMatrix& part, int shift) {
    for (int k = 0; k < part.outerSize(); ++k) {
      for (SparseMatrix::InnerIterator it(part, k); it; ++it) {
        entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(it.col()) + shift,
                             it.value());
      }
    }
  };
  copy(left, 0);
  copy(right, static_cast<int>(left.cols()));
  return sparse_from(left.rows(), left.cols() + right.cols(), entries);
}

Stresses stresses(const ElasticSolid& solid, const SparseMatrix& ddx, const SparseMatrix& ddz) {
  const double lame = solid.lame();
  const double modulus = solid.p_wave_modulus();
  const double shear = solid.material.shear_modulus;
  return {beside(modulus * ddx, lame * ddz), beside(shear * ddz, shear * ddx),
          beside(lame * ddx, modulus * ddz)};
}

/// Rows of K: equation `row` of the free node is `factor` times row `node` of `from`.
class RowPicker {
 public:
  RowPicker(const std::vector<int>& free, int n_nodes) : free_(free), n_nodes_(n_nodes) {}

  void add(int row, double factor, const Eigen::SparseMatrix<double, Eigen::RowMajor>& from,
           int node) {
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator it(from, node); it; ++it) {
      const int column = static_cast<int>(it.col());
      const int target = free_[as_size(column % n_nodes_)];
      if (target >= 0) {
        entries_.emplace_back(row, 2 * target + column / n_nodes_, factor * it.value());
      }
    }
  }
  const Triplets& entries() const { return entries_; }

 private:
  const std::vector<int>& free_;
  int n_nodes_;
  Triplets entries_;
};

/// The columns of the free degrees of freedom, in their order.
SparseMatrix columns_of_free(const SparseMatrix& all, const std::vector<int>& free, int n_free) {
  const auto n_nodes = static_cast<int>(free.size());
  Triplets entries;
  for (int k = 0; k < all.outerSize(); ++k) {
    const int target = free[as_size(k % n_nodes)];
    if (target < 0) continue;
    for (SparseMatrix::InnerIterator it(all, k); it; ++it) {
      entries.emplace_back(static_cast<int>(it.row()), 2 * target + k / n_nodes, it.value());
    }
  }
  return sparse_from(all.rows(), 2 * n_free, entries);
}

SparseMatrix strain_energy(const ElasticSolid& solid, const SparseMatrix& ddx,
                           const SparseMatrix& ddz, const Vector& areas,
                           const std::vector<int>& free, int n_free) {
  const SparseMatrix none(ddx.rows(), ddx.cols());
  const SparseMatrix exx = columns_of_free(beside(ddx, none), free, n_free);
  const SparseMatrix ezz = columns_of_free(beside(none, ddz), free, n_free);
  const SparseMatrix gxz = columns_of_free(beside(ddz, ddx), free, n_free);
  const auto form = [&](const SparseMatrix& a, double factor, const SparseMatrix& b) {
    const SparseMatrix weighted = (factor * areas).asDiagonal() * b;
    return SparseMatrix(a.transpose() * weighted);
  };
  const double modulus = solid.p_wave_modulus();
  const double lame = solid.lame();
  return form(exx, modulus, exx) + form(ezz, modulus, ezz) + form(exx, lame, ezz) +
         form(ezz, lame, exx) + form(gxz, solid.material.shear_modulus, gxz);
}

}  // namespace

SemiDiscrete collocated(const Block& block) {
  const Nodes nodes(block);
  int n_free = 0;
  const std::vector<int> free = free_nodes(block, nodes, n_free);
  const SparseMatrix ddx = nodes.derivative_x();
  const SparseMatrix ddz = nodes.derivative_z();
  using RowMajor = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const Stresses stress = stresses(block.solid, ddx, ddz);
  const RowMajor minus_force_x = -(ddx * stress.xx + ddz * stress.xz);
  const RowMajor minus_force_z = -(ddx * stress.xz + ddz * stress.zz);
  const RowMajor xx = stress.xx;
  const RowMajor xz = stress.xz;
  const RowMajor zz = stress.zz;
  const WaveSpeeds speeds = wave_speeds(block.solid);
  const double rho = block.solid.density;

  SemiDiscrete semi;
  semi.symmetry = Symmetry::unsymmetric;
  semi.mass = Vector::Zero(2 * n_free);
  semi.damping = Vector::Zero(2 * n_free);
  semi.volume = Vector::Zero(2 * n_free);
  semi.energy_mass = Vector::Zero(2 * n_free);
  semi.places.resize(as_size(2 * n_free));
  semi.surface_length = block.dx();
  const Vector areas = nodes.areas();
  RowPicker rows(free, nodes.count());
  Triplets load;
  Triplets load_x;
  Triplets observe;
  Triplets observe_x;

  nodes.for_each([&](int i, int j) {
    const int node = nodes.number(i, j);
    const int k = free[as_size(node)];
    if (k < 0) return;
    const int row_x = 2 * k;
    const int row_z = 2 * k + 1;
    semi.places[as_size(row_x)] = {nodes.x(i), nodes.z(j), DofPlace::Direction::x};
    semi.places[as_size(row_z)] = {nodes.x(i), nodes.z(j), DofPlace::Direction::z};
    semi.energy_mass[row_x] = semi.energy_mass[row_z] = rho * areas[node];
    if (nodes.is_inside(i, j)) {
      semi.mass[row_x] = semi.mass[row_z] = rho;
      semi.volume[row_x] = semi.volume[row_z] = 1;
      rows.add(row_x, 1, minus_force_x, node);
      rows.add(row_z, 1, minus_force_z, node);
    } else if (nodes.is_surface(i, j)) {
      // Divided by dz: boundary rows are then as large as those inside.
      const double scale = 1 / block.dz();
      rows.add(row_x, scale, xz, node);
      rows.add(row_z, scale, zz, node);
      const auto point = static_cast<int>(semi.surface_x.size());
      load.emplace_back(row_z, point, scale / block.dx());
      load_x.emplace_back(row_x, point, scale / block.dx());
      observe.emplace_back(point, row_z, 1);
      observe_x.emplace_back(point, row_x, 1);
      semi.surface_x.push_back(nodes.x(i));
    } else {
      // Traction on the outer side, outward normal: sigma n = -rho c v.
      const double scale = 1 / block.dz();
      const bool is_side = nodes.is_left(i) || nodes.is_right(i);
      const double outward = (is_side ? nodes.is_right(i) : false) ? 1 : -1;
      rows.add(row_x, scale * outward, is_side ? xx : xz, node);
      rows.add(row_z, scale * outward, is_side ? xz : zz, node);
      semi.damping[row_x] = scale * rho * (is_side ? speeds.p : speeds.s);
      semi.damping[row_z] = scale * rho * (is_side ? speeds.s : speeds.p);
    }
  });

  const auto n_surface = static_cast<Eigen::Index>(semi.surface_x.size());
  semi.stiffness = sparse_from(2 * n_free, 2 * n_free, rows.entries());
  semi.load = sparse_from(2 * n_free, n_surface, load);
  semi.load_x = sparse_from(2 * n_free, n_surface, load_x);
  semi.observe = sparse_from(n_surface, 2 * n_free, observe);
  semi.observe_x = sparse_from(n_surface, 2 * n_free, observe_x);
  semi.flexibility = Vector::Zero(n_surface);
  semi.energy_stiffness = strain_energy(block.solid, ddx, ddz, areas, free, n_free);
  return semi;
}

DisplacementField collocated_field(const Block& block, const SemiDiscrete& semi, const Vector& u) {
  const Nodes nodes(block);
  DisplacementField field;
  field.grid = {block.nodes_x, block.nodes_z, nodes.x(0), nodes.z(0), block.dx(), block.dz()};
  field.x.assign(field.grid.n_cells(), 0);
  field.z.assign(field.grid.n_cells(), 0);
  for (std::size_t k = 0; k < semi.places.size(); ++k) {
    const DofPlace& place = semi.places[k];
    const auto i = static_cast<int>(std::lround((place.x - nodes.x(0)) / block.dx()));
    const auto j = static_cast<int>(std::lround((place.z - nodes.z(0)) / block.dz()));
    auto& values = place.direction == DofPlace::Direction::x ? field.x : field.z;
    values[field.grid.index(i, j)] = u[static_cast<Eigen::Index>(k)];
  }
  return field;
}

}  // namespace tread::elastodynamics
