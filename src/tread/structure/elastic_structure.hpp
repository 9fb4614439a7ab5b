#pragma once

#include <Eigen/SparseCore>
#include <functional>
#include <string>
#include <vector>

#include "tread/core/piecewise_linear.hpp"
#include "tread/structure/load_line.hpp"

namespace tread::structure {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// A structure on which wheels run, after discretisation, whoever made it (finite elements of ours,
/// matrices of another program, modes): its free displacements y obey
///
///   M y'' + C y' + K y + sum_j b_j f_j(b_j . y) = N(x_1) F_1 + ... + forces of moving supports
///
/// with the deflection w(x) = N(x) . y (m, positive down) along its load line. Matrices are
/// symmetric with both halves stored; M and K hold only what is linear.

/// A spring whose force f is piecewise linear in its elongation e = sum of weights y(dofs): the R
/// block of the vehicle-structure paper (section 2.2).
struct LawSpring {
  std::string name;
  std::vector<int> dofs;
  std::vector<double> weights;
  PiecewiseLinear law;  // N over m
};

/// Displacement, velocity and acceleration of a support at an instant.
struct SupportMotion {
  double displacement = 0;  // m
  double velocity = 0;
  double acceleration = 0;
};

/// The prescribed displacements p: rows of the matrices that belong to them, so that the reactions
/// are mass y'' + damping y' + stiffness y (second line of (10) of the paper; their own inertia and
/// stiffness against one another left out unless given), and the columns (the transposed) what a
/// moving support does to y.
struct SupportRows {
  SparseMatrix mass;  // supports x free displacements
  SparseMatrix damping;
  SparseMatrix stiffness;
  std::vector<std::string> names;  // "node 17 z", one a row
  /// Of each row, empty: at rest.
  std::vector<std::function<SupportMotion(double time)>> motions;
};

struct ElasticStructure {
  SparseMatrix mass;
  SparseMatrix damping;
  SparseMatrix stiffness;
  LoadLine line;
  std::vector<LawSpring> springs;
  SupportRows supports;                // may be empty: no reactions
  std::vector<std::string> dof_names;  // "node 12 z", one for each of y; for messages

  int n_dofs() const { return static_cast<int>(mass.rows()); }
};

/// By which people know a displacement: its name, or its number from 1.
std::string displacement_name(const ElasticStructure& structure, int displacement);

/// Throws ModelError, with value, reason and remedy: sizes that disagree, matrices that are not
/// symmetric (which entry), masses that are negative on the diagonal, numbers that are not finite,
/// a load line or spring on displacements that do not exist.
void check(const ElasticStructure& structure);

}  // namespace tread::structure
