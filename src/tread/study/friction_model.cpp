#include "tread/study/friction_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tread::study {
namespace {

using casefile::ContactCase;
using casefile::Prescribed;

contact::FrictionLaw friction_law(const casefile::CoulombFriction& law) {
  return contact::CoulombFriction{law.static_coefficient, law.kinetic_coefficient};
}

contact::FrictionLaw friction_law(const casefile::FallingFriction& law) {
  using To = contact::FallingFriction::Shape;
  contact::FallingFriction out;
  switch (law.shape) {
    case casefile::FallingFriction::Shape::linear:
      out.shape = To::linear;
      break;
    case casefile::FallingFriction::Shape::rational:
      out.shape = To::rational;
      break;
    case casefile::FallingFriction::Shape::exponential:
      out.shape = To::exponential;
      break;
  }
  out.kinetic_coefficient = law.kinetic_coefficient;
  for (std::size_t i = 0; i < law.terms.size(); ++i) {
    out.terms[i] = {law.terms[i].height, law.terms[i].half_velocity};
  }
  switch (law.branch) {
    case casefile::FallingFriction::Branch::low_slip:
      out.branch = contact::SlipBranch::low_slip;
      break;
    case casefile::FallingFriction::Branch::high_slip:
      out.branch = contact::SlipBranch::high_slip;
      break;
    case casefile::FallingFriction::Branch::as_before:
      out.branch = contact::SlipBranch::as_before;
      break;
  }
  return out;
}

contact::Given given(const Prescribed& prescribed, double value, const casefile::Friction& friction,
                     double normal_force) {
  switch (prescribed.kind) {
    case Prescribed::Kind::force:
      return contact::given_force(value);
    case Prescribed::Kind::relative_to_bound:
      return contact::given_force(value * friction.nominal_coefficient() * normal_force);
    case Prescribed::Kind::relative_to_load:
      return contact::given_force(value * normal_force);
    case Prescribed::Kind::motion:
      break;
  }
  return contact::given_creepage(value);
}

double layer_flexibility(const ContactCase& contact_case) {
  const auto* model = std::get_if<casefile::HalfSpaceModel>(&contact_case.model);
  return model != nullptr && model->layer ? model->layer->flexibility() : 0;
}

/// Linear between the places of a schedule, constant beyond its ends.
double scheduled(const std::vector<double>& places, const std::vector<double>& values, double at,
                 double constant) {
  if (values.empty()) return constant;
  const auto above = std::upper_bound(places.begin(), places.end(), at);
  if (above == places.begin()) return values.front();
  if (above == places.end()) return values.back();
  const auto k = static_cast<std::size_t>(above - places.begin());
  const double part = (at - places[k - 1]) / (places[k] - places[k - 1]);
  return values[k - 1] + part * (values[k] - values[k - 1]);
}

/// Heights between the cell centres they are given at; nothing beyond the outermost cells.
double height_at(const HeightField& field, double x, double y) {
  const Grid& grid = field.grid;
  const double u = (x - grid.x0) / grid.dx;
  const double v = (y - grid.y0) / grid.dy;
  if (u < -0.5 || u > grid.nx - 0.5 || v < -0.5 || v > grid.ny - 0.5) {
    return std::numeric_limits<double>::infinity();
  }
  const auto cell = [](double s, int n) {
    return std::clamp(static_cast<int>(std::floor(s)), 0, std::max(0, n - 2));
  };
  const int i = cell(u, grid.nx);
  const int j = cell(v, grid.ny);
  const double far_x = grid.nx > 1 ? std::clamp(u - i, 0.0, 1.0) : 0;
  const double far_y = grid.ny > 1 ? std::clamp(v - j, 0.0, 1.0) : 0;
  const auto height = [&](int a, int b) {
    return field.heights[grid.index(std::min(i + a, grid.nx - 1), std::min(j + b, grid.ny - 1))];
  };
  return (1 - far_y) * ((1 - far_x) * height(0, 0) + far_x * height(1, 0)) +
         far_y * ((1 - far_x) * height(0, 1) + far_x * height(1, 1));
}

contact::DistanceFunction distance_function(const Shape& shape, const Planform& planform) {
  return [shape, planform](double x, double y) {
    const Grid here{1, 1, x, y, 1, 1};
    if (!std::holds_alternative<Everywhere>(planform) && allowed_cells(planform, here)[0] == 0) {
      return std::numeric_limits<double>::infinity();
    }
    if (const auto* field = std::get_if<HeightField>(&shape)) return height_at(*field, x, y);
    return undeformed_distance(shape, here).front();
  };
}

contact::RollingScheme scheme_of(casefile::Rolling::Scheme scheme) {
  switch (scheme) {
    case casefile::Rolling::Scheme::exact:
      return contact::RollingScheme::exact;
    case casefile::Rolling::Scheme::interpolated:
      return contact::RollingScheme::interpolated;
    case casefile::Rolling::Scheme::world_fixed:
      break;
  }
  return contact::RollingScheme::world_fixed;
}

}  // namespace

contact::Friction friction_of(const casefile::Friction& friction, const Grid& grid) {
  contact::Friction out;
  out.law = std::visit([](const auto& law) { return friction_law(law); }, friction.law);
  out.memory = {friction.memory.distance, friction.memory.velocity};
  if (friction.row_factors.empty()) return out;
  for (int j = 0; j < grid.ny; ++j) {
    const double factor = friction.row_factors[static_cast<std::size_t>(j)];
    out.factor.insert(out.factor.end(), static_cast<std::size_t>(grid.nx), factor);
  }
  return out;
}

double speed_of(const casefile::Rolling& rolling) { return rolling.speed.value_or(1); }

double step_length(const casefile::Rolling& rolling, const Grid& grid) {
  if (rolling.step) return *rolling.step;
  return 1 / std::max(std::abs(std::cos(rolling.direction)) / grid.dx,
                      std::abs(std::sin(rolling.direction)) / grid.dy);
}

Prescription prescription_at(const ContactCase& contact_case, double distance) {
  const casefile::Schedule& s = contact_case.schedule;
  const casefile::Motion& m = contact_case.motion;
  return {scheduled(s.distance, s.load, distance, contact_case.load.value),
          scheduled(s.distance, s.longitudinal, distance, m.longitudinal.value),
          scheduled(s.distance, s.lateral, distance, m.lateral.value),
          scheduled(s.distance, s.spin, distance, m.spin)};
}

contact::Kinematics kinematics_of(const ContactCase& contact_case, const Prescription& prescription,
                                  double normal_force) {
  const casefile::Motion& m = contact_case.motion;
  contact::Kinematics out;
  out.x = given(m.longitudinal, prescription.longitudinal, contact_case.friction, normal_force);
  out.y = given(m.lateral, prescription.lateral, contact_case.friction, normal_force);
  out.spin = prescription.spin;
  out.spin_centre = {m.spin_centre_x, m.spin_centre_y};
  return out;
}

contact::FrictionalProblem frictional_problem(const ContactCase& contact_case,
                                              const ContactModel& model, double normal_force) {
  contact::FrictionalProblem problem;
  problem.normal = model.problem;
  problem.friction = friction_of(contact_case.friction, model.problem.grid);
  problem.motion = contact_case.motion.type == casefile::Motion::Type::shift
                       ? contact::Motion::shift
                       : contact::Motion::steady_rolling;
  problem.rolling = {contact_case.rolling.direction, speed_of(contact_case.rolling),
                     contact_case.rolling.spin_offset};
  problem.kinematics = kinematics_of(contact_case, prescription_at(contact_case, 0), normal_force);
  problem.layer_flexibility = layer_flexibility(contact_case);
  return problem;
}

contact::FrictionalOptions frictional_options(const CaseRun& run) {
  contact::FrictionalOptions options;
  options.tolerance = run.contact_case.solver.tolerance;
  options.max_iterations = run.contact_case.solver.max_iterations;
  options.n_threads = run.n_threads;
  options.observer = &run.observer;
  if (run.contact_case.solver.sensitivities) options.sensitivity = contact::Sensitivity::forces;
  return options;
}

contact::RollingSetup rolling_setup(const CaseRun& run, const ContactModel& model) {
  contact::RollingSetup setup;
  setup.grid = model.problem.grid;
  setup.bodies = model.problem.bodies;
  setup.friction = friction_of(run.contact_case.friction, setup.grid);
  setup.line_datum = model.problem.line_datum;
  setup.layer_flexibility = layer_flexibility(run.contact_case);
  setup.distance = distance_function(model.shape, run.contact_case.planform);
  setup.scheme = scheme_of(run.contact_case.rolling.scheme);
  setup.lead = run.contact_case.rolling.spin_offset;
  setup.options = frictional_options(run);
  return setup;
}

}  // namespace tread::study
