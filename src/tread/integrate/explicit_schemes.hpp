#pragma once

#include <deque>

#include "tread/integrate/counted_system.hpp"
#include "tread/integrate/tableau.hpp"

namespace tread::integrate {

/// Explicit schemes. Each advances a complete state by one step; the state may be spoilt if it
/// does not stay finite.

class ExplicitRungeKutta {
 public:
  explicit ExplicitRungeKutta(Tableau tableau) : tableau_(std::move(tableau)) {}
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() {}

 private:
  Tableau tableau_;
};

/// Verlet's method in its three spellings (thesis (5.12), (5.13)): forces without velocity, equal
/// steps.
///
///   position   x_{k+1} = 2 x_k - x_{k-1} + h² a_k,  v_{k+1} = (x_{k+1} - x_k)/h + h/2 a_{k+1}
///   velocity   x_{k+1} = x_k + h v_k + h²/2 a_k,    v_{k+1} = v_k + h/2 (a_k + a_{k+1})
///   leapfrog   x_{k+1} = x_k + h v_{k+1/2},         v_{k+3/2} = v_{k+1/2} + h a_{k+1}
///
/// The first step of position Verlet is that of velocity Verlet; leapfrog starts with half a step
/// of forward Euler for v_{1/2} and tells v_{k+1} = v_{k+1/2} + h/2 a_{k+1}.
class Verlet {
 public:
  enum class Spelling { position, velocity, leapfrog };
  explicit Verlet(Spelling spelling) : spelling_(spelling) {}
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart();

 private:
  void move(double h, State& state);

  Spelling spelling_;
  double step_ = 0;  // of the steps so far; 0: none
  Vector memory_;    // x_{k-1} or v_{k+1/2}
};

class AdamsBashforth {
 public:
  explicit AdamsBashforth(int order);
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() { past_.clear(); }

 private:
  Vector weights_;
  double step_ = 0;
  std::deque<State> past_;  // newest first
  ExplicitRungeKutta starter_;
};

}  // namespace tread::integrate
