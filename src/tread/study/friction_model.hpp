#pragma once

#include "tread/contact/frictional.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/contact_model.hpp"

namespace tread::study {

/// What a case says about friction, in the words of room `contact`.

contact::Friction friction_of(const casefile::Friction& friction, const Grid& grid);

/// Without a speed the power that results is that at 1 m/s: work per metre rolled.
double speed_of(const casefile::Rolling& rolling);

/// Length of a transient step, m: as given, or one cell along the axis nearest to the direction.
double step_length(const casefile::Rolling& rolling, const Grid& grid);

/// What is prescribed at one place of a transient, linear in the schedule; in all other cases what
/// load and motion say. Units as in the case.
struct Prescription {
  double load = 0;
  double longitudinal = 0;
  double lateral = 0;
  double spin = 0;
};
Prescription prescription_at(const casefile::ContactCase& contact_case, double distance);

/// Forces that are relative to friction or load become N by the normal force that is handed in.
contact::Kinematics kinematics_of(const casefile::ContactCase& contact_case,
                                  const Prescription& prescription, double normal_force);

contact::FrictionalProblem frictional_problem(const casefile::ContactCase& contact_case,
                                              const ContactModel& model, double normal_force);
contact::FrictionalOptions frictional_options(const CaseRun& run);

/// Rolling on the grid of a model.
contact::RollingSetup rolling_setup(const CaseRun& run, const ContactModel& model);

/// Does the work; a force that friction cannot carry is told at the key that prescribes it.
template <class Work>
auto blame_force(const CasePlaces& places, Work&& work) {
  return places.blame(
      {"motion.longitudinal_force", "motion.relative_longitudinal_force", "motion.lateral_force",
       "motion.relative_lateral_force", "schedule.longitudinal_force",
       "schedule.relative_longitudinal_force", "schedule.lateral_force",
       "schedule.relative_lateral_force", "FX", "motion.type", "P-B-T-N-F-S"},
      "the force, of both directions together, must stay below friction coefficient times normal "
      "force",
      work);
}

}  // namespace tread::study
