#include "tread/casefile/wheel_rail_builder.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/casefile/named_files.hpp"
#include "tread/casefile/named_profile.hpp"
#include "tread/profile/smooth_profile.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

/// Noise in curvatures is told from this many times what is tolerable on: nobody needs to follow a
/// recommendation to the millimetre.
constexpr double k_told_noise = 1.5;

constexpr double k_usual_inclination = 1.0 / 40;
constexpr double k_most_radius_difference = 0.05;  // m: much more than wear and turning leave

class WheelRailBuilder {
 public:
  WheelRailBuilder(const WheelRailInput& input, const std::filesystem::path& base_dir,
                   Reading& reading, ProblemList& problems)
      : input_(input),
        base_dir_(base_dir),
        reading_(reading),
        problems_(problems),
        wheelset_(input.wheelset),
        track_(input.track) {}

  WheelRailCase build() {
    const std::optional<profile::Profile> wheel = wheel_of("wheel", input_.wheel);
    const std::optional<profile::Profile> rail = rail_of("rail", input_.rail);
    check_radius("wheelset.left_radius", input_.left_radius);
    check_radius("wheelset.right_radius", input_.right_radius);
    if (wheel && rail) {
      result_.pair =
          profile::WheelRailPair{of_radius(*wheel, input_.right_radius), *rail, wheelset_, track_};
    }
    build_left(wheel, rail);
    result_.bodies = {material_of(input_.wheel), material_of(input_.rail)};
    result_.contact = input_.contact;
    check_contact();
    result_.differential = build_differential(input_.differential, input_.contact.model, base_dir_,
                                              reading_, problems_);
    result_.friction = build_friction_law(input_.friction, reading_, problems_);
    if (problems_.empty()) check_friction(result_.friction);
    return std::move(result_);
  }

 private:
  void complain(std::string_view key, std::string reason, std::string hint = "",
                std::string got = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    problem.value = std::move(got);
    problems_.add(std::move(problem));
  }

  static Material material_of(const ProfileInput& input) {
    return Material::from_young(input.young_modulus, input.poisson_ratio);
  }

  bool has_left_wheel() const { return reading_.has_table("left_wheel"); }
  bool has_left_rail() const { return reading_.has_table("left_rail"); }

  void build_left(std::optional<profile::Profile> wheel, std::optional<profile::Profile> rail) {
    const double left = input_.left_radius.value_or(input_.wheelset.nominal_radius);
    const double right = input_.right_radius.value_or(input_.wheelset.nominal_radius);
    if (!has_left_wheel() && !has_left_rail() && left == right) return;
    left_wheelset_ = wheelset_;
    if (has_left_wheel()) wheel = wheel_of("left_wheel", input_.left_wheel);
    if (has_left_rail()) rail = rail_of("left_rail", input_.left_rail);
    if (input_.contact.model == "differential") {
      complain(has_left_wheel()                                    ? "left_wheel"
               : has_left_rail()                                   ? "left_rail"
               : reading_.given("wheelset.left_radius") != nullptr ? "wheelset.left_radius"
                                                                   : "wheelset.right_radius",
               "contact.model = differential knows one pair of elastic bodies for both sides",
               "take another model, such as half_space, where left and right differ");
    }
    if (wheel && rail) {
      result_.left_pair = profile::WheelRailPair{of_radius(*wheel, input_.left_radius), *rail,
                                                 left_wheelset_, track_};
    }
  }

  void check_radius(const char* key, const std::optional<double>& radius) {
    const double nominal = input_.wheelset.nominal_radius;
    if (!radius || std::abs(*radius - nominal) <= k_most_radius_difference) return;
    complain(key,
             fmt::format("must be within {} m of wheelset.nominal_radius = {} m",
                         number_text(k_most_radius_difference), number_text(nominal)),
             "give a nominal_radius between those of the wheels", number_text(*radius));
  }

  /// Profiles count from the nominal radius: a larger wheel has a larger z all over.
  profile::Profile of_radius(const profile::Profile& wheel,
                             const std::optional<double>& radius) const {
    const double nominal = input_.wheelset.nominal_radius;
    return profile::enlarged(wheel, radius.value_or(nominal) - nominal);
  }

  std::optional<profile::Profile> wheel_of(const char* table, const ProfileInput& input) {
    return built(table, [&] { return wheel_profile(table, input); });
  }
  std::optional<profile::Profile> rail_of(const char* table, const ProfileInput& input) {
    return built(table, [&] { return rail_profile(table, input); });
  }

  /// What a formula refuses is told at the profile's key.
  template <class Build>
  std::optional<profile::Profile> built(const char* table, Build build_profile) {
    try {
      return build_profile();
    } catch (const ModelError& error) {
      complain(fmt::format("{}.profile", table), error.what());
      return std::nullopt;
    }
  }

  std::optional<profile::Profile> wheel_profile(const char* table, const ProfileInput& wheel) {
    if (wheel.profile == "s1002") return profile::s1002();
    if (wheel.profile == "cone") return cone(wheel);
    if (wheel.profile == "circle") {
      if (!wheel.radius || !wheel.half_width) return std::nullopt;
      return profile::circular_wheel(*wheel.radius, *wheel.half_width);
    }
    if (wheel.profile == "file") return from_file(table, wheel, profile::ProfileKind::wheel);
    return std::nullopt;
  }

  static profile::Profile cone(const ProfileInput& wheel) {
    profile::ConeShape shape;
    shape.slope = wheel.slope.value_or(shape.slope);
    shape.flange = wheel.flange == "s1002" ? profile::Flange::s1002 : profile::Flange::none;
    shape.lowest_y = wheel.lowest_y.value_or(shape.lowest_y);
    shape.highest_y = wheel.highest_y.value_or(shape.highest_y);
    return profile::cone_wheel(shape);
  }

  std::optional<profile::Profile> rail_profile(const char* table, const ProfileInput& rail) {
    if (rail.profile == "uic60") return standard_rail(table, rail, profile::RailHead::uic60);
    if (rail.profile == "60e1") return standard_rail(table, rail, profile::RailHead::en60e1);
    if (rail.profile == "circle") {
      if (!rail.radius || !rail.half_width) return std::nullopt;
      return profile::circular_rail(*rail.radius, *rail.half_width);
    }
    if (rail.profile != "file") return std::nullopt;
    const std::optional<profile::Profile> read = from_file(table, rail, profile::ProfileKind::rail);
    if (!read || rail.inclination.value_or(0) == 0) return read;
    return profile::inclined(*read, *rail.inclination);
  }

  profile::Profile standard_rail(const char* table, const ProfileInput& rail,
                                 profile::RailHead head) {
    const double inclination = rail.inclination.value_or(k_usual_inclination);
    const std::string key = fmt::format("{}.inclination", table);
    if (!rail.inclination && reading_.given(key) == nullptr) reading_.use(key, inclination);
    return profile::rail_head(head, inclination);
  }

  /// What is told besides the points counts where no key says otherwise. Of two sides that differ
  /// the right one tells what they share, the left one where its own flange back is.
  std::optional<profile::Profile> from_file(const char* table, const ProfileInput& input,
                                            profile::ProfileKind kind) {
    profile::ProfileReadOptions options;
    options.kind = kind;
    if (input.unit == "m") options.unit = profile::LengthUnit::metre;
    if (input.unit == "mm") options.unit = profile::LengthUnit::millimetre;
    if (input.unit == "inch") options.unit = profile::LengthUnit::inch;
    const auto mirror = [](bool yes) { return yes ? profile::Mirror::yes : profile::Mirror::no; };
    if (input.mirror_y) options.mirror_y = mirror(*input.mirror_y);
    if (input.mirror_z) options.mirror_z = mirror(*input.mirror_z);
    if (input.origin == "kept") options.origin = profile::ProfileOrigin::kept;
    std::optional<profile::ReadProfile> read = read_named(
        fmt::format("{}.file", table), input.file, base_dir_, reading_, problems_,
        [&](const std::filesystem::path& path) { return read_profile_file(path, options); });
    if (!read) return std::nullopt;
    for (const auto* told : {&read->done, &read->warnings}) {
      for (const std::string& text : *told) {
        result_.notes.push_back(fmt::format("{}: {}", input.file, text));
      }
    }
    if (std::string_view(table).starts_with("left_")) {
      if (reading_.given("wheelset.flange_back_position") == nullptr) {
        left_wheelset_.flange_back_position =
            read->flange_back_position.value_or(left_wheelset_.flange_back_position);
      }
    } else {
      take("wheelset.flange_back_distance", read->flange_back_distance,
           wheelset_.flange_back_distance);
      take("wheelset.flange_back_position", read->flange_back_position,
           wheelset_.flange_back_position);
      take("track.gauge", read->gauge, track_.gauge);
      take("track.gauge_height", read->gauge_height, track_.gauge_height);
    }
    tell_noise(table, input, profile::noise_of(read->points));
    if (input.smoothing > 0) {
      read->points = profile::smoothed(read->points, input.smoothing, read->weights);
    }
    return read->profile();
  }

  /// Points that scatter more than smoothing takes away, and how much of it would.
  void tell_noise(const char* table, const ProfileInput& input,
                  const profile::ProfileNoise& noise) {
    const double left = noise.curvature_error(input.smoothing);
    if (left <= k_told_noise * profile::k_tolerable_curvature_noise) return;
    const double wavelength = noise.wavelength_for(profile::k_tolerable_curvature_noise);
    // Rounded up to a tenth of a millimetre, from 5 mm on to whole ones.
    const double unit = wavelength < 5e-3 ? 1e-4 : 1e-3;
    result_.notes.push_back(fmt::format(
        "{}: its points scatter by {:.2g} mm every {:.2g} mm, which leaves the curvature "
        "uncertain by {} 1/m{} (a rail's crown has 3.3 1/m): {}.smoothing_mm = {:.4g} would "
        "leave {:.2g} 1/m",
        input.file, 1e3 * noise.rms, 1e3 * noise.spacing,
        left < 10 ? fmt::format("{:.2g}", left) : fmt::format("{:.0f}", left),
        input.smoothing > 0 ? fmt::format(" behind smoothing by {:.4g} mm", 1e3 * input.smoothing)
                            : "",
        table, 1e3 * std::ceil(wavelength / unit - 1e-9) * unit,
        profile::k_tolerable_curvature_noise));
  }

  void take(const char* key, const std::optional<double>& told, double& target) {
    if (!told || reading_.given(key) != nullptr) return;
    target = *told;
    reading_.use(key, *told);
  }

  void check_contact() {
    const WheelRailContact& contact = input_.contact;
    if (contact.separate_distance < contact.merge_distance &&
        reading_.used("contact.separate_distance") != nullptr) {
      complain("contact.separate_distance",
               fmt::format("must not be below merge_distance = {} m",
                           number_text(contact.merge_distance)),
               "points that merge cannot be separate", number_text(contact.separate_distance));
    }
  }

  void check_friction(const Friction& friction) {
    const std::string& model = input_.contact.model;
    const auto* coulomb = std::get_if<CoulombFriction>(&friction.law);
    const bool is_limited = model == "hertz_linear" || model == "hertz_shen_hedrick_elkins";
    if (coulomb == nullptr && is_limited) {
      complain("friction.law", fmt::format("contact.model = {} knows no falling friction", model),
               "hertz_polach, hertz_fastsim, semi_elastic, half_space and differential do",
               input_.friction.law);
    }
    const bool has_two =
        coulomb != nullptr && coulomb->static_coefficient != coulomb->kinetic_coefficient;
    if (has_two && model != "half_space") {
      complain("friction.static_coefficient",
               fmt::format("contact.model = {} knows one friction coefficient, not a static and a "
                           "kinetic one",
                           model),
               "give friction.coefficient");
    }
  }

  const WheelRailInput& input_;
  const std::filesystem::path& base_dir_;
  Reading& reading_;
  ProblemList& problems_;
  profile::WheelsetGeometry wheelset_;
  profile::WheelsetGeometry left_wheelset_;  // where the sides differ
  profile::TrackGeometry track_;
  WheelRailCase result_;
};

}  // namespace

WheelRailCase build_wheel_rail(const WheelRailInput& input, const std::filesystem::path& base_dir,
                               Reading& reading, ProblemList& problems) {
  return WheelRailBuilder(input, base_dir, reading, problems).build();
}

}  // namespace tread::casefile
