#include "tread/profile/profile_file.hpp"

#include <fmt/format.h>

#include <iterator>

#include "tread/core/letters.hpp"
#include "tread/profile/raw_profile.hpp"
#include "tread/profile/settle_profile.hpp"

namespace tread::profile {
namespace {

struct Extension {
  std::string_view name;
  ProfileFormat format;
  ProfileKind kind;
};
constexpr Extension k_extensions[] = {{".prw", ProfileFormat::simpack, ProfileKind::wheel},
                                      {".prr", ProfileFormat::simpack, ProfileKind::rail},
                                      {".whl", ProfileFormat::miniprof, ProfileKind::wheel},
                                      {".ban", ProfileFormat::miniprof, ProfileKind::rail},
                                      {".whe", ProfileFormat::vampire, ProfileKind::wheel},
                                      {".rai", ProfileFormat::vampire, ProfileKind::rail}};

const Extension* extension_of(std::string_view file_name) {
  const std::string lower = lower_case_of(file_name);
  for (const Extension& extension : k_extensions) {
    if (lower.ends_with(extension.name)) return &extension;
  }
  return nullptr;
}

/// Simpack and Vampire cannot be mistaken for anything else, whatever the file is called.
ProfileFormat format_of(std::string_view text, const Extension* extension) {
  for (const FileLine& line : lines_of(text.substr(0, 10'000))) {
    if (line.text == "header.begin" || line.text == "spline.begin") return ProfileFormat::simpack;
    if (line.number == 1 && (line.text == "WHEELPROFILE" || line.text == "RAILPROFILE")) {
      return ProfileFormat::vampire;
    }
  }
  return extension != nullptr ? extension->format : ProfileFormat::columns;
}

RawProfile read_as(ProfileFormat format, std::string_view text, Side side, Complaints& complaints) {
  switch (format) {
    case ProfileFormat::simpack:
      return read_simpack(text, complaints);
    case ProfileFormat::miniprof:
      return read_miniprof(text, complaints);
    case ProfileFormat::vampire:
      return read_vampire(text, side, complaints);
    case ProfileFormat::columns:
      break;
  }
  return read_columns(text, complaints);
}

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

template <class Line>
std::string text_of_points(const Profile& profile, Line line) {
  fmt::memory_buffer text;
  for (const ProfilePoint& point : profile.points()) {
    line(std::back_inserter(text), point.y * 1e3, point.z * 1e3);
  }
  return fmt::to_string(text);
}

}  // namespace

std::string to_string(ProfileFormat format) {
  switch (format) {
    case ProfileFormat::simpack:
      return "simpack";
    case ProfileFormat::miniprof:
      return "miniprof";
    case ProfileFormat::vampire:
      return "vampire";
    case ProfileFormat::columns:
      break;
  }
  return "columns";
}

std::string to_string(ProfileKind kind) { return kind == ProfileKind::wheel ? "wheel" : "rail"; }

ReadProfile parse_profile(std::string_view text, const std::string& file_name,
                          const ProfileReadOptions& options) {
  Complaints complaints(file_name);
  const Extension* extension = extension_of(file_name);
  const ProfileFormat format = options.format ? *options.format : format_of(text, extension);
  RawProfile raw = read_as(format, text, options.side, complaints);
  complaints.throw_if_any();
  if (!raw.kind && extension != nullptr) {
    raw.kind = extension->kind;
    raw.kind_source = fmt::format("its name ends in {}", extension->name);
  }
  if (raw.title.empty()) raw.title = last_part(file_name);
  ReadProfile read = settle_profile(std::move(raw), options, complaints);
  read.format = format;
  return read;
}

std::string simpack_text(const Profile& profile) {
  std::string title = profile.name();
  for (char& c : title) {
    if (c == '\'' || c == '\n' || c == '\r') c = ' ';
  }
  return fmt::format(
             "header.begin\n  version = 1\n  type = {}  ! 0 rail, 1 wheel\nheader.end\n"
             "spline.begin\n  approx.smooth = 0\n  comment = '{}'\n  mirror.y = 0\n  mirror.z = 0\n"
             "  inversion = 0\n  units.len.f = 1000  ! mm\n  units.ang.f = 1\n  point.begin\n",
             profile.kind() == ProfileKind::wheel ? 1 : 0, title) +
         text_of_points(profile,
                        [](auto out, double y, double z) {
                          fmt::format_to(out, "    {:.17g} {:.17g}\n", y, z);
                        }) +
         "  point.end\nspline.end\n";
}

std::string miniprof_text(const Profile& profile, double flange_back_position) {
  const bool is_wheel = profile.kind() == ProfileKind::wheel;
  const double sign = is_wheel ? 1 : -1;
  const double shift = is_wheel ? -flange_back_position * 1e3 : 0;
  const std::string tape_circle =
      is_wheel ? fmt::format("WheelDiameterTaperline={:.4f}\n", shift) : "";
  return fmt::format("Filename={}\nXYPoints={}\n{}ColumnDef=X,Y\n\n", one_line(profile.name(), 200),
                     profile.points().size(), tape_circle) +
         text_of_points(profile, [=](auto out, double y, double z) {
           fmt::format_to(out, "{:.17g} {:.17g}\n", sign * y + shift, sign * z);
         });
}

std::string columns_text(const Profile& profile) {
  return fmt::format("# {} {}: y z in mm, y to the right, z down\n", to_string(profile.kind()),
                     one_line(profile.name(), 200)) +
         text_of_points(profile, [](auto out, double y, double z) {
           fmt::format_to(out, "{:.17g} {:.17g}\n", y, z);
         });
}

namespace {

/// y of the gauge face where a rail is measured.
double gauge_face_between_points(const Profile& rail, double gauge_height) {
  const auto& points = rail.points();
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].z > gauge_height) continue;
    const ProfilePoint& low = points[i - 1];
    const ProfilePoint& high = points[i];
    if (low.z <= gauge_height) break;
    return high.y + (low.y - high.y) * (gauge_height - high.z) / (low.z - high.z);
  }
  return points.front().y;
}

}  // namespace

std::string vampire_text(const Profile& profile, const VampirePlacement& placement) {
  const bool is_wheel = profile.kind() == ProfileKind::wheel;
  const double tape_circle = -placement.flange_back_position * 1e3;
  const double back = placement.flange_back_distance * 1e3;
  const double gauge = placement.gauge * 1e3;
  const double shift =
      is_wheel ? back / 2 + tape_circle
               : gauge / 2 - gauge_face_between_points(profile, placement.gauge_height) * 1e3;
  const std::string head =
      is_wheel ? fmt::format("WHEELPROFILE\n{}\nTREADDATUM CUSTOM {}\nFLANGEBACK {}\n",
                             one_line(profile.name(), 200), tape_circle, back)
               : fmt::format("RAILPROFILE\n{}\nGAUGEPOINT CUSTOM {}\nGAUGE {}\n",
                             one_line(profile.name(), 200), placement.gauge_height * 1e3, gauge);
  return head + text_of_points(profile, [=](auto out, double y, double z) {
           fmt::format_to(out, "{:.17g} {:.17g} {:.17g} {:.17g}\n", -(y + shift), z, y + shift, z);
         });
}

}  // namespace tread::profile
