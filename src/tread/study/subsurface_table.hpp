#pragma once

#include <span>

#include "tread/casefile/contact_case.hpp"
#include "tread/contact/normal.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Displacements and stresses at a block of points below the surface, one row per point, x fastest,
/// then y, then z. Points lie in the upper body, or in the lower one (z < 0) if the upper one is
/// rigid.
struct SubsurfaceTable {
  result::Table table;
  std::size_t n_points = 0;  // asked for; there are fewer rows if the observer stopped it

  std::size_t n_rows() const { return table.columns.front().values.size(); }
  bool is_complete() const { return n_rows() == n_points; }
  double largest_von_mises() const;  // Pa; 0 without rows
};

/// What acts on the upper body, per cell; an empty span is zero everywhere.
struct SurfaceTractions {
  std::span<const double> pressure;
  std::span<const double> traction_x;
  std::span<const double> traction_y;
};

/// The same bits for any number of threads.
SubsurfaceTable subsurface_table(const casefile::SubsurfaceBlock& block,
                                 const contact::NormalProblem& problem,
                                 const SurfaceTractions& tractions, int n_threads,
                                 Observer& observer);

}  // namespace tread::study
