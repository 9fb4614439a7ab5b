#include "tread/casefile/contact_keys.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "tread/casefile/infinity.hpp"

namespace tread::casefile {
namespace {

constexpr double k_max_int = std::numeric_limits<int>::max();

constexpr std::array k_materials{
    NamedMaterial{"steel", 210e9, 0.3},      NamedMaterial{"aluminium", 70e9, 0.33},
    NamedMaterial{"concrete", 33e9, 0.2},    NamedMaterial{"rubber", 5e6, 0.5},
    NamedMaterial{"rigid", k_infinity, 0.5},
};

std::string constants_text(const NamedMaterial& m) {
  if (std::isinf(m.young_modulus)) return "does not deform";
  const bool is_stiff = m.young_modulus >= 1e9;
  return fmt::format("E = {} {}, nu = {}", number_text(m.young_modulus / (is_stiff ? 1e9 : 1e6)),
                     is_stiff ? "GPa" : "MPa", number_text(m.poisson_ratio));
}

std::vector<Choice> material_choices() {
  std::vector<Choice> choices;
  for (const NamedMaterial& m : k_materials) {
    choices.push_back({std::string(m.name), constants_text(m)});
  }
  return choices;
}

void declare_contact_load(KeyList<ContactInput>& keys) {
  using enum Dimension;
  keys.table({.name = "load",
              .doc =
                  "What presses the bodies together: exactly one of the two. Left out only where "
                  "shape.meaning is penetration or [schedule] has the load."});
  keys.add(number("force", force, at_least(0), "Normal force, positive in compression")
               .excludes({"load.approach"}),
           at(&ContactInput::load, &LoadInput::force));
  keys.add(number("approach", length, any_value(),
                  "How far the bodies, undeformed, would overlap; negative keeps them apart"),
           at(&ContactInput::load, &LoadInput::approach));
}

void declare_round_shapes(KeyList<ContactInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ContactInput::shape, member); };
  keys.add(
      number("radius", length, positive(),
             "Radius of the sphere, cylinder or round punch, or of curvature of the paraboloid "
             "in both directions")
          .only_for("shape.type", {"sphere", "paraboloid", "cylinder", "flat_punch"})
          .is_required_for({"sphere", "cylinder"})
          .excludes({"shape.radius_x", "shape.radius_y", "shape.length_x", "shape.width_y"}),
      to(&ShapeInput::radius));
  keys.add(number("radius_x", length, positive(), "Radius of curvature along x")
               .only_for("shape.type", {"paraboloid"})
               .needs_one_of({"shape.radius_y"}),
           to(&ShapeInput::radius_x));
  keys.add(number("radius_y", length, positive(), "Radius of curvature along y")
               .only_for("shape.type", {"paraboloid"})
               .needs_one_of({"shape.radius_x"}),
           to(&ShapeInput::radius_y));
  keys.add(number("semi_axis_x", length, positive(), "Semi-axis of the ellipsoid along x")
               .only_for("shape.type", {"ellipsoid"})
               .is_required_for({"ellipsoid"}),
           to(&ShapeInput::semi_axis_x));
  keys.add(number("semi_axis_y", length, positive(), "Semi-axis of the ellipsoid along y")
               .only_for("shape.type", {"ellipsoid"})
               .is_required_for({"ellipsoid"}),
           to(&ShapeInput::semi_axis_y));
  keys.add(number("semi_axis_z", length, positive(), "Semi-axis of the ellipsoid along the normal")
               .only_for("shape.type", {"ellipsoid"})
               .is_required_for({"ellipsoid"}),
           to(&ShapeInput::semi_axis_z));
  keys.add(choice("axis", {{"x", ""}, {"y", ""}}, "Direction in which the cylinder lies")
               .only_for("shape.type", {"cylinder"})
               .defaults_to(std::string("y")),
           to(&ShapeInput::axis));
  keys.add(number("length", length, positive(), "Length of the cylinder; left out: endless")
               .only_for("shape.type", {"cylinder"}),
           to(&ShapeInput::length));
}

void declare_other_shapes(KeyList<ContactInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ContactInput::shape, member); };
  keys.add(plain_numbers("b", 6, "1/m, 1/m, 1/m, 1, 1, m",
                         "Undeformed distance h = b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6")
               .only_for("shape.type", {"quadric"})
               .is_required_for({"quadric"}),
           to(&ShapeInput::b));
  keys.add(number("wheel_radius", length, positive(), "Rolling radius of the wheel")
               .only_for("shape.type", {"wheel_on_rail"})
               .is_required_for({"wheel_on_rail"}),
           to(&ShapeInput::wheel_radius));
  keys.add(
      number("wheel_profile_radius", length, not_zero(),
             "Radius of the wheel profile across the rail; negative: hollow; left out: straight")
          .only_for("shape.type", {"wheel_on_rail"}),
      to(&ShapeInput::wheel_profile_radius));
  keys.add(number("rail_radius", length, positive(), "Radius of the rail head across the rail")
               .only_for("shape.type", {"wheel_on_rail"})
               .is_required_for({"wheel_on_rail"}),
           to(&ShapeInput::rail_radius));
  keys.add(number("length_x", length, positive(), "Side of a rectangular punch along x")
               .only_for("shape.type", {"flat_punch"})
               .needs_one_of({"shape.width_y"}),
           to(&ShapeInput::length_x));
  keys.add(number("width_y", length, positive(), "Side of a rectangular punch along y")
               .only_for("shape.type", {"flat_punch"})
               .needs_one_of({"shape.length_x"}),
           to(&ShapeInput::width_y));
}

void declare_heights(KeyList<ContactInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ContactInput::shape, member); };
  keys.add(file("file",
                "CSV file of heights, relative to the case file: a line per row of cells from the "
                "lowest y, in it a value per cell from the lowest x")
               .only_for("shape.type", {"heights"})
               .is_required_for({"heights"}),
           to(&ShapeInput::file));
  keys.add(choice("height_unit", unit_choices(length), "Unit of the numbers in that file")
               .only_for("shape.type", {"heights"})
               .defaults_to(std::string(info(length).si)),
           to(&ShapeInput::height_unit));
  keys.add(choice("meaning",
                  {{"distance", "undeformed distance h, up to a constant"},
                   {"penetration",
                    "overlap of the undeformed bodies, positive where they overlap: "
                    "the load itself"}},
                  "What the heights are")
               .only_for("shape.type", {"heights"})
               .defaults_to(std::string("distance")),
           to(&ShapeInput::meaning));
  keys.add(number("cell_size_x", length, positive(), "Distance between neighbours in a line")
               .only_for("shape.type", {"heights"})
               .is_required_for({"heights"}),
           to(&ShapeInput::cell_size_x));
  keys.add(number("cell_size_y", length, positive(), "Distance between lines")
               .only_for("shape.type", {"heights"})
               .is_required_for({"heights"}),
           to(&ShapeInput::cell_size_y));
  keys.add(number("origin_x", length, any_value(),
                  "x of the first value's cell centre; left out: the field is centred at 0")
               .only_for("shape.type", {"heights"}),
           to(&ShapeInput::origin_x));
  keys.add(number("origin_y", length, any_value(),
                  "y of the first value's cell centre; left out: the field is centred at 0")
               .only_for("shape.type", {"heights"}),
           to(&ShapeInput::origin_y));
}

void declare_shape(KeyList<ContactInput>& keys) {
  keys.table({.name = "shape",
              .doc =
                  "The surfaces: how far apart they are before they deform. Only the keys of the "
                  "chosen type may be given."});
  keys.add(
      choice("type",
             {{"sphere", "a ball on a plane"},
              {"paraboloid", "h = x^2/(2 Rx) + y^2/(2 Ry): what Hertz' theory takes a sphere for"},
              {"ellipsoid", "its pole touches a plane"},
              {"cylinder", "a roller lying on a plane"},
              {"quadric", "any second-degree polynomial"},
              {"wheel_on_rail", "by radii, rolling along x"},
              {"flat_punch", "round (radius) or rectangular (length_x, width_y)"},
              {"heights", "a measured or computed field from a CSV file"}},
             "What the shape is")
          .is_required(),
      at(&ContactInput::shape, &ShapeInput::type));
  declare_round_shapes(keys);
  declare_other_shapes(keys);
  declare_heights(keys);
}

void declare_body(KeyList<ContactInput>& keys, const std::string& table, const std::string& doc,
                  BodyInput ContactInput::*body) {
  using enum Dimension;
  const std::string young = table + ".young_modulus";
  const std::string shear = table + ".shear_modulus";
  const std::string poisson = table + ".poisson_ratio";
  keys.table({.name = table, .doc = doc});
  keys.add(choice("material", material_choices(), "Material by name; or give a modulus and nu")
               .defaults_to(std::string("steel"))
               .excludes({young, shear, poisson}),
           at(body, &BodyInput::material));
  keys.add(number("young_modulus", stress, positive(), "Young's modulus E")
               .usually(at_least(1e5))
               .excludes({shear})
               .needs_one_of({poisson}),
           at(body, &BodyInput::young_modulus));
  keys.add(number("shear_modulus", stress, positive(), "Shear modulus G, instead of E")
               .needs_one_of({poisson}),
           at(body, &BodyInput::shear_modulus));
  keys.add(number("poisson_ratio", none, between(0, 0.5), "Poisson's ratio nu")
               .needs_one_of({young, shear}),
           at(body, &BodyInput::poisson_ratio));
}

void declare_contact_grid(KeyList<ContactInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ContactInput::grid, member); };
  keys.table(
      {.name = "grid",
       .doc = "The cells. Their area is found by the program, a little larger than the contact, "
              "or fixed by size_x and size_y, or by cell_size_x and cell_size_y. With heights the "
              "file "
              "sets it."});
  keys.add(
      whole_number("cells_x", between(1, k_max_int), "Number of cells along x").defaults_to(100LL),
      to(&GridInput::cells_x));
  keys.add(
      whole_number("cells_y", between(1, k_max_int), "Number of cells along y; 1 in line contact")
          .defaults_to(100LL),
      to(&GridInput::cells_y));
  keys.add(number("margin", none, above(1, 10), "Size of the found area over that of the contact")
               .defaults_to(AutomaticArea{}.margin)
               .excludes({"grid.size_x", "grid.size_y", "shape.file"}),
           to(&GridInput::margin));
  keys.add(number("size_x", length, positive(), "Fixed area: its extent along x")
               .excludes({"shape.file"}),
           to(&GridInput::size_x));
  keys.add(number("size_y", length, positive(), "Fixed area: its extent along y")
               .only_for("grid.line_contact", {"false"})
               .needs_one_of({"grid.size_x"})
               .excludes({"shape.file"}),
           to(&GridInput::size_y));
  keys.add(number("cell_size_x", length, positive(), "Fixed area, by its cells: their size along x")
               .excludes({"grid.size_x", "grid.size_y", "grid.margin", "shape.file"}),
           to(&GridInput::cell_size_x));
  keys.add(number("cell_size_y", length, positive(), "Fixed area, by its cells: their size along y")
               .only_for("grid.line_contact", {"false"})
               .needs_one_of({"grid.cell_size_x"})
               .excludes({"grid.size_x", "grid.size_y", "shape.file"}),
           to(&GridInput::cell_size_y));
  keys.add(number("first_x", length, any_value(),
                  "x of the first cell's centre; left out: the area is centred at 0")
               .needs_one_of({"grid.cell_size_x"}),
           to(&GridInput::first_x));
  keys.add(number("first_y", length, any_value(),
                  "y of the first cell's centre; left out: the area is centred at 0")
               .only_for("grid.line_contact", {"false"})
               .needs_one_of({"grid.cell_size_x"}),
           to(&GridInput::first_y));
  keys.add(choice("edge", {{"error", "the area is too small"}, {"warn", "a note in the results"}},
                  "Fixed area: what contact in its outermost cells is")
               .defaults_to(std::string("error"))
               .needs_one_of({"grid.size_x", "grid.cell_size_x"}),
           to(&GridInput::edge));
  keys.add(number("centre_x", length, any_value(), "Fixed area: x of its middle")
               .defaults_to(0.0)
               .needs_one_of({"grid.size_x"}),
           to(&GridInput::centre_x));
  keys.add(number("centre_y", length, any_value(), "Fixed area: y of its middle")
               .only_for("grid.line_contact", {"false"})
               .defaults_to(0.0)
               .needs_one_of({"grid.size_x"}),
           to(&GridInput::centre_y));
  keys.add(truth("line_contact", "Plane strain: everything is the same along y").defaults_to(false),
           to(&GridInput::line_contact));
  keys.add(
      number("line_length", length, positive(), "Line contact: the length that carries load.force")
          .only_for("grid.line_contact", {"true"})
          .defaults_to(AutomaticArea{}.line_length)
          .excludes({"shape.cell_size_y"}),
      to(&GridInput::line_length));
  keys.add(number("datum_distance", length, positive(),
                  "Line contact: distance from the contact at which the displacement is taken as "
                  "zero; needed with load.approach")
               .only_for("grid.line_contact", {"true"}),
           to(&GridInput::datum_distance));
}

void declare_contact_solver(KeyList<ContactInput>& keys) {
  const auto to = [](auto member) { return at(&ContactInput::solver, member); };
  const SolverSettings usual;
  keys.table({.name = "solver", .doc = "How the problem is solved."});
  keys.add(
      number("tolerance", Dimension::none, between(1e-14, 0.1),
             "Largest gap in contact and penetration outside it, over the largest displacement")
          .defaults_to(usual.tolerance),
      to(&SolverSettings::tolerance));
  keys.add(whole_number("max_iterations", between(1, 1e6), "Iterations before it gives up")
               .defaults_to(static_cast<long long>(usual.max_iterations)),
           to(&SolverSettings::max_iterations));
  keys.add(whole_number("threads", between(1, 256),
                        "Threads at work; the result is the same to the last bit")
               .defaults_to(static_cast<long long>(usual.threads)),
           to(&SolverSettings::threads));
  keys.add(truth("sensitivities",
                 "Derivatives of forces and moment by approach and creepages, at the solution")
               .only_for("motion.type", {"shift", "steady_rolling"})
               .defaults_to(false),
           to(&SolverSettings::sensitivities));
}

void declare_subsurface(KeyList<ContactInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ContactInput::subsurface, member); };
  keys.table({.name = "subsurface",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "Points inside the bodies at which stresses are wanted: every combination of x, "
                  "y and depth. Depths are the list z, or depth_max with n_depths."});
  keys.add(numbers("x", length, any_value(), "Points along x").defaults_to(std::vector<double>{0}),
           to(&SubsurfaceInput::x));
  keys.add(numbers("y", length, any_value(), "Points along y").defaults_to(std::vector<double>{0}),
           to(&SubsurfaceInput::y));
  keys.add(numbers("z", length, at_least(0), "Depths below the surface")
               .excludes({"subsurface.depth_max", "subsurface.n_depths"}),
           to(&SubsurfaceInput::z));
  keys.add(number("depth_max", length, positive(), "Greatest depth"),
           to(&SubsurfaceInput::depth_max));
  keys.add(whole_number("n_depths", between(2, 1e6), "Number of depths, evenly from 0 to depth_max")
               .defaults_to(51LL)
               .needs_one_of({"subsurface.depth_max"}),
           to(&SubsurfaceInput::n_depths));
}

}  // namespace

KeyList<ContactInput> contact_keys(std::vector<Choice> scenarios) {
  KeyList<ContactInput> keys;
  const std::string usual_scenario = scenarios.front().name;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").defaults_to(usual_scenario),
           at(&ContactInput::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&ContactInput::title));
  declare_contact_load(keys);
  declare_shape(keys);
  declare_body(keys, "upper", "The upper body, the wheel.", &ContactInput::upper);
  declare_body(keys, "lower", "The lower body, the rail or bridge.", &ContactInput::lower);
  declare_contact_grid(keys);
  declare_tangential(keys);
  declare_contact_solver(keys);
  declare_subsurface(keys);
  return keys;
}

const NamedMaterial* find_material(std::string_view name) {
  for (const NamedMaterial& material : k_materials) {
    if (material.name == name) return &material;
  }
  return nullptr;
}

}  // namespace tread::casefile
