#pragma once

#include "tread/contact/normal.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/contact_model.hpp"

namespace tread::study {

/// The normal problem of a case, on an area that holds the contact.
struct SolvedNormal {
  ContactModel model;
  contact::NormalSolution solution;
};

/// Cells that must stay free between the contact and the edge of an area.
struct Spare {
  int cells = 0;
};

/// The pressures of the case before, on their grid: a first guess.
struct KnownNormal {
  Grid grid;
  contact::NormalSolution solution;
};

/// Throws CaseError, at its place, for an area that was given and is too small.
/// @param known what to start from if its grid is the case's; the solution found takes its place
SolvedNormal solve_normal_case(const CaseRun& run, Spare spare, contact::NormalWorkspace& workspace,
                               KnownNormal& known);

/// Numbers, fields and notes of the normal problem.
result::CaseResult normal_result(const casefile::ContactCase& contact_case,
                                 const ContactModel& model,
                                 const contact::NormalSolution& solution);

result::Field field(std::string name, std::string unit, std::string meaning,
                    std::vector<double> values);

}  // namespace tread::study
