#include "tread/study/half_space_case.hpp"

#include "tread/study/friction_model.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;
using contact::FrictionalSolution;

contact::RollingStep step_of(const ContactCase& contact_case, double normal_force) {
  contact::RollingStep step;
  const bool rolls = contact_case.motion.is_rolling();
  step.speed = rolls ? speed_of(contact_case.rolling) : 0;
  step.direction = contact_case.rolling.direction;
  step.normal = contact_case.load.kind == casefile::Load::Kind::force
                    ? contact::Prescribed::force
                    : contact::Prescribed::approach;
  step.normal_value = contact_case.load.value;
  step.kinematics = kinematics_of(contact_case, prescription_at(contact_case, 0), normal_force);
  return step;
}

/// One step of a sequence: the grid on the contact, exact A', as CONTACT does it.
FrictionalSolution step_on(const CaseRun& run, const SolvedNormal& normal,
                           const std::optional<contact::RollingState>& start,
                           std::optional<contact::RollingContact>& kept) {
  contact::RollingSetup setup = rolling_setup(run, normal.model);
  setup.scheme = contact::RollingScheme::exact;
  if (kept) {
    kept->begin(std::move(setup));
  } else {
    kept.emplace(std::move(setup));
  }
  contact::RollingContact& rolling = *kept;
  if (start) {
    contact::RollingState state = *start;
    state.last.pressure = normal.solution.pressure;  // a first guess that hardly needs a solve
    begin_from(rolling, std::move(state));
  }
  const contact::RollingStep step = step_of(run.contact_case, normal.solution.force);
  const double duration =
      step.speed > 0 ? step_length(run.contact_case.rolling, normal.model.problem.grid) / step.speed
                     : 1;
  blame_force(run.places, [&] { rolling.step(duration, step); });
  return rolling.solution();
}

}  // namespace

FrictionalSolution solve_from_scratch(const CaseRun& run, const contact::FrictionalProblem& problem,
                                      contact::FrictionalWorkspace& workspace) {
  return blame_force(run.places, [&] {
    return contact::solve_frictional(problem, frictional_options(run), workspace);
  });
}

FrictionalSolution solve_half_space_case(const CaseRun& run, const SolvedNormal& normal,
                                         SequenceMemory& memory) {
  const ContactCase& c = run.contact_case;
  const Grid& grid = normal.model.problem.grid;
  const std::optional<contact::RollingState> start =
      memory.history.start_of(c.history, grid, c.friction.static_coefficient());
  const bool is_step = start || c.motion.type == casefile::Motion::Type::transient_rolling;
  FrictionalSolution solution =
      is_step ? step_on(run, normal, start, memory.rolling)
              : solve_from_scratch(run, frictional_problem(c, normal.model, normal.solution.force),
                                   memory.workspace);
  const bool coupled = compliance_of(c.bodies).coupling != 0;
  // without coupling the normal problem is the one that was solved before, with its derivative
  if (!coupled) solution.normal.stiffness = normal.solution.stiffness;
  memory.history.keep(start, grid, solution);
  return solution;
}

}  // namespace tread::study
