#include "tread/study/falling_body.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/core/overloaded.hpp"

namespace tread::study {
namespace {

using integrate::State;
using integrate::Vector;

double nan_unless_solved(const contact::NormalSolution& solution, double value) {
  return solution.status == SolveStatus::converged ? value
                                                   : std::numeric_limits<double>::quiet_NaN();
}

double work_of_pressure(const contact::NormalProblem& problem,
                        const contact::NormalSolution& solution) {
  double sum = 0;
  for (std::size_t i = 0; i < solution.pressure.size(); ++i) {
    sum += solution.pressure[i] * solution.displacement[i];
  }
  return sum * problem.grid.cell_area() / 2;
}

}  // namespace

GridLaw::GridLaw(contact::NormalProblem problem, const contact::NormalOptions& options, Edge edge,
                 contact::DistanceOnGrid distance_on)
    : problem_(std::move(problem)),
      options_(options),
      edge_(edge),
      distance_on_(std::move(distance_on)),
      first_grid_(problem_.grid) {
  assert(edge != Edge::grow || distance_on_);
  problem_.prescribed = contact::Prescribed::approach;
  options_.derivative = contact::Derivative::none;
}

const contact::NormalSolution& GridLaw::at(double approach, contact::Derivative derivative) {
  const bool is_known = solved_for_ == approach;
  if (is_known && derivative <= options_.derivative) return solution_;
  problem_.value = approach;
  options_.derivative = derivative;
  const auto start = solution_.n_contact > 0 ? contact::Start::from_solution : contact::Start::cold;
  if (edge_ == Edge::grow) {
    contact::solve_growing(problem_, first_grid_, distance_on_, options_, workspace_, solution_,
                           start);
  } else {
    contact::solve_normal(problem_, options_, workspace_, solution_, start);
  }
  ++n_solves_;
  solved_for_ = approach;
  if (solution_.status != SolveStatus::converged) {
    failure_ = fmt::format(
        "the contact at an approach of {:.4g} m was not solved in {} iterations: residual {:.2g}, "
        "{:.2g} asked for",
        approach, options_.max_iterations, solution_.residual, options_.tolerance);
  } else if (solution_.touches_edge && edge_ == Edge::refuse) {
    throw GridTooSmall(
        fmt::format("the contact reaches the edge of the grid at an approach of {:.4g} "
                    "m: make the grid of {:.4g} x {:.4g} m larger",
                    approach, problem_.grid.width(), problem_.grid.height()));
  } else if (solution_.touches_edge && edge_ == Edge::grow) {
    // It has grown as far as it may. A shorter step may lead elsewhere.
    solution_.status = SolveStatus::stalled;
    failure_ = fmt::format(
        "the contact at an approach of {:.4g} m reaches the edge of a grid of {:.4g} x {:.4g} m, "
        "{} times as wide as the one it needs at its deepest",
        approach, problem_.grid.width(), problem_.grid.height(), contact::k_most_growth);
  }
  return solution_;
}

double contact_force(ContactLaw& law, double approach) {
  if (!(approach > 0)) return 0;
  return std::visit(
      Overloaded{[&](const HertzLaw& hertz) { return hertz.coefficient * std::pow(approach, 1.5); },
                 [&](GridLaw& grid) {
                   const auto& solution = grid.at(approach, contact::Derivative::none);
                   return nan_unless_solved(solution, solution.force);
                 }},
      law);
}

double contact_stiffness(ContactLaw& law, double approach) {
  if (!(approach > 0)) return 0;
  return std::visit(
      Overloaded{
          [&](const HertzLaw& hertz) { return 1.5 * hertz.coefficient * std::sqrt(approach); },
          [&](GridLaw& grid) {
            const auto& solution = grid.at(approach, contact::Derivative::approach);
            return nan_unless_solved(solution, solution.stiffness);
          }},
      law);
}

double elastic_energy(ContactLaw& law, double approach) {
  if (!(approach > 0)) return 0;
  return std::visit(
      Overloaded{
          [&](const HertzLaw& hertz) { return 0.4 * hertz.coefficient * std::pow(approach, 2.5); },
          [&](GridLaw& grid) {
            const auto& solution = grid.at(approach, contact::Derivative::none);
            return nan_unless_solved(solution, work_of_pressure(grid.problem(), solution));
          }},
      law);
}

FallingBody::FallingBody(double mass, double gravity, ContactLaw& law)
    : mass_(mass), gravity_(gravity), law_(law) {
  if (!(mass > 0 && std::isfinite(mass))) {
    throw ModelError(fmt::format("the mass = {} kg must be > 0: nothing falls without it", mass));
  }
  if (!(gravity >= 0 && std::isfinite(gravity))) {
    throw ModelError(fmt::format("gravity = {} m/s2 must be >= 0: it pulls down", gravity));
  }
}

void FallingBody::internal_force(double, const Vector& position, const Vector&, Vector& force) {
  force(0) = -contact_force(law_, -position(0));
}

void FallingBody::external_force(double, Vector& force) { force(0) = -mass_ * gravity_; }

void FallingBody::solve_mass(const Vector&, const Vector& force, Vector& acceleration) {
  acceleration = force / mass_;
}

void FallingBody::apply_mass(const Vector&, const Vector& acceleration, Vector& force) {
  force = mass_ * acceleration;
}

bool FallingBody::tangent_stiffness(const State& state, integrate::Matrix& stiffness) {
  stiffness(0, 0) = contact_stiffness(law_, -state.position(0));
  return true;
}

std::optional<integrate::Energy> FallingBody::energy(const State& state) {
  return integrate::Energy{mass_ * state.velocity.squaredNorm() / 2,
                           elastic_energy(law_, -state.position(0)),
                           mass_ * gravity_ * state.position(0)};
}

}  // namespace tread::study
