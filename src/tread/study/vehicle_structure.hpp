#pragma once

#include <memory>

#include "tread/core/observer.hpp"
#include "tread/fem/structured.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The example of P. A. Montenegro, S. G. M. Neves, A. F. M. Azevedo, R. Calcada (COMPDYN 2013,
/// section 5): four masses of 30 t, 20 m apart, each on a spring of 156.55 MN/m whose lower end, a
/// wheel without mass, touches and leaves the bridge (displacements constrained, forces are
/// Lagrange multipliers), cross two simply supported spans of 20 m at 115 m/s; 900 steps of 1 ms,
/// average acceleration. Spans are 2.45 m wide and high, E = 25 GPa, nu = 0.2, 30 t/m. At which
/// height they rest the paper does not say: both are shown.

/// Elements of a span; the paper's is the default: 58 696 free displacements in two spans.
struct SpanMesh {
  int n_along = 80;
  int n_across = 10;  // even
  int n_up = 10;      // even
};

/// Train, contact, speed and duration; the bridge is for the caller to choose from below.
interaction::TrainBridgeProblem sprung_masses();

fem::Model solid_spans(const SpanMesh& mesh, fem::BearingHeight bearings,
                       fem::HexahedronFormulation formulation = fem::HexahedronFormulation::full);
/// The same spans as beams with shear deformation and rotary inertia (supports at mid-height):
/// modes of each span, and plane beam elements.
structure::BeamModes beam_spans(int modes_per_span);
fem::Model beam_element_spans(int elements_per_span);

/// Average acceleration, steps of 1 ms, the middle of the first span recorded.
interaction::CrossingOptions paper_numerics();

/// What a method without the block solver factorises in a step: M + h^2/4 (K + k N N'), where k is
/// what a mass on its spring resists within the step, at the places of the masses.
structure::SparseMatrix coupled_step_matrix(const structure::ElasticStructure& structure,
                                            double time);

Reproduction vehicle_structure_fig_4(Observer& observer);
Reproduction vehicle_structure_fig_5(Observer& observer);
Reproduction vehicle_structure_fig_6(Observer& observer);
Reproduction vehicle_structure_times(Observer& observer);

/// The same on another mesh.
Reproduction vehicle_structure_fig_4(const SpanMesh& mesh, Observer& observer);
Reproduction vehicle_structure_fig_5(const SpanMesh& mesh, Observer& observer);
Reproduction vehicle_structure_fig_6(const SpanMesh& mesh, Observer& observer);
Reproduction vehicle_structure_times(const SpanMesh& mesh, Observer& observer);

}  // namespace tread::study
