#include "tread/sweep/evidence.hpp"

#include <chrono>
#include <future>

#include "tread/core/errors.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/refine.hpp"

namespace tread::sweep {
namespace {

result::Evidence compared(const casefile::StudyFile& study, std::size_t i_case,
                          const result::CaseResult& measured, const study::Refinement& refinement,
                          Observer& observer) {
  try {
    study::MeasureMemory memory;
    const result::CaseResult refined = study::measure_case(
        casefile::case_of_study(study, i_case, refinement.settings), memory, observer);
    return study::evidence_of(refinement, measured, refined);
  } catch (const std::exception& error) {
    return study::no_evidence(refinement, error.what());
  }
}

}  // namespace

std::vector<result::Evidence> evidence_for(const casefile::StudyFile& study, std::size_t i_case,
                                           const result::CaseResult& measured, Observer& observer) {
  const std::vector<study::Refinement> refinements =
      study::refinements_of(casefile::case_of_study(study, i_case), measured);
  StopOnly stop(observer);
  std::vector<std::future<result::Evidence>> at_work;
  for (const study::Refinement& refinement : refinements) {
    at_work.push_back(std::async(std::launch::async, [&, refinement] {
      return compared(study, i_case, measured, refinement, stop);
    }));
  }
  std::vector<result::Evidence> evidence;
  for (std::future<result::Evidence>& one : at_work) {
    while (one.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
      observer.on_progress(
          static_cast<double>(evidence.size()) / static_cast<double>(refinements.size()),
          "the case that decides, refined");
    }
    evidence.push_back(one.get());
  }
  if (observer.stop_requested()) evidence.clear();
  return evidence;
}

}  // namespace tread::sweep
