#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "tread/contact/normal.hpp"
#include "tread/contact/vector_field.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"

namespace tread::contact {

/// Where two bodies that are pressed together stick and where they slip, for a given bound of the
/// tangential traction on a grid of cells with uniform tractions.
///
///   slip   s = w + c + u - u'      u = A p: displacement of body 1 minus that of body 2
///   stick  s = 0,  |p| <= g        slip area  p = -g s/|s|
///
/// w is the rigid displacement of body 1 relative to body 2 during the step, m; c a constant that
/// is found where the force is given instead, Σ p dA = F. In a shift u' is zero or known; in steady
/// rolling it is u itself, at the place where the cell's particles were one step before.
/// Signs: docs/conventions.md. Kalker (1990), chapter 4.
enum class Motion { shift, steady_rolling };

enum class CellState : unsigned char { outside, adhesion, slip };

struct TangentialProblem {
  Grid grid;
  BodyPair bodies;
  double line_datum = 0;         // > 0: plane strain, see NormalProblem
  double layer_flexibility = 0;  // m/Pa: a thin elastic layer between the bodies
  Motion motion = Motion::shift;
  std::array<double, 2> step{0, 0};  // steady rolling: cells from a particle's place to where it
                                     // was one step before; the larger of the two is 1 or -1
  std::vector<double> bound;         // g, Pa; 0 outside the contact
  VectorField<double> rigid;         // w, m
  VectorField<double> known;         // what is known of u - u', m: minus u' of a step before,
                                     // displacements by pressures; empty: nothing
  std::array<bool, 2> force_given{false, false};  // along x, along y
  std::array<double, 2> force{0, 0};              // F, N
};

struct TangentialOptions {
  double tolerance = 1e-6;  // on TangentialSolution::residual
  int max_iterations = 60;  // Newton steps on the finest grid (and on each coarser one)
  int n_threads = 1;
  Observer* observer = nullptr;  // may be null
};

struct TangentialSolution {
  SolveStatus status = SolveStatus::stopped;  // nothing was done yet
  int iterations = 0;                         // of the linear solver, on the finest grid
  double residual = 0;  // largest distance of p from the projection of p - ρ s onto its disc, over
                        // the largest traction; ρ = largest traction over largest slip, or larger.
                        // The slips of w and of u - u' count, whichever is larger
  VectorField<double> traction;  // p, Pa
  VectorField<double> slip;      // s, m
  std::vector<CellState> cells;
  std::array<double, 2> offset{0, 0};  // c, m
  std::array<double, 2> force{0, 0};   // Σ p dA, N
  std::size_t n_adhesion = 0;
  std::size_t n_slip = 0;
};

/// What a solver keeps between calls. One per thread of the caller.
class TangentialWorkspace {
 public:
  TangentialWorkspace();
  ~TangentialWorkspace();
  TangentialWorkspace(TangentialWorkspace&&) noexcept;
  TangentialWorkspace& operator=(TangentialWorkspace&&) noexcept;

  /// Products with A (both components) that solves of this workspace have made, on all grids,
  /// weighted by their cells over those of the finest grid.
  double products() const;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Throws ModelError on an impossible problem (a force that friction cannot carry, say); not
/// converging is told by the status. With Start::from_solution the traction and offset of the
/// solution are the first guess.
void solve_tangential(const TangentialProblem& problem, const TangentialOptions& options,
                      TangentialWorkspace& workspace, TangentialSolution& solution, Start start);

/// First-order change of the traction at a solution: with the bound (dg/dα per cell, Pa) and the
/// rigid displacement (dw/dα, m), the cells that stick and slip staying what they are. Directions
/// whose force is given keep it.
void traction_response(const TangentialProblem& problem, const TangentialSolution& solution,
                       const std::vector<double>& bound_change,
                       const VectorField<double>& rigid_change, TangentialWorkspace& workspace,
                       VectorField<double>& traction_change);

}  // namespace tread::contact
