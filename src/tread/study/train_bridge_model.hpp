#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/study/rail_model.hpp"
#include "tread/study/structure_model.hpp"
#include "tread/study/train_bridge_start.hpp"

namespace tread::study {

/// What carries the train, and does not depend on how it runs: cases that differ in the train's
/// speed or in the unevenness of rail and wheels have it in common.
struct TrainBridgeCarrier {
  std::optional<structure::BeamModes> modes;
  std::optional<StructureModel> structure;  // neither: rigid ground
};

/// Throws CaseError at the key that a refusal is about; structure::ModesStopped.
/// @param observer may be null
/// @pre file.train_bridge
TrainBridgeCarrier carrier_of(const casefile::CaseFile& file, Observer* observer);

/// Everything that carrier_of() depends on, in words.
std::string carrier_key(const casefile::CaseFile& file);

/// Whether a run is to be looked at, or only its numbers are asked for.
enum class Detail { everything, numbers };

/// A case of scenario `train_bridge` turned into a problem, and what is known of it before it is
/// solved.
struct TrainBridgeModel {
  interaction::TrainBridgeProblem problem;
  interaction::CrossingOptions options;
  std::vector<double> axle_loads;     // N, at rest on a level track
  int wheels_per_axle = 1;            // side by side; a contact stands for all of them
  double contact_period = 0;          // s, shortest of an axle on its contact, or of a body on its
                                      // spring above a wheel without mass; 0: rigid
  double contact_length = 0;          // m, of the contact at rest along the rail; 0: unknown
  double free_vibration = 0;          // s of the run, after the last wheel has left the bridge
  double bridge_load_factor = 1;      // Q/F at rest
  RailModel rail;                     // its profile is also the problem's
  double shortest_wave = 0;           // m, of rail and wheels; 0: level and round
  RunIn run_in;                       // what extremes of the train leave out
  std::vector<double> joints;         // m, where the line of the deck has a kink or a step
  structure::JointRails joint_rails;  // over them
  std::vector<std::size_t> shown_sections;  // of options.sections: those with histories
  std::optional<StructureModel> structure;  // if the bridge is one of finite elements
  /// Places along it at which a structure's deflection is looked at, besides the sections: the last
  /// of options.sections; above a deck with a track they follow the deck's sections in
  /// options.probes. The last probes are the springs with laws.
  std::vector<double> line_places;
  /// Of a bridge of beam elements: ends where it rotates, and sections whose bending moments are
  /// known, probes one after the other behind those of the places above.
  std::vector<double> rotation_places;
  std::vector<double> moment_places;

  std::size_t n_sections() const;  // that were asked for, or chosen
  std::size_t first_moment_probe() const;
  std::size_t first_rotation_probe() const { return first_moment_probe() - rotation_places.size(); }
};

/// Throws CaseError at the key that a refusal is about.
/// @param detail numbers: reactions are left out
/// @pre file.train_bridge; the carrier is the file's own
TrainBridgeModel train_bridge_model(const casefile::CaseFile& file, Detail detail,
                                    const TrainBridgeCarrier& carrier);
TrainBridgeModel train_bridge_model(const casefile::CaseFile& file);

/// What the model refuses, at the key that it is most likely about.
CaseError refused(const casefile::CaseFile& file, const ModelError& error);

/// What is legal but unwise: told with the results.
std::vector<std::string> warnings_on(const casefile::TrainBridgeCase& input,
                                     const TrainBridgeModel& model);

}  // namespace tread::study
