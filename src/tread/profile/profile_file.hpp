#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/profile/profile.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::profile {

/// Profiles from files of other programs, brought into our convention: m, right side, y to the
/// right, z down, the flange or the gauge face at negative y. docs/profiles.md.
///
///   simpack    .prw .prr   sections header, spline, point; its own shifts, mirrors and unit
///   miniprof   .whl .ban   key=value lines, or the older free text, an empty line, columns
///   vampire    .whe .rai   four lines of keywords, then y z of the left and of the right side
///   columns    any other   y z, separated by blanks, tabs, commas or semicolons
///
/// What a file does not say is found out: its unit from the profile's width; what is up from the
/// flange, or from the sides of the rail; left and right from the flange or the one side that was
/// measured. Everything that was found out or done is told in words. Where the shape does not tell
/// (a wheel without flange, a rail without sides that would be a groove) nothing is guessed:
/// mirror_z, and mirror_y unless both sides are alike, must be given.
enum class ProfileFormat { simpack, miniprof, vampire, columns };
enum class LengthUnit { metre, millimetre, inch };
enum class Mirror { no, yes };

/// `moved`: a wheel's y counts from the tape circle, where z is 0; a rail's origin is its highest
/// point. `kept`: as in the file.
enum class ProfileOrigin { moved, kept };

/// How those who call take a profile as it is or mirror it, for messages.
struct MirrorHints {
  std::string y = "mirror_y = false takes it as it is, true mirrors it";
  std::string z = "mirror_z = false takes it as it is, true mirrors it";
};

/// What is not given is found out. What is given and cannot be true is refused.
struct ProfileReadOptions {
  std::optional<ProfileFormat> format;
  std::optional<ProfileKind> kind;
  std::optional<LengthUnit> unit;
  std::optional<Mirror> mirror_y;  // of what the file describes, its own mirrors included
  std::optional<Mirror> mirror_z;
  ProfileOrigin origin = ProfileOrigin::moved;
  Side side = Side::right;  // of files that hold both
  MirrorHints hints;
};

struct ReadProfile {
  ProfileKind kind = ProfileKind::wheel;
  ProfileFormat format = ProfileFormat::columns;
  std::string name;  // its title, else the file's name
  std::vector<ProfilePoint> points;
  std::vector<double> weights;  // of the points, for smoothing; empty: all alike

  std::vector<std::string> done;      // what was detected, and what was done to the points
  std::vector<std::string> warnings;  // what looks wrong and was left as it is

  // What a file says beside its points, m.
  std::optional<double> flange_back_distance;
  std::optional<double> flange_back_position;  // y
  std::optional<double> gauge;
  std::optional<double> gauge_height;

  Profile profile() const { return {kind, name, points}; }
};

/// Throws CaseError with line, value and hint: lines that cannot be read, contradictions, and what
/// check_profile (check_profile.hpp) calls an error.
ReadProfile parse_profile(std::string_view text, const std::string& file_name,
                          const ProfileReadOptions& options = {});

/// Text in mm that reads back as the same profile, to a rounding error. MiniProf counts a wheel's y
/// from the flange back (at flange_back_position, m) and has a rail with z up, gauge side at
/// positive x.
std::string simpack_text(const Profile& profile);
std::string miniprof_text(const Profile& profile, double flange_back_position = -0.07);
std::string columns_text(const Profile& profile);

/// Where Vampire's files have their profiles, which count from the middle of the track, m.
struct VampirePlacement {
  double flange_back_distance = 1.360;
  double flange_back_position = -0.07;  // y
  double gauge = 1.435;
  double gauge_height = 0.014;  // below the top
};
/// Both sides alike. A rail that ends above the gauge height is laid with its gauge side at half
/// the gauge.
std::string vampire_text(const Profile& profile, const VampirePlacement& placement = {});

std::string to_string(ProfileFormat format);
std::string to_string(ProfileKind kind);

}  // namespace tread::profile
