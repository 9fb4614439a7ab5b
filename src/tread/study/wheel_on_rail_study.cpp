#include "tread/study/wheel_on_rail_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tread/study/case_places.hpp"
#include "tread/study/friction_model.hpp"
#include "tread/study/load_tolerance.hpp"
#include "tread/study/row_table.hpp"
#include "tread/study/wheel_patches.hpp"
#include "tread/wheel_rail/loaded_wheelset.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::WheelOnRailCase;
using profile::Side;
using wheel_rail::PatchForces;

/// CONTACT knows no slowest speed: only standstill has no creepage.
constexpr double k_slowest_speed = 1e-6;  // m/s
constexpr double k_finer = 0.1;           // pressures and tractions than the load

CasePlaces places_of_wheel(const CaseFile& file, std::size_t index) {
  const WheelOnRailCase& c = file.wheels_on_rails[index];
  return {file.path, c.places, file.wheels_on_rails.size() > 1 ? c.title : std::string()};
}

wheel_rail::HalfSpaceModelSettings settings_of(const WheelOnRailCase& c, int n_threads) {
  wheel_rail::HalfSpaceModelSettings settings;
  settings.bodies = c.bodies;
  settings.friction =
      c.rolls ? friction_of(c.friction, Grid{}).law : contact::CoulombFriction{0, 0};
  settings.patches.separate_angle = c.patches.separate_angle;
  settings.patches.separate_distance = c.patches.separate_distance;
  settings.patches.combine_distance = c.patches.combine_distance;
  settings.grid.dx = c.patches.element_x;
  settings.grid.dy = c.patches.element_y;
  settings.creepage.slowest_speed = k_slowest_speed;
  settings.tolerance = c.vertical_force ? std::min(c.solver.tolerance, k_finer * k_load_tolerance)
                                        : c.solver.tolerance;
  settings.n_threads = n_threads;
  return settings;
}

/// Against the rail: one that lies and moves elsewhere is as good as a wheelset that does.
profile::WheelsetMotion motion_against_rail(const WheelOnRailCase& c) {
  profile::WheelsetMotion motion = c.motion;
  motion.pose.lateral -= c.rail.lateral;
  motion.pose.vertical -= c.rail.vertical;
  motion.velocity.y() -= c.rail.lateral_velocity;
  motion.velocity.z() -= c.rail.vertical_velocity;
  if (c.vertical_force) motion.pose.vertical = 0;
  return motion;
}

/// Everything about a patch, in CONTACT's words and SI: on the rail, y to the right, z down.
struct PatchNumbers {
  Eigen::Vector3d position;  // in the track frame, m
  double angle;
  double rail_y;
  double wheel_y;
  contact::Creepage creepage;
  contact::CreepForces forces;
};

PatchNumbers patch_numbers(const WheelOnRailCase& c, const PatchForces& patch) {
  const profile::ContactPoint& place = patch.place;
  PatchNumbers n;
  n.position = {place.position.x(), on_side(c.side, place.position.y()) + c.rail.lateral,
                place.position.z() + c.rail.vertical};
  n.angle = on_side(c.side, place.angle);
  n.rail_y = on_side(c.side, place.rail_y);
  n.wheel_y = on_side(c.side, place.wheel_y);
  n.creepage = {-patch.creepage.longitudinal, patch.creepage.lateral, patch.creepage.spin};
  n.forces = {-patch.tangential.longitudinal, patch.tangential.lateral,
              patch.tangential.spin_moment};
  return n;
}

struct PatchRow {
  int number;
  PatchNumbers numbers;
  const WheelPatch* patch;
};

result::Table patch_table(const WheelOnRailCase& c, const WheelPatches& wheel) {
  using Row = PatchRow;
  static constexpr RowColumn<Row> k_columns[] = {
      {"patch", "", [](const Row& r) { return static_cast<double>(r.number); }},
      {"position_x", "m", [](const Row& r) { return r.numbers.position.x(); }},
      {"position_y", "m", [](const Row& r) { return r.numbers.position.y(); }},
      {"position_z", "m", [](const Row& r) { return r.numbers.position.z(); }},
      {"contact_angle", "rad", [](const Row& r) { return r.numbers.angle; }},
      {"rail_y", "m", [](const Row& r) { return r.numbers.rail_y; }},
      {"wheel_y", "m", [](const Row& r) { return r.numbers.wheel_y; }},
      {"rolling_radius", "m", [](const Row& r) { return r.patch->forces.place.rolling_radius; }},
      {"creepage_x", "", [](const Row& r) { return r.numbers.creepage.longitudinal; }},
      {"creepage_y", "", [](const Row& r) { return r.numbers.creepage.lateral; }},
      {"creepage_spin", "1/m", [](const Row& r) { return r.numbers.creepage.spin; }},
      {"normal_force", "N", [](const Row& r) { return r.patch->forces.normal_force; }},
      {"force_x", "N", [](const Row& r) { return r.numbers.forces.longitudinal; }},
      {"force_y", "N", [](const Row& r) { return r.numbers.forces.lateral; }},
      {"spin_moment", "N m", [](const Row& r) { return r.numbers.forces.spin_moment; }},
      {"approach", "m", [](const Row& r) { return r.patch->forces.place.penetration; }},
      {"peak_pressure", "Pa", [](const Row& r) { return r.patch->forces.peak_pressure; }},
      {"contact_area", "m2", [](const Row& r) { return r.patch->forces.area; }},
      {"elements", "", [](const Row& r) { return static_cast<double>(r.patch->elements.contact); }},
      {"adhesion", "",
       [](const Row& r) { return static_cast<double>(r.patch->elements.adhesion); }},
      {"slip", "", [](const Row& r) { return static_cast<double>(r.patch->elements.slip); }}};
  std::vector<Row> rows;
  for (const WheelPatch& patch : wheel.patches) {
    rows.push_back({static_cast<int>(rows.size()) + 1, patch_numbers(c, patch.forces), &patch});
  }
  result::Table table =
      row_table<Row>("patches", "Patches of contact", k_columns, std::span<const Row>(rows));
  table.home = result::Table::Home::file_and_json;
  table.look = result::Table::Look::rows;
  return table;
}

void add_wheel_patch(const WheelOnRailCase& c, const WheelPatch& patch, result::CaseResult& out) {
  const PatchNumbers n = patch_numbers(c, patch.forces);
  const PatchForces& f = patch.forces;
  for (const result::Scalar& scalar : std::initializer_list<result::Scalar>{
           {"normal_force", f.normal_force, "N", "normal force"},
           {"approach", f.place.penetration, "m", "approach"},
           {"peak_pressure", f.peak_pressure, "Pa", "peak pressure"},
           {"contact_area", f.area, "m2", "contact area"},
           {"contact_angle", n.angle, "rad", "contact angle"},
           {"rail_y", n.rail_y, "m", "place in the rail's profile"},
           {"wheel_y", n.wheel_y, "m", "place in the wheel's profile"},
           {"rolling_radius", f.place.rolling_radius, "m", "rolling radius"}}) {
    out.scalars.push_back(scalar);
  }
  if (c.rolls) {
    out.scalars.push_back({"spin_moment", n.forces.spin_moment, "N m", "spin moment"});
    out.scalars.push_back(
        {"frictional_work", f.dissipation, "J/m", "frictional work per metre rolled"});
    out.vectors.push_back({"tangential_force",
                           {{"x", n.forces.longitudinal, "N"}, {"y", n.forces.lateral, "N"}},
                           "tangential force on the rail"});
    out.vectors.push_back({"creepage",
                           {{"x", n.creepage.longitudinal, ""},
                            {"y", n.creepage.lateral, ""},
                            {"spin", n.creepage.spin, "1/m"}},
                           "creepage"});
  }
  out.vectors.push_back(
      {"contact_position",
       {{"x", n.position.x(), "m"}, {"y", n.position.y(), "m"}, {"z", n.position.z(), "m"}},
       "contact position on the track"});
  out.elements = {{"contact", patch.elements.contact}};
  if (c.rolls) {
    out.elements.push_back({"adhesion", patch.elements.adhesion});
    out.elements.push_back({"slip", patch.elements.slip});
  }
  out.iterations = patch.iterations;
  out.residual = patch.residual;
  out.fields = patch.fields;
  if (!c.rolls) {
    std::erase_if(out.fields->fields,
                  [](const result::Field& one) { return one.name != "pressure"; });
  }
}

std::vector<result::Echo> echo_of_wheel(const WheelOnRailCase& c) {
  const auto number = [](double value) { return fmt::format("{}", value); };
  const profile::WheelsetPose& pose = c.motion.pose;
  std::vector<result::Echo> echo{{"side", c.side == Side::left ? "left" : "right", ""},
                                 {"wheel", c.pair->wheel.name(), ""},
                                 {"rail", c.pair->rail.name(), ""},
                                 {"gauge", number(c.pair->track.gauge), "m"},
                                 {"nominal_radius", number(c.pair->wheelset.nominal_radius), "m"},
                                 {"wheelset.lateral", number(pose.lateral), "m"},
                                 {"wheelset.roll", number(pose.roll), "rad"},
                                 {"wheelset.yaw", number(pose.yaw), "rad"},
                                 {"element_x", number(c.patches.element_x), "m"},
                                 {"element_y", number(c.patches.element_y), "m"}};
  if (c.vertical_force) echo.push_back({"vertical_force", number(*c.vertical_force), "N"});
  if (c.rolls) echo.push_back({"speed", number(c.motion.velocity.x()), "m/s"});
  return echo;
}

void add_wheel_notes(const WheelOnRailCase& c, const WheelPatches& wheel, result::CaseResult& out) {
  if (wheel.patches.empty()) out.notes.push_back("No contact: the wheel does not touch its rail.");
  for (std::size_t i = 0; i < wheel.patches.size(); ++i) {
    if (wheel.patches[i].at_profile_end) {
      out.notes.push_back(fmt::format(
          "A profile ends inside patch {}: beyond its end no surface is assumed. Give more of the "
          "profile.",
          i + 1));
    }
    if (wheel.patches[i].forces.conformal) {
      out.notes.push_back(fmt::format(
          "Patch {} is conformal: the surfaces turn by more than the theory of a plane contact "
          "allows for.",
          i + 1));
    }
  }
  out.notes.insert(out.notes.end(), c.notes.begin(), c.notes.end());
}

std::vector<result::CaseResult> results_of(const WheelOnRailCase& c,
                                           const profile::WheelsetMotion& motion,
                                           const WheelPatches& wheel, SolveStatus status) {
  std::vector<std::size_t> order(wheel.patches.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return wheel.patches[a].forces.normal_force > wheel.patches[b].forces.normal_force;
  });
  result::CaseResult first;
  first.title = c.title;
  first.ok = status == SolveStatus::converged;
  first.status = first.ok && wheel.patches.empty() ? "no_contact" : std::string(to_string(status));
  first.scalars.push_back({"wheelset_vertical", motion.pose.vertical + c.rail.vertical, "m",
                           "wheelset's height, down"});
  const Eigen::Vector3d on_rail = -wheel.forces.force;
  first.vectors.push_back(
      {"force_on_rail",
       {{"x", on_rail.x(), "N"}, {"y", on_rail.y(), "N"}, {"z", on_rail.z(), "N"}},
       "force on the rail, track axes"});
  if (!order.empty()) add_wheel_patch(c, wheel.patches[order.front()], first);
  first.echo = echo_of_wheel(c);
  add_wheel_notes(c, wheel, first);
  if (!order.empty()) first.tables.push_back(patch_table(c, wheel));
  std::vector<result::CaseResult> results{std::move(first)};
  for (std::size_t k = 1; k < order.size(); ++k) {
    result::CaseResult further;
    further.title = fmt::format("{}, patch {}", c.title, order[k] + 1);
    further.ok = results.front().ok;
    further.status = results.front().status;
    add_wheel_patch(c, wheel.patches[order[k]], further);
    results.push_back(std::move(further));
  }
  return results;
}

}  // namespace

wheel_rail::HalfSpaceModel& WheelOnRailMemory::model_of(
    const WheelOnRailCase& c, const wheel_rail::HalfSpaceModelSettings& settings) {
  Kept& kept = kept_[c.side];
  if (kept.model != nullptr && kept.pair == c.pair) {
    kept.model->set_settings(settings);
  } else {
    kept.model = std::make_unique<wheel_rail::HalfSpaceModel>(*c.pair, c.side, settings);
    kept.pair = c.pair;
  }
  return *kept.model;
}

namespace {

/// Throws what no model can be made of.
wheel_rail::HalfSpaceModel& checked_model(const WheelOnRailCase& c,
                                          const wheel_rail::HalfSpaceModelSettings& settings,
                                          const CasePlaces& places, WheelOnRailMemory& memory) {
  return places.blame(
      {"GAUGHT", "RFNAME", "WFNAME", "DX"}, "",
      [&]() -> wheel_rail::HalfSpaceModel& { return memory.model_of(c, settings); });
}

}  // namespace

std::vector<result::CaseResult> solve_wheel_on_rail(const CaseFile& file, std::size_t index,
                                                    int n_threads, WheelOnRailMemory& memory,
                                                    Observer& observer) {
  const WheelOnRailCase& c = file.wheels_on_rails[index];
  const CasePlaces places = places_of_wheel(file, index);
  StopOnly stop(observer);
  wheel_rail::HalfSpaceModelSettings settings = settings_of(c, n_threads);
  settings.observer = &stop;
  wheel_rail::HalfSpaceModel& model = checked_model(c, settings, places, memory);
  profile::WheelsetMotion motion = motion_against_rail(c);
  observer.on_progress(0, c.title);
  wheel_rail::PairForces forces;
  if (c.vertical_force) {
    places.blame({"Y"}, "", [&] {
      settle_wheel(model, *c.vertical_force, {.tolerance = k_load_tolerance}, motion, forces);
    });
  } else {
    places.blame({"DX"}, "", [&] { model.evaluate(motion, forces); });
  }
  const WheelPatches wheel = gather_wheel_patches(model, std::move(forces), PatchSigns::rail);
  return results_of(c, motion, wheel, wheel.forces.status);
}

void check_wheel_on_rail(const CaseFile& file, std::size_t index, WheelOnRailMemory& memory) {
  const WheelOnRailCase& c = file.wheels_on_rails[index];
  checked_model(c, settings_of(c, 1), places_of_wheel(file, index), memory);
}

}  // namespace tread::study
