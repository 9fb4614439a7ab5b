#pragma once

#include "tread/contact/frictional.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/contact_model.hpp"

namespace tread::study {

/// What friction adds to the result of a normal problem.

/// Forces and what belongs to them; for every theory.
struct ForceNumbers {
  contact::CreepForces forces;
  contact::Creepage creepage;
  double normal_force = 0;      // N
  double frictional_power = 0;  // W, <= 0; J in a shift; J/m where no speed is known
};
void add_forces(const casefile::ContactCase& contact_case, const ForceNumbers& numbers,
                result::CaseResult& out);

/// In steady rolling nothing is stored: friction has what the forces take out of the motion. Says
/// so where the cells have less.
void add_note_on_power(const ForceNumbers& numbers, double speed, result::CaseResult& out);

/// A solution on the half-space, on the grid it was solved on: numbers, element counts, fields and
/// notes of both problems.
result::CaseResult friction_result(const casefile::ContactCase& contact_case,
                                   const ContactModel& model,
                                   const contact::FrictionalSolution& solution);

/// Tractions, slip and all that is known cell by cell.
struct FrictionFields {
  const std::vector<double>& traction_x;
  const std::vector<double>& traction_y;
  const std::vector<double>& slip_x;
  const std::vector<double>& slip_y;
  std::vector<double> state;  // 0 outside, 1 adhesion, 2 slip
  std::vector<double> bound;  // Pa
};
void add_fields(const casefile::ContactCase& contact_case, FrictionFields fields,
                result::CaseResult& out);

double peak_traction(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace tread::study
