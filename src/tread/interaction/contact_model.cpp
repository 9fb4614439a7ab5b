#include "tread/interaction/contact_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/core/overloaded.hpp"
#include "tread/core/shape.hpp"
#include "tread/interaction/check_positive.hpp"

namespace tread::interaction {
namespace {

/// Sum of the middle row across the track, per length along y.
double middle_row(const Grid& grid, const std::vector<double>& pressure) {
  double sum = 0;
  for (int i = 0; i < grid.nx; ++i) sum += pressure[grid.index(i, grid.ny / 2)];
  return sum * grid.dx;
}

ContactResponse same_load(double force, double stiffness) {
  return {force, stiffness, force, stiffness, SolveStatus::converged};
}

}  // namespace

PowerContact hertz_contact(const BodyPair& bodies, double radius) {
  check(bodies);
  check_positive("radius of the wheel", radius, "in m");
  return {4.0 / 3 * contact_modulus(bodies) * std::sqrt(radius), 1.5};
}

PowerContact zhai_contact(double radius, Tread tread) {
  check_positive("radius of the wheel", radius, "in m");
  const double g = tread == Tread::conical ? 4.57e-8 * std::pow(radius, -0.149)
                                           : 3.86e-8 * std::pow(radius, -0.115);
  return {std::pow(g, -1.5), 1.5};
}

namespace {

constexpr double k_thesis_radius = 0.3;
constexpr double k_thesis_width = 8;
constexpr int k_thesis_nx = 25;
constexpr int k_thesis_ny = 11;

/// Cell centres from -reach to reach along the track.
contact::NormalProblem thesis_problem(double young_modulus, double reach) {
  contact::NormalProblem problem;
  const double dx = 2 * reach / (k_thesis_nx - 1);
  const double dy = k_thesis_width / (k_thesis_ny - 1);
  problem.grid = centred_grid(k_thesis_nx, k_thesis_ny, k_thesis_nx * dx, k_thesis_ny * dy);
  problem.bodies = {Material::from_young(young_modulus, 0.5), Material::rigid()};
  problem.distance = undeformed_distance(Cylinder{.radius = k_thesis_radius}, problem.grid);
  return problem;
}

}  // namespace

GridContact thesis_grid_contact(double young_modulus) {
  GridContact contact;
  contact.problem = thesis_problem(young_modulus, 2 * k_thesis_radius / (k_thesis_nx - 1));
  contact.bridge_load = BridgeLoad::middle_row;
  contact.edge = GridContact::Edge::body_ends;
  return contact;
}

GridContact thesis_regridding_contact(double young_modulus) {
  GridContact contact = thesis_grid_contact(young_modulus);
  contact.regrid = [young_modulus](double approach) {
    const double spacing = 2 * k_thesis_radius / (k_thesis_nx - 1);
    const double depth = std::min(approach, k_thesis_radius);
    const double half = std::sqrt(depth * (2 * k_thesis_radius - depth));  // of the overlap
    const double n_inside = std::ceil(half / spacing) - 1;
    return thesis_problem(young_modulus, std::min((n_inside + 1) * spacing, k_thesis_radius));
  };
  return contact;
}

void check(const ContactModel& model) {
  std::visit(
      Overloaded{[](const RigidContact& law) {
                   if (!(law.restitution >= 0 && law.restitution <= 1)) {
                     throw ModelError(fmt::format(
                         "restitution of the contact = {} must be in [0, 1]: 0 lands without "
                         "rebound",
                         law.restitution));
                   }
                   if (law.restitution > 0 && law.constraint == RigidConstraint::displacement) {
                     throw ModelError(fmt::format(
                         "restitution of the contact = {} needs impacts: constrain accelerations, "
                         "with displacements the scheme decides how a wheel rebounds",
                         law.restitution));
                   }
                 },
                 [](const PowerContact& law) {
                   check_positive("coefficient of the contact law", law.coefficient,
                                  "about 1e11 N/m^1.5 for a wheel on a rail");
                   if (!(law.exponent >= 1 && std::isfinite(law.exponent))) {
                     throw ModelError(fmt::format(
                         "exponent of the contact law = {} must be >= 1: 1.5 is Hertz, 1 a "
                         "line contact",
                         law.exponent));
                   }
                 },
                 [](const LinearContact& law) {
                   check_positive("stiffness of the contact", law.stiffness, "in N/m");
                   if (!(law.damping >= 0 && std::isfinite(law.damping))) {
                     throw ModelError(fmt::format("damping of the contact = {} N s/m must be >= 0",
                                                  law.damping));
                   }
                 },
                 [](const GridContact& law) {
                   check(law.problem.grid);
                   check(law.problem.bodies);
                   check_positive("tolerance of the contact", law.tolerance,
                                  "1e-10 is the usual one");
                   if (law.edge == GridContact::Edge::grow && !law.distance_on) {
                     throw ModelError(
                         "a contact grid that grows needs the distance on larger grids, "
                         "distance_on");
                   }
                 }},
      model);
}

/// The grid's solution at the last approach, and the derivative by either rule.
struct ContactPoint::Impl {
  Impl(const ContactModel& contact_model, const DerivativeRule& derivative_rule)
      : model(contact_model), rule(derivative_rule) {
    if (const auto* difference = std::get_if<FiniteDifference>(&rule)) {
      check_positive("increment of the finite difference", difference->increment,
                     "the thesis has 1e-7 m");
      increment = difference->increment;
    }
    if (const auto* grid = std::get_if<GridContact>(&model)) {
      problem = grid->problem;
      largest_grid = problem.grid;
      options.tolerance = grid->tolerance;
    }
  }

  void solve(contact::Prescribed prescribed, double value, contact::Derivative derivative) {
    const GridContact& law = std::get<GridContact>(model);
    if (law.regrid && prescribed == contact::Prescribed::approach) problem = law.regrid(value);
    problem.prescribed = prescribed;
    problem.value = value;
    options.derivative = derivative;
    const auto start =
        solution.n_contact > 0 ? contact::Start::from_solution : contact::Start::cold;
    if (law.edge == GridContact::Edge::grow) {
      contact::solve_growing(problem, law.problem.grid, law.distance_on, options, workspace,
                             solution, start);
    } else {
      contact::solve_normal(problem, options, workspace, solution, start);
    }
    ++n_solves;
    look_at_edge(law.edge);
  }

  void look_at_edge(GridContact::Edge edge) {
    if (problem.grid.n_cells() > largest_grid.n_cells()) largest_grid = problem.grid;
    if (!solution.touches_edge || edge == GridContact::Edge::body_ends) return;
    std::string reason = fmt::format(
        "the contact reaches the edge of its grid of {:.4g} x {:.4g} m at an approach of {:.4g} m",
        problem.grid.width(), problem.grid.height(), solution.approach);
    if (edge == GridContact::Edge::refuse) throw ModelError(reason + ": make the grid larger");
    // The grid has grown as far as it may. A shorter step may lead elsewhere.
    failure = std::move(reason);
    solution.status = SolveStatus::stalled;
  }

  double bridge_load(const std::vector<double>& pressure, double force) const {
    const bool is_row = std::get<GridContact>(model).bridge_load == BridgeLoad::middle_row;
    return is_row ? middle_row(problem.grid, pressure) : force;
  }

  ContactResponse at(const GridContact&, double approach) {
    const bool is_consistent = std::holds_alternative<ConsistentDerivative>(rule);
    solve(contact::Prescribed::approach, approach,
          is_consistent ? contact::Derivative::approach : contact::Derivative::none);
    ContactResponse response{.force = solution.force,
                             .bridge_load = bridge_load(solution.pressure, solution.force),
                             .status = solution.status};
    if (is_consistent) {
      response.stiffness = solution.stiffness;
      response.bridge_stiffness = bridge_load(solution.pressure_derivative, solution.stiffness);
    } else {
      add_difference(approach, response);
    }
    return response;
  }

  void add_difference(double approach, ContactResponse& response) {
    const contact::NormalSolution here = solution;
    const Grid grid_here = problem.grid;
    do {
      solve(contact::Prescribed::approach, approach + increment, contact::Derivative::none);
      if (solution.status != SolveStatus::converged) response.status = solution.status;
      response.stiffness = (solution.force - response.force) / increment;
      response.bridge_stiffness =
          (bridge_load(solution.pressure, solution.force) - response.bridge_load) / increment;
      if (response.stiffness == 0) increment *= 10;
    } while (response.stiffness == 0 && increment < 1);
    solution = here;
    if (std::get<GridContact>(model).edge != GridContact::Edge::grow) return;
    solution.pressure = contact::carried_over(grid_here, problem.grid, here.pressure);
    solution.displacement = contact::carried_over(grid_here, problem.grid, here.displacement);
  }

  ContactModel model;
  DerivativeRule rule;
  double increment = 0;
  long long n_solves = 0;
  contact::NormalProblem problem;
  Grid largest_grid;
  std::string failure;
  contact::NormalOptions options;
  contact::NormalWorkspace workspace;
  contact::NormalSolution solution;
};

ContactPoint::ContactPoint(const ContactModel& model, const DerivativeRule& rule)
    : impl_(std::make_unique<Impl>(model, rule)) {}
ContactPoint::~ContactPoint() = default;
ContactPoint::ContactPoint(ContactPoint&&) noexcept = default;
ContactPoint& ContactPoint::operator=(ContactPoint&&) noexcept = default;

ContactResponse ContactPoint::at(double approach) {
  if (!(approach > 0)) {
    if (std::isnan(approach)) return {.status = SolveStatus::stalled};
    return {};
  }
  return std::visit(Overloaded{[](const RigidContact&) -> ContactResponse {
                                 throw std::logic_error("a rigid contact has no force of its own");
                               },
                               [&](const PowerContact& law) {
                                 const double force =
                                     law.coefficient * std::pow(approach, law.exponent);
                                 return same_load(force, law.exponent * force / approach);
                               },
                               [&](const LinearContact& law) {
                                 return same_load(law.stiffness * approach, law.stiffness);
                               },
                               [&](const GridContact& law) { return impl_->at(law, approach); }},
                    impl_->model);
}

double ContactPoint::approach_under(double force) {
  return std::visit(Overloaded{[](const RigidContact&) { return 0.0; },
                               [&](const PowerContact& law) {
                                 return std::pow(force / law.coefficient, 1 / law.exponent);
                               },
                               [&](const LinearContact& law) { return force / law.stiffness; },
                               [&](const GridContact&) {
                                 impl_->solve(contact::Prescribed::force, force,
                                              contact::Derivative::none);
                                 return impl_->solution.approach;
                               }},
                    impl_->model);
}

double ContactPoint::energy(double approach) {
  if (!(approach > 0)) return 0;
  return std::visit(
      Overloaded{
          [](const RigidContact&) { return 0.0; },
          [&](const PowerContact& law) {
            return law.coefficient * std::pow(approach, law.exponent + 1) / (law.exponent + 1);
          },
          [&](const LinearContact& law) { return law.stiffness * approach * approach / 2; },
          [&](const GridContact&) {
            // Half of what the pressure does over the displacement: the bodies are elastic.
            if (impl_->solution.approach != approach) {
              impl_->solve(contact::Prescribed::approach, approach, contact::Derivative::none);
            }
            double sum = 0;
            for (std::size_t i = 0; i < impl_->solution.pressure.size(); ++i) {
              sum += impl_->solution.pressure[i] * impl_->solution.displacement[i];
            }
            return sum * impl_->problem.grid.cell_area() / 2;
          }},
      impl_->model);
}

void ContactPoint::begin_step() {
  impl_->failure.clear();
  if (const auto* difference = std::get_if<FiniteDifference>(&impl_->rule)) {
    impl_->increment = difference->increment;
  }
  const auto* grid = std::get_if<GridContact>(&impl_->model);
  if (grid != nullptr && grid->edge == GridContact::Edge::grow) {
    contact::shrink_if_small(impl_->problem, grid->problem.grid, grid->distance_on,
                             impl_->solution);
  }
}

const contact::NormalSolution* ContactPoint::solution() const {
  return std::holds_alternative<GridContact>(impl_->model) ? &impl_->solution : nullptr;
}

const contact::NormalProblem* ContactPoint::problem() const {
  return std::holds_alternative<GridContact>(impl_->model) ? &impl_->problem : nullptr;
}

const Grid* ContactPoint::largest_grid() const {
  return std::holds_alternative<GridContact>(impl_->model) ? &impl_->largest_grid : nullptr;
}

const std::string& ContactPoint::failure() const { return impl_->failure; }

long long ContactPoint::n_solves() const { return impl_->n_solves; }

}  // namespace tread::interaction
