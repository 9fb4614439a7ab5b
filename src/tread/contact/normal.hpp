#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"

namespace tread::contact {

/// Frictionless contact of two elastic half-spaces on a grid of cells with uniform pressure.
///
///   gap  g = h + u(p) - δ        u = A p: what both surfaces give way together at the cell centres
///   p >= 0,   g >= 0,   p g = 0,   and   Σ p dA = F   when the force is prescribed
///
/// h is the undeformed distance (infinite: no contact allowed there), δ the approach: positive
/// presses the bodies together. A penetration field goes in as h = -penetration with δ = 0. Signs:
/// docs/conventions.md. Kalker, Three-Dimensional Elastic Bodies in Rolling Contact (1990),
/// chapter 4.

enum class Prescribed { force, approach };

struct NormalProblem {
  Grid grid;
  BodyPair bodies;
  std::vector<double> distance;  // h per cell, m
  Prescribed prescribed = Prescribed::force;
  double value = 0;  // F in N (>= 0) or δ in m
  double line_datum =
      0;  // > 0: plane strain on a single row of cells; displacements are relative to a surface
          // point at this distance, m. The force then acts on the length dy.
};

enum class Derivative { none, approach };

struct NormalOptions {
  double tolerance = 1e-6;   // on NormalSolution::residual
  int max_iterations = 100;  // active-set steps on the finest grid (and on each coarser one)
  Derivative derivative = Derivative::none;
  int n_threads = 1;
  Observer* observer = nullptr;  // may be null
};

struct NormalSolution {
  SolveStatus status = SolveStatus::stopped;  // nothing was done yet
  int iterations = 0;                         // conjugate-gradient steps on the finest grid
  double residual = 0;  // largest |g| in contact and -g outside, over the largest displacement; in
                        // double precision
  double approach = 0;  // δ, m
  double force = 0;     // F, N
  double peak_pressure = 0;  // Pa
  double contact_area = 0;   // m², cells with p > 0
  std::size_t n_contact = 0;
  bool touches_edge = false;         // contact in an outermost cell: the grid may be too small
  std::vector<double> pressure;      // p, Pa
  std::vector<double> displacement;  // u, m
  double stiffness = 0;              // dF/dδ, N/m, if asked for
  double derivative_residual = 0;    // relative, of the linear system it comes from
  std::vector<double> pressure_derivative;  // dp/dδ, Pa/m, if asked for
};

/// What a solver keeps between calls: FFT plans, kernels, scratch memory, the solutions before. One
/// per thread of the caller. Steps of a simulation on one grid, each from the solution before,
/// allocate nothing once the first two are done (FFTW itself may, inside a transform).
class NormalWorkspace {
 public:
  NormalWorkspace();
  ~NormalWorkspace();
  NormalWorkspace(NormalWorkspace&&) noexcept;
  NormalWorkspace& operator=(NormalWorkspace&&) noexcept;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Solves from scratch. Throws ModelError on an impossible problem; not converging is told by the
/// status.
NormalSolution solve_normal(const NormalProblem& problem, const NormalOptions& options,
                            NormalWorkspace& workspace);

/// The same into an existing solution, whose memory is used again. With Start::from_solution its
/// pressure and displacement are the first guess (a time step's solution before), carried on in a
/// straight line from the solution before it, which the workspace remembers; if they do not fit
/// the problem's grid the start is cold. With Start::from_guess the outcome depends on the problem
/// and the solution's pressure alone.
enum class Start { cold, from_solution, from_guess };
void solve_normal(const NormalProblem& problem, const NormalOptions& options,
                  NormalWorkspace& workspace, NormalSolution& solution, Start start);

}  // namespace tread::contact
