#include "tread/study/structure_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/matrix_structure.hpp"
#include "tread/fem/node_table.hpp"
#include "tread/structure/sparse_factor.hpp"
#include "tread/study/train_bridge_places.hpp"

namespace tread::study {
namespace {

using interaction::Crossing;
using interaction::History;
using structure::LoadLine;

constexpr int k_frequencies_told = 20;
constexpr double k_no_reaction = 1e-9;  // of the largest

std::vector<double> sections_of(const TrainBridgeModel& model) {
  const std::vector<double>& all = model.options.sections;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(model.n_sections())};
}

/// Deflections of the sections: of the deck where there is one.
History section_deflections(const TrainBridgeModel& model, const Crossing& crossing) {
  const auto n = static_cast<Eigen::Index>(model.n_sections());
  return (model.structure->is_deck_apart() ? crossing.probes : crossing.deflections).leftCols(n);
}

/// Deflections of the sections as sums of displacements.
std::vector<interaction::Probe> section_probes(const TrainBridgeModel& model,
                                               const LoadLine& line) {
  std::vector<interaction::Probe> probes;
  for (const double x : sections_of(model)) probes.push_back(deflection_probe(line, x));
  return probes;
}

std::vector<interaction::Probe> moment_probes(const TrainBridgeModel& model) {
  const auto first =
      model.options.probes.begin() + static_cast<std::ptrdiff_t>(model.first_moment_probe());
  return {first, first + static_cast<std::ptrdiff_t>(model.moment_places.size())};
}

/// Probes of rows that displacements have: a column each.
Eigen::MatrixXd at_probes(const std::vector<interaction::Probe>& probes,
                          const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd values =
      Eigen::MatrixXd::Zero(rows.cols(), static_cast<Eigen::Index>(probes.size()));
  for (std::size_t i = 0; i < probes.size(); ++i) {
    for (std::size_t k = 0; k < probes[i].dofs.size(); ++k) {
      values.col(static_cast<Eigen::Index>(i)) +=
          probes[i].weights[k] * rows.row(probes[i].dofs[k]).transpose();
    }
  }
  return values;
}

/// Deflections of the sections, then bending moments, below unit forces at rest anywhere.
class StaticLines {
 public:
  StaticLines(const TrainBridgeModel& model, const structure::LineModes* reduced)
      : line_(reduced != nullptr ? reduced->line : model.structure->structure->line) {
    if (reduced != nullptr) {
      lines_ = reduced->on_line * reduced->omega.cwiseAbs2().cwiseInverse().asDiagonal() *
               of_modes(model, *reduced);
      return;
    }
    std::optional<Eigen::MatrixXd>& kept = model.structure->findings->static_lines;
    if (!kept) kept = of_displacements(model);
    lines_ = *kept;
  }

  Eigen::Index size() const { return lines_.cols(); }

  /// What a force at x adds to all of them.
  void add(double x, double force, Eigen::VectorXd& values) const {
    if (!line_.covers(x)) return;
    const structure::LineWeights at = line_.at(x);
    Eigen::Index k = 0;
    for (const int dof : line_.segments()[as_size(at.segment)].dofs) {
      values += force * at.shape(k++) * lines_.row(dof).transpose();
    }
  }

 private:
  static Eigen::MatrixXd of_displacements(const TrainBridgeModel& model) {
    std::vector<interaction::Probe> probes = section_probes(model, model.structure->shown_line());
    for (interaction::Probe& probe : moment_probes(model)) probes.push_back(std::move(probe));
    const structure::ElasticStructure& structure = *model.structure->structure;
    Eigen::MatrixXd forces =
        Eigen::MatrixXd::Zero(structure.n_dofs(), static_cast<Eigen::Index>(probes.size()));
    for (std::size_t i = 0; i < probes.size(); ++i) {
      for (std::size_t k = 0; k < probes[i].dofs.size(); ++k) {
        forces(probes[i].dofs[k], static_cast<Eigen::Index>(i)) += probes[i].weights[k];
      }
    }
    return structure::SparseFactor(structure.stiffness).solve_all(forces);
  }

  /// Modes x what is looked at.
  static Eigen::MatrixXd of_modes(const TrainBridgeModel& model,
                                  const structure::LineModes& reduced) {
    const bool is_deck = model.structure->is_deck_apart();
    const Eigen::MatrixXd sections =
        at_probes(section_probes(model, is_deck ? model.structure->deck : reduced.line),
                  is_deck ? reduced.shapes : reduced.on_line);
    if (model.moment_places.empty()) return sections;
    Eigen::MatrixXd all(sections.rows(),
                        sections.cols() + static_cast<Eigen::Index>(model.moment_places.size()));
    all << sections, at_probes(moment_probes(model), reduced.shapes);
    return all;
  }

  LoadLine line_;
  Eigen::MatrixXd lines_;  // displacements of the line x what is looked at
};

/// The largest deflection and moment of the sections below the axle loads at rest wherever the
/// train came past.
struct StaticExtremes {
  Extreme deflection;
  Extreme moment;
};

StaticExtremes static_extremes_of(const TrainBridgeModel& model, const StructureCrossing& solved) {
  const StaticLines lines(model, solved.reduced.get());
  const Crossing& crossing = solved.crossing;
  const Eigen::Index stride =
      std::max<Eigen::Index>(1, crossing.positions.rows() / k_static_instants);
  const auto n_sections = static_cast<Eigen::Index>(model.n_sections());
  StaticExtremes extremes;
  for (Eigen::Index row = 0; row < crossing.positions.rows(); row += stride) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(lines.size());
    for (Eigen::Index k = 0; k < crossing.positions.cols(); ++k) {
      lines.add(crossing.positions(row, k),
                model.bridge_load_factor * crossing.wheel_loads[as_size(static_cast<int>(k))],
                values);
    }
    const auto raise = [&](const Eigen::VectorXd& at_sections, Extreme& extreme) {
      if (at_sections.size() == 0) return;
      Eigen::Index place = 0;
      if (at_sections.cwiseAbs().maxCoeff(&place) <= std::abs(extreme.value)) return;
      extreme = {at_sections(place), model.options.sections[as_size(static_cast<int>(place))],
                 crossing.times[as_size(static_cast<int>(row))]};
    };
    raise(values.head(n_sections), extremes.deflection);
    raise(values.tail(values.size() - n_sections), extremes.moment);
  }
  return extremes;
}

void add_moments(const TrainBridgeModel& model, const Crossing& crossing, result::CaseResult& out) {
  if (model.moment_places.empty()) return;
  const auto first = static_cast<Eigen::Index>(model.first_moment_probe());
  const History moments =
      crossing.probes.middleCols(first, static_cast<Eigen::Index>(model.moment_places.size()));
  const Extreme largest = extreme_of(moments, crossing.times, model.moment_places);
  out.scalars.push_back({"max_moment", largest.value, "N m",
                         fmt::format("largest bending moment of the sections, at {}",
                                     place_and_time(largest, crossing))});
  out.tables.push_back(
      section_table("moment", "Bending moment, sagging", "N m", model, crossing, moments));
}

void add_deflections(const TrainBridgeModel& model, const StructureCrossing& solved,
                     result::CaseResult& out) {
  const Crossing& crossing = solved.crossing;
  const BridgeLines lines = structure_lines(model, crossing);
  const History sections = section_deflections(model, crossing);
  const Extreme anywhere = extreme_of(lines.deflection, crossing.times, lines.places);
  const Extreme at_sections = extreme_of(sections, crossing.times, sections_of(model));
  const Extreme& largest =
      std::abs(at_sections.value) > std::abs(anywhere.value) ? at_sections : anywhere;
  const char* what = model.structure->deck.is_empty() ? "rail" : "bridge";
  out.scalars.push_back({"max_deflection", largest.value, "m",
                         fmt::format("largest deflection of the {}, at {}", what,
                                     place_and_time(largest, crossing))});
  if (model.structure->structure->springs.empty()) {
    const auto [at_rest, moment] = static_extremes_of(model, solved);
    out.scalars.push_back(
        {"static_deflection", at_rest.value, "m",
         fmt::format("largest deflection of the sections below the axle loads at rest, at x = "
                     "{:.4g} m",
                     at_rest.at)});
    if (at_rest.value != 0) {
      out.scalars.push_back({"dynamic_amplification", at_sections.value / at_rest.value, "",
                             "largest deflection of the sections over that at rest"});
    }
    if (!model.moment_places.empty()) {
      out.scalars.push_back({"static_moment", moment.value, "N m",
                             fmt::format("largest bending moment of the sections below the axle "
                                         "loads at rest, at x = {:.4g} m",
                                         moment.at)});
    }
  }
  out.tables.push_back(
      section_table("deflection", "Deflection, downwards", "m", model, crossing, sections));
  add_moments(model, crossing, out);
  const auto n = static_cast<Eigen::Index>(model.n_sections());
  const bool is_deck = model.structure->is_deck_apart();
  if (is_deck && model.structure->has_track) {
    out.tables.push_back(section_table("rail_deflection", "Deflection of the rail above, downwards",
                                       "m", model, crossing, crossing.deflections.leftCols(n)));
  }
  const History accelerations =
      (is_deck ? crossing.probe_accelerations : crossing.accelerations).leftCols(n);
  const Extreme acceleration = extreme_of(accelerations, crossing.times, sections_of(model));
  out.scalars.push_back({"max_acceleration", acceleration.value, "m/s2",
                         fmt::format("largest acceleration of the sections, at {}",
                                     place_and_time(acceleration, crossing))});
  out.tables.push_back(section_table("acceleration", "Acceleration, downwards", "m/s2", model,
                                     crossing, accelerations));
}

void add_reactions(const TrainBridgeModel& model, const Crossing& crossing,
                   result::CaseResult& out) {
  if (crossing.reactions.cols() == 0) return;
  struct Sum {
    const ReactionSum* reaction;
    Eigen::VectorXd values;
  };
  std::vector<Sum> sums;
  double largest = 0;
  for (const ReactionSum& reaction : model.structure->reactions) {
    Sum sum{&reaction, Eigen::VectorXd::Zero(crossing.reactions.rows())};
    for (const int row : reaction.rows) sum.values += reaction.sign * crossing.reactions.col(row);
    largest = std::max(largest, sum.values.cwiseAbs().maxCoeff());
    sums.push_back(std::move(sum));
  }
  result::Table table{"reactions",
                      "Reactions of the supports, upwards or along the axis named",
                      {{"time", "s", crossing.times}}};
  for (const Sum& sum : sums) {
    if (sum.values.cwiseAbs().maxCoeff() <= k_no_reaction * largest) continue;
    table.columns.push_back(
        {sum.reaction->name, sum.reaction->unit, {sum.values.begin(), sum.values.end()}});
  }
  if (table.columns.size() < 2) return;
  out.tables.push_back(std::move(table));
  if (!model.structure->has_track) return;
  out.notes.push_back("Reactions lack what a sleeper straight above a support puts on it.");
}

/// Forces of springs with laws: bearings, stops.
void add_spring_forces(const TrainBridgeModel& model, const Crossing& crossing,
                       result::CaseResult& out) {
  const std::vector<structure::LawSpring>& springs = model.structure->structure->springs;
  if (springs.empty()) return;
  result::Table table{"spring_forces",
                      "Forces of springs with laws, positive where they pull",
                      {{"time", "s", crossing.times}}};
  const auto first = crossing.probes.cols() - static_cast<Eigen::Index>(springs.size());
  for (std::size_t i = 0; i < springs.size(); ++i) {
    result::Column column{springs[i].name, "N", {}};
    for (const double e : crossing.probes.col(first + static_cast<Eigen::Index>(i))) {
      column.values.push_back(springs[i].law.at(e).value);
    }
    table.columns.push_back(std::move(column));
  }
  out.tables.push_back(std::move(table));
}

void add_modal_error(const ModalError& error, result::CaseResult& out) {
  const auto [least, most] = std::minmax(error.n_modes, error.n_others);
  out.scalars.push_back({"modal_error_deflection", error.deflection, "",
                         fmt::format("estimated error of the deflection's peaks, of the largest: "
                                     "change from {} to {} modes",
                                     least, most)});
  if (error.history) {
    out.scalars.push_back({"modal_error_history", *error.history, "",
                           "the same change of the deflection at any place and instant"});
  }
  out.scalars.push_back(
      {"modal_error_force", error.force, "", "the same change of the largest axle force, of it"});
  if (error.acceleration) {
    out.scalars.push_back({"modal_error_deck_acceleration", *error.acceleration, "",
                           "the same change of the largest acceleration of the deck, of it; that "
                           "of all frequencies is not estimated"});
  } else {
    out.notes.push_back("The error that modes leave in accelerations is not estimated.");
  }
}

void add_reduced_modes(const StructureCrossing& solved, result::CaseResult& out) {
  if (!solved.reduced) return;
  const structure::LineModes& modes = *solved.reduced;
  const auto frequency = [&](Eigen::Index i) { return modes.omega(i) / (2 * std::numbers::pi); };
  out.scalars.push_back({"modes", static_cast<double>(modes.n_true_modes), "",
                         fmt::format("number of modes, besides {} static corrections",
                                     modes.n_modes() - modes.n_true_modes)});
  result::Table table{
      "frequencies", "Frequencies of the bridge", {{"mode", "", {}}, {"frequency", "Hz", {}}}};
  table.look = result::Table::Look::rows;
  for (Eigen::Index i = 0; i < std::min(k_frequencies_told, modes.n_true_modes); ++i) {
    table.columns[0].values.push_back(static_cast<double>(i + 1));
    table.columns[1].values.push_back(frequency(i));
  }
  out.tables.push_back(std::move(table));
  if (solved.error) add_modal_error(*solved.error, out);
  out.scalars.push_back({"missing_compliance", modes.missing_compliance, "",
                         "deflection at rest below a force that the modes lack, of the largest"});
  out.scalars.push_back({"missing_after_correction", modes.missing_after_correction, "",
                         "the same with static corrections"});
}

void add_matrices(const TrainBridgeModel& model, result::CaseResult& out) {
  // without rails over joints, which a case that reads it lays itself
  const structure::ElasticStructure& structure =
      model.structure->has_track ? *model.structure->structure : *model.structure->bare;
  fem::StructureFiles files = fem::files_of(structure);
  out.files.push_back({"mass", ".mtx", std::move(files.mass)});
  out.files.push_back({"stiffness", ".mtx", std::move(files.stiffness)});
  out.files.push_back({"damping", ".mtx", std::move(files.damping)});
  out.files.push_back({"load_line", ".csv", std::move(files.load_line)});
  if (!model.structure->mesh) return;
  const auto nodes = fem::node_table_of(*model.structure->mesh, structure.dof_names);
  if (nodes) out.files.push_back({"nodes", ".csv", node_table_text(*nodes)});
}

}  // namespace

BridgeLines structure_lines(const TrainBridgeModel& model, const Crossing& crossing) {
  const auto n = static_cast<Eigen::Index>(model.line_places.size());
  const auto first = static_cast<Eigen::Index>(model.n_sections());
  const bool is_deck = model.structure->is_deck_apart();
  return {model.line_places,
          (is_deck ? crossing.probes : crossing.deflections).middleCols(first, n)};
}

void add_structure(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                   const StructureCrossing& solved, result::CaseResult& out) {
  add_deflections(model, solved, out);
  add_reduced_modes(solved, out);
  out.scalars.push_back({"unknowns", static_cast<double>(model.structure->structure->n_dofs()), "",
                         "displacements of bridge and track"});
  out.scalars.push_back({"preparation_time", solved.preparation_seconds, "s",
                         "computing time for factors and the first step"});
  add_reactions(model, solved.crossing, out);
  add_spring_forces(model, solved.crossing, out);
  for (const std::string& note : solved.notes) out.notes.push_back(note);
  if (input.output.matrices) add_matrices(model, out);
}

}  // namespace tread::study
