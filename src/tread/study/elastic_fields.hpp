#pragma once

#include <string>

#include "tread/differential/elastic_contact.hpp"
#include "tread/profile/wheelset.hpp"
#include "tread/result/result.hpp"
#include "tread/study/wheel_rail_model.hpp"
#include "tread/wheel_rail/differential_model.hpp"

namespace tread::study {

/// Results of wheel and rail as elastic bodies of finite elements (contact.model = differential).

/// One wheel and its rail at one motion of the wheelset, solved from nothing: forces, a table of
/// all points that touch, displacements and stresses in both pieces. All in the track frame, of
/// the side itself; tractions and slip are those of the wheel. No contact: nothing but its status.
result::CaseResult elastic_fields(const profile::WheelRailPair& pair, profile::Side side,
                                  const wheel_rail::DifferentialModelSettings& settings,
                                  const profile::WheelsetMotion& motion, std::string title);

differential::ContactCounts total(const differential::ContactCounts& a,
                                  const differential::ContactCounts& b);

/// How much work the contact problems of a run were, and notes where their numbers are not to be
/// trusted.
void add_contact_work(const differential::ContactCounts& counts,
                      const differential::ElasticContactSettings& settings,
                      const CaseContact& contact, result::CaseResult& out);

}  // namespace tread::study
