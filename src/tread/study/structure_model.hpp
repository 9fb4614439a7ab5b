#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/joint_rails.hpp"
#include "tread/structure/load_line.hpp"

namespace tread::study {

/// A bridge of finite elements and the track on it, as tables [structure], [bridge] with model =
/// elements and [track] of scenario `train_bridge` describe them.

/// Support rows whose forces belong together, and their sign: what the support does to the
/// structure, upwards (or along the axis named) positive.
struct ReactionSum {
  std::string name;  // "z_at_20_m"
  std::string unit;  // N, N m
  std::vector<int> rows;
  double sign = 1;
};

/// How modes take the place of all unknowns. Of the three ways to say how many the first that is
/// given counts.
struct ModalPlan {
  std::optional<int> n_modes;
  std::optional<double> frequency_limit;  // Hz
  double target_error = 0;                // of the deflection, of its largest
  std::optional<double> damping_ratio;    // of all modes; none: as the damping matrix says
};

/// What crossings of one structure share, each part found when it is first asked for. One thread at
/// a time.
struct StructureFindings {
  std::shared_ptr<interaction::StructureMemory> factors = interaction::make_structure_memory();
  /// By their number; 0: those below the plan's frequency limit.
  std::map<int, std::shared_ptr<const structure::LineModes>> reductions;
  std::optional<std::vector<double>> frequencies;  // Hz, see bridge_frequencies()
  std::optional<Eigen::MatrixXd> static_lines;     // see structure_tables.cpp
};

struct StructureModel {
  std::shared_ptr<const structure::ElasticStructure> structure;
  interaction::Beyond beyond = interaction::Beyond::refuse;
  bool has_track = false;        // its load line is the rail
  structure::LoadLine deck;      // of the bridge, below rails if there are any; empty: none
  std::vector<double> middles;   // x of sections that are looked at unless told, m
  std::vector<double> spans;     // x of their ends, m
  std::vector<double> supports;  // x, for pictures
  std::vector<ReactionSum> reactions;
  std::optional<ModalPlan> modal;         // none: full order
  std::shared_ptr<const fem::Mesh> mesh;  // of the displacements' nodes; null: they have none
  std::shared_ptr<const structure::ElasticStructure> bare;  // the bridge alone; null: there is none
  std::vector<double> joints;         // where the deck's line has a kink against what is beside it
  structure::JointRails joint_rails;  // over them, parts of the load line
  std::shared_ptr<StructureFindings> findings = std::make_shared<StructureFindings>();

  /// Whether the load line is another than that of the deck.
  bool is_deck_apart() const { return !deck.is_empty() && (has_track || joint_rails.reach() > 0); }
  /// What the bridge is, to look at: the deck, or the rail where there is none.
  const structure::LoadLine& shown_line() const { return deck.is_empty() ? structure->line : deck; }
};

/// Whether the case has a bridge of finite elements or a track.
bool has_structure(const casefile::TrainBridgeCase& input);

/// Throws CaseError at the key that is to blame: groups that are not in the mesh, elements that are
/// inverted, a structure that is not held or does not fit into memory.
/// @pre file.train_bridge, has_structure(*file.train_bridge)
StructureModel structure_model(const casefile::CaseFile& file, double train_length);

}  // namespace tread::study
