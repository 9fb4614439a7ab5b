#include "tread/study/fast_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "tread/reference/hertz.hpp"
#include "tread/study/friction_model.hpp"
#include "tread/study/friction_result.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;

/// Curvatures of the gap around the origin, where the shape has an ellipse of Hertz there.
std::optional<reference::GapCurvatures> curvatures_of(const Shape& shape) {
  reference::GapCurvatures c;
  if (const auto* s = std::get_if<Sphere>(&shape)) {
    c = {0.5 / s->radius, 0.5 / s->radius};
  } else if (const auto* p = std::get_if<Paraboloid>(&shape)) {
    c = {0.5 / p->radius_x, 0.5 / p->radius_y};
  } else if (const auto* e = std::get_if<Ellipsoid>(&shape)) {
    c = {0.5 * e->semi_axis_z / (e->semi_axis_x * e->semi_axis_x),
         0.5 * e->semi_axis_z / (e->semi_axis_y * e->semi_axis_y)};
  } else if (const auto* w = std::get_if<WheelOnRail>(&shape)) {
    c = {0.5 / w->wheel_rolling_radius,
         0.5 / w->wheel_profile_radius + 0.5 / w->rail_profile_radius};
  } else if (const auto* q = std::get_if<Quadric>(&shape)) {
    if (q->b[1] != 0 || q->b[3] != 0 || q->b[4] != 0) return std::nullopt;
    c = {q->b[0], q->b[2]};
  }
  if (!(c.x > 0) || !(c.y > 0)) return std::nullopt;
  return c;
}

FastModel::Ellipse ellipse_of(const CaseRun& run, const SolvedNormal& normal) {
  const ContactCase& c = run.contact_case;
  FastModel::Ellipse ellipse{{}, normal.solution.approach};
  contact::EllipticContact& e = ellipse.contact;
  e.normal_force = normal.solution.force;
  const std::optional<reference::GapCurvatures> curvatures = curvatures_of(normal.model.shape);
  const Grid& grid = normal.model.problem.grid;
  if (curvatures && std::holds_alternative<Everywhere>(c.planform)) {
    const double modulus = contact_modulus(c.bodies);
    const reference::HertzEllipse hertz =
        c.load.kind == casefile::Load::Kind::force
            ? reference::hertz_ellipse_from_force(c.load.value, *curvatures, modulus)
            : reference::hertz_ellipse_from_approach(c.load.value, *curvatures, modulus);
    e.semi_axis_x = hertz.semi_axes.x;
    e.semi_axis_y = hertz.semi_axes.y;
    e.normal_force = hertz.force;
    ellipse.approach = hertz.approach;
  } else {
    const reference::SemiAxes axes = contact::equivalent_ellipse(grid, normal.solution.pressure);
    e.semi_axis_x = axes.x;
    e.semi_axis_y = axes.y;
  }
  const Compliance compliance = compliance_of(c.bodies);
  e.shear_modulus = 1 / (std::numbers::pi * compliance.shear);
  e.poisson_ratio = compliance.poisson / compliance.shear;
  e.friction = friction_of(c.friction, grid).law;
  e.rolling_speed = speed_of(c.rolling);
  return ellipse;
}

contact::RollingDirection direction_of(const CaseRun& run) {
  const double angle = run.contact_case.rolling.direction;
  if (std::abs(std::sin(angle)) > 1e-9) {
    run.places.refuse({"rolling.direction", "CHI"}, "a fast model rolls along x only",
                      fmt::format("{} rad", angle), "0 or 180 degrees, or the half-space model");
  }
  return std::cos(angle) > 0 ? contact::RollingDirection::plus_x
                             : contact::RollingDirection::minus_x;
}

contact::FastsimOptions fastsim_options(const casefile::FastsimModel& model) {
  contact::FastsimOptions options;
  options.flexibility = contact::FlexibilityRule::blended;
  if (model.flexibility) options.flexibility = contact::GivenFlexibility{*model.flexibility};
  options.pressure = model.bound == casefile::FastsimModel::Bound::elliptic
                         ? contact::PressureShape::elliptic
                         : contact::PressureShape::parabolic;
  options.reduction = {model.initial_slope, model.final_slope_ratio, model.slope_decay};
  return options;
}

contact::Creepage creepage_of_case(const ContactCase& c) {
  return {c.motion.longitudinal.value, c.motion.lateral.value, c.motion.spin};
}

bool has_own_pressure(const ContactCase& c) {
  const auto* model = std::get_if<casefile::FastsimModel>(&c.model);
  return model != nullptr && model->bound != casefile::FastsimModel::Bound::half_space;
}

/// Where the pressure is the model's own, that is the one to show.
void show_pressure(const SolvedNormal& normal, const FastModel& model,
                   const std::vector<double>& pressure, result::CaseResult& out) {
  const contact::EllipticContact& ellipse = model.ellipse().contact;
  const Grid& grid = normal.model.problem.grid;
  const auto n = std::count_if(pressure.begin(), pressure.end(), [](double p) { return p > 0; });
  const auto set = [&](const char* name, double value) {
    const auto scalar = std::find_if(out.scalars.begin(), out.scalars.end(),
                                     [&](const result::Scalar& s) { return s.name == name; });
    if (scalar != out.scalars.end()) scalar->value = value;
  };
  set("normal_force", ellipse.normal_force);
  set("approach", model.ellipse().approach);
  set("peak_pressure", *std::max_element(pressure.begin(), pressure.end()));
  set("contact_area", static_cast<double>(n) * grid.cell_area());
  set("contact_length_x", 2 * ellipse.semi_axis_x);
  set("contact_width_y", 2 * ellipse.semi_axis_y);
  out.elements = {{"contact", static_cast<long long>(n)}};
  for (result::Field& f : out.fields->fields) {
    if (f.name == "pressure") f.values = pressure;
  }
}

void add_fastsim_cells(const CaseRun& run, const SolvedNormal& normal, const FastModel& model,
                       const FastModel::Outcome& outcome, const contact::FastsimFields& f,
                       result::CaseResult& out) {
  if (has_own_pressure(run.contact_case)) show_pressure(normal, model, f.pressure, out);
  out.elements.push_back({"adhesion", static_cast<long long>(outcome.n_adhesion)});
  out.elements.push_back({"slip", static_cast<long long>(outcome.n_slip)});
  out.scalars.push_back(
      {"peak_traction", peak_traction(f.traction_x, f.traction_y), "Pa", "peak traction"});
  std::vector<double> state;
  for (const auto cell : f.state) state.push_back(static_cast<double>(cell));
  std::vector<double> bound = f.pressure;
  const double mu =
      contact::friction_coefficient(model.ellipse().contact, creepage_of_case(run.contact_case));
  for (double& b : bound) b *= mu;
  add_fields(run.contact_case,
             {f.traction_x, f.traction_y, f.slip_x, f.slip_y, std::move(state), std::move(bound)},
             out);
}

}  // namespace

bool is_fast(const casefile::TangentialModel& model) {
  return !std::holds_alternative<casefile::HalfSpaceModel>(model);
}

FastModel::FastModel(const CaseRun& run, const SolvedNormal& normal)
    : case_(run.contact_case),
      normal_(normal),
      ellipse_(run.places.blame({"contact.model", "shape.type", "L-D-C-M-Z-E", "IPOTCN"}, "",
                                [&] { return ellipse_of(run, normal); })),
      speed_(speed_of(run.contact_case.rolling)) {
  ellipse_.contact.direction = direction_of(run);
}

FastModel::Outcome FastModel::by_fastsim(const casefile::FastsimModel& model,
                                         const contact::Creepage& creepage,
                                         contact::FastsimFields* fields) const {
  const contact::FastsimOptions options = fastsim_options(model);
  const Grid& grid = normal_.model.problem.grid;
  const contact::FastsimSolution s =
      model.bound == casefile::FastsimModel::Bound::half_space
          ? contact::fastsim(ellipse_.contact, creepage, grid, normal_.solution.pressure, options,
                             fields)
          : contact::fastsim(ellipse_.contact, creepage, grid, options, fields);
  return {s.forces, -speed_ * s.dissipation, true, static_cast<std::size_t>(s.n_stick),
          static_cast<std::size_t>(s.n_slip)};
}

FastModel::Outcome FastModel::solve(const contact::Creepage& creepage,
                                    contact::FastsimFields* fields) const {
  if (const auto* fastsim = std::get_if<casefile::FastsimModel>(&case_.model)) {
    return by_fastsim(*fastsim, creepage, fields);
  }
  Outcome out;
  if (std::holds_alternative<casefile::LinearModel>(case_.model)) {
    out.forces = contact::linear_creep_forces(ellipse_.contact, creepage);
  } else if (std::holds_alternative<casefile::ShenHedrickElkinsModel>(case_.model)) {
    out.forces = contact::shen_hedrick_elkins_forces(ellipse_.contact, creepage);
  } else if (const auto* polach = std::get_if<casefile::Polach2005Model>(&case_.model)) {
    out.forces = contact::polach_2005_forces(ellipse_.contact, creepage,
                                             {polach->adhesion_reduction, polach->slip_reduction});
  } else {
    out.forces = contact::polach_1999_forces(ellipse_.contact, creepage);
  }
  // in steady rolling all work of the creepages goes into friction
  out.frictional_power =
      speed_ * (out.forces.longitudinal * creepage.longitudinal +
                out.forces.lateral * creepage.lateral + out.forces.spin_moment * creepage.spin);
  return out;
}

result::CaseResult fast_result(const CaseRun& run, const SolvedNormal& normal) {
  const ContactCase& c = run.contact_case;
  result::CaseResult out = normal_result(c, normal.model, normal.solution);
  if (normal.solution.n_contact == 0 || !out.ok) {
    add_forces(c, {{}, creepage_of_case(c), 0, 0}, out);
    return out;
  }
  const FastModel model(run, normal);
  const contact::Creepage creepage = creepage_of_case(c);
  contact::FastsimFields fields;
  const FastModel::Outcome outcome = run.places.blame(
      {"contact.model", "L-D-C-M-Z-E"}, "", [&] { return model.solve(creepage, &fields); });
  const ForceNumbers numbers{outcome.forces, creepage, model.ellipse().contact.normal_force,
                             outcome.frictional_power};
  add_forces(c, numbers, out);
  // under spin three flexibilities have another rigid slip than the creepages
  if (creepage.spin == 0) add_note_on_power(numbers, speed_of(c.rolling), out);
  if (outcome.has_cells) add_fastsim_cells(run, normal, model, outcome, fields, out);
  if (c.friction.memory.distance > 0) {
    out.notes.push_back("Fast models take the friction law without its memory.");
  }
  return out;
}

}  // namespace tread::study
