#pragma once

#include "tread/integrate/equation_of_motion.hpp"

namespace tread::integrate {

/// A Runge-Kutta method (thesis (5.8), (5.9)): nodes c, stages A, weights b.
struct Tableau {
  Vector nodes;
  Matrix stages;
  Vector weights;

  int n_stages() const { return static_cast<int>(nodes.size()); }
  /// The last stage is the end of the step.
  bool is_stiffly_accurate() const;
};

/// Of an explicit or implicit Runge-Kutta scheme by its name, "gauss_6" included.
Tableau tableau_of(std::string_view scheme);

}  // namespace tread::integrate
