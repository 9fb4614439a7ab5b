#include <gtest/gtest.h>

#include <string>

#include "casefile_toml/toml_support.hpp"
#include "support/temporary_folder.hpp"
#include "tread/casefile/structure_builder.hpp"

namespace tread::casefile {
namespace {

// Lines 2 to 12.
const std::string k_block =
    "[structure]\ntype = \"block\"\nspan_length = 20\nwidth = 2\nheight = 1\n"
    "elements_along = 10\nelements_across = 2\nelements_high = 2\nyoung_modulus_GPa = 25\n"
    "poisson_ratio = 0.2\ndensity = 2500\n";
// Lines 2 to 5.
const std::string k_mesh =
    "[structure]\ntype = \"mesh\"\nfile = \"bridge.msh\"\nload_line = \"top\"\n";
const std::string k_part =
    "[[structure.part]]\ngroup = \"deck\"\nyoung_modulus = 3e10\npoisson_ratio = 0.2\n"
    "density = 2500\n";
const std::string k_matrices =
    "[structure]\ntype = \"matrices\"\nmass = \"m.mtx\"\nstiffness = \"k.mtx\"\nnodes = "
    "\"n.csv\"\n";
const std::string k_beam =
    "[bridge]\nlength = 25\nbending_stiffness_GNm2 = 45\nmass_per_length_t_m = 15\n";
const std::string k_rest = "[vehicle]\ntype = \"manchester\"\n[train]\nspeed = 30\n";

StructureInput structure_of(const std::string& text) {
  return parse_toml(k_train_bridge_head + text + k_rest, "case.toml", "")
      .train_bridge.value()
      .structure.value();
}

/// The whole text that a user reads about a case.
void expect_structure_told(const std::string& text, const std::string& told,
                           const std::string& base_dir = "") {
  EXPECT_EQ(problems_of(k_train_bridge_head + text + k_rest, base_dir), told);
}

TEST(StructureToml, ABlockArrivesWithItsDefaults) {
  const StructureInput block = structure_of(k_block);
  EXPECT_EQ(block.type, "block");
  EXPECT_EQ(block.spans, 1);
  EXPECT_EQ(block.young_modulus, 25e9);
  EXPECT_EQ(block.bearings, "bottom");
  EXPECT_EQ(block.element, "incompatible");
  EXPECT_EQ(block.solution, "full");
  EXPECT_EQ(block.interpolation, "shape_functions");
  EXPECT_EQ(block.beyond, "ground");
}

TEST(StructureToml, RigidWheelsWithMassRunOnASmoothLineAndMasslessOnesNeedNone) {
  const std::string rigid = "[contact]\nmodel = \"rigid\"\n";
  EXPECT_EQ(structure_of(k_block + rigid).interpolation, "smooth");
  const std::string massless =
      "[vehicle]\ntype = \"sprung_mass\"\nbody_mass = 1\nwheelset_mass = 0\nstiffness = 1\n"
      "[train]\nspeed = 30\n";
  EXPECT_EQ(parse_toml(k_train_bridge_head + k_block + rigid + massless, "case.toml", "")
                .train_bridge->structure->interpolation,
            "shape_functions");
}

TEST(StructureToml, TablesOfWhichThereAreManyArriveInTheirOrder) {
  const StructureInput block = structure_of(
      k_block +
      "[[structure.spring]]\ngroup = \"last at bottom\"\ndirection = \"z\"\n"
      "stiffness_kN_m = 5\n"
      "[[structure.spring]]\nat = [1, 2, 3]\ndirection = \"rx\"\nelongations_mm = [-1, 0]\n"
      "forces_kN = [-7, 0]\n"
      "[[structure.support]]\nnode = 17\nfix = [\"x\", \"rz\"]\n");
  ASSERT_EQ(block.springs.size(), 2u);
  EXPECT_EQ(block.springs[0].nodes.group, "last at bottom");
  EXPECT_EQ(block.springs[0].stiffness, 5e3);
  EXPECT_EQ(block.springs[1].nodes.at, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(block.springs[1].elongations, (std::vector<double>{-1e-3, 0}));
  EXPECT_EQ(block.springs[1].forces, (std::vector<double>{-7e3, 0}));
  ASSERT_EQ(block.supports.size(), 1u);
  EXPECT_EQ(block.supports[0].nodes.node, 17);
  EXPECT_EQ(block.supports[0].fix, (std::vector<std::string>{"x", "rz"}));
}

TEST(StructureToml, TablesOfWhichThereAreManyAreEchoedByNumber) {
  const CaseFile file =
      parse_toml(k_train_bridge_head + k_block +
                     "[[structure.support]]\nnode = 17\nfix = [\"x\", \"rz\"]\n" + k_rest,
                 "case.toml", "");
  const auto value_of = [&](const std::string& key) {
    for (const EchoEntry& entry : file.echo) {
      if (entry.key == key) return entry.value;
    }
    return std::string("not there");
  };
  EXPECT_EQ(value_of("structure.support[1].node"), "17");
  EXPECT_EQ(value_of("structure.support[1].fix"), "[x, rz]");
  EXPECT_EQ(value_of("structure.interpolation"), "shape_functions");
}

TEST(StructureToml, MistakesInOneOfManyTablesAreToldThere) {
  const std::string good = "[[structure.support]]\nnode = 1\nfix = [\"x\"]\n";  // lines 13 to 15
  expect_structure_told(
      k_block + good + "[[structure.support]]\nnode = 2\nfix = [\"up\"]\n",
      "case.toml:18: structure.support[2].fix: word 1 of the list must be \"x\", \"y\", "
      "\"z\", \"rx\", \"ry\" or \"rz\", got \"up\"");
  expect_structure_told(
      k_block + good + "[[structure.support]]\nnode = 2\n",
      "case.toml:16: structure.support[2].fix: is missing\n"
      "  hint: [[structure.support]] needs it: Displacements and rotations that are held, "
      "\"x\", \"y\", \"z\", \"rx\", \"ry\" or \"rz\"");
  expect_structure_told(
      k_block + "[[structure.support]]\nfix = \"x\"\nnode = 1\n",
      "case.toml:14: structure.support[1].fix: must be a list of at least one word, got "
      "\"x\"\n  hint: write [\"x\"]");
  expect_structure_told(
      k_block + "[[structure.support]]\nfix = [\"x\", \"x\"]\nnode = 1\n",
      "case.toml:14: structure.support[1].fix: must not name a word twice, got \"x\"");
  expect_structure_told(
      k_block + "[structure.support]\nnode = 1\nfix = [\"x\"]\n",
      "case.toml:13: structure.support: must be a list of tables, got a table\n"
      "  hint: write [[structure.support]] on a line of its own and its keys below");
  expect_structure_told(
      k_block + "[[structure.support]]\nnod = 1\nfix = [\"x\"]\n",
      "case.toml:14: structure.support[1].nod: unknown key\n  hint: did you mean node?");
  expect_structure_told(
      k_block + "[[structure.support]]\nnode = 1\ngroup = \"a\"\nfix = [\"x\"]\n",
      "case.toml:15: structure.support[1].group: conflicts with structure.support[1].node "
      "of line 14\n  hint: give only one of the two");
  expect_structure_told(k_block + "[[structure.sprig]]\nnode = 1\n",
                        "case.toml:13: [[structure.sprig]]: unknown table\n"
                        "  hint: did you mean [[structure.spring]]?");
}

TEST(StructureToml, AThousandTablesAreEnough) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "[[structure.support]]\n";
  expect_structure_told(
      k_block + many,
      "case.toml:13: structure.support: must be no more than 1000 tables, got 1001");
}

TEST(StructureToml, BridgeAndStructureAreNotBothThere) {
  expect_structure_told(k_beam + k_block,
                        "case.toml:6: structure: conflicts with [bridge] of line 2\n"
                        "  hint: the train runs on one of them: leave the other out");
}

TEST(StructureToml, BlocksThatCannotBeAreRefused) {
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = k_block;
    return text.replace(text.find(from), from.size(), to);
  };
  expect_structure_told(changed("elements_along = 10", "elements_along = 0"),
                        "case.toml:7: structure.elements_along: must be in [1, 1e+05], got 0");
  std::string huge = changed("elements_along = 10", "elements_along = 10000");
  huge.replace(huge.find("across = 2"), 10, "across = 1000");
  huge.replace(huge.find("high = 2"), 8, "high = 1000");
  expect_structure_told(
      huge,
      "case.toml:7: structure.elements_along: 10000 x 1000 x 1000 elements in 1 span are "
      "3.01e+10 unknowns: no more than 2e+06 are solved\n"
      "  hint: a few elements over the height are enough for bending");
  expect_structure_told(changed("density = 2500", "density = -2500"),
                        "case.toml:12: structure.density: must be > 0, got -2500");
  expect_structure_told(changed("density = 2500", "density = nan"),
                        "case.toml:12: structure.density: must be a finite number, got nan");
  expect_structure_told(changed("density = 2500\n", ""),
                        "case.toml:2: structure.density: is missing\n"
                        "  hint: give it, or mass_per_length");
  expect_structure_told(
      changed("elements_high = 2", "elements_high = 3") + "bearings = \"middle\"\n",
      "case.toml:9: structure.elements_high: must be even for bearings in the middle of "
      "the height\n  hint: there is no node to hold otherwise");
  expect_structure_told(
      k_block + k_part,
      "case.toml:13: structure.part[1]: counts only for structure.type = mesh, here it is "
      "block\n  hint: leave it out");
  expect_structure_told(
      k_block + "interpolation = \"hermite\"\n",
      "case.toml:13: structure.interpolation: hermite is for matrices alone, not for a "
      "block\n  hint: beam elements do the same with shape_functions");
}

TEST(StructureToml, RatiosOfModesAreNoDampingOfElements) {
  expect_structure_told(
      k_block + "damping_ratio = 0.01\n",
      "case.toml:13: structure.damping_ratio: a ratio for all modes is no damping of finite "
      "elements\n  hint: give damping_frequencies, at which Rayleigh damping has it, or set "
      "solution = \"modal\"");
  expect_structure_told(
      k_beam + "model = \"elements\"\ndamping_ratio = 0.01\n",
      "case.toml:7: bridge.damping_ratio: a ratio for all modes is no damping of finite "
      "elements\n  hint: give bridge.rayleigh = [of mass, of stiffness], or set "
      "bridge.solution = \"modal\"");
  const std::string modal = k_block + "damping_ratio = 0.01\nsolution = \"modal\"\n";
  EXPECT_EQ(structure_of(modal).target_error, 0.005);
  expect_structure_told(
      modal + "[track]\n",
      "case.toml:13: structure.damping_ratio: a ratio for all modes would take the place of "
      "the track's dampers\n  hint: give rayleigh, or damping_frequencies too");
  expect_structure_told(
      modal + "[[structure.spring]]\nnode = 1\ndirection = \"z\"\ndamping = 1e5\n",
      "case.toml:13: structure.damping_ratio: a ratio for all modes would take the place of "
      "the dampers that are given\n  hint: give rayleigh, or damping_frequencies too");
  const structure::RayleighDamping damping =
      rayleigh_of(structure_of(k_block + "damping_ratio = 0.01\ndamping_frequencies = [4, 20]\n"));
  // 2 zeta omega = a + b omega^2 at both frequencies
  for (const double hertz : {4.0, 20.0}) {
    const double omega = 2 * 3.14159265358979 * hertz;
    EXPECT_NEAR((damping.mass_factor / omega + damping.stiffness_factor * omega) / 2, 0.01, 1e-12);
  }
}

TEST(StructureToml, SpringsThatCannotBeAreRefused) {
  const std::string spring = k_block + "[[structure.spring]]\n";
  expect_structure_told(spring + "node = 1\ndirection = \"z\"\n",
                        "case.toml:13: structure.spring[1].stiffness: is missing\n"
                        "  hint: give it, or elongations and forces, or damping alone");
  expect_structure_told(spring + "stiffness = 1e6\ndirection = \"z\"\n",
                        "case.toml:13: structure.spring[1].group: is missing\n"
                        "  hint: give group, node or at: where it is");
  expect_structure_told(
      spring + "node = 1\nstiffness = 1e6\n",
      "case.toml:13: structure.spring[1].direction: is missing for a spring to the ground");
  expect_structure_told(spring + "node = 1\nstiffness = -1e6\ndirection = \"z\"\n",
                        "case.toml:15: structure.spring[1].stiffness: must be >= 0, got -1e+06");
  expect_structure_told(
      spring + "node = 1\ndirection = \"z\"\nelongations = [0, 1, 0.5]\nforces = [1, 2]\n",
      "case.toml:16: structure.spring[1].elongations: must rise\n"
      "case.toml:17: structure.spring[1].forces: must be 3 numbers as there are "
      "elongations, got 2");
  expect_structure_told(
      spring + "node = 1\ndirection = \"z\"\nelongations = [0, 1]\n",
      "case.toml:16: structure.spring[1].elongations: needs structure.spring[1].forces as "
      "well");
}

TEST(StructureToml, FilesThatAreNotThereAreToldAtTheirKeys) {
  const testing_support::TemporaryFolder folder;
  const std::string here = folder.path().string();
  expect_structure_told(k_mesh + k_part,
                        "case.toml:4: structure.file: " + here + "/bridge.msh: no such file", here);
  expect_structure_told(k_mesh + k_part, "case.toml:4: structure.file: no files can be read here");
  expect_structure_told(k_matrices,
                        "case.toml:6: structure.nodes: " + here + "/n.csv: no such file", here);
  expect_structure_told(k_mesh,
                        "case.toml:2: structure: a mesh needs [[structure.part]]\n"
                        "  hint: one for each group of elements, with its material\n"
                        "case.toml:4: structure.file: no files can be read here");
}

TEST(StructureToml, MatricesThatCannotBeAreRefused) {
  testing_support::TemporaryFolder folder;
  const std::string here = folder.path().string();
  const std::string head = "%%MatrixMarket matrix coordinate real ";
  folder.write("n.csv", "node,x,y,z,direction,line\n1,0,0,0,uz,1\n2,1,0,0,uz,1\n");
  folder.write("m.mtx", head + "symmetric\n2 2 2\n1 1 1\n2 2 1\n");
  folder.write("k.mtx", head + "general\n2 2 3\n1 1 2\n1 2 -1\n2 2 2\n");
  expect_structure_told(
      k_matrices,
      "case.toml:5: structure.stiffness: " + here +
          "/k.mtx: the matrix must be symmetric: entry (2, 1) is 0, (1, 2), got -1\n"
          "  hint: if the file holds one half only, it must say so: symmetric (Matrix "
          "Market), RSA (Harwell-Boeing)",
      here);
  folder.write("k.mtx", head + "symmetric\n3 3 1\n1 1 2\n");
  expect_structure_told(k_matrices,
                        "case.toml:5: structure.stiffness: " + here +
                            "/k.mtx: the matrix must have 2 rows as that of " + here +
                            "/m.mtx, got 3\n"
                            "  hint: write all matrices for the same displacements and supports",
                        here);
  folder.write("k.mtx", head + "symmetric\n2 2 2\n1 1 2\n2 2 2\n");
  folder.write("m.mtx", head + "symmetric\n2 2 2\n1 1 -1\n2 2 1\n");
  expect_structure_told(
      k_matrices,
      "case.toml:4: structure.mass: the mass of node 1 z is -1 kg: must not be negative", here);
  folder.write("m.mtx", head + "symmetric\n2 2 2\n1 1 nan\n2 2 1\n");
  EXPECT_EQ(problems_of(k_train_bridge_head + k_matrices + k_rest, here).find(here + "/m.mtx:3: "),
            0u);
}

TEST(StructureToml, ATrackLiesOnElementsAlone) {
  expect_structure_told(k_beam + "[track]\n",
                        "case.toml:6: track: lies on a bridge of finite elements\n"
                        "  hint: set bridge.model = \"elements\"");
  expect_structure_told(k_block + "beyond = \"ground\"\n[track]\n",
                        "case.toml:13: structure.beyond: wheels run on the rails of [track]\n"
                        "  hint: say it there: track.beyond");
  expect_structure_told(
      k_beam + "model = \"elements\"\n[track]\nfirst_sleeper = 1\n",
      "case.toml:8: track.first_sleeper: must be no farther than the spacing, 0.6 m");
  const TrackInput track =
      parse_toml(k_train_bridge_head + k_beam + "model = \"elements\"\n[track]\n" + k_rest,
                 "case.toml", "")
          .train_bridge->track.value();
  EXPECT_EQ(track.type, "ballasted");
  EXPECT_DOUBLE_EQ(track.rail_bending_stiffness, 1.32476060e7);
  EXPECT_EQ(track.sleeper_spacing, 0.6);
}

TEST(StructureToml, WheelsWithoutMassNeedASpringAndARigidContact) {
  const auto vehicle = [](const std::string& rest) {
    return k_train_bridge_head + k_beam + "[train]\nspeed = 30\n[vehicle]\nwheelset_mass = 0\n" +
           rest;
  };
  const std::string sprung = "type = \"sprung_mass\"\nbody_mass = 1e4\nstiffness = 1e6\n";
  EXPECT_EQ(problems_of(vehicle(sprung)),
            "case.toml:9: vehicle.wheelset_mass: must be > 0 with contact.model = hertz\n"
            "  hint: a wheel without mass follows the rail: set contact.model = \"rigid\"");
  EXPECT_EQ(problems_of(vehicle(sprung + "[contact]\nmodel = \"rigid\"\n")), "");
  EXPECT_EQ(parse_toml(vehicle(sprung + "[contact]\nmodel = \"rigid\"\n"), "case.toml", "")
                .train_bridge->contact.constraint,
            "displacement");
  EXPECT_EQ(
      problems_of(
          vehicle(sprung + "[contact]\nmodel = \"rigid\"\nconstraint = \"acceleration\"\n")),
      "case.toml:15: contact.constraint: a wheel without mass has no acceleration to constrain\n"
      "  hint: leave it out, or give vehicle.wheelset_mass");
  EXPECT_EQ(problems_of(vehicle("type = \"quarter\"\nbody_mass = 1e4\nbogie_mass = 1e3\n"
                                "primary_stiffness = 1e6\nsecondary_stiffness = 1e6\n")),
            "case.toml:9: vehicle.wheelset_mass: must be > 0\n"
            "  hint: only a sprung_mass can do without");
}

TEST(StructureToml, MatricesAreWrittenOfElementsAlone) {
  expect_structure_told(k_beam + "[output]\nmatrices = true\n",
                        "case.toml:7: output.matrices: needs a bridge of finite elements\n"
                        "  hint: give [structure], [track], or [bridge] with model = \"elements\"");
}

TEST(StructureToml, RestitutionIsForRigidContact) {
  const std::string contact = "[contact]\nmodel = \"rigid\"\nrestitution = ";
  expect_structure_told(k_beam + contact + "0.5\nconstraint = \"displacement\"\n",
                        "case.toml:8: contact.restitution: belongs to impacts, which a constraint "
                        "of displacements has not\n"
                        "  hint: set contact.constraint = \"acceleration\", or leave it out");
  EXPECT_EQ(parse_toml(k_train_bridge_head + k_beam + contact + "0.5\n" + k_rest, "case.toml", "")
                .train_bridge->contact.restitution,
            0.5);
  expect_structure_told(k_beam + contact + "1.5\n",
                        "case.toml:8: contact.restitution: must be in [0, 1], got 1.5");
}

}  // namespace
}  // namespace tread::casefile
