#include "tread/study/vehicle_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/structure/reduction.hpp"
#include "tread/structure/smooth_line.hpp"
#include "tread/structure/sparse_factor.hpp"
#include "tread/structure/sparse_modes.hpp"
#include "tread/study/processor_time.hpp"
#include "tread/study/series_numbers.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::study {
namespace {

using fem::BearingHeight;
using interaction::Crossing;
using interaction::CrossingOptions;
using interaction::History;
using interaction::TrainBridgeProblem;
using std::numbers::pi;
using structure::ElasticStructure;

constexpr double k_span = 20;  // m
constexpr int k_n_spans = 2;
constexpr double k_side = 2.45;           // of the square section, m
constexpr double k_young_modulus = 25e9;  // Pa
constexpr double k_poisson_ratio = 0.2;
constexpr double k_span_mass_per_length = 30000;  // kg/m
constexpr double k_sprung_mass = 30000;           // kg
constexpr double k_spring = 156550e3;             // N/m
constexpr double k_mass_distance = 20;            // of masses, m
constexpr int k_n_masses = 4;
constexpr double k_masses_speed = 115;  // m/s
constexpr double k_masses_step = 1e-3;  // s
constexpr int k_n_steps = 900;
constexpr double k_shear_factor = 5.0 / 6;  // of a rectangle

constexpr int k_beam_modes = 80;     // a span
constexpr int k_few_beam_modes = 2;  // a span
constexpr int k_solid_modes = 60;
constexpr int k_beam_elements = 80;       // a span
constexpr double k_light_wheel = 10;      // kg, for a constraint of accelerations
constexpr double k_grazing_shift = 0.03;  // of the spring: what grazes moves by much

constexpr double k_area = k_side * k_side;
constexpr double k_second_moment = k_area * k_area / 12;

structure::BeamSection beam_section() {
  structure::BeamSection section;
  section.bending_stiffness = k_young_modulus * k_second_moment;
  section.mass_per_length = k_span_mass_per_length;
  section.shear_stiffness = k_shear_factor * k_young_modulus / (2 * (1 + k_poisson_ratio)) * k_area;
  section.rotary_inertia = k_span_mass_per_length / k_area * k_second_moment;
  return section;
}

const char* bearings_name(BearingHeight bearings) {
  return bearings == BearingHeight::middle ? "supports at mid-height" : "supports at the bottom";
}

/// The displacement of the node on the axis in the middle of the first span, positive down.
interaction::Probe middle_on_axis(const fem::Model& model, const ElasticStructure& structure) {
  const Eigen::Vector3d place(k_span / 2, 0, k_side / 2);
  Eigen::Index node = 0;
  (model.mesh.nodes.colwise() - place).colwise().squaredNorm().minCoeff(&node);
  const std::string name =
      fmt::format("node {} z", fem::label_of_node(model.mesh, static_cast<int>(node)));
  const auto dof = std::ranges::find(structure.dof_names, name);
  return {{static_cast<int>(dof - structure.dof_names.begin())}, {-1}};
}

struct SolidRun {
  BearingHeight bearings;
  std::shared_ptr<const ElasticStructure> structure;
  Crossing crossing;
};

/// Masses above wheels of which the paper says nothing: without mass their displacements are
/// constrained, as in the paper, with mass their accelerations.
TrainBridgeProblem masses_on_wheels(double wheel_mass, double spring = k_spring) {
  TrainBridgeProblem problem;
  problem.train = vehicle::equal_vehicles_train(
      make_vehicle(vehicle::SprungMass{
          .body_mass = k_sprung_mass, .wheel_mass = wheel_mass, .stiffness = spring}),
      k_n_masses, k_mass_distance);
  problem.contact = interaction::RigidContact{
      .constraint = wheel_mass == 0 ? interaction::RigidConstraint::displacement
                                    : interaction::RigidConstraint::acceleration};
  problem.speed = k_masses_speed;
  // Just not on the bridge: what stands on the corner of a solid at the start lies in a dent.
  problem.start_position = -1e-9;
  problem.duration = k_n_steps * k_masses_step;
  problem.beyond = interaction::Beyond::rigid_ground;
  return problem;
}

SolidRun cross_solids(const SpanMesh& mesh, BearingHeight bearings, CrossingOptions options,
                      Observer& observer) {
  const fem::Model model = solid_spans(mesh, bearings);
  SolidRun run{bearings, std::make_shared<ElasticStructure>(fem::assemble(model)), {}};
  TrainBridgeProblem problem = sprung_masses();
  problem.structure = run.structure;
  options.probes = {middle_on_axis(model, *run.structure)};
  options.observer = &observer;
  run.crossing = cross_bridge(problem, options);
  return run;
}

struct BothLines {
  SolidRun middle;
  SolidRun bottom;

  bool is_complete() const { return status() == SolveStatus::converged; }
  SolveStatus status() const {
    return middle.crossing.status == SolveStatus::converged ? bottom.crossing.status
                                                            : middle.crossing.status;
  }
  std::array<const SolidRun*, 2> all() const { return {&middle, &bottom}; }
};

BothLines cross_both(const SpanMesh& mesh, const CrossingOptions& options, Observer& observer) {
  BothLines runs{cross_solids(mesh, BearingHeight::middle, options, observer), {}};
  if (runs.middle.crossing.status == SolveStatus::converged) {
    runs.bottom = cross_solids(mesh, BearingHeight::bottom, options, observer);
  }
  return runs;
}

Crossing cross_beam_modes(const CrossingOptions& options, int n_modes = k_beam_modes,
                          double spring = k_spring) {
  TrainBridgeProblem problem = masses_on_wheels(0, spring);
  problem.bridge = beam_spans(n_modes);
  return cross_bridge(problem, options);
}

double peak_with_few_modes(const CrossingOptions& options) {
  return cross_beam_modes(options, k_few_beam_modes).deflections.maxCoeff();
}

Crossing cross_beam_elements(const CrossingOptions& options) {
  TrainBridgeProblem problem = sprung_masses();
  problem.structure =
      std::make_shared<ElasticStructure>(fem::assemble(beam_element_spans(k_beam_elements)));
  return cross_bridge(problem, options);
}

/// Nodes that share the force of a wheel with the one in the middle of the top.
enum class Spread { width, section };

/// The same structure whose wheels push evenly on all nodes across the top, or on those of the
/// whole section, instead of the one in the middle. What would come to a held node goes to its
/// support.
ElasticStructure with_spread_forces(const fem::Model& model, ElasticStructure structure,
                                    Spread spread) {
  const fem::Mesh& mesh = model.mesh;
  std::map<std::string, int> dof_of;
  for (int i = 0; i < structure.n_dofs(); ++i) dof_of[structure.dof_names[as_size(i)]] = i;
  const auto is_near = [](double a, double b) { return std::abs(a - b) < 1e-6 * k_side; };
  const auto dof_at = [&](int node) {
    const auto found = dof_of.find(fmt::format("node {} z", fem::label_of_node(mesh, node)));
    return found == dof_of.end() ? -1 : found->second;
  };
  // Edges of the section belong to one element less: half of what a node inside has.
  const auto share_of = [&](int node) {
    const double y = std::abs(mesh.nodes(1, node)), z = mesh.nodes(2, node);
    const double across = is_near(y, k_side / 2) ? 0.5 : 1;
    if (spread == Spread::width) return is_near(z, k_side) ? across : 0;
    return across * (is_near(z, 0) || is_near(z, k_side) ? 0.5 : 1);
  };
  const int n_in_span = mesh.n_nodes() / k_n_spans;  // spans have their nodes one after the other
  std::map<int, std::vector<std::pair<int, double>>> shares;  // of the one in the middle
  for (int middle = 0; middle < mesh.n_nodes(); ++middle) {
    const Eigen::Vector3d place = mesh.nodes.col(middle);
    if (!is_near(place.y(), 0) || !is_near(place.z(), k_side)) continue;
    const int first = middle / n_in_span * n_in_span;
    std::vector<std::pair<int, double>>& nodes = shares[dof_at(middle)];
    double sum = 0;
    for (int node = first; node < first + n_in_span; ++node) {
      if (!is_near(mesh.nodes(0, node), place.x())) continue;
      const double share = share_of(node);
      sum += share;
      if (share > 0 && dof_at(node) >= 0) nodes.emplace_back(dof_at(node), share);
    }
    for (auto& [dof, share] : nodes) share /= sum;
  }
  std::vector<structure::LineSegment> segments;
  for (structure::LineSegment segment : structure.line.segments()) {
    const std::vector<int> middles = std::exchange(segment.dofs, {});
    const auto coefficients = segment.coefficients;
    std::size_t n = 0;
    for (const int middle : middles) n += shares.at(middle).size();
    segment.coefficients.resize(static_cast<Eigen::Index>(n), 4);
    for (std::size_t i = 0; i < middles.size(); ++i) {
      for (const auto& [dof, share] : shares.at(middles[i])) {
        segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) =
            share * coefficients.row(static_cast<Eigen::Index>(i));
        segment.dofs.push_back(dof);
      }
    }
    segments.push_back(std::move(segment));
  }
  structure.line = structure::LoadLine(std::move(segments));
  return structure;
}

Crossing cross_by_modes(std::shared_ptr<const ElasticStructure> structure,
                        const CrossingOptions& options) {
  TrainBridgeProblem problem = sprung_masses();
  problem.structure = std::move(structure);
  problem.reduced = std::make_shared<structure::LineModes>(
      structure::reduce(*problem.structure, {.n_modes = k_solid_modes}));
  return cross_bridge(problem, options);
}

std::vector<double> shifted_column(const History& history, Eigen::Index i, double offset = 0,
                                   double factor = 1) {
  std::vector<double> values;
  for (Eigen::Index row = 0; row < history.rows(); ++row) {
    values.push_back(factor * (history(row, i) - offset));
  }
  return values;
}

/// The lowest frequency of spans that nothing couples, Hz.
double first_frequency(const ElasticStructure& structure, const structure::SparseFactor& factor) {
  return structure::sparse_modes(structure.stiffness, structure.mass, factor,
                                 {.n_modes = k_n_spans})
             .omega(0) /
         (2 * pi);
}

/// What a force at x of the first span moves the place below it, at rest, m/N.
double compliance_at(const ElasticStructure& structure, const structure::SparseFactor& factor,
                     double x) {
  const structure::LineWeights at = structure.line.at(x);
  const std::vector<int>& dofs = structure.line.segments()[as_size(at.segment)].dofs;
  Eigen::VectorXd force = Eigen::VectorXd::Zero(structure.n_dofs());
  force(dofs) = at.shape;
  return force.dot(factor.solve(force));
}

/// The mean of that at midspan at a node and in the middle of an element, where wheels come evenly.
double midspan_compliance(const SpanMesh& mesh, const ElasticStructure& structure,
                          const structure::SparseFactor& factor) {
  const double half_an_element = k_span / mesh.n_along / 2;
  return (compliance_at(structure, factor, k_span / 2) +
          compliance_at(structure, factor, k_span / 2 + half_an_element)) /
         2;
}

/// The same of the beam: bending and shear.
double beam_compliance() {
  const structure::BeamSection section = beam_section();
  return k_span * k_span * k_span / (48 * section.bending_stiffness) +
         k_span / (4 * section.shear_stiffness);
}

/// When a mass loses contact.
std::vector<double> separations(const Crossing& crossing, int wheel) {
  std::vector<double> times;
  for (Eigen::Index row = 1; row < crossing.forces.rows(); ++row) {
    if (crossing.forces(row - 1, wheel) > 0 && !(crossing.forces(row, wheel) > 0)) {
      times.push_back(crossing.times[static_cast<std::size_t>(row)]);
    }
  }
  return times;
}

/// Smallest force of the first mass while it is on the bridge, over its weight.
double least_of_first_on_bridge(const Crossing& crossing) {
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index row = 0; row < crossing.forces.rows(); ++row) {
    if (crossing.positions(row, 0) > k_n_spans * k_span) break;
    least = std::min(least, crossing.forces(row, 0) / crossing.wheel_loads[0]);
  }
  return least;
}

/// Of each spring, from the places of its ends: mass and wheel. N.
History forces_of_springs(const Crossing& crossing) {
  History forces(crossing.vehicles.rows(), k_n_masses);
  for (Eigen::Index k = 0; k < k_n_masses; ++k) {
    forces.col(k) = k_spring * (crossing.vehicles.col(2 * k) - crossing.vehicles.col(2 * k + 1));
  }
  return forces;
}

/// Of separations by beam modes with other springs, those next to a time, s; none within the
/// window: it grazes.
class Robustness {
 public:
  explicit Robustness(const CrossingOptions& options) {
    for (const double factor : {1 - k_grazing_shift, 1 + k_grazing_shift}) {
      others_.push_back(
          separations(cross_beam_modes(options, k_beam_modes, factor * k_spring), k_n_masses - 1));
    }
  }

  std::string remark(double time) const {
    const bool is_robust = std::ranges::all_of(others_, [&](const std::vector<double>& times) {
      return std::ranges::any_of(times,
                                 [&](double other) { return std::abs(other - time) <= window_; });
    });
    if (is_robust) return fmt::format("first step without force; steps of {} s", k_masses_step);
    return fmt::format(
        "grazing: beams with springs {:.0f} % softer or stiffer do not both lose contact within "
        "{:.3f} s of it, a third of the period of a mass on its spring",
        100 * k_grazing_shift, window_);
  }

 private:
  const double window_ = 2 * pi * std::sqrt(k_sprung_mass / k_spring) / 3;  // s
  std::vector<std::vector<double>> others_;
};

struct Balance {
  double between_events = 0;  // largest defect of a step in which no wheel leaves or lands
  double largest_gain = 0;    // of a step in which one does
};

/// Of the largest energy that was stored.
Balance energy_balance(const Crossing& crossing) {
  const std::vector<interaction::EnergyRow>& rows = crossing.energy.rows;
  double total = 0;
  for (const interaction::EnergyRow& row : rows) total = std::max(total, row.stored());
  Balance balance;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double defect = rows[i].defect(rows[0]) - rows[i - 1].defect(rows[0]);
    bool is_event = false;
    for (Eigen::Index k = 0; k < crossing.forces.cols(); ++k) {
      const auto row = static_cast<Eigen::Index>(i);
      is_event = is_event || (crossing.forces(row, k) > 0) != (crossing.forces(row - 1, k) > 0);
    }
    if (is_event) {
      balance.largest_gain = std::max(balance.largest_gain, defect / total);
    } else {
      balance.between_events = std::max(balance.between_events, std::abs(defect) / total);
    }
  }
  return balance;
}

}  // namespace

TrainBridgeProblem sprung_masses() { return masses_on_wheels(0); }

fem::Model solid_spans(const SpanMesh& mesh, BearingHeight bearings,
                       fem::HexahedronFormulation formulation) {
  fem::Block block;
  block.n_spans = k_n_spans;
  block.length = k_span;
  block.width = block.height = k_side;
  block.nx = mesh.n_along;
  block.ny = mesh.n_across;
  block.nz = mesh.n_up;
  fem::SolidMaterial material;
  material.young_modulus = k_young_modulus;
  material.poisson_ratio = k_poisson_ratio;
  material.density = k_span_mass_per_length / k_area;
  return fem::block_model(block, material, formulation, bearings);
}

structure::BeamModes beam_spans(int modes_per_span) {
  return structure::equal_spans(
      structure::beam_modes(structure::simply_supported_beam(k_span, beam_section()),
                            {.n_modes = modes_per_span}),
      k_n_spans);
}

fem::Model beam_element_spans(int elements_per_span) {
  const structure::BeamSection section = beam_section();
  fem::PlaneBeam beam;
  beam.spans.assign(k_n_spans, k_span);
  beam.elements_per_span = elements_per_span;
  beam.joints = fem::PlaneBeam::Joints::separate;
  beam.properties.axial_stiffness = k_young_modulus * k_area;
  beam.properties.bending_stiffness_y = section.bending_stiffness;
  beam.properties.shear_stiffness_z = section.shear_stiffness;
  beam.properties.mass_per_length = section.mass_per_length;
  beam.properties.rotary_inertia_y = section.rotary_inertia;
  return fem::plane_beam_model(beam);
}

CrossingOptions paper_numerics() {
  CrossingOptions options;
  options.scheme.name = "newmark";
  options.step = k_masses_step;
  options.sections = {k_span / 2};
  options.record_vehicles = true;
  return options;
}

structure::SparseMatrix coupled_step_matrix(const ElasticStructure& structure, double time) {
  const double beta_h2 = k_masses_step * k_masses_step / 4;
  const double stiffness = 1 / (1 / k_spring + beta_h2 / k_sprung_mass);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < k_n_masses; ++i) {
    const double x = k_masses_speed * time - i * k_mass_distance;
    if (!structure.line.covers(x)) continue;
    const structure::LineWeights at = structure.line.at(x);
    const std::vector<int>& dofs = structure.line.segments()[as_size(at.segment)].dofs;
    for (std::size_t j = 0; j < dofs.size(); ++j) {
      for (std::size_t k = 0; k < dofs.size(); ++k) {
        entries.emplace_back(dofs[j], dofs[k],
                             stiffness * at.shape(static_cast<Eigen::Index>(j)) *
                                 at.shape(static_cast<Eigen::Index>(k)));
      }
    }
  }
  structure::SparseMatrix masses(structure.n_dofs(), structure.n_dofs());
  masses.setFromTriplets(entries.begin(), entries.end());
  return structure.mass + beta_h2 * (structure.stiffness + masses);
}

Reproduction vehicle_structure_fig_4(const SpanMesh& mesh, Observer& observer) {
  const CrossingOptions options = paper_numerics();
  const BothLines runs = cross_both(mesh, options, observer);
  if (!runs.is_complete()) return ended(runs.status());
  const structure::SparseFactor middle_factor(runs.middle.structure->stiffness);
  const structure::SparseFactor bottom_factor(runs.bottom.structure->stiffness);
  const fem::Model model = solid_spans(mesh, BearingHeight::middle);
  const auto over_width = std::make_shared<ElasticStructure>(
      with_spread_forces(model, *runs.middle.structure, Spread::width));
  const auto over_section = std::make_shared<ElasticStructure>(
      with_spread_forces(model, *runs.middle.structure, Spread::section));
  const double of_section = midspan_compliance(mesh, *over_section, middle_factor);
  const double width_dent = midspan_compliance(mesh, *over_width, middle_factor) - of_section;
  const double node_dent =
      midspan_compliance(mesh, *runs.middle.structure, middle_factor) - of_section;
  const Crossing spread = cross_by_modes(over_width, options);
  const Crossing section = cross_by_modes(over_section, options);
  const fem::Model softer_model =
      solid_spans(mesh, BearingHeight::middle, fem::HexahedronFormulation::incompatible_modes);
  const auto softer = std::make_shared<ElasticStructure>(
      with_spread_forces(softer_model, fem::assemble(softer_model), Spread::section));
  const double of_softer_section =
      midspan_compliance(mesh, *softer, structure::SparseFactor(softer->stiffness));
  const double softer_peak = cross_by_modes(softer, options).deflections.maxCoeff();
  const Crossing modes = cross_beam_modes(options);
  const Crossing elements = cross_beam_elements(options);
  const std::vector<double> by_modes = shifted_column(modes.deflections, 0);
  const std::vector<double> by_spread = shifted_column(spread.deflections, 0);
  const std::vector<double> by_section = shifted_column(section.deflections, 0);
  const std::vector<double> by_elements = shifted_column(elements.deflections, 0);
  const std::vector<double> top = shifted_column(runs.middle.crossing.deflections, 0);
  const std::vector<double> axis = shifted_column(runs.middle.crossing.probes, 0);
  const double peak = peak_of(by_modes);

  Reproduction out;
  out.rows = {
      {"unknowns", 58696, static_cast<double>(runs.middle.structure->n_dofs()), "",
       fmt::format("section 5; the conclusions print 58 684. {} x {} x {} x {} nodes, of which a "
                   "line of {} at each end of a span is held: 3 displacements at the first, 2 at "
                   "the last",
                   k_n_spans, mesh.n_along + 1, mesh.n_across + 1, mesh.n_up + 1,
                   mesh.n_across + 1)},
      {"first frequency, supports at mid-height", std::nullopt,
       first_frequency(*runs.middle.structure, middle_factor), "Hz",
       fmt::format("a beam with shear and rotary inertia has {:.3f} Hz",
                   beam_spans(1).omega()[0] / (2 * pi))},
      {"first frequency, supports at the bottom", std::nullopt,
       first_frequency(*runs.bottom.structure, bottom_factor), "Hz",
       fmt::format("masses come at {}/{} = {:.2f} Hz: most likely what the paper has",
                   k_masses_speed, k_mass_distance, k_masses_speed / k_mass_distance)}};
  for (const SolidRun* run : runs.all()) {
    out.rows.push_back(
        {fmt::format("largest deflection of the top, {}", bearings_name(run->bearings)),
         std::nullopt, peak_of(shifted_column(run->crossing.deflections, 0)), "m",
         "the paper has a curve and no number"});
    out.rows.push_back(
        {fmt::format("largest deflection of the axis, {}", bearings_name(run->bearings)),
         std::nullopt, peak_of(shifted_column(run->crossing.probes, 0)), "m",
         fmt::format("a bent section with nu = {} changes its height: top and axis do not move "
                     "alike",
                     k_poisson_ratio)});
  }
  out.rows.push_back({"largest deflection, beam modes", std::nullopt, peak, "m",
                      fmt::format("{} modes a span, with shear and rotary inertia; with {} of "
                                  "them {:+.1f} %",
                                  k_beam_modes, k_few_beam_modes,
                                  100 * (peak_with_few_modes(options) / peak - 1))});
  out.rows.push_back({"largest deflection, beam elements", std::nullopt, peak_of(by_elements), "m",
                      fmt::format("{} elements a span", k_beam_elements)});
  out.rows.push_back({"largest difference beam elements - beam modes over the peak", std::nullopt,
                      largest_deviation(by_elements, by_modes) / peak, "",
                      "at any time: the same beam, discretised twice"});
  out.rows.push_back({"largest difference solids - beam modes over the peak", std::nullopt,
                      largest_deviation(axis, by_modes) / peak, "", "of the axis, at any time"});
  out.rows.push_back({"peak of solids over that of beam modes", std::nullopt, peak_of(axis) / peak,
                      "", "of the axis, supports at mid-height"});
  out.rows.push_back({"peak of solids over that of beam modes, top", std::nullopt,
                      peak_of(top) / peak, "", "supports at mid-height"});

  // Why solids stay below the beam.
  out.rows.push_back({"deflection at rest of solids over that of the beam, force over the section",
                      std::nullopt, of_section / beam_compliance(), "",
                      "at midspan, without a dent: elements with full integration are too stiff in "
                      "bending"});
  out.rows.push_back({"the same of elements with incompatible modes", std::nullopt,
                      of_softer_section / beam_compliance(), "",
                      "these bend freely; what is left are supports and shear"});
  const auto add_dent = [&](const char* where, double dent) {
    out.rows.push_back({fmt::format("dent below a wheel over the give of its spring, {}", where),
                        std::nullopt, dent * k_spring, "",
                        "what solids give at midspan beyond a force over the whole section"});
    const Crossing on_softer_springs =
        cross_beam_modes(options, k_beam_modes, k_spring / (1 + dent * k_spring));
    out.rows.push_back({fmt::format("peak of a beam whose springs give as much more, {}", where),
                        std::nullopt, on_softer_springs.deflections.maxCoeff() / peak, "",
                        "over that of beam modes: what the dent alone does"});
  };
  add_dent("force on a node", node_dent);
  add_dent("force over the width", width_dent);
  out.rows.push_back({"peak of solids over that of beam modes, forces over the width", std::nullopt,
                      peak_of(by_spread) / peak, "",
                      fmt::format("wheels put their force on all nodes across the top, which moves "
                                  "{:.2f} % less than the axis, and dent it along a line; {} modes "
                                  "with static correction",
                                  100 * (1 - peak_of(top) / peak_of(axis)), k_solid_modes)});
  out.rows.push_back({"peak of solids over that of beam modes, forces over the section",
                      std::nullopt, peak_of(by_section) / peak, "",
                      "no dent, and the mean of the section moves: what is left is the mesh"});
  out.rows.push_back({"the same with elements of incompatible modes", std::nullopt,
                      softer_peak / peak, "", "without what full integration adds in stiffness"});
  out.rows.push_back(
      {"largest difference solids - beam modes, forces over the width, over the peak", std::nullopt,
       largest_deviation(by_spread, by_modes) / peak, "", "at any time"});
  out.rows.push_back(
      {"largest difference solids - beam modes, forces over the section, over the peak",
       std::nullopt, largest_deviation(by_section, by_modes) / peak, "", "at any time"});

  const char* deflection = "deflection in the middle of the first span [m]";
  for (const SolidRun* run : runs.all()) {
    out.curves.push_back({bearings_name(run->bearings), "time [s]", deflection, run->crossing.times,
                          shifted_column(run->crossing.deflections, 0)});
  }
  const char* by_model = "deflection, supports at mid-height [m]";
  out.curves.push_back({"beam modes", "time [s]", by_model, modes.times, by_modes});
  out.curves.push_back({"beam elements", "time [s]", by_model, elements.times, by_elements});
  out.curves.push_back({"solids, axis", "time [s]", by_model, runs.middle.crossing.times, axis});
  out.curves.push_back(
      {"solids, forces over the width", "time [s]", by_model, spread.times, by_spread});
  out.curves.push_back(
      {"solids, forces over the section", "time [s]", by_model, section.times, by_section});
  return out;
}

Reproduction vehicle_structure_fig_5(const SpanMesh& mesh, Observer& observer) {
  const BothLines runs = cross_both(mesh, paper_numerics(), observer);
  if (!runs.is_complete()) return ended(runs.status());
  Reproduction out;
  for (const int mass : {0, k_n_masses - 1}) {
    const char* name = mass == 0 ? "first mass" : "last mass";
    for (const SolidRun* run : runs.all()) {
      const History& bodies = run->crossing.vehicles;  // a mass, its wheel, the next mass
      const std::vector<double> moved = shifted_column(bodies, 2 * mass, bodies(0, 2 * mass));
      const std::string which = fmt::format("{}, {}", name, bearings_name(run->bearings));
      out.rows.push_back({"furthest down, " + which, std::nullopt, peak_of(moved), "m",
                          "from its place at rest, where its spring carries its weight; the paper "
                          "has a curve and no number"});
      out.rows.push_back({"furthest up, " + which, std::nullopt, *std::ranges::min_element(moved),
                          "m",
                          "negative: above its place at rest. Behind the bridge it rolls on "
                          "rigid ground and goes on bouncing, nothing damps"});
      out.curves.push_back({which, "time [s]", fmt::format("displacement of the {} [m]", name),
                            run->crossing.times, moved});
    }
  }
  return out;
}

Reproduction vehicle_structure_fig_6(const SpanMesh& mesh, Observer& observer) {
  CrossingOptions options = paper_numerics();
  options.track_energy = true;
  const BothLines runs = cross_both(mesh, options, observer);
  if (!runs.is_complete()) return ended(runs.status());
  const Crossing beam = cross_beam_modes(options);
  const int last = k_n_masses - 1;
  const Robustness robustness(options);

  Reproduction out;
  const auto add_forces = [&](const Crossing& crossing, const std::string& name) {
    out.rows.push_back({"smallest force of the first mass on the bridge over its weight, " + name,
                        std::nullopt, least_of_first_on_bridge(crossing), "",
                        "the text: the first mass never loses contact"});
    out.rows.push_back({"smallest force of the first mass over its weight, " + name, std::nullopt,
                        crossing.forces.col(0).minCoeff() / crossing.wheel_loads[0], "",
                        "behind the bridge it bounces on rigid ground"});
    const std::vector<double> times = separations(crossing, last);
    out.rows.push_back({"separations of the last mass, " + name, std::nullopt,
                        static_cast<double>(times.size()), "",
                        "the text: a significant number of times"});
    for (const double time : times) {
      out.rows.push_back({"the last mass loses contact, " + name, std::nullopt, time, "s",
                          robustness.remark(time)});
    }
  };
  for (const SolidRun* run : runs.all()) add_forces(run->crossing, bearings_name(run->bearings));
  add_forces(beam, "beam modes");
  for (const SolidRun* run : runs.all()) {
    const Balance balance = energy_balance(run->crossing);
    const std::string name = bearings_name(run->bearings);
    const History springs = forces_of_springs(run->crossing);
    const double load = run->crossing.wheel_loads[0];
    out.rows.push_back({"largest distance of a wheel in contact from the bridge, " + name,
                        std::nullopt, run->crossing.midway_gap, "m",
                        "in the middle of steps, where no constraint holds it; at their ends the "
                        "multiplier makes it zero"});
    out.rows.push_back(
        {"largest difference of multiplier and spring over the weight, " + name, std::nullopt,
         (run->crossing.forces - springs).cwiseAbs().maxCoeff() / load, "",
         "the spring's force by the places of its ends: a wheel without mass is in equilibrium"});
    out.rows.push_back({"smallest force of a spring over the weight, " + name, std::nullopt,
                        springs.minCoeff() / load, "",
                        "by the places of its ends: wheels in the air hang on unloaded springs"});
    out.rows.push_back({"energy defect of a step between contact events, " + name, std::nullopt,
                        balance.between_events, "",
                        "largest, of the largest energy stored: average acceleration keeps the "
                        "energy of linear motion"});
    out.rows.push_back({"energy gained in a step with a contact event, " + name, std::nullopt,
                        balance.largest_gain, "",
                        "largest, of the largest energy stored: within such a step the force is "
                        "not linear, and average acceleration does not keep its energy. Smaller "
                        "steps make it smaller"});
  }
  for (const int mass : {0, last}) {
    const char* name = mass == 0 ? "first mass" : "last mass";
    for (const SolidRun* run : runs.all()) {
      out.curves.push_back({fmt::format("{}, {}", name, bearings_name(run->bearings)), "time [s]",
                            fmt::format("contact force of the {} [kN]", name), run->crossing.times,
                            shifted_column(run->crossing.forces, mass, 0, 1e-3)});
    }
  }
  return out;
}

Reproduction vehicle_structure_times(const SpanMesh& mesh, Observer& observer) {
  constexpr std::array k_measured{0.09, 0.27, 0.45, 0.63, 0.81};  // s, evenly over the crossing
  SolidRun full{BearingHeight::middle, nullptr, {}};
  const double full_time = processor_seconds(
      [&] { full = cross_solids(mesh, BearingHeight::middle, paper_numerics(), observer); });
  if (full.crossing.status != SolveStatus::converged) return ended(full.crossing.status);
  double anew = 0;
  for (const double time : k_measured) {
    if (observer.stop_requested()) return ended(SolveStatus::stopped);
    anew += processor_seconds([&] {
              structure::SparseFactor(coupled_step_matrix(*full.structure, time))
                  .solve(Eigen::VectorXd::Ones(full.structure->n_dofs()));
            }) /
            k_measured.size();
  }

  TrainBridgeProblem problem = sprung_masses();
  problem.structure = full.structure;
  const double reduction = processor_seconds([&] {
    problem.reduced = std::make_shared<structure::LineModes>(
        structure::reduce(*full.structure, {.n_modes = k_solid_modes}));
  });
  Crossing modal;
  const double loop = processor_seconds([&] { modal = cross_bridge(problem, paper_numerics()); });
  const double full_peak = full.crossing.deflections.maxCoeff();

  TrainBridgeProblem with_mass = masses_on_wheels(k_light_wheel);
  ElasticStructure smooth = *full.structure;
  smooth.line = structure::smoothed(smooth.line);
  with_mass.structure = std::make_shared<ElasticStructure>(std::move(smooth));
  CrossingOptions located = paper_numerics();
  located.scheme.name = "hht_alpha";
  located.observer = &observer;
  const double smooth_peak =
      cross_by_modes(with_mass.structure, paper_numerics()).deflections.maxCoeff();
  Crossing events;
  const double events_time = processor_seconds([&] { events = cross_bridge(with_mass, located); });
  if (events.status != SolveStatus::converged) return ended(events.status);

  const char* machine =
      "processor time of this machine; the paper: one thread of an Intel Xeon E5620, 2.4 GHz";
  Reproduction out;
  out.rows = {
      {"full order, all of it", 264, full_time, "s",
       fmt::format("matrices, factors, 900 steps; {}", machine)},
      {"factors anew in every step", 16608, anew * k_n_steps, "s",
       fmt::format("measured on {} steps and scaled to 900: masses on their springs in the matrix, "
                   "its factors, one solve. The paper's number is that of ANSYS with Lagrange "
                   "multipliers, which does so in every iteration",
                   k_measured.size())},
      {"times faster than factors anew", 63, anew * k_n_steps / full_time, "",
       "the paper: its direct method against ANSYS"},
      {"modes: reduction", std::nullopt, reduction, "s",
       fmt::format("{} true modes and {} of residual vectors", problem.reduced->n_true_modes,
                   problem.reduced->n_modes() - problem.reduced->n_true_modes)},
      {"modes: 900 steps", std::nullopt, loop, "s", "the time loop alone"},
      {"peak deflection by modes over full order", std::nullopt,
       modal.deflections.maxCoeff() / full_peak, "", "top of the first span's middle"},
      {"full order, accelerations constrained, events located", std::nullopt, events_time, "s",
       fmt::format("the other way to a rigid contact: wheels of {} kg, the top as a smooth line, "
                   "{} changes of contact located inside steps, {}; factors and 900 steps",
                   k_light_wheel, events.contact_changes.size(), located.scheme.name)},
      {"peak deflection with accelerations constrained over that with displacements", std::nullopt,
       events.deflections.maxCoeff() / smooth_peak, "",
       fmt::format(
           "wheels of {} kg against none, both on the smooth line; with displacements by {} "
           "modes with static correction",
           k_light_wheel, k_solid_modes)}};
  return out;
}

Reproduction vehicle_structure_fig_4(Observer& observer) {
  return vehicle_structure_fig_4(SpanMesh{}, observer);
}
Reproduction vehicle_structure_fig_5(Observer& observer) {
  return vehicle_structure_fig_5(SpanMesh{}, observer);
}
Reproduction vehicle_structure_fig_6(Observer& observer) {
  return vehicle_structure_fig_6(SpanMesh{}, observer);
}
Reproduction vehicle_structure_times(Observer& observer) {
  return vehicle_structure_times(SpanMesh{}, observer);
}

}  // namespace tread::study
