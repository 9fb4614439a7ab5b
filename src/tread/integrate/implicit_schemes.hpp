#pragma once

#include <variant>

#include "tread/integrate/implicit_stages.hpp"
#include "tread/integrate/one_stage.hpp"
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

/// Adams-Moulton and BDF.
class ImplicitMultistep {
 public:
  ImplicitMultistep(MultistepPast::Family family, int order, const NonlinearSettings& settings);
  SolveStatus step(CountedSystem& system, double h, State& state);
  void restart() { past_.restart(); }

 private:
  MultistepPast past_;
  NonlinearSettings settings_;
  std::variant<AlphaScheme, ImplicitRungeKutta> starter_;
};

}  // namespace tread::integrate
