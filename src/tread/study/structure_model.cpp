#include "tread/study/structure_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/supported.hpp"
#include "tread/fem/track.hpp"
#include "tread/structure/rigid_motions.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/case_places.hpp"
#include "tread/study/factor_size.hpp"
#include "tread/study/fem_model.hpp"
#include "tread/study/train_bridge_start.hpp"

namespace tread::study {
namespace {

using casefile::BridgeInput;
using casefile::CaseFile;
using casefile::StructureInput;
using casefile::TrackInput;
using structure::ElasticStructure;
using structure::LoadLine;

constexpr double k_target_error = 0.005;   // of modes, unless told
constexpr double k_memory_share = 0.7;     // of what is free, for the factors
constexpr double k_spare_track = 10;       // m of track before and behind the train
constexpr double k_track_to_run_out = 50;  // m behind it, while a bridge vibrates freely

/// What the deck of a bridge is, before there is a track on it.
struct Deck {
  ElasticStructure structure;
  std::vector<double> middles;
  std::vector<double> spans;
  std::vector<double> supports;
  std::vector<ReactionSum> reactions;
  std::shared_ptr<const fem::Mesh> mesh;
};

// ---- reactions ----

/// "node 17 z".
struct RowName {
  long long label = 0;
  std::string direction;
};

RowName parsed(const std::string& name) {
  const std::size_t blank = name.rfind(' ');
  return {std::stoll(name.substr(std::string_view("node ").size())), name.substr(blank + 1)};
}

class ReactionSums {
 public:
  void add(int row, const std::string& name, const char* unit, double sign) {
    const auto found = std::ranges::find(sums_, name, &ReactionSum::name);
    if (found == sums_.end()) {
      sums_.push_back({name, unit, {row}, sign});
    } else {
      found->rows.push_back(row);
    }
  }
  std::vector<ReactionSum> take() { return std::move(sums_); }

 private:
  std::vector<ReactionSum> sums_;
};

/// Those of a block by place, those of a mesh by what the case file calls them.
std::vector<ReactionSum> reactions_of(const StructureInput& input, const fem::Model& model,
                                      const ElasticStructure& structure) {
  std::map<long long, int> node_of_label;
  for (int i = 0; i < model.mesh.n_nodes(); ++i) node_of_label[label_of_node(model.mesh, i)] = i;
  std::map<int, std::size_t> support_of_node;
  const std::size_t n_of_block = model.supports.size() - input.supports.size();
  for (std::size_t i = n_of_block; i < model.supports.size(); ++i) {
    for (const int node : model.supports[i].nodes) support_of_node.emplace(node, i - n_of_block);
  }
  ReactionSums sums;
  for (std::size_t row = 0; row < structure.supports.names.size(); ++row) {
    const auto [label, direction] = parsed(structure.supports.names[row]);
    const int node = node_of_label.at(label);
    const auto support = support_of_node.find(node);
    std::string where;
    if (support == support_of_node.end()) {
      where = fmt::format("at_{:g}_m", model.mesh.nodes(0, node));
    } else {
      const casefile::NodesInput& nodes = input.supports[support->second].nodes;
      where = nodes.group.empty() ? fmt::format("of_node_{}", label) : "of_" + nodes.group;
    }
    sums.add(static_cast<int>(row), fmt::format("{}_{}", direction, where),
             direction.size() == 2 ? "N m" : "N", 1);
  }
  return sums.take();
}

/// Beams count down, the report up: "support at 0 m" and "moment at 0 m".
std::vector<ReactionSum> reactions_of_beams(const ElasticStructure& structure) {
  ReactionSums sums;
  for (std::size_t row = 0; row < structure.supports.names.size(); ++row) {
    std::string name = structure.supports.names[row];
    std::ranges::replace(name, ' ', '_');
    const bool is_moment = name.starts_with("moment");
    sums.add(static_cast<int>(row), name, is_moment ? "N m" : "N", is_moment ? 1 : -1);
  }
  return sums.take();
}

// ---- decks ----

Deck deck_of_beams(const BridgeInput& bridge, const CasePlaces& places) {
  Deck deck;
  deck.structure = places.blame({"bridge.elements", "bridge.model"}, "",
                                [&] { return bridge_elements(bridge); });
  deck.middles = span_middles(bridge);
  deck.spans = span_ends(bridge);
  deck.supports = deck.spans;
  if (bridge.supports == "cantilever") deck.supports.pop_back();
  deck.reactions = reactions_of_beams(deck.structure);
  return deck;
}

/// Track coordinates of nodes that are held against falling.
std::vector<double> support_places_of_mesh(const fem::Model& model, const LoadLine& line) {
  Eigen::Index up = 0;
  model.up.cwiseAbs().maxCoeff(&up);
  const Eigen::Vector3d along = model.line.direction.normalized();
  const std::vector<int> on_line = nodes_of_group(model.mesh, model.line.group);
  double first = std::numeric_limits<double>::infinity();
  for (const int node : on_line) first = std::min(first, along.dot(model.mesh.nodes.col(node)));
  std::vector<double> places;
  const auto add = [&](int node) {
    const double x = line.start() + along.dot(model.mesh.nodes.col(node)) - first;
    if (x >= line.start() - 1e-6 && x <= line.end() + 1e-6) places.push_back(x);
  };
  for (const fem::Support& support : model.supports) {
    if (!support.fixed[static_cast<std::size_t>(up)]) continue;
    const std::vector<int> nodes =
        support.group.empty() ? support.nodes : nodes_of_group(model.mesh, support.group);
    for (const int node : nodes) add(node);
  }
  for (const fem::Spring& spring : model.springs) add(spring.connector.to);
  for (const fem::NonlinearSpring& spring : model.nonlinear_springs) add(spring.connector.to);
  std::ranges::sort(places);
  const auto repeated =
      std::ranges::unique(places, [](double a, double b) { return std::abs(a - b) < 1e-6; });
  places.erase(repeated.begin(), repeated.end());
  return places;
}

Deck deck_of_elements(const StructureInput& input, const CasePlaces& places) {
  const fem::Model model = fem_model(input, places);
  Deck deck;
  const auto keys = {std::string_view("structure.file"), std::string_view("structure.type")};
  // whatever may be wrong with the line is told at its key, anything else at the mesh
  places.blame(keys, "", [&] {
    fem::Model without_line = model;
    without_line.line = {};
    check(without_line);
  });
  deck.structure =
      places.blame({"structure.load_line", "structure.type"}, "", [&] { return assemble(model); });
  places.blame({"structure.support[1].group", "structure.file", "structure.type"}, "",
               [&] { check_supported(model, deck.structure); });
  const LoadLine& line = deck.structure.line;
  if (input.type == "block") {
    deck.spans = {line.start()};
    for (int i = 0; i < input.spans; ++i) {
      deck.middles.push_back(line.start() + input.span_length * (i + 0.5));
      deck.spans.push_back(line.start() + input.span_length * (i + 1));
    }
  } else {
    deck.middles = {(line.start() + line.end()) / 2};
  }
  deck.supports = support_places_of_mesh(model, line);
  deck.reactions = reactions_of(input, model, deck.structure);
  deck.mesh = std::make_shared<const fem::Mesh>(model.mesh);
  return deck;
}

Deck deck_of_matrices(const StructureInput& input, const CasePlaces& places) {
  Deck deck;
  deck.structure = *input.of_matrices;
  places.blame({"structure.stiffness"}, "", [&] { structure::check_supported(deck.structure); });
  const LoadLine& line = deck.structure.line;
  deck.middles = {(line.start() + line.end()) / 2};
  return deck;
}

std::optional<Deck> deck_of(const casefile::TrainBridgeCase& input, const CasePlaces& places) {
  if (input.bridge) return deck_of_beams(*input.bridge, places);
  if (!input.structure) return std::nullopt;
  if (input.structure->type == "matrices") return deck_of_matrices(*input.structure, places);
  return deck_of_elements(*input.structure, places);
}

// ---- track ----

fem::Track track_of(const TrackInput& input, double deck_start, double deck_end,
                    double train_length) {
  // what is not given: enough for the train to stand on either side, in whole sleepers
  const double spacing = input.sleeper_spacing;
  const auto in_sleepers = [&](double length) { return std::ceil(length / spacing) * spacing; };
  const double before = in_sleepers(train_length + k_longest_run_in + k_spare_track);
  const double run_out = deck_end > deck_start ? k_track_to_run_out : k_spare_track;
  fem::Track track;
  track.start = deck_start - input.before.value_or(before);
  track.length = deck_end + input.after.value_or(in_sleepers(train_length + run_out)) - track.start;
  track.element_length = input.element_length.value_or(0);
  track.first_sleeper = input.first_sleeper.value_or(spacing / 2);
  track.sleeper_spacing = spacing;
  track.rail.bending_stiffness = input.rail_bending_stiffness;
  track.rail.mass_per_length = input.rail_mass;
  if (input.rail_shear_stiffness) track.rail.shear_stiffness = *input.rail_shear_stiffness;
  if (input.rail_rayleigh.size() == 2) {
    track.rail.damping = {input.rail_rayleigh[0], input.rail_rayleigh[1]};
  }
  track.pads = {input.pad_stiffness, input.pad_damping};
  if (input.type == "slab") return track;
  track.sleeper_mass = input.sleeper_mass;
  track.ballast = fem::TrackSpring{input.ballast_stiffness, input.ballast_damping};
  if (input.type == "two_layer") return track;
  track.ballast_mass = input.ballast_mass;
  track.subballast = fem::TrackSpring{input.subballast_stiffness, input.subballast_damping};
  track.on_deck = input.ballast_on_bridge == "in_deck"    ? fem::BallastOnDeck::in_deck
                  : input.ballast_on_bridge == "separate" ? fem::BallastOnDeck::separate
                                                          : fem::BallastOnDeck::lumped;
  return track;
}

// ---- joints ----

/// Where the line of the deck may have a kink: at its ends on the ground, between separate spans.
std::vector<double> joints_of(const casefile::TrainBridgeCase& input, const StructureModel& model) {
  std::vector<double> joints;
  if (model.beyond == interaction::Beyond::rigid_ground) {
    joints = {model.deck.start(), model.deck.end()};
  }
  if (input.bridge && input.bridge->joints == "separate") {
    joints.insert(joints.end(), model.spans.begin() + 1, model.spans.end() - 1);
  }
  std::ranges::sort(joints);
  return joints;
}

/// Lays rails over the joints of a deck without a track.
void put_rails_over_joints(const casefile::TrainBridgeCase& input, StructureModel& model) {
  double reach = joint_rail_reach(input.rail);
  for (std::size_t i = 1; i < model.spans.size(); ++i) {
    reach =
        std::min(reach, structure::k_longest_joint_rail * (model.spans[i] - model.spans[i - 1]));
  }
  model.joints = joints_of(input, model);
  model.joint_rails = rails_over_joints(model.deck, model.joints, reach);
  if (model.joint_rails.joints().empty()) return;
  ElasticStructure railed = *model.structure;
  railed.line = with_joint_rails(model.deck, model.joint_rails);
  model.structure = std::make_shared<const ElasticStructure>(std::move(railed));
}

// ---- how it is solved ----

std::optional<ModalPlan> plan_of(const casefile::TrainBridgeCase& input) {
  ModalPlan plan;
  plan.target_error = k_target_error;
  if (input.bridge && input.bridge->solution == "modal") {
    plan.n_modes = input.bridge->modes;
    const double ratio = damping_ratio_of(*input.bridge, input.bridge->span_lengths()).total();
    if (ratio > 0) plan.damping_ratio = ratio;
    return plan;
  }
  if (!input.structure || input.structure->solution != "modal") return std::nullopt;
  plan.n_modes = input.structure->modes;
  plan.frequency_limit = input.structure->frequency_limit;
  plan.target_error = input.structure->target_error.value_or(k_target_error);
  if (input.structure->damping_frequencies.empty()) {
    plan.damping_ratio = input.structure->damping_ratio;
  }
  return plan;
}

void check_size(const ElasticStructure& structure, const CasePlaces& places) {
  const std::optional<double> available = available_memory();
  const double needed = estimated_factor_bytes(structure.stiffness);
  if (!available || needed <= k_memory_share * *available) return;
  places.refuse({"structure.elements_along", "structure.file", "structure.stiffness",
                 "bridge.elements", "track.type"},
                fmt::format("the factors of {} unknowns need about {:.2g} GB of memory, {:.2g} GB "
                            "are free",
                            structure.n_dofs(), needed / 1e9, *available / 1e9),
                "", "take fewer elements, above all over width and height");
}

}  // namespace

bool has_structure(const casefile::TrainBridgeCase& input) {
  return input.structure || input.track || (input.bridge && input.bridge->model == "elements");
}

StructureModel structure_model(const CaseFile& file, double train_length) {
  const casefile::TrainBridgeCase& input = *file.train_bridge;
  const CasePlaces places(file, 0);
  std::optional<Deck> deck = deck_of(input, places);
  StructureModel model;
  model.modal = plan_of(input);
  if (deck) {
    model.deck = deck->structure.line;
    model.middles = std::move(deck->middles);
    model.spans = deck->spans.empty() ? std::vector{model.deck.start(), model.deck.end()}
                                      : std::move(deck->spans);
    model.supports = std::move(deck->supports);
    model.reactions = std::move(deck->reactions);
    model.mesh = deck->mesh;
    model.beyond = input.bridge || input.structure->beyond == "ground"
                       ? interaction::Beyond::rigid_ground
                       : interaction::Beyond::refuse;
  }
  if (input.track) {
    model.has_track = true;
    model.mesh = nullptr;  // rails and sleepers are not in it
    model.beyond = input.track->beyond == "ground" ? interaction::Beyond::rigid_ground
                                                   : interaction::Beyond::refuse;
    const double start = deck ? model.deck.start() : 0;
    const double end = deck ? model.deck.end() : 0;
    const fem::Track track = track_of(*input.track, start, end, train_length);
    std::optional<ElasticStructure> below;
    if (deck) {
      below = std::move(deck->structure);
      model.bare = std::make_shared<const ElasticStructure>(*below);
    }
    model.structure = std::make_shared<const ElasticStructure>(
        places.blame({"track.before", "track.type", "track.after", "train.speed"}, "",
                     [&] { return put_track_on(below, 0, track); }));
    if (!deck) model.middles = {0};
  } else {
    model.structure = std::make_shared<const ElasticStructure>(std::move(deck->structure));
    model.bare = model.structure;
    put_rails_over_joints(input, model);
  }
  check_size(*model.structure, places);
  return model;
}

}  // namespace tread::study
