#include "tread/casefile/wheel_rail_builder.hpp"

#include <fmt/format.h>

#include "tread/casefile/named_files.hpp"
#include "tread/casefile/named_profile.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

constexpr double k_usual_inclination = 1.0 / 40;

class WheelRailBuilder {
 public:
  WheelRailBuilder(const WheelRailInput& input, const std::filesystem::path& base_dir,
                   Reading& reading, ProblemList& problems)
      : input_(input), base_dir_(base_dir), reading_(reading), problems_(problems) {}

  WheelRailCase build() {
    WheelRailCase result;
    const std::optional<profile::Profile> wheel = built("wheel", [&] { return wheel_profile(); });
    const std::optional<profile::Profile> rail = built("rail", [&] { return rail_profile(); });
    if (wheel && rail) {
      result.pair = profile::WheelRailPair{*wheel, *rail, input_.wheelset, input_.track};
    }
    result.bodies = {material_of(input_.wheel), material_of(input_.rail)};
    result.contact = input_.contact;
    check_contact();
    result.friction = build_friction_law(input_.friction, reading_, problems_);
    if (problems_.empty()) check_friction(result.friction);
    result.notes = notes_;
    return result;
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

  std::optional<profile::Profile> wheel_profile() {
    const ProfileInput& wheel = input_.wheel;
    if (wheel.profile == "s1002") return profile::s1002();
    if (wheel.profile == "cone") return cone();
    if (wheel.profile == "circle") {
      if (!wheel.radius || !wheel.half_width) return std::nullopt;
      return profile::circular_wheel(*wheel.radius, *wheel.half_width);
    }
    if (wheel.profile == "file") return from_file("wheel", wheel);
    return std::nullopt;
  }

  profile::Profile cone() const {
    const ProfileInput& wheel = input_.wheel;
    profile::ConeShape shape;
    shape.slope = wheel.slope.value_or(shape.slope);
    shape.flange = wheel.flange == "s1002" ? profile::Flange::s1002 : profile::Flange::none;
    shape.lowest_y = wheel.lowest_y.value_or(shape.lowest_y);
    shape.highest_y = wheel.highest_y.value_or(shape.highest_y);
    return profile::cone_wheel(shape);
  }

  std::optional<profile::Profile> rail_profile() {
    const ProfileInput& rail = input_.rail;
    if (rail.profile == "uic60") return standard_rail(profile::RailHead::uic60);
    if (rail.profile == "60e1") return standard_rail(profile::RailHead::en60e1);
    if (rail.profile == "circle") {
      if (!rail.radius || !rail.half_width) return std::nullopt;
      return profile::circular_rail(*rail.radius, *rail.half_width);
    }
    if (rail.profile != "file") return std::nullopt;
    const std::optional<profile::Profile> read = from_file("rail", rail);
    if (!read || rail.inclination.value_or(0) == 0) return read;
    return profile::inclined(*read, *rail.inclination);
  }

  profile::Profile standard_rail(profile::RailHead head) {
    const double inclination = input_.rail.inclination.value_or(k_usual_inclination);
    if (!input_.rail.inclination && reading_.given("rail.inclination") == nullptr) {
      reading_.use("rail.inclination", inclination);
    }
    return profile::rail_head(head, inclination);
  }

  std::optional<profile::Profile> from_file(const char* table, const ProfileInput& profile) {
    const std::string key = fmt::format("{}.file", table);
    const auto read = read_named(key, profile.file, base_dir_, reading_, problems_,
                                 [&](const std::filesystem::path& path) {
                                   return read_profile_file(path, read_options(table, profile));
                                 });
    if (!read) return std::nullopt;
    for (const auto* list : {&read->done, &read->warnings}) {
      for (const std::string& note : *list) notes_.push_back(fmt::format("{}: {}", table, note));
    }
    return read->profile();
  }

  static profile::ProfileReadOptions read_options(std::string_view table,
                                                  const ProfileInput& input) {
    const auto mirror = [](const std::optional<bool>& is_mirrored) {
      return is_mirrored ? std::optional(*is_mirrored ? profile::Mirror::yes : profile::Mirror::no)
                         : std::nullopt;
    };
    profile::ProfileReadOptions options;
    options.kind = table == "wheel" ? profile::ProfileKind::wheel : profile::ProfileKind::rail;
    if (input.unit == "m") options.unit = profile::LengthUnit::metre;
    if (input.unit == "mm") options.unit = profile::LengthUnit::millimetre;
    if (input.unit == "inch") options.unit = profile::LengthUnit::inch;
    options.mirror_y = mirror(input.mirror_y);
    options.mirror_z = mirror(input.mirror_z);
    options.origin =
        input.origin == "kept" ? profile::ProfileOrigin::kept : profile::ProfileOrigin::moved;
    return options;
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
               "hertz_polach, hertz_fastsim and semi_elastic do", input_.friction.law);
    }
    if (coulomb != nullptr && coulomb->static_coefficient != coulomb->kinetic_coefficient) {
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
  std::vector<std::string> notes_;
};

}  // namespace

WheelRailCase build_wheel_rail(const WheelRailInput& input, const std::filesystem::path& base_dir,
                               Reading& reading, ProblemList& problems) {
  return WheelRailBuilder(input, base_dir, reading, problems).build();
}

}  // namespace tread::casefile
