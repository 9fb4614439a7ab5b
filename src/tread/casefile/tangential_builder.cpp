#include "tread/casefile/tangential_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tread::casefile {
namespace {

constexpr double k_max_creep_points = 1e6;

class TangentialBuilder {
 public:
  TangentialBuilder(const TangentialInput& input, Reading& reading, ProblemList& problems,
                    ContactCase& contact_case)
      : input_(input), reading_(reading), problems_(problems), case_(contact_case) {}

  void build() {
    if (!reading_.has_table("motion")) {
      refuse_tables_without_motion();
      return;
    }
    if (input_.motion.type.empty()) return;  // told: it is missing or wrong
    motion();
    friction();
    rolling();
    schedule();
    model();
    creep_curve();
    if (!problems_.empty()) return;  // what follows would only repeat them
    check_velocity();
    check_forces();
    check_model();
    check_line_contact();
  }

 private:
  using Type = Motion::Type;

  bool is_given(std::string_view key) const { return reading_.given(key) != nullptr; }

  void complain(std::string_view key, std::string reason, std::string hint = "") {
    problems_.add(reading_.problem(key, std::move(reason), std::move(hint)));
  }
  /// With the value as it was written.
  void complain_of_value(std::string_view key, std::string reason, std::string hint = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    if (const Given* given = reading_.given(key)) problem.value = given->text;
    problems_.add(std::move(problem));
  }

  void refuse_tables_without_motion() {
    constexpr std::array k_tables{"friction.law",  "rolling.direction", "schedule.distance",
                                  "contact.model", "layer.thickness",   "creep_curve.spin"};
    for (const std::string_view key : k_tables) {
      const std::string_view table = key.substr(0, key.find('.'));
      if (!reading_.has_table(table)) continue;
      Problem problem = reading_.problem(key, "has no effect without [motion]",
                                         "motion.type says what moves; type = \"shift\" alone "
                                         "presses the bodies together with friction");
      problem.line = reading_.table_line(table);
      problem.key = fmt::format("[{}]", table);
      problems_.add(std::move(problem));
    }
  }

  // ---- motion ----

  void motion() {
    const MotionInput& m = input_.motion;
    const ScheduleInput& s = input_.schedule;
    Motion& motion = case_.motion;
    const bool is_shift = m.type == "shift";
    motion.type = is_shift                     ? Type::shift
                  : m.type == "steady_rolling" ? Type::steady_rolling
                                               : Type::transient_rolling;
    motion.longitudinal =
        prescribed(is_shift ? m.shift_x : m.longitudinal_creepage, m.longitudinal_force,
                   m.relative_longitudinal_force, s.longitudinal_creepage, s.longitudinal_force,
                   s.relative_longitudinal_force);
    motion.lateral = prescribed(is_shift ? m.shift_y : m.lateral_creepage, m.lateral_force,
                                m.relative_lateral_force, s.lateral_creepage, s.lateral_force,
                                s.relative_lateral_force);
    motion.spin = (is_shift ? m.rotation : m.spin_creepage).value_or(0);
    if (!s.spin_creepage.empty()) motion.spin = s.spin_creepage.front();
    motion.spin_centre_x = m.spin_centre_x.value_or(0);
    motion.spin_centre_y = m.spin_centre_y.value_or(0);
  }

  using List = std::vector<double>;
  static Prescribed prescribed(const std::optional<double>& slip,
                               const std::optional<double>& force,
                               const std::optional<double>& relative, const List& slips,
                               const List& forces, const List& relatives) {
    using Kind = Prescribed::Kind;
    if (force) return {Kind::force, *force};
    if (relative) return {Kind::relative_to_bound, *relative};
    if (!forces.empty()) return {Kind::force, forces.front()};
    if (!relatives.empty()) return {Kind::relative_to_bound, relatives.front()};
    return {Kind::motion, slips.empty() ? slip.value_or(0) : slips.front()};
  }

  // ---- friction ----

  void friction() {
    const FrictionInput& f = input_.friction;
    if (!reading_.has_table("friction")) {
      complain("motion.type", "needs [friction] as well",
               "write [friction] and below it coefficient = 0.3, or another law");
      return;
    }
    case_.friction = build_friction_law(f, reading_, problems_);
    case_.friction.row_factors = f.row_factors;
    const int n_rows = rows();
    if (!f.row_factors.empty() && n_rows > 0 &&
        f.row_factors.size() != static_cast<std::size_t>(n_rows)) {
      complain("friction.row_factors", fmt::format("has {} factors, the grid {} rows of cells",
                                                   f.row_factors.size(), n_rows));
    }
  }

  int rows() const {
    if (const auto* area = std::get_if<FixedArea>(&case_.area)) return area->grid.ny;
    if (const auto* area = std::get_if<AutomaticArea>(&case_.area)) return area->ny;
    return 0;
  }

  void check_velocity() {
    if (!std::holds_alternative<FallingFriction>(case_.friction.law)) return;
    if (case_.motion.type == Type::shift) {
      complain_of_value("friction.law", "needs rolling: a shift has no velocity",
                        "motion.type = \"steady_rolling\" or \"transient_rolling\", or law = "
                        "\"coulomb\"");
    } else if (!case_.rolling.speed) {
      complain_of_value("friction.law", "needs rolling.speed as well",
                        "the slip velocity is slip times rolling speed: write speed (m/s) or "
                        "speed_km_h in [rolling]");
    }
  }

  // ---- rolling ----

  void rolling() {
    const RollingInput& r = input_.rolling;
    Rolling& rolling = case_.rolling;
    if (!case_.motion.is_rolling()) return;
    rolling.direction = r.direction.value_or(0);
    rolling.speed = r.speed;
    if (case_.motion.type != Type::transient_rolling) return;
    rolling.step = r.step;
    rolling.scheme = r.scheme == "exact"          ? Rolling::Scheme::exact
                     : r.scheme == "interpolated" ? Rolling::Scheme::interpolated
                                                  : Rolling::Scheme::world_fixed;
    rolling.start = r.start == "shift"    ? Rolling::Start::shift
                    : r.start == "steady" ? Rolling::Start::steady
                                          : Rolling::Start::untouched;
    rolling.distance = r.distance;
    rolling.n_steps = r.steps.value_or(1);
    rolling.output_every = r.output_every.value_or(1);
    rolling.keep_fields = r.keep_fields;
    if (!is_given("rolling.distance") && !is_given("rolling.steps") &&
        !reading_.has_table("schedule")) {
      complain("rolling.distance", "is missing",
               "a transient needs rolling.distance, rolling.steps or a [schedule]");
    }
    if (rolling.distance && rolling.step && *rolling.distance < *rolling.step) {
      complain_of_value("rolling.distance", fmt::format("must not be below rolling.step = {} m",
                                                        number_text(*rolling.step)));
    }
  }

  // ---- schedule ----

  void schedule() {
    if (!reading_.has_table("schedule")) return;
    if (case_.motion.type != Type::transient_rolling) return;  // told at each key
    const ScheduleInput& s = input_.schedule;
    const bool by_time = !s.time.empty();
    const std::string axis = by_time ? "schedule.time" : "schedule.distance";
    if (!is_given("schedule.distance") && !is_given("schedule.time")) {
      complain("schedule.distance", "is missing", "the schedule needs distance or time");
      return;
    }
    List distance = by_time ? s.time : s.distance;
    if (distance.empty()) return;  // told
    const auto out_of_order = std::adjacent_find(distance.begin(), distance.end(),
                                                 [](double a, double b) { return a >= b; });
    if (out_of_order != distance.end()) {
      complain(axis, fmt::format("must ascend, but {} is followed by {}",
                                 number_text(*out_of_order), number_text(*(out_of_order + 1))));
      return;
    }
    for (double& d : distance) d *= by_time ? input_.rolling.speed.value_or(1) : 1;
    Schedule& schedule = case_.schedule;
    schedule.distance = distance;
    schedule.load = column({{"normal_force", &s.normal_force}, {"approach", &s.approach}}, axis);
    schedule.longitudinal =
        column({{"longitudinal_creepage", &s.longitudinal_creepage},
                {"longitudinal_force", &s.longitudinal_force},
                {"relative_longitudinal_force", &s.relative_longitudinal_force}},
               axis);
    schedule.lateral = column({{"lateral_creepage", &s.lateral_creepage},
                               {"lateral_force", &s.lateral_force},
                               {"relative_lateral_force", &s.relative_lateral_force}},
                              axis);
    schedule.spin = column({{"spin_creepage", &s.spin_creepage}}, axis);
    if (!case_.rolling.distance && !is_given("rolling.steps")) {
      case_.rolling.distance = distance.back();
      if (distance.back() > 0) {
        reading_.use("rolling.distance", distance.back());
      } else {
        complain(axis, "must reach beyond 0", "or give rolling.distance or rolling.steps");
      }
    }
  }

  struct Column {
    std::string_view key;
    const List* values;
  };
  List column(std::initializer_list<Column> columns, std::string_view axis) {
    for (const auto& [key, values] : columns) {
      if (values->empty()) continue;
      if (values->size() != case_.schedule.distance.size()) {
        complain(fmt::format("schedule.{}", key),
                 fmt::format("has {} values, {} has {}", values->size(), axis,
                             case_.schedule.distance.size()));
      }
      return *values;
    }
    return {};
  }

  // ---- forces ----

  /// Along one direction, as a share of what friction can carry; 0 where motion is prescribed.
  double share(const Prescribed& prescribed, double value, double normal_force) const {
    const double most = case_.friction.static_coefficient();
    switch (prescribed.kind) {
      case Prescribed::Kind::force:
        return std::abs(value) / (most * normal_force);
      case Prescribed::Kind::relative_to_bound:
        return std::abs(value) * case_.friction.nominal_coefficient() / most;
      case Prescribed::Kind::relative_to_load:
        return std::abs(value) / most;
      case Prescribed::Kind::motion:
        break;
    }
    return 0;
  }

  /// Each direction is prescribed by a key of [motion] or of [schedule]; the place is that key's.
  std::string force_key() const {
    for (const char* table : {"motion", "schedule"}) {
      for (const char* name : {"longitudinal_force", "relative_longitudinal_force", "lateral_force",
                               "relative_lateral_force"}) {
        const std::string key = fmt::format("{}.{}", table, name);
        if (is_given(key)) return key;
      }
    }
    return {};
  }

  void check_forces() {
    const std::string key = force_key();
    if (key.empty()) return;
    const Schedule& schedule = case_.schedule;
    const std::size_t n = std::max<std::size_t>(1, schedule.distance.size());
    const auto value_at = [](const List& values, double constant, std::size_t i) {
      return values.empty() ? constant : values[i];
    };
    const Motion& m = case_.motion;
    const bool is_force_known = case_.load.kind == Load::Kind::force;
    for (std::size_t i = 0; i < n; ++i) {
      const double normal = value_at(schedule.load, case_.load.value, i);
      const auto part = [&](const Prescribed& p, const List& values) {
        // with a given approach the normal force shows when it is solved
        if (p.kind == Prescribed::Kind::force && !is_force_known) return 0.0;
        return share(p, value_at(values, p.value, i), normal);
      };
      const double total = std::hypot(part(m.longitudinal, schedule.longitudinal),
                                      part(m.lateral, schedule.lateral));
      if (total < 1) continue;
      complain_of_value(key, refusal(total),
                        "the force, of both directions together, must stay below friction "
                        "coefficient times normal force");
      return;
    }
  }

  static std::string refusal(double share) {
    return std::isfinite(share)
               ? fmt::format("no solution: the force is {:.4g} times what friction can carry",
                             share)
               : "no solution: there is no friction to carry a force";
  }

  // ---- model ----

  void model() {
    const ModelInput& m = input_.model;
    if (m.model == "linear") {
      case_.model = LinearModel{};
    } else if (m.model == "fastsim") {
      case_.model = fastsim();
    } else if (m.model == "shen_hedrick_elkins") {
      case_.model = ShenHedrickElkinsModel{};
    } else if (m.model == "polach_1999") {
      case_.model = Polach1999Model{};
    } else if (m.model == "polach_2005") {
      case_.model = Polach2005Model{m.adhesion_reduction.value_or(1), m.slip_reduction.value_or(1)};
    } else {
      case_.model = half_space();
    }
  }

  HalfSpaceModel half_space() const {
    if (!reading_.has_table("layer")) return {};
    return {
        ElasticLayer{input_.layer.shear_modulus.value_or(1), input_.layer.thickness.value_or(0)}};
  }

  FastsimModel fastsim() const {
    const ModelInput& m = input_.model;
    FastsimModel model;
    model.bound = m.traction_bound == "elliptic" ? FastsimModel::Bound::elliptic
                                                 : FastsimModel::Bound::parabolic;
    model.flexibility = m.flexibility;
    model.initial_slope = m.initial_slope.value_or(1);
    model.final_slope_ratio = m.final_slope_ratio.value_or(1);
    model.slope_decay = m.slope_decay.value_or(0);
    return model;
  }

  /// The fast theories know less than the half-space.
  void check_model() {
    if (std::holds_alternative<HalfSpaceModel>(case_.model)) return;
    const auto refuse = [&](std::string reason, std::string hint = "") {
      complain_of_value("contact.model", std::move(reason), std::move(hint));
    };
    if (case_.motion.type != Type::steady_rolling) refuse("is for steady rolling only");
    if (!force_key().empty()) refuse("takes creepages, not forces");
    if (reading_.has_table("layer")) refuse("knows no [layer]");
    if (!case_.friction.row_factors.empty()) refuse("knows no friction.row_factors");
    if (!has_ellipse()) {
      refuse("needs the contact ellipse of Hertz",
             "shapes that have one: sphere, paraboloid, ellipsoid, wheel_on_rail, and quadric with "
             "b2 = b4 = b5 = b6 = 0");
    }
    const auto* coulomb = std::get_if<CoulombFriction>(&case_.friction.law);
    const bool takes_falling = std::holds_alternative<FastsimModel>(case_.model) ||
                               std::holds_alternative<Polach2005Model>(case_.model);
    if (coulomb == nullptr && !takes_falling) refuse("knows no falling friction");
    if (coulomb != nullptr && coulomb->static_coefficient != coulomb->kinetic_coefficient) {
      refuse("knows one friction coefficient, not a static and a kinetic one");
    }
  }

  bool has_ellipse() const {
    if (case_.line_contact) return false;
    if (const auto* quadric = std::get_if<Quadric>(&case_.shape)) {
      const auto& b = quadric->b;
      return b[0] > 0 && b[2] > 0 && b[1] == 0 && b[3] == 0 && b[4] == 0 && b[5] == 0;
    }
    return std::holds_alternative<Sphere>(case_.shape) ||
           std::holds_alternative<Paraboloid>(case_.shape) ||
           std::holds_alternative<Ellipsoid>(case_.shape) ||
           std::holds_alternative<WheelOnRail>(case_.shape);
  }

  // ---- creep curve ----

  void creep_curve() {
    if (!reading_.has_table("creep_curve")) return;
    if (case_.motion.type != Type::steady_rolling) return;  // told at each key
    const CreepCurveInput& c = input_.creep_curve;
    CreepTable table;
    table.longitudinal = creepages("creep_curve.longitudinal", c.longitudinal, c.longitudinal_range,
                                   case_.motion.longitudinal.value);
    table.lateral =
        creepages("creep_curve.lateral", c.lateral, c.lateral_range, case_.motion.lateral.value);
    table.spin = creepages("creep_curve.spin", c.spin, c.spin_range, case_.motion.spin);
    const double n = static_cast<double>(table.longitudinal.size()) *
                     static_cast<double>(table.lateral.size()) *
                     static_cast<double>(table.spin.size());
    if (n > k_max_creep_points) {
      refuse_curve(fmt::format("{} x {} x {} creepages are too many, the limit is {}",
                               table.longitudinal.size(), table.lateral.size(), table.spin.size(),
                               number_text(k_max_creep_points)));
    }
    if (!force_key().empty()) {
      refuse_curve(fmt::format("is made of creepages, but {} prescribes a force", force_key()));
    }
    case_.creep_table = std::move(table);
  }

  void refuse_curve(std::string reason) {
    Problem problem = reading_.problem("creep_curve.spin", std::move(reason));
    problem.line = reading_.table_line("creep_curve");
    problem.key = "[creep_curve]";
    problems_.add(std::move(problem));
  }

  List creepages(const std::string& key, const List& list, const List& range, double constant) {
    if (!list.empty()) return list;
    if (range.size() != 3) return {constant};
    const double count = range[2];
    if (!(count >= 1 && count <= k_max_creep_points && count == std::floor(count))) {
      complain_of_value(key + "_range", "the third number must be how many there are, 1 or more",
                        "[0, 0.01, 11] are 0, 0.001, ... 0.01");
      return {constant};
    }
    const auto n = static_cast<std::size_t>(count);
    List values;
    for (std::size_t i = 0; i < n; ++i) {
      const double t = n == 1 ? 0 : static_cast<double>(i) / static_cast<double>(n - 1);
      values.push_back(i + 1 == n && n > 1 ? range[1] : range[0] + t * (range[1] - range[0]));
    }
    return values;
  }

  // ---- line contact ----

  void check_line_contact() {
    if (!case_.line_contact) return;
    for (const char* key : {"motion.spin_creepage", "motion.rotation", "schedule.spin_creepage",
                            "creep_curve.spin", "creep_curve.spin_range"}) {
      if (is_given(key)) complain(key, "has no place in line contact");
    }
    const double turns = case_.rolling.direction / std::numbers::pi;
    if (std::abs(turns - std::round(turns)) > 1e-9) {
      complain_of_value("rolling.direction", "must be 0 or 180 degrees in line contact",
                        "nothing changes along y");
    }
  }

  const TangentialInput& input_;
  Reading& reading_;
  ProblemList& problems_;
  ContactCase& case_;
};

}  // namespace

void build_tangential(const TangentialInput& input, Reading& reading, ProblemList& problems,
                      ContactCase& contact_case) {
  TangentialBuilder(input, reading, problems, contact_case).build();
}

std::optional<Load> scheduled_load(const ScheduleInput& schedule) {
  if (!schedule.normal_force.empty()) return Load{Load::Kind::force, schedule.normal_force.front()};
  if (!schedule.approach.empty()) return Load{Load::Kind::approach, schedule.approach.front()};
  return std::nullopt;
}

}  // namespace tread::casefile
