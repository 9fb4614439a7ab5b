#include "tread/profile/settle_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/profile/check_profile.hpp"
#include "tread/profile/highest_point.hpp"
#include "tread/profile/profile_shape.hpp"

namespace tread::profile {
namespace {

struct UnitFacts {
  LengthUnit unit;
  const char* name;
  double metres;
};
constexpr UnitFacts k_units[] = {{LengthUnit::millimetre, "mm", 1e-3},
                                 {LengthUnit::metre, "m", 1.0},
                                 {LengthUnit::inch, "inch", 0.0254}};

const UnitFacts& facts_of(LengthUnit unit) {
  return *std::ranges::find(k_units, unit, &UnitFacts::unit);
}

// Real profiles are this wide: no width fits two units.
constexpr double k_least_usual = 0.02;  // m
constexpr double k_most_usual = 0.25;
constexpr double k_same_place = 1e-9;  // m
constexpr double k_told = 1e-7;        // m: smaller moves are not made
constexpr double k_noise = 5e-5;       // m, that y may fall back on a steep side
constexpr double k_symmetric = 1e-6;   // m that a profile and its mirror image may differ

class Settler {
 public:
  Settler(RawProfile raw, const ProfileReadOptions& options, Complaints& complaints)
      : raw_(std::move(raw)), options_(options), complaints_(complaints) {
    read_.done = std::move(raw_.done);
    read_.warnings = std::move(raw_.warnings);
    read_.name = raw_.title;
  }

  ReadProfile settle() && {
    settle_kind();
    if (raw_.points.size() < 4) {
      refuse(fmt::format("has {} points: at least 4 are needed", raw_.points.size()));
    }
    settle_unit();
    const ShapeSenses senses = senses_of_shape(read_.kind, places());
    ask_for_mirrors(senses);
    settle_z(senses);
    settle_y();
    drop_doubles();
    settle_order();
    keep_visible();
    if (options_.origin == ProfileOrigin::moved) move_origin();
    check();
    hand_over();
    return std::move(read_);
  }

 private:
  [[noreturn]] void refuse(std::string reason, std::string value = "", std::string hint = "") {
    throw CaseError(Problem{complaints_.file_name(), 0, "", std::move(reason), std::move(value),
                            std::move(hint)});
  }
  template <class... Items>
  void tell(fmt::format_string<Items...> text, Items&&... items) {
    read_.done.push_back(fmt::format(text, std::forward<Items>(items)...));
  }

  std::vector<ProfilePoint> places() const {
    std::vector<ProfilePoint> places;
    places.reserve(raw_.points.size());
    for (const RawPoint& point : raw_.points) places.push_back({point.y, point.z});
    return places;
  }

  void settle_kind() {
    if (raw_.kind && options_.kind && *raw_.kind != *options_.kind) {
      refuse(fmt::format("was given as a {}, but the file says that it is a {} ({})",
                         to_string(*options_.kind), to_string(*raw_.kind), raw_.kind_source));
    }
    if (!raw_.kind && !options_.kind) {
      refuse("does not say whether it is a wheel or a rail", "",
             "give the kind, or a name that ends in .prw .whl .whe (wheel) or .prr .ban .rai "
             "(rail)");
    }
    read_.kind = options_.kind ? *options_.kind : *raw_.kind;
  }

  void settle_unit() {
    const auto [low, high] = std::ranges::minmax(raw_.points, {}, &RawPoint::y);
    const double width = high.y - low.y;
    double metres = 1;
    std::string told;
    if (raw_.metres_per_unit) {
      metres = *raw_.metres_per_unit;
      if (options_.unit && std::abs(facts_of(*options_.unit).metres / metres - 1) > 1e-6) {
        refuse(fmt::format("was given in {}, but its lengths are 1/{:.6g} m ({})",
                           facts_of(*options_.unit).name, 1 / metres, raw_.unit_source));
      }
      told = fmt::format("{}, the file says so ({})", name_of(metres), raw_.unit_source);
    } else if (options_.unit) {
      metres = facts_of(*options_.unit).metres;
      told = fmt::format("{}, as given", facts_of(*options_.unit).name);
    } else {
      const auto fitting = std::ranges::find_if(k_units, [&](const UnitFacts& unit) {
        return width * unit.metres >= k_least_usual && width * unit.metres <= k_most_usual;
      });
      if (fitting == std::end(k_units)) {
        refuse("must be 20 to 250 mm wide in one of the units mm, m, inch",
               fmt::format("a width of {}", number_text(width)),
               "give the unit, if the width is what you mean");
      }
      metres = fitting->metres;
      told = fmt::format("{}, because the profile is {:.6g} of them wide", fitting->name, width);
    }
    tell("unit: {}", told);
    for (RawPoint& point : raw_.points) {
      point.y *= metres;
      point.z *= metres;
    }
    check_size(width * metres);
  }

  static std::string name_of(double metres) {
    for (const UnitFacts& unit : k_units) {
      if (std::abs(unit.metres / metres - 1) < 1e-9) return unit.name;
    }
    return fmt::format("1/{:.6g} m", 1 / metres);
  }

  void check_size(double width) {
    const auto [low, high] = std::ranges::minmax(raw_.points, {}, &RawPoint::z);
    const double height = high.z - low.z;
    // Shifts and turns that a file asks for may have made numbers that are none.
    for (const RawPoint& point : raw_.points) {
      if (std::isfinite(point.y) && std::isfinite(point.z)) continue;
      complaints_.add(point.line, "the point is not a number after the file's shifts and turns");
      complaints_.throw_if_any();
    }
    const ProfileLimits limits;
    const auto is_usual = [&](double size) { return size <= limits.most_width; };
    if (width >= limits.least_width && is_usual(width) && is_usual(height)) return;
    refuse(fmt::format("would be {:.6g} mm wide and {:.6g} mm high: a {} has 5 to 500 mm",
                       width * 1e3, height * 1e3, to_string(read_.kind)),
           "", read_.done.back() + "; is this unit right?");
  }

  /// Mirroring that nothing tells about must be given, unless it changes nothing.
  void ask_for_mirrors(const ShapeSenses& senses) {
    const bool is_wheel = read_.kind == ProfileKind::wheel;
    const bool is_groove = senses.z == AxisSense::mirrored && !senses.z_is_certain;
    const bool asks_z =
        !options_.mirror_z && !is_flat() && (senses.z == AxisSense::unknown || is_groove);
    const bool asks_y =
        !options_.mirror_y && is_wheel && senses.y == AxisSense::unknown && !is_symmetric();
    if (!asks_z && !asks_y) return;
    std::string unclear;
    if (asks_z) {
      unclear = is_wheel    ? "whether its z counts up or down"
                : is_groove ? "whether its z counts up, or it is hollow"
                            : "which way is up";
    }
    if (asks_y)
      unclear += fmt::format("{}on which side its flange would be", asks_z ? " and " : "");
    const std::string& y = options_.hints.y;
    const std::string& z = options_.hints.z;
    refuse(fmt::format("has no {} that would tell {}", is_wheel ? "flange" : "sides", unclear), "",
           asks_z && asks_y ? fmt::format("{}; {}", z, y)
           : asks_z         ? z
                            : y);
  }

  bool is_flat() const {
    const auto [low, high] = std::ranges::minmax(raw_.points, {}, &RawPoint::z);
    const bool is_zero = std::max(std::abs(low.z), std::abs(high.z)) < k_told;
    return high.z - low.z < k_told && (is_zero || options_.origin == ProfileOrigin::moved);
  }

  /// Whether the profile is the same seen in a mirror at y = 0.
  bool is_symmetric() const {
    std::vector<ProfilePoint> sorted = places();
    std::ranges::sort(sorted, {}, &ProfilePoint::y);
    const auto differs = [](double a, double b) { return !(std::abs(a - b) < k_symmetric); };
    if (differs(sorted.front().y, -sorted.back().y)) return false;
    for (const ProfilePoint& point : sorted) {
      const auto above = std::ranges::lower_bound(sorted, -point.y, {}, &ProfilePoint::y);
      if (above == sorted.end() || above == sorted.begin()) {
        const ProfilePoint& end = above == sorted.end() ? sorted.back() : sorted.front();
        if (differs(end.z, point.z)) return false;
        continue;
      }
      const ProfilePoint& below = *(above - 1);
      const double share = (-point.y - below.y) / (above->y - below.y);
      if (differs(below.z + share * (above->z - below.z), point.z)) return false;
    }
    return true;
  }

  void settle_z(const ShapeSenses& senses) {
    const bool is_wheel = read_.kind == ProfileKind::wheel;
    const bool detected = senses.z == AxisSense::mirrored;
    const bool mirrors = options_.mirror_z ? *options_.mirror_z == Mirror::yes : detected;
    if (options_.mirror_z && senses.z_is_certain && mirrors != detected) {
      refuse(fmt::format("{} in z as given, the profile is upside down: {}",
                         mirrors ? "mirrored" : "not mirrored",
                         is_wheel ? "its flange points to the axle"
                                  : "the rail's sides go up from its head"),
             "", "leave it out, and it is found out");
    }
    if (!mirrors) return;
    for (RawPoint& point : raw_.points) point.z = -point.z;
    tell("mirrored in z: {}", options_.mirror_z ? "as given"
                              : is_wheel        ? "the flange pointed to the axle"
                                                : "the rail's sides went up from its head");
  }

  void settle_y() {
    const AxisSense sense = senses_of_shape(read_.kind, places()).y;
    const bool is_wheel = read_.kind == ProfileKind::wheel;
    const bool is_usual =
        !is_wheel && sense == AxisSense::unknown && raw_.usual_mirror_y == Mirror::yes;
    const bool detected = sense == AxisSense::mirrored || is_usual;
    const bool mirrors = options_.mirror_y ? *options_.mirror_y == Mirror::yes : detected;
    if (options_.mirror_y && sense != AxisSense::unknown && mirrors != detected) {
      refuse(fmt::format("{} in y as given, {}", mirrors ? "mirrored" : "not mirrored",
                         is_wheel ? "the flange lies at positive y, on the field side"
                                  : "the rail has no gauge face: its one side lies at positive y"),
             "", "leave it out, and it is found out");
    }
    if (!mirrors) return;
    for (RawPoint& point : raw_.points) point.y = -point.y;
    tell("mirrored in y: {}", options_.mirror_y ? "as given"
                              : is_usual ? "MiniProf has the gauge face of a rail at positive x"
                              : is_wheel
                                  ? "the flange lay at positive y"
                                  : "the one side of the rail, its gauge face, lay at positive y");
  }

  void drop_doubles() {
    std::vector<RawPoint> kept;
    for (const RawPoint& point : raw_.points) {
      if (!kept.empty() &&
          std::hypot(point.y - kept.back().y, point.z - kept.back().z) < k_same_place) {
        continue;
      }
      kept.push_back(point);
    }
    tell_dropped(raw_.points.size() - kept.size(), "in the same place as the one before");
    raw_.points = std::move(kept);
  }

  void tell_dropped(std::size_t n, const std::string& why) {
    if (n == 0) return;
    tell("{} {} dropped: {}", n, n == 1 ? "point" : "points", why);
  }

  /// The tip of a wheel's flange, the top of a rail: the part around it is seen by the other body.
  std::size_t anchor() const {
    const auto best = read_.kind == ProfileKind::wheel
                          ? std::ranges::max_element(raw_.points, {}, &RawPoint::z)
                          : std::ranges::min_element(raw_.points, {}, &RawPoint::z);
    return static_cast<std::size_t>(best - raw_.points.begin());
  }

  /// Judged around the anchor: the ends of a whole rail's outline lie in its foot.
  void settle_order() {
    const std::size_t at = anchor();
    const std::size_t last = raw_.points.size() - 1;
    const std::size_t reach = std::max<std::size_t>(2, raw_.points.size() / 20);
    double rise = 0;
    for (std::size_t i = 1; i <= reach; ++i) {
      rise += raw_.points[std::min(at + i, last)].y - raw_.points[at > i ? at - i : 0].y;
    }
    if (rise >= 0) return;
    std::ranges::reverse(raw_.points);
    tell("order reversed: y fell from point to point");
  }

  void keep_visible() {
    const std::size_t at = anchor();
    std::vector<RawPoint> before(raw_.points.rend() - static_cast<std::ptrdiff_t>(at + 1),
                                 raw_.points.rend());
    std::vector<RawPoint> behind(raw_.points.begin() + static_cast<std::ptrdiff_t>(at),
                                 raw_.points.end());
    Dropped dropped;
    before = visible(before, -1, dropped);
    behind = visible(behind, 1, dropped);
    tell_dropped(dropped.n_noise,
                 fmt::format("y fell back there, by {} mm or less", mm_text(dropped.noise)));
    tell_dropped(dropped.n_hidden, "beyond sides that are vertical or hang over");
    std::ranges::reverse(before);
    before.pop_back();
    std::ranges::copy(behind, std::back_inserter(before));
    raw_.points = std::move(before);
  }

  struct Dropped {
    std::size_t n_noise = 0;
    double noise = 0;  // m
    std::size_t n_hidden = 0;
  };

  /// From the anchor outwards. A little noise on the way is left out; behind a steep side that
  /// turns back nothing can be seen. What turns back elsewhere stays, and check() refuses it.
  static std::vector<RawPoint> visible(const std::vector<RawPoint>& points, double outwards,
                                       Dropped& dropped) {
    std::vector<RawPoint> kept{points.front()};
    for (std::size_t i = 1; i < points.size(); ++i) {
      const RawPoint& last = kept.back();
      const double advance = outwards * (points[i].y - last.y);
      if (advance > 0) {
        kept.push_back(points[i]);
        continue;
      }
      const bool was_steep = kept.size() > 1 && is_steep(kept[kept.size() - 2], last);
      if (-advance <= k_noise) {
        ++dropped.n_noise;
        dropped.noise = std::max(dropped.noise, -advance);
      } else if (was_steep || is_steep(last, points[i])) {
        dropped.n_hidden += points.size() - i;
        break;
      } else {
        kept.push_back(points[i]);
      }
    }
    return kept;
  }

  static bool is_steep(const RawPoint& a, const RawPoint& b) {
    return std::abs(b.z - a.z) > std::abs(b.y - a.y);
  }

  void move_by(double dy, double dz) {
    for (RawPoint& point : raw_.points) {
      point.y += dy;
      point.z += dz;
    }
  }

  /// Nothing, if no curve can be drawn: check() tells why.
  std::optional<Profile> curve() const {
    const auto is_out_of_order = [](const RawPoint& a, const RawPoint& b) { return a.y >= b.y; };
    if (raw_.points.size() < 4 ||
        std::ranges::adjacent_find(raw_.points, is_out_of_order) != raw_.points.end()) {
      return std::nullopt;
    }
    return Profile(read_.kind, read_.name, places());
  }

  void move_origin() {
    const auto drawn = curve();
    if (!drawn) return;
    if (read_.kind == ProfileKind::rail) {
      move_to_top(*drawn);
    } else {
      move_to_tape_circle(*drawn);
    }
  }

  void move_to_top(const Profile& drawn) {
    const ProfilePoint top = highest_point(drawn);
    if (std::abs(top.y) < 1e-5 && std::abs(top.z) < k_told) return;
    move_by(-top.y, -top.z);
    tell("moved by ({}, {}) mm: the origin is the rail's highest point", mm_text(-top.y),
         mm_text(-top.z));
  }

  void move_to_tape_circle(const Profile& drawn) {
    constexpr double k_measured_beyond = 0.01;  // m that the flange back may lie beside y = 0
    double tape_circle = 0;
    const bool has_flange = senses_of_shape(read_.kind, places()).z != AxisSense::unknown;
    if (has_flange && drawn.lowest_y() > -k_measured_beyond) {
      tape_circle = raw_.tape_circle;
      tell("y moved by {} mm: it was counted from the flange back", mm_text(-tape_circle));
      read_.flange_back_position = -tape_circle;
    }
    const double z = drawn.height(tape_circle);
    if (std::isnan(z)) {
      read_.warnings.emplace_back("does not reach the tape circle, y = 0: z was left as it is");
      move_by(-tape_circle, 0);
      return;
    }
    move_by(-tape_circle, std::abs(z) > k_told ? -z : 0);
    if (std::abs(z) > k_told) tell("z moved by {} mm: it is 0 at the tape circle", mm_text(-z));
  }

  void check() {
    ProfileLimits limits;
    if (raw_.gauge_height) limits.gauge_height = *raw_.gauge_height;
    const ProfileFindings findings = check_profile(read_.kind, places(), limits);
    const auto line_of = [&](const ProfileFinding& finding) {
      return finding.point < raw_.points.size() ? raw_.points[finding.point].line : 0;
    };
    for (const ProfileFinding& error : findings.errors) complaints_.add(line_of(error), error.text);
    complaints_.throw_if_any();
    for (const ProfileFinding& warning : findings.warnings) {
      const int line = line_of(warning);
      read_.warnings.push_back(line > 0 ? fmt::format("line {}: {}", line, warning.text)
                                        : warning.text);
    }
  }

  void hand_over() {
    read_.points = places();
    if (std::ranges::any_of(raw_.points, [](const RawPoint& point) { return point.weight != 1; })) {
      for (const RawPoint& point : raw_.points) read_.weights.push_back(point.weight);
    }
    if (raw_.flange_back_position) read_.flange_back_position = raw_.flange_back_position;
    read_.flange_back_distance = raw_.flange_back_distance;
    read_.gauge = raw_.gauge;
    read_.gauge_height = raw_.gauge_height;
  }

  RawProfile raw_;
  const ProfileReadOptions& options_;
  Complaints& complaints_;
  ReadProfile read_;
};

}  // namespace

ReadProfile settle_profile(RawProfile raw, const ProfileReadOptions& options,
                           Complaints& complaints) {
  return Settler(std::move(raw), options, complaints).settle();
}

}  // namespace tread::profile
