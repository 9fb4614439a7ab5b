#include "tread/structure/finite_elements.hpp"

#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/MatOp/SymShiftInvert.h>
#include <Spectra/SymGEigsShiftSolver.h>
#include <fmt/format.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

using Matrix4 = Eigen::Matrix4d;
using Row4 = Eigen::RowVector4d;

constexpr std::array<double, 4> k_gauss_points{-0.8611363115940526, -0.3399810435848563,
                                               0.3399810435848563, 0.8611363115940526};
constexpr std::array<double, 4> k_gauss_weights{0.3478548451374538, 0.6521451548625461,
                                                0.6521451548625461, 0.3478548451374538};

/// One element from x to x + h; its unknowns are w, h0 psi at both ends (h0: one length for all).
struct Element {
  double x = 0;
  double h = 0;
  double shear_ratio = 0;  // 12 EI/(GA h^2) of its middle
  Matrix4 cubic;           // unknowns to the coefficients of s^k, s = x - node
};

/// The cubic c_0 + c_1 s + c_2 s^2 + c_3 s^3 has the shear strain w' - psi = -EI w'''/GA =
/// -shear_ratio h^2 c_3/2. Its end values as rows over c, inverted.
Element make_element(const Beam& beam, double left, double right, double rotation_scale) {
  Element element{left, right - left, 0, {}};
  const double h = element.h;
  const BeamSection middle = section_at(beam, left + h / 2);
  element.shear_ratio = 12 * middle.bending_stiffness / (middle.shear_stiffness * h * h);
  const double strain = element.shear_ratio * h * h / 2;
  Matrix4 ends;
  ends << 1, 0, 0, 0,                   //
      0, 1, 0, strain,                  //
      1, h, h * h, h * h * h,           //
      0, 1, 2 * h, 3 * h * h + strain;  //
  // Scaled by powers of h before the inversion: its entries are then of one size.
  const Eigen::Vector4d powers(1, 1 / h, 1 / (h * h), 1 / (h * h * h));
  Matrix4 scaled = ends * powers.asDiagonal();
  scaled.row(1) *= h;
  scaled.row(3) *= h;
  const Eigen::Vector4d to_unknowns(1, h / rotation_scale, 1, h / rotation_scale);
  element.cubic = powers.asDiagonal() * scaled.inverse() * to_unknowns.asDiagonal();
  return element;
}

struct ElementMatrices {
  Matrix4 stiffness = Matrix4::Zero();
  Matrix4 mass = Matrix4::Zero();
};

ElementMatrices integrate(const Beam& beam, const Element& element) {
  ElementMatrices matrices;
  const double h = element.h;
  for (std::size_t g = 0; g < k_gauss_points.size(); ++g) {
    const double s = h * (1 + k_gauss_points[g]) / 2;
    const double weight = h * k_gauss_weights[g] / 2;
    const BeamSection section = section_at(beam, element.x + s);
    const double strain = element.shear_ratio * h * h / 2;
    const Row4 w = Row4(1, s, s * s, s * s * s) * element.cubic;
    const Row4 psi = Row4(0, 1, 2 * s, 3 * s * s + strain) * element.cubic;
    const Row4 curvature = Row4(0, 0, 2, 6 * s) * element.cubic;
    matrices.stiffness += weight * section.bending_stiffness * curvature.transpose() * curvature;
    matrices.mass += weight * section.mass_per_length * w.transpose() * w +
                     weight * section.rotary_inertia * psi.transpose() * psi;
    if (strain > 0) {
      const Row4 shear = Row4(0, 0, 0, -strain) * element.cubic;
      matrices.stiffness += weight * section.shear_stiffness * shear.transpose() * shear;
    }
  }
  return matrices;
}

std::vector<double> make_nodes(const Beam& beam, int n_elements) {
  std::vector<double> breaks{0, beam.length};
  for (const BeamSection& section : beam.sections) {
    if (section.x > 0 && section.x < beam.length) breaks.push_back(section.x);
  }
  for (const Support& support : beam.supports) breaks.push_back(support.x);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  std::vector<double> nodes{0};
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    const double left = breaks[i - 1];
    const double piece = breaks[i] - left;
    const int n = std::max(1, static_cast<int>(std::ceil(n_elements * piece / beam.length - 1e-9)));
    for (int k = 1; k < n; ++k) nodes.push_back(left + piece * k / n);
    nodes.push_back(breaks[i]);
  }
  return nodes;
}

/// Numbers the unknowns that are free and returns the springs on them.
std::vector<std::pair<int, double>> number_unknowns(const Beam& beam, ElementModel& model) {
  model.unknown_of.assign(2 * model.nodes.size(), 0);
  std::vector<std::pair<std::size_t, double>> springs;
  for (const Support& support : beam.supports) {
    const auto node = static_cast<std::size_t>(
        std::lower_bound(model.nodes.begin(), model.nodes.end(), support.x) - model.nodes.begin());
    const double h = model.rotation_scale;
    const std::array<double, 2> stiffness{support.vertical, support.rotational / (h * h)};
    for (std::size_t k = 0; k < 2; ++k) {
      if (std::isinf(stiffness[k])) {
        model.unknown_of[2 * node + k] = -1;
      } else if (stiffness[k] > 0) {
        springs.push_back({2 * node + k, stiffness[k]});
      }
    }
  }
  int n_unknowns = 0;
  for (int& unknown : model.unknown_of) {
    if (unknown == 0) unknown = n_unknowns++;
  }
  std::vector<std::pair<int, double>> numbered;
  for (const auto& [place, stiffness] : springs) {
    numbered.push_back({model.unknown_of[place], stiffness});
  }
  model.stiffness.resize(n_unknowns, n_unknowns);
  model.mass.resize(n_unknowns, n_unknowns);
  return numbered;
}

/// The beam with its rigid supports let go, their places still nodes.
Beam without_rigid_supports(Beam beam) {
  for (Support& support : beam.supports) {
    if (std::isinf(support.vertical)) support.vertical = 0;
    if (std::isinf(support.rotational)) support.rotational = 0;
  }
  return beam;
}

RayleighDamping matrix_damping(const Beam& beam) {
  if (const auto* rayleigh = std::get_if<RayleighDamping>(&beam.damping)) return *rayleigh;
  const std::vector<double>& ratios = std::get<ModalDamping>(beam.damping).ratios;
  if (std::ranges::any_of(ratios, [](double ratio) { return ratio != 0; })) {
    throw ModelError(fmt::format(
        "the beam has the damping ratio {} of its modes, which is no matrix of its elements: give "
        "Rayleigh damping with this ratio at two frequencies",
        *std::ranges::find_if(ratios, [](double ratio) { return ratio != 0; })));
  }
  return {};
}

/// Which row of the support rows a displacement that is held has; -1: it is free.
std::vector<int> support_rows(const ElementModel& model) {
  std::vector<int> row_of(model.unknown_of.size(), -1);
  int n_rows = 0;
  for (std::size_t i = 0; i < row_of.size(); ++i) {
    if (model.unknown_of[i] < 0) row_of[i] = n_rows++;
  }
  return row_of;
}

LoadLine line_along(const Beam& beam, const ElementModel& model) {
  const std::vector<int> row_of = support_rows(model);
  std::vector<LineSegment> segments;
  for (std::size_t e = 0; e + 1 < model.nodes.size(); ++e) {
    const Element element =
        make_element(beam, model.nodes[e], model.nodes[e + 1], model.rotation_scale);
    const double h = element.h;
    const Eigen::Vector4d powers(1, h, h * h, h * h * h);
    LineSegment segment{element.x, h, {}, {}};
    std::vector<int> kept, held;
    for (int i = 0; i < 4; ++i) {
      const std::size_t displacement = 2 * e + as_size(i);
      const int unknown = model.unknown_of[displacement];
      (unknown < 0 ? held : kept).push_back(i);
      if (unknown < 0) {
        segment.supports.push_back(row_of[displacement]);
      } else {
        segment.dofs.push_back(unknown);
      }
    }
    const Eigen::Matrix4d cubics = powers.asDiagonal() * element.cubic;
    segment.coefficients = cubics(Eigen::all, kept).transpose();
    segment.support_coefficients = cubics(Eigen::all, held).transpose();
    for (std::size_t i = 0; i < held.size(); ++i) {
      // The unknown of a rotation is h psi.
      if (held[i] % 2 == 1) {
        segment.support_coefficients.row(static_cast<Eigen::Index>(i)) *= model.rotation_scale;
      }
    }
    if (!kept.empty()) segments.push_back(std::move(segment));
  }
  return LoadLine(std::move(segments));
}

/// Where a sparse matrix of all unknowns goes: rows of free or held ones, columns of free ones.
SparseMatrix block_of(const SparseMatrix& all, const std::vector<int>& row_of, int n_rows,
                      const std::vector<int>& column_of, int n_columns) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int column = 0; column < all.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(all, column); it; ++it) {
      const int i = row_of[as_size(static_cast<int>(it.row()))];
      const int j = column_of[as_size(column)];
      if (i >= 0 && j >= 0) entries.emplace_back(i, j, it.value());
    }
  }
  SparseMatrix part(n_rows, n_columns);
  part.setFromTriplets(entries.begin(), entries.end());
  return part;
}

SupportRows reaction_rows(const Beam& beam, int n_elements, const ElementModel& model,
                          const RayleighDamping& damping) {
  const ElementModel all = assemble(without_rigid_supports(beam), n_elements);
  SupportRows supports;
  const std::vector<int> row_of = support_rows(model);
  std::vector<double> scales;
  for (std::size_t i = 0; i < model.unknown_of.size(); ++i) {
    if (model.unknown_of[i] >= 0) continue;
    const bool turns = i % 2 == 1;
    scales.push_back(turns ? model.rotation_scale : 1);  // the unknown is h psi
    supports.names.push_back(
        fmt::format("{} at {:.6g} m", turns ? "moment" : "support", model.nodes[i / 2]));
  }
  const int n_rows = static_cast<int>(scales.size());
  const int n_free = static_cast<int>(model.stiffness.rows());
  const Eigen::Map<const Eigen::VectorXd> scale(scales.data(), n_rows);
  supports.stiffness =
      scale.asDiagonal() * block_of(all.stiffness, row_of, n_rows, model.unknown_of, n_free);
  supports.mass = scale.asDiagonal() * block_of(all.mass, row_of, n_rows, model.unknown_of, n_free);
  supports.damping =
      damping.mass_factor * supports.mass + damping.stiffness_factor * supports.stiffness;
  return supports;
}

/// Motions a + b x that no support resists.
int n_rigid_motions_of_beam(const Beam& beam) {
  int n_vertical = 0;
  bool holds_rotation = false;
  for (const Support& support : beam.supports) {
    if (support.vertical > 0) ++n_vertical;
    if (support.rotational > 0) holds_rotation = true;
  }
  return std::max(0, 2 - std::min(n_vertical, 2) - (holds_rotation && n_vertical < 2 ? 1 : 0));
}

struct EigenPairs {
  Eigen::VectorXd omega_squared;  // ascending
  Eigen::MatrixXd vectors;        // mass-normalised columns
};

/// Shift and invert, asking before each use whether to stop.
class ShiftInvertOrStop {
 public:
  using Scalar = double;
  ShiftInvertOrStop(const ElementModel& model, Observer* observer)
      : inverse_(model.stiffness, model.mass), observer_(observer) {}

  Eigen::Index rows() const { return inverse_.rows(); }
  Eigen::Index cols() const { return inverse_.cols(); }
  void set_shift(double shift) { inverse_.set_shift(shift); }
  void perform_op(const double* in, double* out) const {
    if (observer_ != nullptr && observer_->stop_requested()) throw ModesStopped();
    inverse_.perform_op(in, out);
  }

 private:
  Spectra::SymShiftInvert<double, Eigen::Sparse, Eigen::Sparse> inverse_;
  Observer* observer_;
};

/// The lowest eigenpairs. The shift lies below all eigenvalues, so that the shifted matrix is
/// definite also for a beam that is free to move.
EigenPairs lowest_pairs(const ElementModel& model, int n, double shift, Observer* observer) {
  using Op = ShiftInvertOrStop;
  using MassOp = Spectra::SparseSymMatProd<double>;
  const int n_unknowns = static_cast<int>(model.stiffness.rows());
  Op op(model, observer);
  MassOp mass_op(model.mass);
  const int n_basis = std::min(n_unknowns, std::max(2 * n + 20, 30));
  Spectra::SymGEigsShiftSolver<Op, MassOp, Spectra::GEigsMode::ShiftInvert> solver(op, mass_op, n,
                                                                                   n_basis, shift);
  // Spectra's own start vector is random with a fixed seed; results are the same in every run.
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-13, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw ModelError(fmt::format(
        "the {} lowest modes of the beam were not found with {} unknowns: ask for fewer modes or "
        "give more elements",
        n, n_unknowns));
  }
  EigenPairs pairs{solver.eigenvalues(), solver.eigenvectors()};
  for (Eigen::Index i = 0; i < pairs.vectors.cols(); ++i) {
    auto v = pairs.vectors.col(i);
    v /= std::sqrt(v.dot(model.mass * v));
  }
  return pairs;
}

CubicShapes cubic_shapes(const Beam& beam, const ElementModel& model, const EigenPairs& pairs) {
  CubicShapes shapes;
  shapes.nodes = model.nodes;
  shapes.n_modes = static_cast<int>(pairs.vectors.cols());
  const std::size_t n_elements = model.nodes.size() - 1;
  shapes.coefficient.resize(4 * n_elements * as_size(shapes.n_modes));
  for (std::size_t e = 0; e < n_elements; ++e) {
    const Element element =
        make_element(beam, model.nodes[e], model.nodes[e + 1], model.rotation_scale);
    Eigen::MatrixXd ends = Eigen::MatrixXd::Zero(4, shapes.n_modes);
    for (std::size_t k = 0; k < 4; ++k) {
      const int unknown = model.unknown_of[2 * e + k];
      if (unknown >= 0) ends.row(static_cast<Eigen::Index>(k)) = pairs.vectors.row(unknown);
    }
    using RowMajor = Eigen::Matrix<double, 4, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<RowMajor>(shapes.coefficient.data() + 4 * e * as_size(shapes.n_modes), 4,
                         shapes.n_modes) = element.cubic * ends;
  }
  return shapes;
}

/// Frequencies converge at fourth order, with shear deformation at second.
int default_elements(const Beam& beam, int n_modes) {
  const bool has_shear = !std::isinf(beam.sections.front().shear_stiffness);
  return has_shear ? std::max(200, 32 * n_modes) : std::max(48, 12 * n_modes);
}

}  // namespace

ElementModel assemble(const Beam& beam, int n_elements) {
  ElementModel model;
  model.nodes = make_nodes(beam, n_elements);
  model.rotation_scale = beam.length / static_cast<double>(model.nodes.size() - 1);
  const auto springs = number_unknowns(beam, model);
  std::vector<Eigen::Triplet<double>> stiffness;
  std::vector<Eigen::Triplet<double>> mass;
  for (std::size_t e = 0; e + 1 < model.nodes.size(); ++e) {
    const Element element =
        make_element(beam, model.nodes[e], model.nodes[e + 1], model.rotation_scale);
    const ElementMatrices matrices = integrate(beam, element);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const int row = model.unknown_of[2 * e + as_size(i)];
        const int column = model.unknown_of[2 * e + as_size(j)];
        if (row < 0 || column < 0) continue;
        stiffness.emplace_back(row, column, matrices.stiffness(i, j));
        mass.emplace_back(row, column, matrices.mass(i, j));
      }
    }
  }
  for (const auto& [unknown, spring] : springs) stiffness.emplace_back(unknown, unknown, spring);
  model.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  model.mass.setFromTriplets(mass.begin(), mass.end());
  return model;
}

ElasticStructure elastic_structure(const Beam& beam, int n_elements) {
  check(beam);
  if (n_elements < 1) {
    throw ModelError(fmt::format("a beam of {} elements: give 1 or more", n_elements));
  }
  const RayleighDamping damping = matrix_damping(beam);
  const ElementModel model = assemble(beam, n_elements);
  ElasticStructure structure;
  structure.mass = model.mass;
  structure.stiffness = model.stiffness;
  structure.damping =
      damping.mass_factor * structure.mass + damping.stiffness_factor * structure.stiffness;
  structure.line = line_along(beam, model);
  structure.supports = reaction_rows(beam, n_elements, model, damping);
  for (std::size_t i = 0; i < model.unknown_of.size(); ++i) {
    if (model.unknown_of[i] < 0) continue;
    structure.dof_names.push_back(
        fmt::format("{} at {:.6g} m", i % 2 == 1 ? "rotation" : "deflection", model.nodes[i / 2]));
  }
  return structure;
}

BeamModes finite_element_modes(const Beam& beam, const ModeOptions& options) {
  const int n_elements =
      options.n_elements > 0 ? options.n_elements : default_elements(beam, options.n_modes);
  const ElementModel model = assemble(beam, n_elements);
  const int n_unknowns = static_cast<int>(model.stiffness.rows());
  // The upper half of a mesh's modes is noise.
  if (options.n_modes > n_unknowns / 2) {
    throw ModelError(fmt::format(
        "{} elements have {} unknowns and can show {} modes, not {}: ask for fewer modes or give "
        "more elements",
        n_elements, n_unknowns, n_unknowns / 2, options.n_modes));
  }
  const BeamSection middle = section_at(beam, beam.length / 2);
  const double k = std::numbers::pi / beam.length;
  const double scale = k * k * k * k * middle.bending_stiffness / middle.mass_per_length;
  const EigenPairs pairs = lowest_pairs(model, options.n_modes, -0.1 * scale, options.observer);

  std::vector<double> omega;
  for (int i = 0; i < options.n_modes; ++i) {
    omega.push_back(
        i < n_rigid_motions_of_beam(beam) ? 0 : std::sqrt(std::max(0.0, pairs.omega_squared[i])));
  }
  return BeamModes({{0, beam, std::move(omega), cubic_shapes(beam, model, pairs), {}, {}}});
}

}  // namespace tread::structure
