#pragma once

#include <deque>
#include <variant>

#include "tread/integrate/implicit_stages.hpp"
#include "tread/integrate/multistep_weights.hpp"
#include "tread/integrate/tableau.hpp"

namespace tread::integrate {

/// Implicit schemes, each posed as StageEquations. Each advances a complete state by one step; the
/// state may be spoilt if that fails.

class ImplicitRungeKutta {
 public:
  ImplicitRungeKutta(Tableau tableau, const NonlinearSettings& settings)
      : tableau_(std::move(tableau)), settings_(settings) {}
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() {}

 private:
  Tableau tableau_;
  NonlinearSettings settings_;
};

/// Newmark, HHT-alpha and generalised alpha (thesis (5.14) to (5.17)).
class AlphaScheme {
 public:
  AlphaScheme(const AlphaNumbers& numbers, const NonlinearSettings& settings)
      : numbers_(numbers), settings_(settings) {}
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() {}

 private:
  AlphaNumbers numbers_;
  NonlinearSettings settings_;
};

/// Adams-Moulton and BDF: z_{k+1} = known + h b g_{k+1} for z = (x, v), g = (v, a).
class ImplicitMultistep {
 public:
  enum class Family { adams_moulton, bdf };
  ImplicitMultistep(Family family, int order, const NonlinearSettings& settings);
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() { past_.clear(); }

 private:
  State known_part(double h) const;

  Family family_;
  Vector past_weights_;  // of past states (BDF) or derivatives (Adams-Moulton), newest first
  double new_weight_;    // b
  NonlinearSettings settings_;
  double step_ = 0;
  std::deque<State> past_;  // newest first
  std::variant<AlphaScheme, ImplicitRungeKutta> starter_;
};

}  // namespace tread::integrate
