#pragma once

#include "tread/casefile/contact_case.hpp"
#include "tread/core/observer.hpp"
#include "tread/study/case_places.hpp"

namespace tread::study {

/// What every part of a run needs to know of the case at hand.
struct CaseRun {
  const casefile::ContactCase& contact_case;
  const CasePlaces& places;
  int n_threads;
  Observer& observer;
};

}  // namespace tread::study
