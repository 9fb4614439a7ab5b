#include "tread/study/wheel_rail_differential_runs.hpp"

#include <fmt/format.h>

#include "tread/study/part_observer.hpp"
#include "tread/study/user_cache.hpp"

namespace tread::study {

using differential::NewtonMethod;
using differential::NewtonSettings;

namespace {

/// Tells runs of different numerics apart.
std::string tag_of(const DifferentialNumerics& numerics) {
  return fmt::format("{:g} mm, eps {:g}", 1e3 * numerics.pieces.wheel.fine_size,
                     numerics.regularisation);
}

/// Elastic bodies of the curve. They are prepared once.
ModelBySolver elastic_bodies(const DifferentialNumerics& numerics, SharedWork& shared,
                             Observer& observer) {
  const Material steel = Material::from_young(2.1e11, 0.3);
  wheel_rail::DifferentialModelSettings settings;
  settings.bodies = *shared.get<std::shared_ptr<const differential::ElasticPair>>(
      "wheel-rail curve, pieces, " + tag_of(numerics), [&] {
        return prepare_pair(pair_of_curve(), {steel, steel}, numerics.pieces, numerics.cache,
                            &observer);
      });
  settings.contact.friction = contact::CoulombFriction{0.3, 0.3};
  settings.contact.regularisation = numerics.regularisation;
  return [settings](const NewtonSettings& newton) {
    wheel_rail::DifferentialModelSettings solved = settings;
    solved.contact.newton = newton;
    return solved;
  };
}

}  // namespace

DifferentialNumerics whole_curve() {
  DifferentialNumerics numerics;
  numerics.cache = user_cache_folder();
  return numerics;
}

DifferentialNumerics curve_of_work() {
  DifferentialNumerics numerics = whole_curve();
  for (differential::PieceSettings* piece : {&numerics.pieces.wheel, &numerics.pieces.rail}) {
    piece->fine_size *= 2;
    piece->radius_share *= 2;
  }
  numerics.regularisation = 1e-3;
  return numerics;
}

NewtonSettings newton_of_paper(NewtonMethod method) {
  NewtonSettings newton;
  newton.method = method;
  if (method != NewtonMethod::tractions) newton.tolerance = 1e-8;
  return newton;
}

std::string name_of(NewtonMethod method) {
  switch (method) {
    case NewtonMethod::bicgstab_differences:
      return "Newton-BiCGStab";
    case NewtonMethod::bicgstab:
      return "Newton-BiCGStab, exact derivatives";
    case NewtonMethod::lu:
      return "Newton-LU";
    case NewtonMethod::tractions:
      return "Newton on tractions";
  }
  return "unknown";
}

std::string why_of(NewtonMethod method) {
  switch (method) {
    case NewtonMethod::bicgstab_differences: {
      const NewtonSettings newton = newton_of_paper(method);
      return fmt::format(
          "as in the paper: directional derivatives by finite differences, Tol {:g}, eta {:g}, at "
          "most {} and {} iterations, {} backtracks",
          newton.tolerance, newton.forcing, newton.max_iterations, newton.max_linear_iterations,
          newton.max_backtracks);
    }
    case NewtonMethod::bicgstab:
      return "the same with exact directional derivatives";
    case NewtonMethod::lu:
      return "as in the paper: the whole Jacobian and its factors in every iteration";
    case NewtonMethod::tractions:
      return "tractions as unknowns instead of displacements, GMRES with factors that are kept "
             "from problem to problem";
  }
  return "unknown";
}

SolveStatus status_of(const std::vector<SharedRun>& runs) {
  for (const SharedRun& run : runs) {
    if (run->status() != SolveStatus::converged) return run->status();
  }
  return SolveStatus::converged;
}

DifferentialRuns::DifferentialRuns(const DifferentialNumerics& numerics, SharedWork& shared,
                                   int n_runs, Observer& observer)
    : numerics_(numerics), shared_(shared), observer_(observer), n_runs_(n_runs) {}

SharedRun DifferentialRuns::whole(const CurveIntegrator& integrator, NewtonMethod method) {
  return differential(integrator, newton_of_paper(method), {0, numerics_.length});
}

SharedRun DifferentialRuns::differential(const CurveIntegrator& integrator,
                                         const NewtonSettings& newton, const Way& way) {
  const std::string name =
      fmt::format("{}, {}, eta {:g}, {:g} to {:g} m, {}", integrator.name, name_of(newton.method),
                  newton.forcing, way.from, way.to, tag_of(numerics_));
  return run(name, [&](Observer& part) {
    const CurveRunSettings settings{.name = "differential",
                                    .model = model()(newton),
                                    .integrator = integrator,
                                    .from = way.from,
                                    .to = way.to,
                                    .start = *start()};
    const bool is_whole = way.from == 0 && way.to == numerics_.length;
    return is_whole ? run_with_areas(settings, part) : run_way(settings, part);
  });
}

SharedRun DifferentialRuns::semi_elastic() {
  return run("semi-elastic contact", [&](Observer& part) {
    return run_curve({.name = "semi-elastic",
                      .model = wheel_rail::semi_elastic(),
                      .integrator = dormand_prince_05(),
                      .to = numerics_.length},
                     part);
  });
}

const ModelBySolver& DifferentialRuns::model() {
  if (model_) return model_;
  const double now = (n_done_ - 1.0) / n_runs_;
  PartObserver preparation(observer_, now, now, "elastic pieces of wheel and rail");
  model_ = numerics_.model ? numerics_.model : elastic_bodies(numerics_, shared_, preparation);
  return model_;
}

/// The same however the equations are solved.
std::shared_ptr<const running::SteadyRunning> DifferentialRuns::start() {
  return shared_.get<running::SteadyRunning>(
      "wheel-rail curve, elastic bodies at rest, " + tag_of(numerics_),
      [&] { return stand_on_straight(model()({})); });
}

SharedRun DifferentialRuns::run(const std::string& name,
                                const std::function<CurveRun(Observer&)>& make) {
  const double share = 1.0 / n_runs_;
  PartObserver part(observer_, share * n_done_, share * (n_done_ + 1), name);
  ++n_done_;
  return shared_.get<CurveRun>("wheel-rail curve, " + name, [&] {
    try {
      return make(part);
    } catch (const differential::PreparationStopped&) {
      return CurveRun{};  // stopped
    }
  });
}

}  // namespace tread::study
