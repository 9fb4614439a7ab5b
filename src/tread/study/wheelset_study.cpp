#include "tread/study/wheelset_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "tread/core/cell_range.hpp"
#include "tread/profile/contact_locus.hpp"
#include "tread/profile/rigid_contact.hpp"
#include "tread/study/case_places.hpp"
#include "tread/study/elastic_fields.hpp"
#include "tread/study/load_tolerance.hpp"
#include "tread/study/row_table.hpp"
#include "tread/study/wheel_patches.hpp"
#include "tread/study/wheel_rail_model.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/loaded_wheelset.hpp"
#include "tread/wheel_rail/wheelset_forces.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::WheelsetCase;
using casefile::WheelsetPosition;
using casefile::WheelsetRolling;
using profile::RigidContact;
using profile::Side;
using wheel_rail::PairForces;
using wheel_rail::PatchForces;

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
/// Of elastic bodies, m: that part of an approach of 0.1 mm, and a tenth of it.
constexpr double k_displacement_tolerance = 1e-11;
constexpr int k_ellipse_cells = 41;
constexpr int k_moment_iterations = 60;
constexpr double k_usual_amplitude = 3e-3;  // m, at which conicities are compared (EN 15302)

/// What a contact that cannot be posed may be about.
const CasePlaces::Keys k_profile_keys = {"rail.profile", "wheel.profile", "left_rail.profile",
                                         "left_wheel.profile", "track.gauge_height"};

CasePlaces places_of_wheelset(const CaseFile& file) {
  return {file.path, file.wheelset->places, ""};
}

result::Table listed_table(result::Table table, result::Table::Look look) {
  table.home = result::Table::Home::file_and_json;
  table.look = look;
  return table;
}

// ---- rigid geometry ----

struct GeometryRow {
  double lateral;
  RigidContact contact;
  double level_difference;  // m, rolling radius right less left, roll left out; NaN: derailed
};

double level_radius_difference(const profile::RigidWheelset& rigid, double lateral) {
  try {
    return rigid.at(lateral, 0, profile::Roll::left_out).radius_difference();
  } catch (const ModelError&) {
    return k_nan;
  }
}

/// Positions of the range at which the wheelset can stand; the note says where it cannot.
std::vector<GeometryRow> geometry_rows(const profile::RigidWheelset& rigid,
                                       const casefile::WheelsetGeometryTable& range,
                                       std::vector<std::string>& notes) {
  std::vector<GeometryRow> rows;
  const auto n = static_cast<int>(std::floor((range.to - range.from) / range.step + 1e-9));
  int n_left_out = 0;
  std::string reason;
  for (int i = 0; i <= n; ++i) {
    const double lateral = range.from + i * range.step;
    try {
      rows.push_back({lateral, rigid.at(lateral), level_radius_difference(rigid, lateral)});
    } catch (const ModelError& error) {
      if (n_left_out++ == 0) reason = error.what();
    }
  }
  if (n_left_out > 0) {
    notes.push_back(fmt::format("Rigid geometry: {} of {} lateral positions are left out. {}",
                                n_left_out, n + 1, reason));
  }
  return rows;
}

void add_geometry_tables(const std::vector<GeometryRow>& rows, result::CaseResult& out) {
  using Row = GeometryRow;
  const auto lateral = [](const Row& r) { return r.lateral; };
  const RowColumn<Row> radius[] = {
      {"lateral", "m", lateral},
      {"radius_difference", "m", [](const Row& r) { return r.contact.radius_difference(); }},
      {"without_roll", "m", [](const Row& r) { return r.level_difference; }}};
  const RowColumn<Row> angles[] = {
      {"lateral", "m", lateral},
      {"left", "rad", [](const Row& r) { return -r.contact.left.angle; }},
      {"right", "rad", [](const Row& r) { return r.contact.right.angle; }}};
  const RowColumn<Row> places[] = {
      {"lateral", "m", lateral},
      {"wheel_left", "m", [](const Row& r) { return r.contact.left.wheel_y; }},
      {"wheel_right", "m", [](const Row& r) { return r.contact.right.wheel_y; }},
      {"rail_left", "m", [](const Row& r) { return r.contact.left.rail_y; }},
      {"rail_right", "m", [](const Row& r) { return r.contact.right.rail_y; }}};
  const RowColumn<Row> pose[] = {
      {"lateral", "m", lateral},
      {"height", "m", [](const Row& r) { return r.contact.pose.vertical; }},
      {"roll", "rad", [](const Row& r) { return r.contact.pose.roll; }}};
  const std::span<const Row> all(rows);
  const auto curves = result::Table::Look::curves;
  out.tables.push_back(listed_table(
      row_table<Row>("radius_difference", "Rolling radius, right less left", radius, all), curves));
  out.tables.push_back(
      listed_table(row_table<Row>("contact_angles", "Contact angles", angles, all), curves));
  out.tables.push_back(listed_table(
      row_table<Row>("contact_places", "Where the profiles touch", places, all), curves));
  out.tables.push_back(
      listed_table(row_table<Row>("rigid_pose", "Height and roll of the rigid wheelset", pose, all),
                   result::Table::Look::file_only));
}

void add_jumps(const profile::RigidWheelset& rigid, const std::vector<GeometryRow>& rows,
               result::CaseResult& out) {
  if (rows.size() < 2) return;
  std::vector<profile::ContactJump> jumps;
  try {
    jumps = rigid.jumps(rows.front().lateral, rows.back().lateral);
  } catch (const ModelError&) {
    return;  // the note of the geometry says where the wheelset cannot stand
  }
  using Row = profile::ContactJump;
  static constexpr RowColumn<Row> k_columns[] = {
      {"lateral", "m", [](const Row& r) { return r.lateral; }},
      {"right_wheel", "", [](const Row& r) { return r.side == Side::right ? 1.0 : 0.0; }},
      {"wheel_y_before", "m", [](const Row& r) { return r.wheel_y_before; }},
      {"wheel_y_after", "m", [](const Row& r) { return r.wheel_y_after; }}};
  if (jumps.empty()) return;
  out.tables.push_back(listed_table(
      row_table<Row>("jumps", "Jumps of the contact", k_columns, std::span<const Row>(jumps)),
      result::Table::Look::rows));
}

struct ConicityRow {
  double amplitude;
  profile::EquivalentConicity conicity;
};

/// The function Δr of the conicity, as far as motions of these amplitudes can ask for it: about a
/// middle that wheels of different radii may have put up to 10 mm beside that of the track.
profile::RadiusDifference conicity_function(const profile::RigidWheelset& rigid,
                                            const casefile::WheelsetGeometryTable& geometry) {
  constexpr double k_step = 0.05e-3;  // m
  constexpr double k_off_middle = 10e-3;
  const double reach = 2 * std::ranges::max(geometry.amplitudes) + k_off_middle;
  const profile::LateralRange range = rigid.standing_range(reach, k_step, geometry.roll);
  return profile::radius_difference(rigid, range.from, range.to, k_step, geometry.roll);
}

std::vector<ConicityRow> conicity_rows(const profile::RigidWheelset& rigid,
                                       const casefile::WheelsetGeometryTable& geometry,
                                       std::vector<std::string>& notes) {
  std::vector<ConicityRow> rows;
  std::vector<std::string> reasons;
  try {
    const profile::RadiusDifference table = conicity_function(rigid, geometry);
    for (const double amplitude : geometry.amplitudes) {
      try {
        rows.push_back({amplitude, profile::equivalent_conicity(table, amplitude)});
      } catch (const ModelError& error) {
        reasons.emplace_back(error.what());
      }
    }
  } catch (const ModelError& error) {
    notes.push_back(fmt::format("Equivalent conicity: {}.", error.what()));
  }
  if (!reasons.empty()) {
    notes.push_back(fmt::format("Equivalent conicity: {} of {} amplitudes are left out; {}.",
                                reasons.size(), geometry.amplitudes.size(), reasons.front()));
  }
  return rows;
}

void tell_level_motions(const std::vector<ConicityRow>& rows, std::vector<std::string>& notes) {
  double largest = 0;
  for (const ConicityRow& row : rows) {
    if (std::isinf(row.conicity.wavelength)) largest = std::max(largest, row.amplitude);
  }
  if (largest == 0) return;
  notes.push_back(
      fmt::format("Equivalent conicity: at amplitudes up to {:.4g} mm both wheels roll on equal "
                  "radii all the way, nothing steers the wheelset: it is 0, without a wavelength.",
                  1e3 * largest));
}

void add_conicity(const profile::RigidWheelset& rigid,
                  const casefile::WheelsetGeometryTable& geometry, result::CaseResult& out) {
  if (geometry.amplitudes.empty()) return;
  const std::vector<ConicityRow> found = conicity_rows(rigid, geometry, out.notes);
  if (found.empty()) return;
  tell_level_motions(found, out.notes);
  const ConicityRow& usual = *std::ranges::min_element(
      found, {}, [](const ConicityRow& r) { return std::abs(r.amplitude - k_usual_amplitude); });
  out.scalars.push_back({"equivalent_conicity", usual.conicity.by_integration, "",
                         fmt::format("equivalent conicity at {:.3g} mm", 1e3 * usual.amplitude)});
  using Row = ConicityRow;
  static constexpr RowColumn<Row> k_columns[] = {
      {"amplitude", "m", [](const Row& r) { return r.amplitude; }},
      {"by_integration", "", [](const Row& r) { return r.conicity.by_integration; }},
      {"by_regression", "", [](const Row& r) { return r.conicity.by_regression; }},
      {"wavelength", "m",
       [](const Row& r) {
         return std::isinf(r.conicity.wavelength) ? k_nan : r.conicity.wavelength;
       }},
      {"middle", "m", [](const Row& r) { return r.conicity.middle; }}};
  out.tables.push_back(listed_table(
      row_table<Row>("conicity", "Equivalent conicity", k_columns, std::span<const Row>(found)),
      result::Table::Look::curves));
}

// ---- contact at the positions ----

/// What the wheelset does at one position.
struct Standing {
  WheelsetPosition position;
  SolveStatus status = SolveStatus::converged;
  std::string outside{};  // why there is no result: contact beyond the meshed zone; else empty
  profile::WheelsetMotion motion;
  double pitch_rate = 0;  // rad/s
  PairForces left;
  PairForces right;

  const PairForces& of(Side side) const { return side == Side::left ? left : right; }
};

class Positions {
 public:
  Positions(const WheelsetCase& c, const wheel_rail::PairModelSettings& settings)
      : case_(c),
        rigid_(profile::ContactSearch(c.wheel_rail.pair_of(Side::left)),
               profile::ContactSearch(c.wheel_rail.pair_of(Side::right))),
        left_(make_pair_model(c.wheel_rail.pair_of(Side::left), Side::left, settings)),
        right_(make_pair_model(c.wheel_rail.pair_of(Side::right), Side::right, settings)) {}

  const profile::RigidWheelset& rigid() const { return rigid_; }

  /// How much work there was, all positions together. @pre contact of elastic bodies
  differential::ContactCounts counts() const {
    return total(wheel_rail::elastic_contact(*left_)->counts(),
                 wheel_rail::elastic_contact(*right_)->counts());
  }

  Standing at(const WheelsetPosition& position) {
    try {
      return case_.support.wheel_force ? loaded(position) : placed(position);
    } catch (const differential::LeavesFineZone& problem) {
      Standing standing;
      standing.position = position;
      standing.status = SolveStatus::stalled;
      standing.outside = problem.what();
      return standing;
    }
  }

 private:
  double nominal_rate() const {
    return -case_.rolling.speed / case_.wheel_rail.pair->wheelset.nominal_radius;
  }
  std::optional<double> given_rate() const {
    switch (case_.rolling.rotation) {
      case WheelsetRolling::Rotation::nominal:
        return nominal_rate();
      case WheelsetRolling::Rotation::given:
        return -case_.rolling.angular_velocity;
      case WheelsetRolling::Rotation::free:
        break;
    }
    return std::nullopt;
  }

  Standing loaded(const WheelsetPosition& position) {
    wheel_rail::HeldWheelset held{position.lateral, position.yaw, case_.rolling.speed,
                                  *case_.support.wheel_force, given_rate()};
    wheel_rail::SettledWheelset settled =
        settle_wheelset(*left_, *right_, rigid_, held, {.tolerance = k_load_tolerance});
    if (settled.status != SolveStatus::converged) {
      // Where the search turns about at the edge of a meshed zone, that is what to tell.
      left_->accept(0, settled.motion);
      right_->accept(0, settled.motion);
    }
    Standing standing;
    standing.position = position;
    standing.status = settled.status;
    standing.motion = settled.motion;
    standing.pitch_rate = settled.pitch_rate;
    standing.left = std::move(settled.left);
    standing.right = std::move(settled.right);
    return standing;
  }

  Standing placed(const WheelsetPosition& position) {
    Standing standing;
    standing.position = position;
    standing.motion.pose = {position.lateral, case_.support.height, case_.support.roll,
                            position.yaw};
    standing.motion.velocity = {case_.rolling.speed, 0, 0};
    if (const std::optional<double> rate = given_rate()) {
      turn(standing, *rate);
    } else {
      turn_freely(standing);
    }
    left_->accept(0, standing.motion);
    right_->accept(0, standing.motion);
    return standing;
  }

  /// The moment about the axle that is left.
  double turn(Standing& standing, double rate) {
    const Eigen::Vector3d axle = wheel_rail::axle_direction(standing.motion.pose);
    standing.pitch_rate = rate;
    standing.motion.angular_velocity = rate * axle;
    left_->evaluate(standing.motion, standing.left);
    right_->evaluate(standing.motion, standing.right);
    standing.status = standing.left.status != SolveStatus::converged ? standing.left.status
                                                                     : standing.right.status;
    return (standing.left.moment + standing.right.moment).dot(axle);
  }

  /// Turning faster always brakes more: the root is bracketed and cannot be missed.
  void turn_freely(Standing& standing) {
    double slow = nominal_rate() * 0.9;
    double fast = nominal_rate() * 1.1;
    double at_slow = turn(standing, slow);
    double at_fast = turn(standing, fast);
    if (at_slow * at_fast > 0) {  // no wheel touches, or both slide: nothing turns it
      turn(standing, nominal_rate());
      return;
    }
    const double enough = k_load_tolerance * (std::abs(at_slow) + std::abs(at_fast));
    for (int i = 0; i < k_moment_iterations; ++i) {
      const bool bisects = i % 3 == 2;
      const double rate =
          bisects ? (slow + fast) / 2 : slow - at_slow * (fast - slow) / (at_fast - at_slow);
      const double moment = turn(standing, rate);
      if (std::abs(moment) <= enough) return;
      (moment * at_slow > 0 ? slow : fast) = rate;
      (moment * at_slow > 0 ? at_slow : at_fast) = moment;
    }
    standing.status = SolveStatus::max_iterations;
  }

  const WheelsetCase& case_;
  profile::RigidWheelset rigid_;
  std::unique_ptr<wheel_rail::PairModel> left_;
  std::unique_ptr<wheel_rail::PairModel> right_;
};

double outwards(Side side, const PairForces& pair) {
  return side == Side::left ? pair.force.y() : -pair.force.y();
}

const PatchForces* main_patch(const PairForces& pair) {
  const auto most = std::ranges::max_element(pair.patches, {}, &PatchForces::normal_force);
  return most == pair.patches.end() ? nullptr : &*most;
}

double dissipation(const PairForces& pair) {
  double sum = 0;
  for (const PatchForces& patch : pair.patches) sum += patch.dissipation;
  return sum;
}

void add_wheel_table(const std::vector<Standing>& standings, Side side, result::CaseResult& out) {
  struct Row {
    const Standing* standing;
    const PairForces* pair;
    const PatchForces* patch;
    double y;
  };
  std::vector<Row> rows;
  for (const Standing& standing : standings) {
    if (!standing.outside.empty()) continue;
    const PairForces& pair = standing.of(side);
    rows.push_back({&standing, &pair, main_patch(pair), outwards(side, pair)});
  }
  static constexpr RowColumn<Row> k_columns[] = {
      {"lateral", "m", [](const Row& r) { return r.standing->position.lateral; }},
      {"yaw", "rad", [](const Row& r) { return r.standing->position.yaw; }},
      {"height", "m", [](const Row& r) { return r.standing->motion.pose.vertical; }},
      {"roll", "rad", [](const Row& r) { return r.standing->motion.pose.roll; }},
      {"angular_velocity", "rad/s", [](const Row& r) { return -r.standing->pitch_rate; }},
      {"force_x_on_rail", "N", [](const Row& r) { return -r.pair->force.x(); }},
      {"Y_on_rail", "N", [](const Row& r) { return r.y; }},
      {"Q_on_rail", "N", [](const Row& r) { return -r.pair->force.z(); }},
      {"patches", "", [](const Row& r) { return static_cast<double>(r.pair->patches.size()); }},
      {"wheel_y", "m", [](const Row& r) { return r.patch ? r.patch->place.wheel_y : k_nan; }},
      {"rail_y", "m", [](const Row& r) { return r.patch ? r.patch->place.rail_y : k_nan; }},
      {"peak_pressure", "Pa", [](const Row& r) { return r.patch ? r.patch->peak_pressure : 0; }},
      {"frictional_work", "J/m", [](const Row& r) { return dissipation(*r.pair); }}};
  const char* name = side == Side::left ? "left_wheel" : "right_wheel";
  const char* title = side == Side::left ? "Left wheel" : "Right wheel";
  out.tables.push_back(
      listed_table(row_table<Row>(name, title, k_columns, std::span<const Row>(rows)),
                   result::Table::Look::rows));
}

void add_patch_table(const std::vector<Standing>& standings, result::CaseResult& out) {
  struct Row {
    double position;
    Side side;
    const PatchForces* patch;
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    for (const Side side : {Side::left, Side::right}) {
      for (const PatchForces& patch : standings[i].of(side).patches) {
        rows.push_back({static_cast<double>(i + 1), side, &patch});
      }
    }
  }
  if (rows.empty()) return;
  static constexpr RowColumn<Row> k_columns[] = {
      {"position", "", [](const Row& r) { return r.position; }},
      {"right_wheel", "", [](const Row& r) { return r.side == Side::right ? 1.0 : 0.0; }},
      {"wheel_y", "m", [](const Row& r) { return r.patch->place.wheel_y; }},
      {"rail_y", "m", [](const Row& r) { return r.patch->place.rail_y; }},
      {"contact_angle", "rad", [](const Row& r) { return on_side(r.side, r.patch->place.angle); }},
      {"rolling_radius", "m", [](const Row& r) { return r.patch->place.rolling_radius; }},
      {"creepage_x", "", [](const Row& r) { return r.patch->creepage.longitudinal; }},
      {"creepage_y", "", [](const Row& r) { return r.patch->creepage.lateral; }},
      {"creepage_spin", "1/m", [](const Row& r) { return r.patch->creepage.spin; }},
      {"normal_force", "N", [](const Row& r) { return r.patch->normal_force; }},
      {"force_x", "N", [](const Row& r) { return r.patch->tangential.longitudinal; }},
      {"force_y", "N", [](const Row& r) { return r.patch->tangential.lateral; }},
      {"spin_moment", "N m", [](const Row& r) { return r.patch->tangential.spin_moment; }},
      {"approach", "m", [](const Row& r) { return r.patch->place.penetration; }},
      {"semi_axis_x", "m", [](const Row& r) { return r.patch->semi_axis_x; }},
      {"semi_axis_y", "m", [](const Row& r) { return r.patch->semi_axis_y; }},
      {"contact_area", "m2", [](const Row& r) { return r.patch->area; }},
      {"peak_pressure", "Pa", [](const Row& r) { return r.patch->peak_pressure; }},
      {"frictional_work", "J/m", [](const Row& r) { return r.patch->dissipation; }}};
  out.tables.push_back(listed_table(
      row_table<Row>("patches", "Patches of contact", k_columns, std::span<const Row>(rows)),
      result::Table::Look::rows));
}

// ---- drawings ----

/// Wheel and rail of one side seen along the track, heights up; the wheel is its outline, the
/// lowest points of its circles.
result::Table section_table(const WheelsetCase& c, const profile::RigidWheelset& rigid,
                            const Standing& standing, Side side, std::size_t number) {
  const profile::WheelRailPair& pair = c.wheel_rail.pair_of(side);
  const profile::ContactSearch& search = side == Side::left ? rigid.left() : rigid.right();
  const profile::WheelsetPose pose =
      side == Side::left ? mirrored(standing.motion.pose) : standing.motion.pose;
  const profile::PosedWheel wheel(pair.wheelset, pose);
  struct Row {
    double y, rail, outline;
  };
  std::vector<Row> rows;
  constexpr int k_points = 400;
  for (int i = 0; i <= k_points; ++i) {
    const double t = static_cast<double>(i) / k_points;
    const profile::ProfileSample on_rail = pair.rail.at(t * pair.rail.length());
    rows.push_back({on_side(side, search.rail_offset() + on_rail.y), -on_rail.z, k_nan});
    const profile::LocusPoint on_wheel = wheel.locus(pair.wheel.at(t * pair.wheel.length()));
    if (!on_wheel.visible) continue;
    rows.push_back({on_side(side, on_wheel.position.y()), k_nan, -on_wheel.position.z()});
  }
  std::ranges::stable_sort(rows, {}, &Row::y);
  static constexpr RowColumn<Row> k_columns[] = {
      {"lateral", "m", [](const Row& r) { return r.y; }},
      {"rail", "m", [](const Row& r) { return r.rail; }},
      {"wheel", "m", [](const Row& r) { return r.outline; }}};
  const char* word = side == Side::left ? "left" : "right";
  const std::string name = fmt::format("section_{}_{}", word, number);
  const std::string title =
      fmt::format("Wheel and rail, {}, y = {:.4g} mm, yaw {:.4g} mrad", word,
                  1e3 * standing.position.lateral, 1e3 * standing.position.yaw);
  result::Table table =
      row_table<Row>(name.c_str(), title.c_str(), k_columns, std::span<const Row>(rows));
  table.look = result::Table::Look::drawing;
  for (const PatchForces& patch : standing.of(side).patches) {
    table.marks.push_back({on_side(side, patch.place.position.y()), "contact"});
  }
  return table;
}

// ---- fields ----

std::string field_title(std::size_t number, Side side) {
  return fmt::format("position {}, {} wheel", number + 1, side == Side::left ? "left" : "right");
}

void add_elastic_results(const WheelsetCase& c,
                         const wheel_rail::DifferentialModelSettings& settings,
                         const Standing& standing, std::size_t number,
                         std::vector<result::CaseResult>& results) {
  for (const Side side : {Side::left, Side::right}) {
    if (standing.of(side).patches.empty()) continue;
    results.push_back(elastic_fields(c.wheel_rail.pair_of(side), side, settings, standing.motion,
                                     field_title(number, side)));
  }
}

void add_field_results(const WheelsetCase& c, const wheel_rail::PairModelSettings& settings,
                       const Standing& standing, std::size_t number,
                       std::vector<result::CaseResult>& results) {
  if (const auto* bodies = std::get_if<wheel_rail::DifferentialModelSettings>(&settings)) {
    return add_elastic_results(c, *bodies, standing, number, results);
  }
  for (const Side side : {Side::left, Side::right}) {
    std::vector<WheelPatch> patches;
    if (const auto* grid = std::get_if<wheel_rail::HalfSpaceModelSettings>(&settings)) {
      patches = solve_wheel_patches(c.wheel_rail.pair_of(side), side, *grid, standing.motion,
                                    PatchSigns::wheel)
                    .patches;
    } else {
      for (const PatchForces& patch : standing.of(side).patches) {
        WheelPatch one;
        one.forces = patch;
        one.fields = ellipse_fields(patch, k_ellipse_cells);
        patches.push_back(std::move(one));
      }
    }
    for (std::size_t k = 0; k < patches.size(); ++k) {
      const WheelPatch& patch = patches[k];
      result::CaseResult out;
      out.title = field_title(number, side);
      if (patches.size() > 1) out.title += fmt::format(", patch {}", k + 1);
      out.ok = standing.status == SolveStatus::converged;
      out.status = to_string(standing.status);
      out.scalars = {
          {"normal_force", patch.forces.normal_force, "N", "normal force"},
          {"peak_pressure", patch.forces.peak_pressure, "Pa", "peak pressure"},
          {"contact_area", patch.forces.area, "m2", "contact area"},
          {"rail_y", patch.forces.place.rail_y, "m", "origin in the rail's profile"},
          {"wheel_y", patch.forces.place.wheel_y, "m", "origin in the wheel's profile"},
          {"contact_angle", on_side(side, patch.forces.place.angle), "rad", "contact angle"}};
      if (patch.elements.contact > 0) {
        out.elements = {{"contact", patch.elements.contact},
                        {"adhesion", patch.elements.adhesion},
                        {"slip", patch.elements.slip}};
      }
      if (patch.at_profile_end) {
        out.notes.push_back(
            "A profile ends inside this patch: beyond its end no surface is assumed. Give more of "
            "the profile.");
      }
      out.fields = patch.fields;
      results.push_back(std::move(out));
    }
  }
}

/// Of patches on grids: sizes are counted in elements, and where profiles change their radius
/// inside a patch the pressure has a narrow peak.
void add_note_on_elements(const std::vector<result::CaseResult>& patches, result::CaseResult& out) {
  constexpr int k_enough = 50;  // an element is 2 % of the patch then
  int fewest = k_enough;
  for (const result::CaseResult& patch : patches) {
    if (patch.elements.empty() || !patch.fields) continue;
    const result::Field* pressure = result::find_field(*patch.fields, "pressure");
    if (pressure == nullptr) continue;
    const Grid& grid = patch.fields->grid;
    const CellRange range = positive_range(pressure->values, grid.nx, grid.ny);
    fewest = std::min({fewest, range.nx(), range.ny()});
  }
  if (fewest == k_enough) return;
  out.notes.push_back(fmt::format(
      "Patches are {} elements wide at least: areas, counted in elements, and pressures where "
      "profiles change their radius change by some per cent with finer cells (contact.cells).",
      fewest));
}

double largest_pressure(const std::vector<Standing>& standings) {
  double largest = 0;
  for (const Standing& standing : standings) {
    for (const PairForces* pair : {&standing.left, &standing.right}) {
      for (const PatchForces& patch : pair->patches) {
        largest = std::max(largest, patch.peak_pressure);
      }
    }
  }
  return largest;
}

SolveStatus worst_of(const std::vector<Standing>& standings) {
  for (const Standing& standing : standings) {
    if (standing.status != SolveStatus::converged) return standing.status;
  }
  return SolveStatus::converged;
}

/// Positions at which contact leaves the zone that is finely meshed have no numbers; the others
/// keep theirs.
void tell_positions_outside(const std::vector<Standing>& standings, result::CaseResult& out) {
  for (std::size_t i = 0; i < standings.size(); ++i) {
    if (standings[i].outside.empty()) continue;
    out.notes.push_back(
        fmt::format("Position {}, y = {:.4g} mm, yaw {:.4g} mrad, is left out: {} "
                    "(differential.wheel_zone, rail_zone, zone_half_length).",
                    i + 1, 1e3 * standings[i].position.lateral, 1e3 * standings[i].position.yaw,
                    standings[i].outside));
  }
}

/// On a steep flank friction may hold a wheel down by all that the flank pushes it up.
std::string holding_down(const PairForces& pair, const char* name) {
  constexpr double k_much = 0.5;
  double pushed_up = 0;
  double steepest = 0;
  for (const PatchForces& patch : pair.patches) {
    pushed_up += patch.normal_force * std::cos(patch.place.angle);
    steepest = std::max(steepest, std::abs(patch.place.angle));
  }
  const double held_down = pushed_up + pair.force.z();
  if (!(held_down > k_much * pushed_up)) return "";
  return fmt::format(
      " Friction holds the {} wheel down by {:.0f} % of what its flange, at {:.0f} degrees, pushes "
      "it up: there may be no equilibrium with so much friction and yaw.",
      name, 100 * held_down / pushed_up, steepest * 180 / std::numbers::pi);
}

/// Why a position has no equilibrium, as far as can be told from where the search ended.
void tell_unsettled_positions(const WheelsetCase& c, const std::vector<Standing>& standings,
                              result::CaseResult& out) {
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Standing& standing = standings[i];
    if (standing.status == SolveStatus::converged || !standing.outside.empty()) continue;
    std::string reason;
    for (const Side side : {Side::left, Side::right}) {
      const PairForces& pair = standing.of(side);
      const char* name = side == Side::left ? "left" : "right";
      if (pair.status != SolveStatus::converged) {
        reason +=
            fmt::format(" The contact of the {} wheel ended as {}.", name, to_string(pair.status));
      }
      reason += holding_down(pair, name);
    }
    const std::string wanted =
        c.support.wheel_force
            ? fmt::format("the wheels carry {:.4g} kN (left) and {:.4g} kN (right) of {:.4g} kN",
                          -standing.left.force.z() / 1e3, -standing.right.force.z() / 1e3,
                          *c.support.wheel_force / 1e3)
            : "the speed at which the wheelset turns freely was not found";
    out.notes.push_back(fmt::format(
        "Position {}, y = {:.4g} mm, yaw {:.4g} mrad, did not converge: {}. Its numbers are those "
        "of the last attempt.{}",
        i + 1, 1e3 * standing.position.lateral, 1e3 * standing.position.yaw, wanted, reason));
  }
}

/// Exactly enough for the load to be found.
void solve_exactly(wheel_rail::PairModelSettings& settings, Observer& stop) {
  if (auto* grid = std::get_if<wheel_rail::HalfSpaceModelSettings>(&settings)) {
    grid->tolerance = std::min(grid->tolerance, 0.1 * k_load_tolerance);
    grid->observer = &stop;
  }
  if (auto* bodies = std::get_if<wheel_rail::DifferentialModelSettings>(&settings)) {
    double& tolerance = bodies->contact.newton.tolerance;
    tolerance = std::min(tolerance, k_displacement_tolerance);
    bodies->contact.observer = &stop;
  }
}

result::CaseResult stopped_in_preparation(const WheelsetCase& c) {
  result::CaseResult out;
  out.title = c.title;
  out.status = to_string(SolveStatus::stopped);
  out.notes = {"Stopped while wheel and rail were prepared."};
  return out;
}

}  // namespace

std::vector<result::CaseResult> solve_wheelset(const CaseFile& file, Observer& observer) {
  const WheelsetCase& c = *file.wheelset;
  const CasePlaces places = places_of_wheelset(file);
  StopOnly stop(observer);
  std::optional<CaseContact> contact =
      places.blame({"differential.cache_folder", "contact.model"}, "",
                   [&] { return prepare_contact(c.wheel_rail, observer); });
  if (!contact) return {stopped_in_preparation(c)};
  wheel_rail::PairModelSettings& settings = contact->settings;
  solve_exactly(settings, stop);
  Positions positions = places.blame(k_profile_keys, "", [&] { return Positions(c, settings); });
  result::CaseResult out;
  out.title = c.title;
  const std::vector<GeometryRow> geometry = geometry_rows(positions.rigid(), c.geometry, out.notes);
  add_geometry_tables(geometry, out);
  add_jumps(positions.rigid(), geometry, out);
  add_conicity(positions.rigid(), c.geometry, out);

  std::vector<Standing> standings;
  for (std::size_t i = 0; i < c.positions.size(); ++i) {
    if (i > 0 && observer.stop_requested()) break;
    const WheelsetPosition& position = c.positions[i];
    observer.on_progress(static_cast<double>(i) / static_cast<double>(c.positions.size()),
                         fmt::format("wheelset at y = {:.4g} mm, {} of {}", 1e3 * position.lateral,
                                     i + 1, c.positions.size()));
    standings.push_back(
        places.blame({"position.lateral", "position.lateral_range", "load.height", "track.gauge",
                      "wheelset.flange_back_distance", "wheelset.flange_back_position",
                      "contact.cell_size_x", "differential.wheel_zone", "scenario"},
                     "move the wheelset nearer to the middle of the track, or check gauge, flange "
                     "back distance and profiles",
                     [&] { return positions.at(position); }));
  }
  const auto is_outside = [](const Standing& standing) { return !standing.outside.empty(); };
  const auto n_outside = static_cast<std::size_t>(std::ranges::count_if(standings, is_outside));
  if (n_outside > 0 && n_outside == standings.size()) {
    places.refuse({"differential.wheel_zone", "differential.rail_zone", "position.lateral",
                   "position.lateral_range", "load.height", "contact.model", "scenario"},
                  standings.front().outside, "",
                  "give differential.wheel_zone and rail_zone that hold the contact, or move the "
                  "wheelset");
  }
  const bool is_complete = standings.size() == c.positions.size() && !observer.stop_requested();
  const SolveStatus status = is_complete ? worst_of(standings) : SolveStatus::stopped;
  out.ok = status == SolveStatus::converged;
  out.status = to_string(status);
  out.scalars.push_back({"positions", static_cast<double>(standings.size() - n_outside), "",
                         "positions of the wheelset"});
  out.scalars.push_back(
      {"max_peak_pressure", largest_pressure(standings), "Pa", "largest peak pressure of all"});
  add_wheel_table(standings, Side::left, out);
  add_wheel_table(standings, Side::right, out);
  add_patch_table(standings, out);
  std::vector<result::CaseResult> results;
  for (const std::size_t i : c.fields_at) {
    if (i >= standings.size() || is_outside(standings[i])) continue;
    for (const Side side : {Side::left, Side::right}) {
      out.tables.push_back(section_table(c, positions.rigid(), standings[i], side, i + 1));
    }
    add_field_results(c, settings, standings[i], i, results);
  }
  if (const auto* bodies = std::get_if<wheel_rail::DifferentialModelSettings>(&settings)) {
    add_contact_work(positions.counts(), bodies->contact, *contact, out);
  }
  add_note_on_elements(results, out);
  tell_positions_outside(standings, out);
  if (is_complete) tell_unsettled_positions(c, standings, out);
  for (const Standing& standing : standings) {
    const bool touches = !standing.left.patches.empty() || !standing.right.patches.empty();
    if (touches || !is_complete || is_outside(standing)) continue;
    out.notes.push_back(fmt::format("At y = {:.4g} mm neither wheel touches its rail.",
                                    1e3 * standing.position.lateral));
  }
  out.notes.insert(out.notes.end(), c.wheel_rail.notes.begin(), c.wheel_rail.notes.end());
  results.insert(results.begin(), std::move(out));
  return results;
}

void check_wheelset(const CaseFile& file) {
  const WheelsetCase& c = *file.wheelset;
  places_of_wheelset(file).blame(k_profile_keys, "",
                                 [&] { Positions(c, unprepared_contact(c.wheel_rail)); });
}

}  // namespace tread::study
