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

/// Throws CaseError, at its place, for an area that was given and is too small.
SolvedNormal solve_normal_case(const CaseRun& run, Spare spare,
                               contact::NormalWorkspace& workspace);

/// Numbers, fields and notes of the normal problem.
result::CaseResult normal_result(const casefile::ContactCase& contact_case,
                                 const ContactModel& model,
                                 const contact::NormalSolution& solution);

result::Field field(std::string name, std::string unit, std::string meaning,
                    std::vector<double> values);

}  // namespace tread::study
