#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The Manchester contact benchmark, case, as CONTACT solved it: both wheels of a wheelset at
/// y = 0 to 10 mm with 2.4 mrad of yaw a millimetre, 10 kN on each wheel, new S1002 on new UIC 60
/// at 1 in 40. Shackleton and Iwnicki, Vehicle System Dynamics 46 (2008) 129-149.
Reproduction contact_benchmark_a22(Observer& observer);

}  // namespace tread::study
