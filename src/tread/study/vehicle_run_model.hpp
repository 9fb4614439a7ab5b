#pragma once

#include <memory>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/stability.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"

namespace tread::study {

/// A case of scenario `vehicle_run` turned into models.

/// Which track the vehicle is put on.
enum class RunTrack { as_given, straight };

/// @param contact of the case: wheel_rail_model.hpp
std::unique_ptr<running::RunningVehicle> vehicle_on_track(
    const casefile::VehicleRunCase& input, const wheel_rail::PairModelSettings& contact,
    double speed, RunTrack track, int n_threads);

/// The vehicle in the steady state of the place where the run begins, and what its wheels carry.
struct RunStart {
  running::SteadyRunning steady;
  running::State state;             // kicked, if that is asked for
  std::vector<double> wheel_loads;  // Q0 of left and right wheels, N: left of the first, ...
};
RunStart find_start(const casefile::VehicleRunCase& input, running::RunningVehicle& vehicle);

/// The step of a run: as given, or as short as the scheme needs to be stable.
struct RunStep {
  double step = 0;                     // s
  integrate::StepStability stability;  // about the steady state at the start
  bool is_shortened = false;           // the usual one would be unstable
};
/// Throws ModelError if a given step is unstable and that is not allowed, or the scheme does not
/// fit.
RunStep find_run_step(const casefile::VehicleRunCase& input, running::RunningVehicle& vehicle,
                      const RunStart& start);

running::RunOptions run_options(const casefile::VehicleRunCase& input,
                                const wheel_rail::PairModelSettings& contact, const RunStart& start,
                                const RunStep& step, Observer& observer);

/// The body whose ride is told: the first that is no wheelset.
int ride_body(const vehicle::RailVehicle& vehicle);

/// Places of it at which the ride is told.
std::vector<vehicle::ReferencePlace> floor_places(const casefile::VehicleRunCase& input);

/// What a model refuses, at the key that it is most likely about.
CaseError refused_run(const casefile::CaseFile& file, const ModelError& error);

}  // namespace tread::study
