#include "tread/casefile/case_writer.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/scenarios.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/shape.hpp"

namespace tread::casefile {
namespace {

/// CONTACT's FACPHI where a file does not give it.
constexpr double k_usual_spin_offset = 1.0 / 6;

[[noreturn]] void refuse_in_toml(std::string_view what) {
  throw ModelError(
      fmt::format("{}: a TOML case cannot say this\n  hint: tread run takes the .inp "
                  "file as it is",
                  what));
}

std::string toml_text(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) {
    std::string text = "\"";
    for (const char c : *word) {
      if (c == '"' || c == '\\') text += '\\';
      text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return text + "\"";
  }
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    std::vector<std::string> items;
    for (const double item : *list) items.push_back(number_text(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  return value_text(value);
}

class CaseWriter {
 public:
  CaseWriter(const ContactCase& contact_case, std::string_view heights_file)
      : case_(contact_case),
        heights_file_(heights_file),
        keys_(contact_keys(scenario_choices()).declarations()) {}

  CaseText write() {
    refuse_what_toml_lacks();
    if (!case_.title.empty()) put("title", case_.title);
    put(case_.load.kind == Load::Kind::force ? "load.force" : "load.approach", case_.load.value);
    shape();
    body("upper", case_.bodies.upper, case_.bodies.lower);
    body("lower", case_.bodies.lower, case_.bodies.upper);
    if (case_.motion.type != Motion::Type::none) tangential();
    put("solver.tolerance", case_.solver.tolerance);
    put("solver.max_iterations", static_cast<long long>(case_.solver.max_iterations));
    subsurface();
    result_.toml = text();
    return std::move(result_);
  }

 private:
  void put(std::string_view key, Value value) {
    const KeyInfo* info = keys_.find(key);
    assert(info != nullptr);
    refuse_out_of_range(*info, value);
    lines_.push_back({info->table, line_of(*info, value)});
  }

  /// A file that the reader refuses is no conversion.
  static void refuse_out_of_range(const KeyInfo& key, const Value& value) {
    const DimensionInfo& dimension = info(key.dimension);
    const auto look = [&](double number) {
      const double size = std::abs(number);
      if (size == 0 || (size >= dimension.smallest && size <= dimension.largest)) return;
      refuse_in_toml(fmt::format("{}.{} = {} {} is not within {} to {}", key.table, key.name,
                                 number_text(number), dimension.si, number_text(dimension.smallest),
                                 number_text(dimension.largest)));
    };
    if (const auto* number = std::get_if<double>(&value)) look(*number);
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
      for (const double number : *list) look(number);
    }
  }

  static std::string line_of(const KeyInfo& key, const Value& value) {
    const std::string_view si = info(key.dimension).si;
    const std::string unit = !key.unit_note.empty() ? key.unit_note : std::string(si);
    return fmt::format("{} = {}  # {}{}\n", key.name, toml_text(value),
                       unit.empty() ? "" : unit + ": ", key.doc);
  }

  std::string text() const {
    std::string text;
    for (const TableInfo& table : keys_.tables) {
      std::string lines;
      for (const Line& line : lines_) {
        if (line.table == table.name) lines += line.text;
      }
      if (lines.empty()) continue;
      text += table.name.empty() ? lines : fmt::format("\n{}\n{}", table.header(), lines);
    }
    return text;
  }

  void refuse_what_toml_lacks() const {
    if (!std::holds_alternative<Everywhere>(case_.planform)) {
      refuse_in_toml("contact is kept to a region (IPLAN = 2, 3)");
    }
    if (case_.history != History::anew)
      refuse_in_toml("it goes on from the case before (P = 0, 1, 3)");
    if (case_.subsurface.size() > 1)
      refuse_in_toml("it has several blocks of points below the surface");
    const bool is_transient = case_.motion.type == Motion::Type::transient_rolling;
    if (is_transient && case_.motion.spin != 0 &&
        case_.rolling.spin_offset != k_usual_spin_offset) {
      refuse_in_toml("it has its own FACPHI");
    }
  }

  // ---- shape and grid ----

  void shape() {
    const Grid& grid = std::get<FixedArea>(case_.area).grid;
    if (const auto* quadric = std::get_if<Quadric>(&case_.shape)) {
      put("shape.type", std::string("quadric"));
      put("shape.b", std::vector<double>(quadric->b.begin(), quadric->b.end()));
      put("grid.cells_x", static_cast<long long>(grid.nx));
      put("grid.cells_y", static_cast<long long>(grid.ny));
      put("grid.cell_size_x", grid.dx);
      put("grid.cell_size_y", grid.dy);
      put("grid.first_x", grid.x0);
      put("grid.first_y", grid.y0);
      if (std::get<FixedArea>(case_.area).edge == FixedArea::Edge::warn) {
        put("grid.edge", std::string("warn"));
      }
      return;
    }
    // All other shapes of an .inp are what they are at the cells' centres.
    put("shape.type", std::string("heights"));
    put("shape.file", std::string(heights_file_));
    put("shape.cell_size_x", grid.dx);
    put("shape.cell_size_y", grid.dy);
    put("shape.origin_x", grid.x0);
    put("shape.origin_y", grid.y0);
    heights(undeformed_distance(case_.shape, grid), grid);
  }

  void heights(const std::vector<double>& values, const Grid& grid) {
    const auto width = static_cast<std::size_t>(grid.nx);
    for (std::size_t i = 0; i < values.size(); ++i) {
      result_.heights += number_text(values[i]) + ((i + 1) % width == 0 ? "\n" : ",");
    }
  }

  void body(const std::string& table, const Material& material, const Material& other) {
    // A modulus beyond all others is how an .inp says rigid: it adds nothing to the compliance.
    const bool is_beyond = material.shear_modulus > info(Dimension::stress).largest;
    const bool adds_nothing =
        other.shear_modulus < std::numeric_limits<double>::epsilon() / 8 * material.shear_modulus;
    if (material.is_rigid() || (is_beyond && adds_nothing)) {
      put(table + ".material", std::string("rigid"));
      return;
    }
    put(table + ".shear_modulus", material.shear_modulus);
    put(table + ".poisson_ratio", material.poisson_ratio);
  }

  // ---- friction ----

  void tangential() {
    using Type = Motion::Type;
    const Motion& motion = case_.motion;
    put("motion.type", std::string(motion.type == Type::shift            ? "shift"
                                   : motion.type == Type::steady_rolling ? "steady_rolling"
                                                                         : "transient_rolling"));
    along(motion.longitudinal, motion.is_rolling() ? "longitudinal_creepage" : "shift_x",
          "longitudinal_force");
    along(motion.lateral, motion.is_rolling() ? "lateral_creepage" : "shift_y", "lateral_force");
    put(motion.is_rolling() ? "motion.spin_creepage" : "motion.rotation", motion.spin);
    if (motion.spin_centre_x != 0) put("motion.spin_centre_x", motion.spin_centre_x);
    if (motion.spin_centre_y != 0) put("motion.spin_centre_y", motion.spin_centre_y);
    friction();
    if (motion.is_rolling()) rolling();
    model();
  }

  void along(const Prescribed& prescribed, const std::string& motion_key,
             const std::string& force_key) {
    switch (prescribed.kind) {
      case Prescribed::Kind::motion:
        put("motion." + motion_key, prescribed.value);
        break;
      case Prescribed::Kind::force:
        put("motion." + force_key, prescribed.value);
        break;
      case Prescribed::Kind::relative_to_bound:
        put("motion.relative_" + force_key, prescribed.value);
        break;
      case Prescribed::Kind::relative_to_load:
        refuse_in_toml("a force over the normal force, where friction varies over the rows");
    }
  }

  void friction() {
    if (const auto* law = std::get_if<CoulombFriction>(&case_.friction.law)) {
      if (law->static_coefficient == law->kinetic_coefficient) {
        put("friction.coefficient", law->static_coefficient);
      } else {
        put("friction.static_coefficient", law->static_coefficient);
        put("friction.kinetic_coefficient", law->kinetic_coefficient);
      }
    } else {
      falling(std::get<FallingFriction>(case_.friction.law));
    }
    if (!case_.friction.row_factors.empty()) {
      put("friction.row_factors", case_.friction.row_factors);
    }
  }

  void falling(const FallingFriction& law) {
    using Shape = FallingFriction::Shape;
    put("friction.law", std::string(law.shape == Shape::linear     ? "linear"
                                    : law.shape == Shape::rational ? "rational"
                                                                   : "exponential"));
    put("friction.kinetic_coefficient", law.kinetic_coefficient);
    std::vector<double> heights;
    std::vector<double> velocities;
    for (const FallingTerm& term : law.terms) {
      heights.push_back(term.height);
      velocities.push_back(term.half_velocity);
    }
    put("friction.falling_heights", heights);
    put("friction.half_velocities", velocities);
    put("friction.memory_distance", case_.friction.memory.distance);
    put("friction.memory_velocity", case_.friction.memory.velocity);
    using Branch = FallingFriction::Branch;
    put("friction.branch", std::string(law.branch == Branch::low_slip    ? "low_slip"
                                       : law.branch == Branch::high_slip ? "high_slip"
                                                                         : "as_before"));
  }

  void rolling() {
    const Rolling& rolling = case_.rolling;
    put("rolling.direction", rolling.direction);
    if (rolling.speed) put("rolling.speed", *rolling.speed);
    if (case_.motion.type != Motion::Type::transient_rolling) return;
    using Scheme = Rolling::Scheme;
    using Start = Rolling::Start;
    if (rolling.step) put("rolling.step", *rolling.step);
    put("rolling.scheme", std::string(rolling.scheme == Scheme::exact          ? "exact"
                                      : rolling.scheme == Scheme::interpolated ? "interpolated"
                                                                               : "world_fixed"));
    put("rolling.start", std::string(rolling.start == Start::shift    ? "shift"
                                     : rolling.start == Start::steady ? "steady"
                                                                      : "untouched"));
    if (rolling.distance) {
      put("rolling.distance", *rolling.distance);
    } else {
      put("rolling.steps", static_cast<long long>(rolling.n_steps));
    }
  }

  void model() {
    if (const auto* half_space = std::get_if<HalfSpaceModel>(&case_.model)) {
      if (!half_space->layer) return;
      put("layer.shear_modulus", half_space->layer->shear_modulus);
      put("layer.thickness", half_space->layer->thickness);
      return;
    }
    const auto& fastsim = std::get<FastsimModel>(case_.model);  // .inp files know no other
    if (fastsim.bound == FastsimModel::Bound::half_space) {
      refuse_in_toml("FASTSIM bounded by the pressures of the half-space (B = 0)");
    }
    put("contact.model", std::string("fastsim"));
    put("contact.traction_bound",
        std::string(fastsim.bound == FastsimModel::Bound::elliptic ? "elliptic" : "parabolic"));
    if (fastsim.flexibility) put("contact.flexibility", *fastsim.flexibility);
    put("contact.initial_slope", fastsim.initial_slope);
    put("contact.final_slope_ratio", fastsim.final_slope_ratio);
    put("contact.slope_decay", fastsim.slope_decay);
  }

  void subsurface() {
    if (case_.subsurface.empty()) return;
    put("subsurface.x", case_.subsurface.front().x);
    put("subsurface.y", case_.subsurface.front().y);
    put("subsurface.z", case_.subsurface.front().z);
  }

  struct Line {
    std::string table;
    std::string text;
  };

  const ContactCase& case_;
  std::string_view heights_file_;
  KeyTable keys_;
  std::vector<Line> lines_;
  CaseText result_;
};

}  // namespace

CaseText case_text(const ContactCase& contact_case, std::string_view heights_file) {
  return CaseWriter(contact_case, heights_file).write();
}

}  // namespace tread::casefile
