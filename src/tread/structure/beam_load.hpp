#pragma once

#include <span>
#include <vector>

#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// Loads on a beam, positive downwards, and what they do at rest: q_i = f_i/omega_i^2 (thesis
/// (8.49)).

struct PointForce {
  double x = 0;      // m
  double force = 0;  // N
};

/// A line load that goes linearly from one intensity to the other; zero elsewhere.
struct LineLoad {
  double begin = 0;            // m
  double end = 0;              // m
  double intensity_begin = 0;  // N/m
  double intensity_end = 0;    // N/m
};

struct BeamLoad {
  std::vector<PointForce> points;
  std::vector<LineLoad> lines;
};

/// f_i, N/sqrt(kg). What lies beside the beam does not count. Line loads by Gauss' rule on two
/// panels a half wave of the highest mode.
std::vector<double> modal_force(const BeamModes& modes, const BeamLoad& load);

/// Adds the force of a load shifted by `shift` to force; scratch has n_modes values.
void add_modal_force(const BeamModes& modes, const BeamLoad& load, double shift,
                     std::span<double> force, std::span<double> scratch);

/// Modal coordinates at rest. Throws ModelError if the load would drive a rigid motion away.
std::vector<double> static_coordinates(const BeamModes& modes, const BeamLoad& load);

/// What can be read off a beam at one place.
struct SectionValues {
  double deflection = 0;  // m
  double slope = 0;       // rad
  double moment = 0;      // N m
  double shear = 0;       // N
};

SectionValues values_at(const BeamModes& modes, std::span<const double> q, double x);

}  // namespace tread::structure
