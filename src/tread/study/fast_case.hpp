#pragma once

#include "tread/contact/fast_models.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/normal_case.hpp"

namespace tread::study {

/// Creep forces by one of the fast theories, on the ellipse of Hertz or, where the shape has none,
/// an ellipse of the area and proportions of the contact that was solved.
class FastModel {
 public:
  /// Throws CaseError for a rolling direction across an axis of the ellipse.
  FastModel(const CaseRun& run, const SolvedNormal& normal);

  struct Outcome {
    contact::CreepForces forces;
    double frictional_power = 0;  // W, <= 0
    bool has_cells = false;
    std::size_t n_adhesion = 0;
    std::size_t n_slip = 0;
  };
  /// @param fields may be null; filled by FASTSIM only
  Outcome solve(const contact::Creepage& creepage, contact::FastsimFields* fields) const;

  struct Ellipse {
    contact::EllipticContact contact;
    double approach = 0;  // m, by Hertz where the ellipse is
  };
  const Ellipse& ellipse() const { return ellipse_; }

 private:
  Outcome by_fastsim(const casefile::FastsimModel& model, const contact::Creepage& creepage,
                     contact::FastsimFields* fields) const;

  const casefile::ContactCase& case_;
  const SolvedNormal& normal_;
  Ellipse ellipse_;
  double speed_;
};

/// A single pair of creepages.
result::CaseResult fast_result(const CaseRun& run, const SolvedNormal& normal);

/// Whether the case is for one of them.
bool is_fast(const casefile::TangentialModel& model);

}  // namespace tread::study
