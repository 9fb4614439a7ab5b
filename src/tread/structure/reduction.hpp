#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::structure {

/// Few modes in place of all displacements of a structure, for forces along its load line and of
/// its springs with laws: y = sum of shapes q,
///
///   q_i'' + 2 zeta_i omega_i q_i' + omega_i^2 q_i = shape_i . forces
///
/// The n lowest modes alone leave out what all others yield under a force at rest. Residual
/// attachment vectors bring it back: the static deflections K^-1 N(x) of forces everywhere on the
/// line and of the springs, freed of the modes, and of these the combinations that matter. They
/// become further modes, uncoupled from one another and from the true ones, whose frequencies are
/// those of the reduced model and not of the structure.
/// R. H. MacNeal, Comput. Struct. 1 (1971) 581-601; S. Rubin, AIAA J. 13 (1975) 995-1006.

enum class StaticCorrection { residual_vectors, none };
enum class ShapeOutput { line_only, everywhere };

struct ReductionOptions {
  int n_modes = 0;             // true modes; 0: all up to the frequency limit
  double frequency_limit = 0;  // Hz, used if n_modes is 0
  StaticCorrection correction = StaticCorrection::residual_vectors;
  /// Static deflections below a force anywhere on the line are exact to this part of the largest of
  /// them; elongations of springs to this part of their own.
  double static_tolerance = 1e-5;
  /// zeta of each mode, the last one for all further modes; empty: from the damping matrix.
  std::vector<double> damping_ratios = {};
  ShapeOutput shapes = ShapeOutput::line_only;
};

struct LineModes {
  Eigen::VectorXd omega;         // rad/s; true modes rising, then those of the residual vectors
  Eigen::VectorXd damping_rate;  // 2 zeta omega, 1/s
  Eigen::MatrixXd on_line;       // displacements of the line (LoadLine::dofs() in order) x modes
  LoadLine line;                 // on rows of on_line
  Eigen::MatrixXd on_springs;    // elongations of ElasticStructure::springs x modes
  int n_true_modes = 0;
  Eigen::MatrixXd shapes;  // all displacements x modes, if asked for

  /// Estimates, relative. The largest static deflection below a force on the line that the true
  /// modes alone leave out, of the largest there is; the same with the residual vectors.
  double missing_compliance = 0;
  double missing_after_correction = 0;
  double mode_residual = 0;  // largest of the true modes, see SparseModes
  /// What damps one mode by the motion of others is left out: Frobenius norm of these entries of
  /// shapes' C shapes by that of the diagonal. 0 for Rayleigh damping and given ratios.
  double damping_coupling = 0;

  int n_modes() const { return static_cast<int>(omega.size()); }
};

/// Throws ModelError: no modes and no frequency limit, more modes than displacements, values out of
/// range, no load line; NotPositiveDefinite for a structure that its linear part does not hold.
LineModes reduce(const ElasticStructure& structure, const ReductionOptions& options);

}  // namespace tread::structure
