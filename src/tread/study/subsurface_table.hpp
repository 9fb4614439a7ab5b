#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/contact/normal.hpp"
#include "tread/core/observer.hpp"
#include "tread/halfspace/subsurface.hpp"
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

/// Layers of points whose coefficients serve one case after another.
class SubsurfaceMemory {
 public:
  halfspace::SubsurfaceLayer& layer(const Material& body, const Grid& grid, double depth);

 private:
  std::vector<std::unique_ptr<halfspace::SubsurfaceLayer>> layers_;  // the one used last comes last
};

/// The same bits for any number of threads.
SubsurfaceTable subsurface_table(const casefile::SubsurfaceBlock& block,
                                 const contact::NormalProblem& problem,
                                 const SurfaceTractions& tractions, int n_threads,
                                 SubsurfaceMemory& memory, Observer& observer);

}  // namespace tread::study
