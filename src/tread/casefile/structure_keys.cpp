#include "tread/casefile/structure_keys.hpp"

namespace tread::casefile {
namespace {

constexpr long long k_most_elements = 100'000;  // in a direction
const std::vector<std::string> k_of_block{"block"};
const std::vector<std::string> k_of_mesh{"mesh"};
const std::vector<std::string> k_of_matrices{"matrices"};

std::vector<Choice> directions() {
  return {{"x", ""}, {"y", ""}, {"z", ""}, {"rx", ""}, {"ry", ""}, {"rz", ""}};
}

/// group, node, at: three ways to say where.
template <class Input>
void declare_nodes(KeyList<Input>& keys, const std::string& table, const char* what) {
  const auto to = [](auto member) { return at(&Input::nodes, member); };
  keys.add(
      text("group", std::string(what) + " at every node of a group of the mesh; the groups of a "
                                        "block are \"first at bottom\", \"last at bottom\", the "
                                        "same \"at middle\", and \"top centre\"")
          .excludes({table + ".node", table + ".at"}),
      to(&NodesInput::group));
  keys.add(whole_number("node", between(0, 1e15), "The same at a node, by its number in the mesh")
               .excludes({table + ".at"}),
           to(&NodesInput::node));
  keys.add(plain_numbers("at", 3, "m", "The same at the node that is at this place"),
           to(&NodesInput::at));
}

KeyList<PartInput> part_keys() {
  using enum Dimension;
  KeyList<PartInput> keys;
  keys.table({.name = "structure.part",
              .doc = "What a group of elements of the mesh is made of; one table a group."});
  keys.add(text("group", "Its name in the mesh").is_required(), at(&PartInput::group));
  keys.add(choice("kind", {{"solid", "hexahedra and tetrahedra"}, {"beam", "2-node lines"}},
                  "What its elements are")
               .defaults_to(std::string("solid")),
           at(&PartInput::kind));
  keys.add(number("young_modulus", stress, positive(), "Young's modulus E").is_required(),
           at(&PartInput::young_modulus));
  keys.add(number("poisson_ratio", none, between(-0.99, 0.4999), "Poisson's ratio").is_required(),
           at(&PartInput::poisson_ratio));
  keys.add(number("density", density, at_least(0), "Density").is_required(),
           at(&PartInput::density));
  keys.add(choice("element",
                  {{"incompatible", "bends without locking"},
                   {"full", "as it is: too stiff in bending where elements are few"}},
                  "Hexahedra")
               .only_for("structure.part.kind", {"solid"})
               .defaults_to(std::string("incompatible")),
           at(&PartInput::element));
  const auto of_beam = [](KeyInfo key) { return key.only_for("structure.part.kind", {"beam"}); };
  keys.add(of_beam(choice("displacements",
                          {{"spatial", "all six at a node"},
                           {"plane", "x, z and the rotation about y: frames in the x-z plane"}},
                          "What a node of a beam can do")
                       .defaults_to(std::string("spatial"))),
           at(&PartInput::displacements));
  keys.add(of_beam(number("area", Dimension::area, positive(), "Area of the cross-section"))
               .is_required_for({"beam"}),
           at(&PartInput::area));
  keys.add(of_beam(number("second_moment", Dimension::second_moment, positive(),
                          "Second moment of area against bending along z of the beam"))
               .is_required_for({"beam"}),
           at(&PartInput::second_moment));
  keys.add(of_beam(number("second_moment_across", Dimension::second_moment, positive(),
                          "The same against bending across it; spatial beams need it")),
           at(&PartInput::second_moment_z));
  keys.add(of_beam(number("torsion_constant", Dimension::second_moment, positive(),
                          "Torsion constant J; spatial beams need it")),
           at(&PartInput::torsion_constant));
  keys.add(of_beam(number("shear_area", Dimension::area, positive(),
                          "Shear area along z of the beam; left out: no shear deformation")),
           at(&PartInput::shear_area));
  keys.add(of_beam(number("shear_area_across", Dimension::area, positive(), "The same across it")),
           at(&PartInput::shear_area_y));
  keys.add(of_beam(plain_numbers("orientation", 3, "-",
                                 "z of the beam lies in the plane of its axis and this vector; "
                                 "left out: up")),
           at(&PartInput::orientation));
  keys.add(of_beam(plain_numbers("offset", 3, "m",
                                 "From the nodes to the axis of the beam, rigid; left out: none")),
           at(&PartInput::offset));
  return keys;
}

KeyList<SupportInput> support_keys() {
  KeyList<SupportInput> keys;
  using enum Dimension;
  const std::string settlement = "structure.support.settlement";
  keys.table({.name = "structure.support", .doc = "Nodes that are held, or settle."});
  declare_nodes(keys, "structure.support", "Held");
  keys.add(words("fix", directions(), "Displacements and rotations that are held").is_required(),
           at(&SupportInput::fix));
  keys.add(number("settlement", length, any_value(),
                  "How far the support goes down during the run, without a jerk at begin and end; "
                  "all unknowns only (structure.solution = full)")
               .needs_one_of({"structure.support.settlement_duration"}),
           at(&SupportInput::settlement));
  keys.add(number("settlement_duration", time, positive(), "How long that takes")
               .needs_one_of({settlement}),
           at(&SupportInput::settlement_duration));
  keys.add(number("settlement_begin", time, at_least(0), "When it begins")
               .defaults_to(0.0)
               .needs_one_of({settlement}),
           at(&SupportInput::settlement_begin));
  return keys;
}

KeyList<SpringInput> spring_keys() {
  using enum Dimension;
  KeyList<SpringInput> keys;
  const std::string table = "structure.spring";
  keys.table({.name = table,
              .doc = "Springs and dampers, one at every node named: between it and the ground, or "
                     "two nodes."});
  declare_nodes(keys, table, "A spring");
  keys.add(whole_number("to_node", between(0, 1e15),
                        "The node at its other end, by number; left out: the ground"),
           at(&SpringInput::to_node));
  keys.add(choice("direction", directions(),
                  "Its elongation is how far its node moves in this direction (against the other "
                  "end); left out: from the one node to the other"),
           at(&SpringInput::direction));
  keys.add(number("stiffness", stiffness, at_least(0), "Stiffness; of rotations in N m/rad")
               .excludes({table + ".elongations"}),
           at(&SpringInput::stiffness));
  keys.add(number("damping", damping, at_least(0), "Damper beside it; of rotations in N m s/rad")
               .defaults_to(0.0),
           at(&SpringInput::damping));
  keys.add(numbers("elongations", length, any_value(),
                   "Instead of a stiffness: elongations at which the force is given; straight in "
                   "between and beyond")
               .needs_one_of({table + ".forces"}),
           at(&SpringInput::elongations));
  keys.add(numbers("forces", force, any_value(),
                   "The forces there, positive against the direction: 0 in a gap")
               .needs_one_of({table + ".elongations"}),
           at(&SpringInput::forces));
  return keys;
}

KeyList<MassInput> node_mass_keys() {
  using enum Dimension;
  KeyList<MassInput> keys;
  keys.table({.name = "structure.point_mass", .doc = "Masses, one at every node named."});
  declare_nodes(keys, "structure.point_mass", "A mass");
  keys.add(number("mass", mass, at_least(0), "Mass").is_required(), at(&MassInput::mass));
  keys.add(plain_numbers("inertia", 3, "kg m2", "Moments of inertia about x, y and z"),
           at(&MassInput::inertia));
  return keys;
}

KeyList<LinkInput> link_keys() {
  KeyList<LinkInput> keys;
  keys.table({.name = "structure.link", .doc = "Nodes that move with another as one rigid body."});
  keys.add(whole_number("master", between(0, 1e15), "The node, by its number").is_required(),
           at(&LinkInput::master));
  keys.add(text("group", "The nodes that move with it").is_required(), at(&LinkInput::group));
  return keys;
}

void declare_block(KeyList<StructureInput>& keys) {
  using enum Dimension;
  const auto add = [&](const KeyInfo& key, auto member) {
    keys.add(key.only_for("structure.type", k_of_block).is_required_for(k_of_block), at(member));
  };
  const auto add_default = [&](const KeyInfo& key, auto member) {
    keys.add(key.only_for("structure.type", k_of_block), at(member));
  };
  add_default(whole_number("spans", between(1, 1000), "Spans one behind another, not joined")
                  .defaults_to(1LL),
              &StructureInput::spans);
  add(number("span_length", length, positive(), "Length of each"), &StructureInput::span_length);
  add(number("width", length, positive(), "Width, along y"), &StructureInput::width);
  add(number("height", length, positive(), "Height, along z"), &StructureInput::height);
  add(whole_number("elements_along", between(1, k_most_elements), "Elements along a span"),
      &StructureInput::elements_along);
  add(whole_number("elements_across", between(1, k_most_elements), "Elements over the width"),
      &StructureInput::elements_across);
  add(whole_number("elements_high", between(1, k_most_elements), "Elements over the height"),
      &StructureInput::elements_high);
  add_default(
      choice("bearings",
             {{"middle", "along lines across it at half its height"},
              {"bottom", "along its lower edges"},
              {"none", "as [[structure.support]] and [[structure.spring]] say"}},
             "Where both ends of each span are held; the first in x, y and z, the last in y "
             "and z")
          .defaults_to(std::string("bottom")),
      &StructureInput::bearings);
  add_default(choice("element",
                     {{"incompatible", "bends without locking"},
                      {"full", "as it is: too stiff in bending where elements are few"}},
                     "Its hexahedra")
                  .defaults_to(std::string("incompatible")),
              &StructureInput::element);
  add(number("young_modulus", stress, positive(), "Young's modulus E"),
      &StructureInput::young_modulus);
  add(number("poisson_ratio", none, between(-0.99, 0.4999), "Poisson's ratio"),
      &StructureInput::poisson_ratio);
  add_default(
      number("density", density, positive(), "Density").excludes({"structure.mass_per_length"}),
      &StructureInput::density);
  add_default(number("mass_per_length", linear_density, positive(),
                     "Mass for each metre, instead of the density"),
              &StructureInput::mass_per_length);
}

void declare_files(KeyList<StructureInput>& keys) {
  using enum Dimension;
  keys.add(file("file", "Mesh of Gmsh (.msh, format 4.1), relative to the case file")
               .only_for("structure.type", k_of_mesh)
               .is_required_for(k_of_mesh),
           at(&StructureInput::file));
  keys.add(choice("length_unit", unit_choices(length), "Unit of its coordinates")
               .only_for("structure.type", k_of_mesh)
               .defaults_to(std::string(info(length).si)),
           at(&StructureInput::length_unit));
  keys.add(text("load_line",
                "Group of the mesh on which wheels run: lines one behind another, or faces with "
                "load_line_point")
               .only_for("structure.type", k_of_mesh)
               .is_required_for(k_of_mesh),
           at(&StructureInput::load_line));
  keys.add(plain_numbers("load_line_point", 3, "m",
                         "A place that the straight line over those faces passes")
               .only_for("structure.type", k_of_mesh),
           at(&StructureInput::load_line_point));
  const auto matrix = [&](const char* name, const char* doc, auto member) {
    keys.add(
        file(name, doc).only_for("structure.type", k_of_matrices).is_required_for(k_of_matrices),
        at(member));
  };
  matrix("mass",
         "Mass matrix of the free displacements: Matrix Market (.mtx) or Harwell-Boeing, which "
         "ANSYS writes",
         &StructureInput::mass);
  matrix("stiffness", "Stiffness matrix, in the same order", &StructureInput::stiffness);
  keys.add(file("damping", "Damping matrix; left out: none but Rayleigh's")
               .only_for("structure.type", k_of_matrices),
           at(&StructureInput::damping));
  keys.add(file("nodes",
                "CSV table node,x,y,z,direction,line: which row is which displacement of which "
                "node, and which nodes wheels run on")
               .only_for("structure.type", k_of_matrices),
           at(&StructureInput::nodes));
  keys.add(file("load_line_file",
                "CSV file of the load line as output.matrices writes it, instead of the column "
                "line of that table")
               .only_for("structure.type", k_of_matrices),
           at(&StructureInput::load_line_file));
}

void declare_line(KeyList<StructureInput>& keys) {
  using enum Dimension;
  const std::vector<std::string> placed{"mesh", "matrices"};
  keys.add(choice("along", {{"x", ""}, {"y", ""}, {"z", ""}}, "Axis along which wheels run")
               .only_for("structure.type", placed)
               .defaults_to(std::string("x")),
           at(&StructureInput::along));
  keys.add(choice("up", {{"z", ""}, {"-z", ""}, {"y", ""}, {"-y", ""}, {"x", ""}, {"-x", ""}},
                  "Where up is")
               .only_for("structure.type", placed)
               .defaults_to(std::string("z")),
           at(&StructureInput::up));
  keys.add(
      choice("interpolation",
             {{"shape_functions", "as the elements say; linear ones leave kinks at their nodes"},
              {"smooth", "a cubic with a slope that does not jump"},
              {"hermite", "a cubic with the rotations of the nodes for slopes; matrices alone"}},
             "The deflection between nodes of the load line; left out: smooth where solids meet "
             "wheels with mass in rigid contact (kinks would hammer), else shape_functions"),
      at(&StructureInput::interpolation));
  keys.add(number("start", length, any_value(),
                  "x where the load line begins; left out: 0, of matrices as their nodes say"),
           at(&StructureInput::start));
}

void declare_solution(KeyList<StructureInput>& keys) {
  using enum Dimension;
  keys.add(choice("mass_matrix",
                  {{"consistent", "with the shape functions"}, {"lumped", "in the nodes"}},
                  "How mass is spread")
               .only_for("structure.type", {"block", "mesh"})
               .defaults_to(std::string("consistent")),
           at(&StructureInput::mass_matrix));
  keys.add(plain_numbers("rayleigh", 2, "1/s, s", "Rayleigh damping: factors of mass and stiffness")
               .excludes({"structure.damping_ratio"}),
           at(&StructureInput::rayleigh));
  keys.add(number("damping_ratio", none, between(0, 1),
                  "Damping ratio: of all modes (solution = modal), or of Rayleigh damping at "
                  "damping_frequencies"),
           at(&StructureInput::damping_ratio));
  KeyInfo frequencies = numbers("damping_frequencies", frequency, positive(),
                                "Two frequencies at which Rayleigh damping has this ratio")
                            .needs_one_of({"structure.damping_ratio"});
  frequencies.count = 2;
  keys.add(frequencies, at(&StructureInput::damping_frequencies));
  keys.add(choice("solution",
                  {{"full", "all unknowns, factorised once"},
                   {"modal", "few modes with static correction, their error estimated"}},
                  "What is stepped")
               .defaults_to(std::string("full")),
           at(&StructureInput::solution));
  keys.add(whole_number("modes", between(2, 2000), "Number of modes")
               .only_for("structure.solution", {"modal"})
               .excludes({"structure.frequency_limit", "structure.target_error"}),
           at(&StructureInput::modes));
  keys.add(number("frequency_limit", frequency, positive(), "All modes up to this frequency")
               .only_for("structure.solution", {"modal"})
               .excludes({"structure.target_error"}),
           at(&StructureInput::frequency_limit));
  keys.add(number("target_error", none, between(1e-6, 0.5),
                  "As many modes as it takes for this error of the deflection, of its largest; "
                  "left out, and no modes or frequency_limit: 0.005")
               .only_for("structure.solution", {"modal"}),
           at(&StructureInput::target_error));
  keys.add(
      choice("beyond", {{"ground", "the ground, which is rigid"}, {"refuse", "nothing: an error"}},
             "What is below wheels that are not on the load line; left out: ground of a "
             "block, else refuse"),
      at(&StructureInput::beyond));
}

}  // namespace

std::vector<std::string> structure_tables() {
  return {"structure",        "structure.part",       "structure.support",
          "structure.spring", "structure.point_mass", "structure.link"};
}

KeyList<StructureInput> structure_keys() {
  KeyList<StructureInput> keys;
  keys.table({.name = "structure",
              .presence = TableInfo::Presence::if_written,
              .doc = "A bridge of finite elements, instead of [bridge]."});
  keys.add(choice("type",
                  {{"block", "boxes of hexahedra, simple spans in a row"},
                   {"mesh", "a mesh of Gmsh with groups for materials, supports and load line"},
                   {"matrices", "mass and stiffness matrices of another program"}},
                  "Where it comes from")
               .is_required(),
           at(&StructureInput::type));
  declare_block(keys);
  declare_files(keys);
  declare_line(keys);
  declare_solution(keys);
  keys.add_each(part_keys(), at(&StructureInput::parts));
  keys.add_each(support_keys(), at(&StructureInput::supports));
  keys.add_each(spring_keys(), at(&StructureInput::springs));
  keys.add_each(node_mass_keys(), at(&StructureInput::masses));
  keys.add_each(link_keys(), at(&StructureInput::links));
  return keys;
}

}  // namespace tread::casefile
