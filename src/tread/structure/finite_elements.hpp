#pragma once

#include <Eigen/SparseCore>

#include "tread/structure/beam_modes.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::structure {

/// Beam elements with deflection and rotation of the cross-section at their nodes. Inside one the
/// deflection is the cubic that an unloaded uniform element would take (its shear strain is
/// constant), so that elements do not lock however slender they are; without shear deformation
/// these are Hermite's cubics. Stiffness and mass are integrated by four Gauss points, the
/// cross-section varying inside. Moments are linear in an element, shear forces constant (second
/// order in its middle). Eigenpairs: shift and invert (Spectra).
/// J. N. Reddy, Comput. Methods Appl. Mech. Engrg. 149 (1997) 113-132.
BeamModes finite_element_modes(const Beam& beam, const ModeOptions& options);

/// The matrices behind it, for statics without modes.
struct ElementModel {
  std::vector<double> nodes;              // m
  Eigen::SparseMatrix<double> stiffness;  // unknowns: w and h psi of each node, those held left out
  Eigen::SparseMatrix<double> mass;
  std::vector<int> unknown_of;  // [2 node + (0: w, 1: h psi)], -1 if held
  double rotation_scale = 1;    // h, m
};

ElementModel assemble(const Beam& beam, int n_elements);

/// The beam as a structure on which wheels run: free unknowns as in ElementModel (w and h psi of
/// each node, down positive), the load line along all of it, rigid supports as support rows (N, and
/// N m for rotations). Rigid motions are allowed: a rail lies on something else. Throws ModelError
/// for damping ratios of modes: Rayleigh damping alone is a matrix of elements.
ElasticStructure elastic_structure(const Beam& beam, int n_elements);

}  // namespace tread::structure
