#pragma once

#include <memory>

#include "tread/differential/elastic_contact.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/hertz_model.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// Wheel and rail as elastic bodies of finite elements (differential/elastic_contact.hpp), as a
/// model of a running vehicle. A patch is a part of the contact that nothing joins to others: its
/// place is the centre of its pressures, creepages are the rigid ones there.
///
/// Iterations try motions that never happen. Where contact leaves the finely meshed zone they get
/// the forces of Hertz and FASTSIM, with a status that is not converged; a motion that is accepted
/// there throws differential::LeavesFineZone.
struct DifferentialModelSettings {
  std::shared_ptr<const differential::ElasticPair> bodies;  // prepare_pair(); not null
  differential::ElasticContactSettings contact;
  CreepageSettings creepage;
};

/// Throws ModelError on what no model can be made of.
void check(const DifferentialModelSettings& settings);

/// A cheap model close to it: Hertz and FASTSIM of the same bodies.
HertzModelSettings hertz_close_to(const DifferentialModelSettings& settings);

/// What a model of make_differential_model() has behind it: how much work there was, forces on
/// nodes; and its last solution, of a left wheel that of its mirror image. Null for other models.
const differential::ElasticContact* elastic_contact(const PairModel& model);
const differential::ElasticContactSolution* elastic_solution(const PairModel& model);

std::unique_ptr<PairModel> make_differential_model(const profile::WheelRailPair& pair,
                                                   profile::Side side,
                                                   const DifferentialModelSettings& settings);

}  // namespace tread::wheel_rail
