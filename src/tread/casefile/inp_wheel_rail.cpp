#include "tread/casefile/inp_wheel_rail.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tread/casefile/named_files.hpp"
#include "tread/casefile/named_profile.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/grid.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

constexpr double k_wide_patch = 0.03;  // m
constexpr double k_most_cant = 0.19;   // rad
constexpr double k_most_turn = 0.5;    // rad

bool reads_profile_of_rail(const InpControls& controls) { return controls.track == 3; }
bool reads_profile_of_wheel(const InpControls& controls) {
  return controls.wheelset == 3 || controls.wheelset == 5;
}

profile::Mirror mirror_of(const InpValue& value) {
  return value.whole == 1 ? profile::Mirror::yes : profile::Mirror::no;
}

bool has_slices(std::string_view name) {
  return name.ends_with(".slcs") || name.ends_with(".slcw");
}

bool names_simpack(std::string_view name) {
  return name.ends_with(".prr") || name.ends_with(".prw");
}

}  // namespace

void InpWheelRail::check_reuse(const InpControls& controls, bool is_first) {
  bool readable = true;
  const auto needs = [&](const char* key, int value, bool missing, const char* what) {
    if (!missing) return;
    refuse_digit(source_, controls, key, value,
                 fmt::format("there is no case before it whose {} could be kept", what), {});
    readable = false;
  };
  if (is_first) {
    needs("D", controls.grid, controls.grid < 2, "grid");
    needs("C", controls.material, controls.material < 2, "material");
    needs("L", controls.friction, controls.friction == 1, "friction law");
    needs("G", controls.solver, controls.solver == 1, "solver settings");
  }
  needs("Z", controls.track, !has_rail_ && !reads_profile_of_rail(controls), "rail");
  needs("E", controls.wheelset, !has_wheel_ && !reads_profile_of_wheel(controls), "wheel");
  if (!readable) source_.stop();
}

void InpWheelRail::read(const InpControls& controls, WheelOnRailCase& c) {
  c.side = controls.side == 0 ? profile::Side::left : profile::Side::right;
  c.rolls = controls.motion == 3;
  c.notes.clear();
  if (controls.grid >= 2) read_patches(c);
  if (controls.track == 1 || controls.track == 3) read_track();
  if (reads_profile_of_rail(controls)) rail_ = read_profile(profile::ProfileKind::rail);
  if (controls.track >= 2) read_deviation(c);
  if (reads_profile_of_wheel(controls)) {
    read_dimensions();
    wheel_ = read_profile(profile::ProfileKind::wheel);
  }
  if (controls.wheelset >= 1) read_position(controls, c);
  if (controls.wheelset >= 2) read_velocity(c);
  if (controls.wheelset >= 4) read_flexibility();
  check_motion(controls, c);
  const Eigen::AngleAxisd roll(roll_, Eigen::Vector3d::UnitX());
  const Eigen::AngleAxisd yaw(yaw_, Eigen::Vector3d::UnitZ());
  c.motion.angular_velocity = roll * (yaw * rates_);
  const bool is_new =
      controls.track == 1 || reads_profile_of_rail(controls) || reads_profile_of_wheel(controls);
  if (is_new && !source_.has_problems()) join_pair(c);
}

void InpWheelRail::read_patches(WheelOnRailCase& c) {
  const std::vector<InpValue> values = source_.group(
      {{"DX"}, {"DS"}, {"DQREL"}, angle("A_SEP"), {"D_SEP"}, {"D_COMB"}}, {{"D_TURN"}});
  PatchSettings& patches = c.patches;
  patches.element_x = positive(source_, values[0], scale_.length);
  patches.element_y = positive(source_, values[1], scale_.length);
  positive(source_, values[2], 1);
  const double n_elements = std::pow(k_wide_patch, 2) / (patches.element_x * patches.element_y);
  if (values[0].usable && values[1].usable && patches.element_x > 0 && patches.element_y > 0) {
    source_.require(
        n_elements <= static_cast<double>(k_max_cells), values[0],
        fmt::format("a patch 30 mm wide would have {:.0f} elements of this size, which take about "
                    "{:.0f} GB of memory; the limit is {} elements",
                    n_elements, 1e-9 * k_bytes_per_cell * n_elements, k_max_cells),
        "take larger elements");
  }
  patches.separate_angle = not_negative(source_, values[3], 1);
  patches.separate_distance = not_negative(source_, values[4], scale_.length);
  patches.combine_distance = not_negative(source_, values[5], scale_.length);
  if (values[5].usable) {
    source_.require(values[4].real >= values[5].real, values[4],
                    fmt::format("must not be below D_COMB = {}", shown(values[5].word.text)));
  }
}

void InpWheelRail::read_track() {
  const std::vector<InpValue> values =
      source_.group({{"GAUGHT"}, {"GAUGSQ"}, {"GAUGWD"}, angle("CANT")});
  if (values[0].usable && values[0].real <= 0) {
    source_.problem(values[0], "a rail placed by RAILY0 and RAILZ0 (GAUGHT <= 0) is not supported",
                    "GAUGHT > 0 places it by the gauge, GAUGWD");
    return;
  }
  source_.require(values[1].real == 0 || values[1].real == 1, values[1],
                  "a gauge face other than the first is not supported", "GAUGSQ is 0 or 1");
  track_.gauge_height = scaled(source_, values[0], scale_.length);
  track_.gauge = positive(source_, values[2], scale_.length);
  source_.require(std::abs(values[3].real) <= k_most_cant, values[3],
                  "must be an angle below 0.19 rad either way", "1:40 is 0.025");
  cant_ = values[3].real;
}

void InpWheelRail::read_deviation(WheelOnRailCase& c) {
  const std::vector<InpValue> values =
      source_.group({{"DY"}, {"DZ"}, angle("ROLL"), {"VY"}, {"VZ"}, angle("VROLL")});
  for (const std::size_t i : {2U, 5U}) {
    source_.require(values[i].real == 0, values[i], "a rail that rolls is not supported");
  }
  c.rail.lateral = scaled(source_, values[0], scale_.length);
  c.rail.vertical = scaled(source_, values[1], scale_.length);
  c.rail.lateral_velocity = scaled(source_, values[3], scale_.length);
  c.rail.vertical_velocity = scaled(source_, values[4], scale_.length);
}

void InpWheelRail::read_dimensions() {
  const std::vector<InpValue> values = source_.group({{"FBDIST"}, {"FBPOS"}, {"NOMRAD"}});
  wheelset_.flange_back_distance = not_negative(source_, values[0], scale_.length);
  wheelset_.flange_back_position = scaled(source_, values[1], scale_.length);
  wheelset_.nominal_radius = positive(source_, values[2], scale_.length);
}

std::optional<InpWheelRail::NamedProfile> InpWheelRail::read_profile(profile::ProfileKind kind) {
  const bool is_rail = kind == profile::ProfileKind::rail;
  (is_rail ? has_rail_ : has_wheel_) = true;
  const std::vector<InpValue> values = source_.group(
      {file_name(is_rail ? "RFNAME" : "WFNAME"), whole("MIRRORY"), {"SCALE"}, {"SMOOTH"}},
      {whole("MIRRORZ"), whole("PRFOPT")});
  const InpValue& scale = values[2];
  source_.require(std::abs(values[1].whole) <= 1, values[1], "must be -1, 0 or 1");
  source_.require(values[3].real == 0, values[3], "smoothing of profiles is not supported",
                  "SMOOTH = 0 takes the points as they are");
  profile::ProfileReadOptions options;
  options.kind = kind;
  options.mirror_y = mirror_of(values[1]);
  // CONTACT takes a wheel's y as in the file; a rail is placed by its gauge and its top.
  options.origin = is_rail ? profile::ProfileOrigin::moved : profile::ProfileOrigin::kept;
  if (values.size() > 4) {
    source_.require(std::abs(values[4].whole) <= 1, values[4], "must be -1, 0 or 1");
    if (values[4].whole != 0) options.mirror_z = mirror_of(values[4]);
  }
  options.hints.z =
      fmt::format("MIRRORZ, the value behind SMOOTH: -1 takes the {} as it is, 1 mirrors it",
                  is_rail ? "rail" : "wheel");
  if (values.size() > 5) {
    source_.require(values[5].whole == 0, values[5],
                    "further options of profiles are not supported", "PRFOPT = 0");
  }
  // In CONTACT, SCALE makes mm of the file's unit; a Simpack file says its own.
  const double metres = scale.real * 1e-3;
  constexpr std::pair<profile::LengthUnit, double> k_units[] = {
      {profile::LengthUnit::millimetre, 1e-3},
      {profile::LengthUnit::metre, 1.0},
      {profile::LengthUnit::inch, 0.0254}};
  const auto unit = std::ranges::find_if(
      k_units, [&](const auto& u) { return std::abs(metres / u.second - 1) < 1e-9; });
  source_.require(unit != std::end(k_units), scale, "must be 1 (mm), 25.4 (inch) or 1000 (m)",
                  "scale the points of the profile in its file");
  if (unit != std::end(k_units) && !(names_simpack(values[0].word.text) && scale.real == 1)) {
    options.unit = unit->first;
  }
  return source_.has_problems() ? std::nullopt : read_file(values[0], options);
}

std::optional<InpWheelRail::NamedProfile> InpWheelRail::read_file(
    const InpValue& name, const profile::ProfileReadOptions& options) {
  const std::string file(name.word.text);
  if (has_slices(file)) {
    source_.problem(name,
                    "profiles that vary along the rail or around the wheel (slices) are not "
                    "supported");
    return std::nullopt;
  }
  if (base_dir_.empty()) {
    source_.problem(name, "no files can be read here");
    return std::nullopt;
  }
  const std::filesystem::path path = path_from(base_dir_, file);
  try {
    const profile::ReadProfile read = read_profile_file(path, options);
    NamedProfile result{read.profile(), {}};
    for (const std::string& note : read.done) {
      result.notes.push_back(fmt::format("{}: {}", name.key, note));
    }
    for (const std::string& warning : read.warnings) {
      source_.warn(fmt::format("{}: {}", path.string(), warning));
    }
    return result;
  } catch (const CaseError& error) {
    for (const Problem& problem : error.problems()) source_.problem_of_file(name, problem);
  } catch (const ModelError& error) {
    source_.problem(name, error.what());
  }
  return std::nullopt;
}

void InpWheelRail::read_position(const InpControls& controls, WheelOnRailCase& c) {
  const bool has_force = controls.norm == 1;
  const std::vector<InpValue> values = source_.group(
      {{"S"}, {"Y"}, {has_force ? "FZ" : "Z"}, angle("ROLL"), angle("YAW"), angle("PITCH")});
  profile::WheelsetPose& pose = c.motion.pose;
  pose.lateral = scaled(source_, values[1], scale_.length);
  c.vertical_force.reset();
  if (has_force) {
    source_.require(values[2].real > 0, values[2], "must be > 0",
                    "a positive force presses the wheel onto the rail");
    c.vertical_force = values[2].real;
  } else {
    pose.vertical = scaled(source_, values[2], scale_.length);
  }
  for (const std::size_t i : {3U, 4U}) {
    source_.require(std::abs(values[i].real) < k_most_turn, values[i],
                    "must be an angle below 0.5 rad either way");
  }
  pose.roll = roll_ = values[3].real;
  pose.yaw = yaw_ = values[4].real;
  pose = profile::from_roll_before_yaw(pose);
}

void InpWheelRail::read_velocity(WheelOnRailCase& c) {
  const std::vector<InpValue> values =
      source_.group({{"VS"}, {"VY"}, {"VZ"}, angle("VROLL"), angle("VYAW"), angle("VPITCH")});
  for (int i = 0; i < 3; ++i) {
    c.motion.velocity[i] = scaled(source_, values[static_cast<std::size_t>(i)], scale_.length);
  }
  rates_ = {values[3].real, values[5].real, values[4].real};
  has_velocity_ = true;
}

void InpWheelRail::read_flexibility() {
  const std::vector<InpValue> place = source_.group(
      {{"DXWHL"}, {"DYWHL"}, {"DZWHL"}, angle("DROLLW"), angle("DYAWW"), angle("DPITCHW")});
  const std::vector<InpValue> rates = source_.group(
      {{"VXWHL"}, {"VYWHL"}, {"VZWHL"}, angle("VROLLW"), angle("VYAWW"), angle("VPITCHW")});
  for (const std::vector<InpValue>* values : {&place, &rates}) {
    for (const InpValue& value : *values) {
      source_.require(value.real == 0, value, "a flexible wheelset is not supported",
                      "set all its deviations to 0, or E = 2 or 3");
    }
  }
}

void InpWheelRail::check_motion(const InpControls& controls, const WheelOnRailCase& c) {
  const bool lacks_force = controls.norm == 1 && !c.vertical_force;
  if (lacks_force || (controls.norm == 0 && c.vertical_force)) {
    refuse_digit(source_, controls, "E", controls.wheelset,
                 fmt::format("N = {} needs {}, which is not read", controls.norm,
                             controls.norm == 1 ? "FZ" : "Z"),
                 "E = 1 reads the position");
  }
  if (!c.rolls) return;
  if (!has_velocity_) {
    refuse_digit(source_, controls, "E", controls.wheelset,
                 "T = 3 needs the wheelset's velocity, which no case before it has",
                 "E = 2 reads it");
  } else if (c.motion.velocity.x() == 0 && rates_.y() == 0) {
    source_.problem({.file = {},
                     .line = source_.places().at("VS").line,
                     .key = "VS",
                     .reason = "steady rolling (T = 3) needs a wheelset that moves or turns",
                     .value = "0",
                     .hint = "T = 0 is without friction"});
  }
}

void InpWheelRail::join_pair(WheelOnRailCase& c) {
  const profile::Profile rail =
      cant_ == 0 ? rail_->profile : profile::inclined(rail_->profile, std::tan(cant_));
  c.pair = std::make_shared<const profile::WheelRailPair>(
      profile::WheelRailPair{wheel_->profile, rail, wheelset_, track_});
  c.notes = rail_->notes;
  c.notes.insert(c.notes.end(), wheel_->notes.begin(), wheel_->notes.end());
}

}  // namespace tread::casefile
