#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "tread/casefile/inp_controls.hpp"
#include "tread/casefile/inp_source.hpp"
#include "tread/casefile/inp_units.hpp"
#include "tread/casefile/wheel_on_rail_case.hpp"
#include "tread/profile/profile_file.hpp"

namespace tread::casefile {

/// What an .inp case of module 1 says about grid, track and wheelset, after friction and materials:
///
///   [D=2]      DX DS DQREL A_SEP D_SEP D_COMB {D_TURN}
///   [Z=1,3]    GAUGHT GAUGSQ GAUGWD CANT
///   [Z=3]      'RFNAME' MIRRORY SCALE SMOOTH {MIRRORZ} {PRFOPT}
///   [Z=2,3]    DY DZ ROLL VY VZ VROLL                     deviations of the rail
///   [E=3,5]    FBDIST FBPOS NOMRAD / 'WFNAME' MIRRORY SCALE SMOOTH {MIRRORZ} {PRFOPT}
///   [E>=1]     S Y Z|FZ ROLL YAW PITCH
///   [E>=2]     VS VY VZ VROLL VYAW VPITCH
///   [E=4,5]    DXWHL .. DPITCHW / VXWHL .. VPITCHW         deviations of a flexible wheelset
///
/// Profiles are those of the right side, for both wheels; their files are sought beside the .inp.
/// Angles are rad or, with a d, degrees. CANT turns the rail towards the track's middle. S and
/// PITCH do not matter to a straight track and a round wheel. ROLL is about the track's x and YAW
/// about the rolled z, R = Rx(ROLL) Rz(YAW): not our order, and converted to it. VROLL, VPITCH and
/// VYAW are an angular velocity about the axes of the wheelset, R (VROLL, VPITCH, VYAW).
class InpWheelRail {
 public:
  /// @param base_dir where files are sought; empty: none may be read
  InpWheelRail(InpSource& source, const InpScale& scale, std::filesystem::path base_dir)
      : source_(source), scale_(scale), base_dir_(std::move(base_dir)) {}

  /// Stops the source where the digits keep what no case before has.
  void check_reuse(const InpControls& controls, bool is_first);

  /// Reads the groups; what is not read stays as in the case before.
  void read(const InpControls& controls, WheelOnRailCase& c);

 private:
  struct NamedProfile {
    profile::Profile profile;
    std::vector<std::string> notes;  // how it was read
  };

  void read_patches(WheelOnRailCase& c);
  void read_track();
  void read_deviation(WheelOnRailCase& c);
  void read_dimensions();
  std::optional<NamedProfile> read_profile(profile::ProfileKind kind);
  std::optional<NamedProfile> read_file(const InpValue& name,
                                        const profile::ProfileReadOptions& options);
  void read_position(const InpControls& controls, WheelOnRailCase& c);
  void read_velocity(WheelOnRailCase& c);
  void read_flexibility();
  void check_motion(const InpControls& controls, const WheelOnRailCase& c);
  void join_pair(WheelOnRailCase& c);

  InpSource& source_;
  InpScale scale_;
  std::filesystem::path base_dir_;
  profile::TrackGeometry track_;
  profile::WheelsetGeometry wheelset_;
  double cant_ = 0;                   // rad
  std::optional<NamedProfile> rail_;  // as in its file, before CANT
  std::optional<NamedProfile> wheel_;
  bool has_rail_ = false;  // one was named, perhaps one that cannot be read
  bool has_wheel_ = false;
  double roll_ = 0;  // rad, as given: R = Rx(roll) Rz(yaw)
  double yaw_ = 0;
  Eigen::Vector3d rates_ = Eigen::Vector3d::Zero();  // VROLL VPITCH VYAW, rad/s
  bool has_velocity_ = false;
};

}  // namespace tread::casefile
