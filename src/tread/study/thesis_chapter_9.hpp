#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// Chapter 9: a wheel that stands on a bridge. The bridge sags as a whole (modes) and is dented
/// below the wheel (contact solver); algorithm 9.1 makes both belong to the same pressure.
Reproduction thesis_fig_9_1(Observer& observer);

}  // namespace tread::study
