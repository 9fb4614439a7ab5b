#include "tread/study/wheel_rail_differential_runs.hpp"

#include <fmt/format.h>

#include "tread/study/part_observer.hpp"
#include "tread/study/user_cache.hpp"

namespace tread::study {

using differential::NewtonMethod;
using differential::NewtonSettings;

namespace {

/// Elastic bodies of the curve. They are prepared once.
ModelBySolver elastic_bodies(const DifferentialNumerics& numerics, SharedWork& shared,
                             Observer& observer) {
  const Material steel = Material::from_young(2.1e11, 0.3);
  wheel_rail::DifferentialModelSettings settings;
  settings.bodies = *shared.get<std::shared_ptr<const differential::ElasticPair>>(
      "wheel-rail curve, pieces", [&] {
        return prepare_pair(pair_of_curve(), {steel, steel}, numerics.pieces, numerics.cache,
                            &observer);
      });
  settings.contact.friction = contact::CoulombFriction{0.3, 0.3};
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
    case NewtonMethod::bicgstab_differences:
      return "as in the paper: directional derivatives by finite differences, Tol 1e-8, eta 0.01, "
             "at most 20 and 20 iterations, 10 backtracks";
    case NewtonMethod::bicgstab:
      return "the same with exact directional derivatives";
    case NewtonMethod::lu:
      return "as in the paper: the whole Jacobian and its factors in every iteration";
    case NewtonMethod::tractions:
      return "tractions as unknowns instead of displacements, GMRES with factors that are kept "
             "from "
             "problem to problem";
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
  NewtonSettings newton;
  newton.method = method;
  return differential(integrator, newton, {0, numerics_.length});
}

SharedRun DifferentialRuns::differential(const CurveIntegrator& integrator,
                                         const NewtonSettings& newton, const Way& way) {
  const std::string name = fmt::format("{}, {}, eta {:g}, {:g} to {:g} m", integrator.name,
                                       name_of(newton.method), newton.forcing, way.from, way.to);
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
  return shared_.get<running::SteadyRunning>("wheel-rail curve, elastic bodies at rest",
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
