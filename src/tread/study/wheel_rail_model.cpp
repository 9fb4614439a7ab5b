#include "tread/study/wheel_rail_model.hpp"

#include <chrono>

#include "tread/study/friction_model.hpp"
#include "tread/study/user_cache.hpp"

namespace tread::study {
namespace {

using casefile::WheelRailCase;
using casefile::WheelRailContact;

wheel_rail::CreepLaw creep_law_of(const WheelRailContact& contact) {
  if (contact.model == "hertz_linear") return wheel_rail::LinearLaw{};
  if (contact.model == "hertz_shen_hedrick_elkins") return wheel_rail::ShenHedrickElkinsLaw{};
  if (contact.model == "hertz_polach") {
    return wheel_rail::PolachLaw{{contact.adhesion_reduction, contact.slip_reduction}};
  }
  wheel_rail::FastsimLaw law;
  if (contact.cells) law.options.n_strips = law.options.n_slices = *contact.cells;
  law.options.pressure = contact.traction_bound == "elliptic" ? contact::PressureShape::elliptic
                                                              : contact::PressureShape::parabolic;
  return law;
}

wheel_rail::HertzModelSettings hertz_settings(const WheelRailCase& wheel_rail) {
  const WheelRailContact& contact = wheel_rail.contact;
  wheel_rail::HertzModelSettings settings;
  settings.bodies = wheel_rail.bodies;
  settings.friction = friction_of(wheel_rail.friction, Grid{}).law;
  settings.creep_law = creep_law_of(contact);
  settings.contact_points = contact.points == "deepest" ? wheel_rail::ContactPoints::deepest
                                                        : wheel_rail::ContactPoints::all;
  settings.merge = {contact.merge_distance, contact.separate_distance};
  settings.normal_damping = contact.damping;
  settings.largest_relative_radius = contact.largest_relative_radius;
  settings.creepage.slowest_speed = contact.slowest_speed;
  return settings;
}

wheel_rail::HalfSpaceModelSettings half_space_settings(const WheelRailCase& wheel_rail) {
  const WheelRailContact& contact = wheel_rail.contact;
  wheel_rail::HalfSpaceModelSettings settings;
  settings.bodies = wheel_rail.bodies;
  settings.friction = friction_of(wheel_rail.friction, Grid{}).law;
  settings.patches.separate_angle = contact.separate_angle;
  settings.patches.separate_distance = contact.separate_distance;
  settings.patches.combine_distance = contact.merge_distance;
  settings.grid.dx = contact.cell_size_x.value_or(0);
  settings.grid.dy = contact.cell_size_y.value_or(0);
  if (contact.cells) settings.grid.cells = *contact.cells;
  settings.tolerance = contact.tolerance;
  settings.normal_damping = contact.damping;
  settings.creepage.slowest_speed = contact.slowest_speed;
  return settings;
}

differential::ElasticContactSettings elastic_contact_settings(const WheelRailCase& wheel_rail) {
  differential::ElasticContactSettings settings = wheel_rail.differential.contact;
  settings.friction = friction_of(wheel_rail.friction, Grid{}).law;
  settings.slowest_speed = wheel_rail.contact.slowest_speed;
  return settings;
}

std::filesystem::path cache_of(const casefile::DifferentialCase& differential) {
  switch (differential.cache) {
    case casefile::DifferentialCase::Cache::user:
      return user_cache_folder();
    case casefile::DifferentialCase::Cache::folder:
      return differential.cache_folder;
    case casefile::DifferentialCase::Cache::off:
      break;
  }
  return {};
}

CaseContact with_elastic_bodies(const WheelRailCase& wheel_rail, Observer& observer) {
  const auto begin = std::chrono::steady_clock::now();
  wheel_rail::DifferentialModelSettings settings;
  std::vector<std::string> notes;
  settings.bodies = differential::prepare_pair(
      *wheel_rail.pair, wheel_rail.bodies, wheel_rail.differential.pieces,
      cache_of(wheel_rail.differential), &observer, &notes);
  settings.contact = elastic_contact_settings(wheel_rail);
  settings.creepage.slowest_speed = wheel_rail.contact.slowest_speed;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  return {settings, time.count(), notes};
}

/// FASTSIM on the same bodies.
wheel_rail::HertzModelSettings close_to_elastic_bodies(const WheelRailCase& wheel_rail) {
  differential::check(elastic_contact_settings(wheel_rail));
  differential::check(wheel_rail.differential.pieces.wheel);
  differential::check(wheel_rail.differential.pieces.rail);
  wheel_rail::HertzModelSettings settings = wheel_rail::hertz_fastsim();
  settings.bodies = wheel_rail.bodies;
  settings.friction = friction_of(wheel_rail.friction, Grid{}).law;
  settings.creepage.slowest_speed = wheel_rail.contact.slowest_speed;
  return settings;
}

bool has_elastic_bodies(const WheelRailCase& wheel_rail) {
  return wheel_rail.contact.model == "differential";
}

}  // namespace

std::optional<CaseContact> prepare_contact(const WheelRailCase& wheel_rail, Observer& observer) {
  if (!has_elastic_bodies(wheel_rail)) return CaseContact{unprepared_contact(wheel_rail)};
  try {
    return with_elastic_bodies(wheel_rail, observer);
  } catch (const differential::PreparationStopped&) {
    return std::nullopt;
  }
}

wheel_rail::PairModelSettings unprepared_contact(const WheelRailCase& wheel_rail) {
  if (has_elastic_bodies(wheel_rail)) return close_to_elastic_bodies(wheel_rail);
  if (wheel_rail.contact.model == "half_space") return half_space_settings(wheel_rail);
  return hertz_settings(wheel_rail);
}

}  // namespace tread::study
