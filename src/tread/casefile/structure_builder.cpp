#include "tread/casefile/structure_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "tread/casefile/fem_files.hpp"
#include "tread/casefile/named_files.hpp"

namespace tread::casefile {
namespace {

/// More unknowns would not be solved in a time that anybody waits.
constexpr double k_max_unknowns = 2e6;

class StructureBuilder {
 public:
  StructureBuilder(StructureInput& structure, LineNeed need, const std::filesystem::path& base_dir,
                   Reading& reading, ProblemList& problems)
      : structure_(structure),
        need_(need),
        base_dir_(base_dir),
        reading_(reading),
        problems_(problems) {}

  void build() {
    if (structure_.type.empty()) return;  // told already
    choose();
    check_line();
    check_damping();
    if (is("block")) check_block();
    if (is("mesh")) check_parts();
    check_tables();
    for (std::size_t i = 0; i < structure_.supports.size(); ++i) {
      check_nodes(nth_table("structure.support", number(i)));
      check_settlement(nth_table("structure.support", number(i)), structure_.supports[i]);
    }
    for (std::size_t i = 0; i < structure_.springs.size(); ++i) {
      check_spring(nth_table("structure.spring", number(i)), structure_.springs[i]);
    }
    for (std::size_t i = 0; i < structure_.masses.size(); ++i) {
      check_nodes(nth_table("structure.point_mass", number(i)));
    }
    if (is("mesh")) read_mesh_file();
    if (is("matrices")) read_matrix_files();
  }

 private:
  static int number(std::size_t i) { return static_cast<int>(i) + 1; }
  bool is(std::string_view type) const { return structure_.type == type; }
  bool is_given(std::string_view key) const { return reading_.given(key) != nullptr; }
  void complain(std::string_view key, std::string reason, std::string hint = "") {
    problems_.add(reading_.problem(key, std::move(reason), std::move(hint)));
  }

  void choose() {
    if (structure_.interpolation.empty() && !is_given("structure.load_line_file")) {
      const bool is_smooth_anyway =
          is("mesh") && std::ranges::all_of(structure_.parts, [](const PartInput& part) {
            return part.kind == "beam";
          });
      structure_.interpolation =
          need_ == LineNeed::smooth && !is_smooth_anyway ? "smooth" : "shape_functions";
      reading_.use("structure.interpolation", structure_.interpolation);
    }
    if (structure_.beyond.empty() && !reading_.has_table("track")) {
      structure_.beyond = is("block") ? "ground" : "refuse";
      reading_.use("structure.beyond", structure_.beyond);
    }
    const bool is_open =
        !structure_.modes && !structure_.frequency_limit && !structure_.target_error;
    if (structure_.solution == "modal" && is_open) {
      structure_.target_error = 0.005;
      reading_.use("structure.target_error", *structure_.target_error);
    }
  }

  void check_line() {
    if (!structure_.up.empty() && structure_.up.back() == structure_.along.back()) {
      complain("structure.up",
               fmt::format("must be another axis than that along the track, {}", structure_.along));
    }
    if (structure_.interpolation == "hermite" && !is("matrices")) {
      complain("structure.interpolation",
               fmt::format("hermite is for matrices alone, not for a {}", structure_.type),
               "beam elements do the same with shape_functions");
    }
    if (is_given("structure.load_line_file") && is_given("structure.interpolation")) {
      complain("structure.interpolation", "conflicts with structure.load_line_file",
               "that file says how the line runs between nodes");
    }
    const bool has_line = is_given("structure.nodes") || is_given("structure.load_line_file");
    if (is("matrices") && !has_line) {
      complain("structure.nodes", "is missing",
               "give a node table with a column 'line', or load_line_file");
    }
  }

  void check_settlement(const std::string& table, const SupportInput& support) {
    if (!support.settlement) return;
    const std::string vertical(1, structure_.up.empty() ? 'z' : structure_.up.back());
    if (std::ranges::count(support.fix, vertical) == 0) {
      complain(table + ".settlement", "needs a support that holds the vertical displacement",
               fmt::format("add \"{}\" to fix", vertical));
    }
    if (structure_.solution == "modal") {
      complain(table + ".settlement", "modes are those of supports at rest",
               "set structure.solution = \"full\"");
    }
  }

  void check_damping() {
    const bool has_frequencies = !structure_.damping_frequencies.empty();
    const bool has_dampers = std::ranges::any_of(
        structure_.springs, [](const SpringInput& spring) { return spring.damping > 0; });
    if (structure_.damping_ratio && !has_frequencies && structure_.solution == "modal" &&
        (has_dampers || is_given("structure.damping"))) {
      complain("structure.damping_ratio",
               "a ratio for all modes would take the place of the dampers that are given",
               "give rayleigh, or damping_frequencies too");
    }
    if (structure_.damping_ratio && !is_given("structure.damping_frequencies") &&
        structure_.solution != "modal") {
      complain("structure.damping_ratio", "a ratio for all modes is no damping of finite elements",
               "give damping_frequencies, at which Rayleigh damping has it, or set solution = "
               "\"modal\"");
    }
    if (has_frequencies &&
        structure_.damping_frequencies.front() == structure_.damping_frequencies.back()) {
      complain("structure.damping_frequencies", "must be two different ones");
    }
    for (const double factor : structure_.rayleigh) {
      if (factor >= 0) continue;
      complain("structure.rayleigh", fmt::format("must not be negative, got {}", factor));
    }
  }

  void check_block() {
    if (!is_given("structure.density") && !is_given("structure.mass_per_length")) {
      complain("structure.density", "is missing", "give it, or mass_per_length");
    }
    if (structure_.bearings == "middle" && structure_.elements_high % 2 != 0) {
      complain("structure.elements_high", "must be even for bearings in the middle of the height",
               "there is no node to hold otherwise");
    }
    const double n = 3.0 * structure_.spans * (structure_.elements_along + 1.0) *
                     (structure_.elements_across + 1.0) * (structure_.elements_high + 1.0);
    if (n > k_max_unknowns) {
      complain("structure.elements_along",
               fmt::format("{} x {} x {} elements in {} span{} are {:.3g} unknowns: no more than "
                           "{:g} are solved",
                           structure_.elements_along, structure_.elements_across,
                           structure_.elements_high, structure_.spans,
                           structure_.spans == 1 ? "" : "s", n, k_max_unknowns),
               "a few elements over the height are enough for bending");
    }
  }

  void check_parts() {
    if (structure_.parts.empty()) {
      complain("structure", "a mesh needs [[structure.part]]",
               "one for each group of elements, with its material");
    }
    for (std::size_t i = 0; i < structure_.parts.size(); ++i) {
      const PartInput& part = structure_.parts[i];
      if (part.kind != "beam" || part.displacements == "plane") continue;
      const std::string table = nth_table("structure.part", number(i));
      const auto need = [&](const char* key) {
        if (is_given(fmt::format("{}.{}", table, key))) return;
        complain(fmt::format("{}.{}", table, key), "is missing",
                 "spatial beams need it; frames in the x-z plane do not (displacements = "
                 "\"plane\")");
      };
      need("second_moment_across");
      need("torsion_constant");
    }
  }

  /// Tables that mean nothing to this type.
  void check_tables() {
    const auto refuse = [&](const char* table, std::size_t n, const char* types) {
      if (n == 0) return;
      complain(
          nth_table(table, 1),
          fmt::format("counts only for structure.type = {}, here it is {}", types, structure_.type),
          "leave it out");
    };
    if (!is("mesh")) refuse("structure.part", structure_.parts.size(), "mesh");
    if (!is("matrices")) return;
    refuse("structure.support", structure_.supports.size(), "block or mesh");
    refuse("structure.spring", structure_.springs.size(), "block or mesh");
    refuse("structure.point_mass", structure_.masses.size(), "block or mesh");
    refuse("structure.link", structure_.links.size(), "block or mesh");
  }

  void check_nodes(const std::string& table) {
    if (is_given(table + ".group") || is_given(table + ".node") || is_given(table + ".at")) return;
    complain(table + ".group", "is missing", "give group, node or at: where it is");
  }

  void check_spring(const std::string& table, const SpringInput& spring) {
    check_nodes(table);
    const bool has_law = !spring.elongations.empty();
    if (!is_given(table + ".stiffness") && !is_given(table + ".elongations") &&
        !is_given(table + ".damping")) {
      complain(table + ".stiffness", "is missing",
               "give it, or elongations and forces, or damping alone");
    }
    if (!is_given(table + ".direction") && !is_given(table + ".to_node")) {
      complain(table + ".direction", "is missing for a spring to the ground");
    }
    if (spring.elongations.size() != spring.forces.size() && has_law && !spring.forces.empty()) {
      complain(table + ".forces", fmt::format("must be {} numbers as there are elongations, got {}",
                                              spring.elongations.size(), spring.forces.size()));
    }
    for (std::size_t i = 1; i < spring.elongations.size(); ++i) {
      if (spring.elongations[i] > spring.elongations[i - 1]) continue;
      complain(table + ".elongations", "must rise");
      break;
    }
  }

  void read_mesh_file() {
    const Unit* unit = find_unit(Dimension::length, structure_.length_unit);
    const double metres = unit == nullptr ? 1 : unit->to_si(1);
    auto mesh =
        read_named("structure.file", structure_.file, base_dir_, reading_, problems_,
                   [&](const std::filesystem::path& path) { return read_mesh(path, metres); });
    if (!mesh) return;
    if (3.0 * mesh->n_nodes() > k_max_unknowns) {
      complain("structure.file",
               fmt::format("{} nodes are more than are solved: no more than {:g}", mesh->n_nodes(),
                           k_max_unknowns / 3),
               "mesh it more coarsely");
      return;
    }
    structure_.mesh = std::make_shared<const fem::Mesh>(std::move(*mesh));
  }

  fem::LineOptions line_options() const {
    const auto axis = [](char name) { return static_cast<fem::Axis>(name - 'x'); };
    fem::LineOptions options;
    options.along = axis(structure_.along.back());
    options.vertical = axis(structure_.up.back());
    options.positive = structure_.up.front() == '-' ? fem::LineOptions::Positive::down
                                                    : fem::LineOptions::Positive::up;
    if (structure_.interpolation == "smooth") options.interpolation = fem::Interpolation::smooth;
    if (structure_.interpolation == "hermite") options.interpolation = fem::Interpolation::hermite;
    return options;
  }

  void read_matrix_files() {
    struct Named {
      const char* key;
      const std::string& file;
      std::filesystem::path MatrixFiles::*path;
    };
    const std::array named{
        Named{"structure.mass", structure_.mass, &MatrixFiles::mass},
        Named{"structure.stiffness", structure_.stiffness, &MatrixFiles::stiffness},
        Named{"structure.damping", structure_.damping, &MatrixFiles::damping},
        Named{"structure.nodes", structure_.nodes, &MatrixFiles::nodes},
        Named{"structure.load_line_file", structure_.load_line_file, &MatrixFiles::load_line}};
    if (!problems_.empty()) return;  // such files are large, and some keys may be missing
    MatrixFiles files;
    for (const Named& one : named) {
      if (!is_given(one.key)) continue;
      if (!names_a_file(one.key, one.file, base_dir_, reading_, problems_)) return;
      files.*one.path = path_from(base_dir_, one.file);
    }
    files.line_options = line_options();
    files.rayleigh = rayleigh_of(structure_);
    try {
      structure::ElasticStructure read = read_structure(files);
      if (structure_.start) read.line = read.line.shifted(*structure_.start - read.line.start());
      structure_.of_matrices = std::make_shared<const structure::ElasticStructure>(std::move(read));
    } catch (const CaseError& error) {
      for (const Problem& problem : error.problems()) {
        const char* key = "structure.mass";
        for (const Named& one : named) {
          if ((files.*one.path).string() == problem.file) key = one.key;
        }
        report_file(problem, reading_.problem(key, ""), problems_);
      }
    } catch (const ModelError& error) {
      const bool is_mass = std::string_view(error.what()).find("mass") != std::string::npos;
      complain(is_mass ? "structure.mass" : "structure.stiffness", error.what());
    }
  }

  StructureInput& structure_;
  LineNeed need_;
  const std::filesystem::path& base_dir_;
  Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

void build_structure(StructureInput& structure, LineNeed need,
                     const std::filesystem::path& base_dir, Reading& reading,
                     ProblemList& problems) {
  StructureBuilder(structure, need, base_dir, reading, problems).build();
}

structure::RayleighDamping rayleigh_of(const StructureInput& structure) {
  if (structure.rayleigh.size() == 2) return {structure.rayleigh[0], structure.rayleigh[1]};
  if (structure.damping_frequencies.size() != 2 || !structure.damping_ratio) return {};
  const double ratio = *structure.damping_ratio;
  return structure::rayleigh_through(2 * std::numbers::pi * structure.damping_frequencies[0], ratio,
                                     2 * std::numbers::pi * structure.damping_frequencies[1],
                                     ratio);
}

}  // namespace tread::casefile
