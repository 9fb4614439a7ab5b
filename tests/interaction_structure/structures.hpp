#pragma once

#include <limits>

#include "interaction/cases.hpp"
#include "tread/fem/structured.hpp"
#include "tread/structure/finite_elements.hpp"

/// Bridges of finite elements that several tests share.
namespace tread::interaction::test {

using StructurePointer = std::shared_ptr<const structure::ElasticStructure>;

inline StructurePointer shared(structure::ElasticStructure structure) {
  return std::make_shared<const structure::ElasticStructure>(std::move(structure));
}

inline structure::Beam yang_yau_beam(const structure::Damping& damping = {}) {
  return structure::simply_supported_beam(
      k_yang_yau_length,
      {.bending_stiffness = k_yang_yau_stiffness, .mass_per_length = k_yang_yau_mass_per_length},
      damping);
}

/// Bridge and mass of Yang and Yau with beam elements for the bridge, ground beyond it.
inline TrainBridgeProblem yang_yau_elements(int n_elements, const ContactModel& contact) {
  TrainBridgeProblem problem = yang_yau(1, contact);
  problem.bridge.reset();
  problem.structure =
      shared(structure::elastic_structure(yang_yau_beam(structure::RayleighDamping{}), n_elements));
  problem.beyond = Beyond::rigid_ground;
  return problem;
}

inline CrossingOptions with_step(double step, double section = k_yang_yau_length / 2) {
  CrossingOptions options;
  options.scheme.name = "newmark";
  options.step = step;
  options.sections = {section};
  return options;
}

/// Of two histories, relative to the largest entry of the second.
inline double largest_difference(const History& a, const History& b) {
  if (a.rows() != b.rows()) return std::numeric_limits<double>::infinity();
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// Two simple spans as in the paper of Montenegro et al., of few solid elements.
inline fem::Model two_solid_spans(int elements_along, fem::HexahedronFormulation formulation,
                                  fem::BearingHeight bearings) {
  fem::Block block;
  block.n_spans = 2;
  block.length = 20;
  block.width = block.height = 2.45;
  block.nx = elements_along;
  block.ny = block.nz = 2;
  return fem::block_model(block, {.young_modulus = 25e9, .poisson_ratio = 0.2, .density = 4998},
                          formulation, bearings);
}

/// Separate spans of plane beam elements.
inline StructurePointer plane_spans(const std::vector<double>& spans, int elements_per_span,
                                    const fem::BeamProperties& properties) {
  fem::PlaneBeam beam;
  beam.spans = spans;
  beam.elements_per_span = elements_per_span;
  beam.properties = properties;
  beam.joints = fem::PlaneBeam::Joints::separate;
  beam.kind = fem::BeamKind::bending;
  return shared(fem::assemble(fem::plane_beam_model(beam)));
}

}  // namespace tread::interaction::test
