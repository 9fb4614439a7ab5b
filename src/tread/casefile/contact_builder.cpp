#include "tread/casefile/contact_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tread/casefile/infinity.hpp"
#include "tread/casefile/named_heights.hpp"
#include "tread/casefile/tangential_builder.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

/// Absent where the value was unusable, which has then been reported: the case is not used.
double value_or_zero(const std::optional<double>& value) { return value.value_or(0); }

class ContactBuilder {
 public:
  ContactBuilder(const ContactInput& input, const std::filesystem::path& base_dir, Reading& reading,
                 ProblemList& problems)
      : input_(input), base_dir_(base_dir), reading_(reading), problems_(problems) {}

  ContactCase build() {
    const Load given_load = load();
    ContactCase result = surfaces();
    result.load = given_load;
    result.title = input_.title;
    result.line_contact = input_.grid.line_contact;
    result.datum_distance = value_or_zero(input_.grid.datum_distance);
    result.subsurface = subsurface();
    check_line_contact();
    build_tangential(input_.tangential, reading_, problems_, result);
    return result;
  }

  ContactCase surfaces() {
    ContactCase result;
    result.bodies = bodies();
    result.shape = shape();
    result.area = area(result.shape);
    result.solver = input_.solver;
    result.places = reading_.places();
    return result;
  }

 private:
  bool is_given(std::string_view key) const { return reading_.given(key) != nullptr; }
  bool is_type(std::string_view type) const { return input_.shape.type == type; }

  void complain(std::string_view key, std::string reason, std::string hint = "") {
    problems_.add(reading_.problem(key, std::move(reason), std::move(hint)));
  }

  // ---- load ----

  Load load() {
    if (input_.shape.meaning == "penetration") {
      refuse_load_beside_penetration();
      return {Load::Kind::approach, 0};
    }
    if (const std::optional<Load> load = scheduled_load(input_.tangential.schedule)) return *load;
    if (!is_given("load.force") && !is_given("load.approach")) {
      const Problem at_table = reading_.problem("load.force", "");
      problems_.add({at_table.file, at_table.line, "load", "force or approach must be given", "",
                     "write force (N) or approach (m) in [load]"});
    }
    if (input_.load.approach) return {Load::Kind::approach, *input_.load.approach};
    return {Load::Kind::force, value_or_zero(input_.load.force)};
  }

  void refuse_load_beside_penetration() {
    for (const std::string_view key : {"load.force", "load.approach"}) {
      if (!is_given(key)) continue;
      complain(key,
               fmt::format("conflicts with shape.meaning of line {}",
                           reading_.given("shape.meaning")->place.line),
               "a field of penetrations is the load itself; a field of distances takes a load");
    }
  }

  // ---- bodies ----

  BodyPair bodies() {
    const BodyPair pair{body("upper", input_.upper), body("lower", input_.lower)};
    if (pair.upper.is_rigid() && pair.lower.is_rigid()) {
      complain("lower.material",
               fmt::format("both bodies are rigid, the upper one by line {}",
                           reading_.given("upper.material")->place.line),
               "at least one must be elastic");
    }
    return pair;
  }

  Material body(const std::string& table, const BodyInput& body) {
    if (const NamedMaterial* named = find_material(body.material)) {
      if (std::isinf(named->young_modulus)) return Material::rigid();
      reading_.use(table + ".young_modulus", named->young_modulus);
      reading_.use(table + ".poisson_ratio", named->poisson_ratio);
      return Material::from_young(named->young_modulus, named->poisson_ratio);
    }
    const double poisson_ratio = value_or_zero(body.poisson_ratio);
    if (body.shear_modulus) return {*body.shear_modulus, poisson_ratio};
    return Material::from_young(value_or_zero(body.young_modulus), poisson_ratio);
  }

  // ---- shape ----

  Shape shape() {
    const ShapeInput& s = input_.shape;
    if (s.type == "paraboloid") return paraboloid();
    if (s.type == "ellipsoid") {
      return Ellipsoid{value_or_zero(s.semi_axis_x), value_or_zero(s.semi_axis_y),
                       value_or_zero(s.semi_axis_z)};
    }
    if (s.type == "cylinder") {
      return Cylinder{value_or_zero(s.radius), s.axis == "x" ? Axis::x : Axis::y,
                      s.length.value_or(k_infinity)};
    }
    if (s.type == "quadric") return quadric();
    if (s.type == "wheel_on_rail") return wheel_on_rail();
    if (s.type == "flat_punch") return flat_punch();
    if (s.type == "heights") return heights();
    return Sphere{value_or_zero(s.radius)};
  }

  Shape paraboloid() {
    const ShapeInput& s = input_.shape;
    if (!is_given("shape.radius") && !is_given("shape.radius_x") && !is_given("shape.radius_y")) {
      complain("shape.radius", "is missing", "a paraboloid needs radius, or radius_x and radius_y");
    }
    if (s.radius) return Paraboloid{*s.radius, *s.radius};
    return Paraboloid{value_or_zero(s.radius_x), value_or_zero(s.radius_y)};
  }

  Shape quadric() const {
    Quadric quadric{};
    std::copy(input_.shape.b.begin(), input_.shape.b.end(), quadric.b.begin());
    return quadric;
  }

  Shape wheel_on_rail() {
    const ShapeInput& s = input_.shape;
    if (s.wheel_profile_radius && s.rail_radius && *s.wheel_profile_radius < 0 &&
        -*s.wheel_profile_radius <= *s.rail_radius) {
      complain("shape.wheel_profile_radius",
               fmt::format("a hollow wheel must be flatter than the rail head of {} m",
                           number_text(*s.rail_radius)),
               "the radius of a hollow profile is negative and larger in size than rail_radius");
    }
    return WheelOnRail{value_or_zero(s.wheel_radius), s.wheel_profile_radius.value_or(k_infinity),
                       value_or_zero(s.rail_radius)};
  }

  Shape flat_punch() {
    const ShapeInput& s = input_.shape;
    if (!is_given("shape.radius") && !is_given("shape.length_x") && !is_given("shape.width_y")) {
      complain("shape.radius", "is missing", "a flat punch needs radius, or length_x and width_y");
    }
    if (s.radius) return CircularPunch{*s.radius};
    return RectangularPunch{value_or_zero(s.length_x), value_or_zero(s.width_y)};
  }

  // ---- heights ----

  Shape heights() {
    const std::optional<HeightTable> table =
        named_heights("shape.file", input_.shape.file, base_dir_, reading_, problems_);
    if (!table) return HeightField{};
    check_height_count("grid.cells_x", table->n_columns, "values in a line");
    check_height_count("grid.cells_y", table->n_rows, "lines");
    const ShapeInput& s = input_.shape;
    const Unit* unit = find_unit(Dimension::length, s.height_unit);
    HeightField field{height_grid(*table), table->values};
    const double sign = s.meaning == "penetration" ? -1 : 1;
    for (double& height : field.heights) {
      height = sign * (unit == nullptr ? height : unit->to_si(height));
    }
    check_height_sizes(field);
    return field;
  }

  /// As for any other length: larger ones are slips, and lose the small differences that count.
  void check_height_sizes(const HeightField& field) {
    const double largest = info(Dimension::length).largest;
    const auto found = std::find_if(field.heights.begin(), field.heights.end(),
                                    [&](double height) { return std::abs(height) > largest; });
    if (found == field.heights.end()) return;
    const auto index = static_cast<int>(found - field.heights.begin());
    complain("shape.file",
             fmt::format("value {} of row {} is {} m, more than the {} m that are computed with",
                         index % field.grid.nx + 1, index / field.grid.nx + 1, number_text(*found),
                         number_text(largest)),
             "check height_unit and the file");
  }

  Grid height_grid(const HeightTable& table) {
    const ShapeInput& s = input_.shape;
    const double dx = value_or_zero(s.cell_size_x);
    const double dy = value_or_zero(s.cell_size_y);
    Grid grid =
        centred_grid(table.n_columns, table.n_rows, table.n_columns * dx, table.n_rows * dy);
    grid.dx = dx;  // as given, to the last bit
    grid.dy = dy;
    if (s.origin_x) grid.x0 = *s.origin_x;
    if (s.origin_y) grid.y0 = *s.origin_y;
    return grid;
  }

  void check_height_count(const std::string& key, int count, std::string_view what) {
    const Given* given = reading_.given(key);
    if (given != nullptr && given->value && std::get<long long>(*given->value) != count) {
      complain(key, fmt::format("the file of heights has {} {}, not {}", count, what, given->text),
               "it may be left out: the file says it");
    }
    reading_.use(key, static_cast<long long>(count));
  }

  // ---- area ----

  Area area(const Shape& shape) {
    const GridInput& g = input_.grid;
    if (const auto* field = std::get_if<HeightField>(&shape)) {
      if (!field->heights.empty()) check_grid(field->grid, "shape.file");
      return FixedArea{field->grid};
    }
    if (g.line_contact) check_one_row();
    const int ny = g.line_contact ? 1 : g.cells_y;
    if (g.line_contact) reading_.use("grid.cells_y", 1LL);
    if (g.cells_x > 0 && ny > 0) check_grid({g.cells_x, ny, 0, 0, 1, 1}, "grid.cells_x");
    if (is_given("grid.size_x")) return fixed_area(ny);
    if (is_given("grid.cell_size_x")) return area_of_cells(ny);
    if (!problems_.empty()) return AutomaticArea{};  // the shape may be incomplete
    check_contact_is_bounded(shape);
    return AutomaticArea{g.cells_x, ny, value_or_zero(g.margin), g.line_length.value_or(1)};
  }

  Area fixed_area(int ny) {
    const GridInput& g = input_.grid;
    if (!g.line_contact && !is_given("grid.size_y")) {
      complain("grid.size_x", "needs grid.size_y as well");
    }
    const double size_y = g.line_contact ? value_or_zero(g.line_length) : value_or_zero(g.size_y);
    if (g.cells_x == 0 || ny == 0) return FixedArea{};
    return FixedArea{
        centred_grid(g.cells_x, ny, value_or_zero(g.size_x), size_y, g.centre_x, g.centre_y),
        edge()};
  }

  /// The numbers are taken as they stand: a grid of another program is the same to the last bit.
  Area area_of_cells(int ny) {
    const GridInput& g = input_.grid;
    if (!g.line_contact && !is_given("grid.cell_size_y")) {
      complain("grid.cell_size_x", "needs grid.cell_size_y as well");
    }
    if (g.cells_x == 0 || ny == 0) return FixedArea{};
    const double dx = value_or_zero(g.cell_size_x);
    const double dy = value_or_zero(g.line_contact ? g.line_length : g.cell_size_y);
    Grid grid = centred_grid(g.cells_x, ny, g.cells_x * dx, ny * dy);
    grid.dx = dx;
    grid.dy = dy;
    if (g.first_x) grid.x0 = *g.first_x;
    if (g.first_y) grid.y0 = *g.first_y;
    return FixedArea{grid, edge()};
  }

  FixedArea::Edge edge() const {
    return input_.grid.edge == "warn" ? FixedArea::Edge::warn : FixedArea::Edge::error;
  }

  void check_one_row() {
    const Given* cells_y = reading_.given("grid.cells_y");
    if (cells_y != nullptr && input_.grid.cells_y != 1 && cells_y->value) {
      problems_.add({reading_.file(), cells_y->place.line, cells_y->written,
                     "must be 1 in line contact", cells_y->text, "it may be left out"});
    }
  }

  void check_grid(const Grid& grid, std::string_view key) {
    try {
      check(grid);
    } catch (const ModelError& error) {
      complain(is_given("grid.cells_x") || !is_given("grid.cells_y") ? key : "grid.cells_y",
               error.what());
    }
  }

  /// An area cannot be found around a contact that goes on for ever.
  void check_contact_is_bounded(const Shape& shape) {
    const bool is_line = input_.grid.line_contact;
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
      if (!is_line && std::isinf(cylinder->length)) {
        complain("shape.length", "is missing: the contact of an endless cylinder has no end",
                 "give shape.length, or a fixed area by grid.size_x and size_y, or set "
                 "grid.line_contact = true");
      }
    } else if (const auto* quadric = std::get_if<Quadric>(&shape)) {
      const auto& b = quadric->b;
      const bool is_bowl = b[0] > 0 && (is_line || 4 * b[0] * b[2] > b[1] * b[1]);
      if (!is_bowl) {
        complain("shape.b",
                 is_line ? "b1 must be > 0, or the contact has no end"
                         : "b1 and 4 b1 b3 - b2^2 must be > 0, or the contact has no end",
                 "or give a fixed area by grid.size_x and size_y");
      }
    }
  }

  void check_line_contact() {
    if (!input_.grid.line_contact) return;
    if (input_.shape.axis == "x") {
      complain("shape.axis", "must be y in line contact, where nothing changes along y");
    }
    if (is_given("shape.length")) {
      complain("shape.length", "has no place in line contact", "give grid.line_length");
    }
    if (is_given("load.approach") && !is_given("grid.datum_distance")) {
      complain("load.approach", "needs grid.datum_distance as well in line contact",
               "in two dimensions the approach depends on where the displacement is taken as zero");
    }
    if (is_type("heights")) check_one_row_of_heights();
  }

  void check_one_row_of_heights() {
    const Value* rows = reading_.used("grid.cells_y");
    if (rows != nullptr && std::get<long long>(*rows) != 1 && problems_.empty()) {
      complain("shape.file", fmt::format("must hold one line of heights in line contact, not {}",
                                         value_text(*rows)));
    }
  }

  // ---- subsurface ----

  std::vector<SubsurfaceBlock> subsurface() {
    if (!reading_.has_table("subsurface")) return {};
    const SubsurfaceInput& s = input_.subsurface;
    SubsurfaceBlock block{s.x, s.y, s.z};
    if (s.depth_max) {
      for (int i = 0; i < s.n_depths; ++i) block.z.push_back(*s.depth_max * i / (s.n_depths - 1));
    }
    if (!is_given("subsurface.z") && !is_given("subsurface.depth_max")) {
      complain("subsurface.z", "is missing", "give z or depth_max");
    }
    constexpr double k_max_points = 1e7;
    const double n_points = static_cast<double>(block.x.size()) *
                            static_cast<double>(block.y.size()) *
                            static_cast<double>(block.z.size());
    if (n_points > k_max_points) {
      complain("subsurface.x",
               fmt::format("{} x {} x {} points are too many, the limit is {}", block.x.size(),
                           block.y.size(), block.z.size(), number_text(k_max_points)));
    }
    return {std::move(block)};
  }

  const ContactInput& input_;
  const std::filesystem::path& base_dir_;
  Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

ContactCase build_contact_case(const ContactInput& input, const std::filesystem::path& base_dir,
                               Reading& reading, ProblemList& problems) {
  return ContactBuilder(input, base_dir, reading, problems).build();
}

ContactCase build_contact_surfaces(const ContactInput& input, const std::filesystem::path& base_dir,
                                   Reading& reading, ProblemList& problems) {
  return ContactBuilder(input, base_dir, reading, problems).surfaces();
}

}  // namespace tread::casefile
