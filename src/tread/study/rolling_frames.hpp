#pragma once

#include <optional>

#include "tread/contact/frictional.hpp"
#include "tread/core/grid.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Pressure, tractions and states of a contact that rolls, output by output.
class RollingFrames {
 public:
  void add(double distance, const Grid& grid, const contact::FrictionalSolution& solution);

  /// A window that moves over the rail cell by cell lies up to half a cell beside its middle.
  bool has_moved() const { return has_moved_; }
  result::FieldHistory take();

  /// Bytes that so many frames take.
  static double bytes_of(double n_frames, std::size_t n_cells);

 private:
  result::FieldHistory history_;
  bool has_moved_ = false;
};

}  // namespace tread::study
