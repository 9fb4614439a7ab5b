#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/differential/elastic_contact.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/study/wheel_rail_areas.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// The curve of S. Magheri, M. Malvezzi, E. Meli, A. Rindi (2010): a section of the
/// Manchester coach (10 free motions) runs at 45 m/s into a curve to the right, radius 1200 m, cant
/// 60 mm, S1002 on UIC60 1:40, friction 0.3, steel. The paper does not tell the way into the curve;
/// here 50 m are straight, over 100 m curvature and cant grow evenly, 200 m are curved. The run
/// begins in the middle of the track, in static equilibrium. "Steady part" are means over the last
/// 100 m.

inline constexpr double k_curve_speed = 45;              // m/s
inline constexpr double k_curve_straight = 50;           // m, before the transition
inline constexpr double k_curve_record_interval = 4e-3;  // s
inline const char* const k_curve_distance = "distance [m]";

profile::WheelRailPair pair_of_curve();

/// The wagon at the start of the track. Derivatives of half-spaces and elastic bodies are those of
/// Hertz and FASTSIM.
std::unique_ptr<running::RunningVehicle> wagon_in_curve(
    const wheel_rail::PairModelSettings& settings, int n_threads = 1);

/// An integrator of the comparison.
struct CurveIntegrator {
  std::string name;  // for people
  std::string scheme;
  double step = 0;                    // s; 0: adaptive, RelTol 1e-8 and AbsTol 1e-6 as in table 4
  double nonlinear_tolerance = 1e-8;  // of implicit ones, relative
};
CurveIntegrator bogacki_shampine();   // ODE23
CurveIntegrator dormand_prince();     // ODE45
CurveIntegrator dormand_prince_05();  // steps of 0.5 ms, as table 7 has it for Simpack
CurveIntegrator hht(double step, double nonlinear_tolerance = 1e-8);

/// "RelTol 1e-08, AbsTol 1e-06, as table 4".
std::string curve_tolerances();
/// What RelTol and AbsTol of table 4 are for us.
std::string meaning_of_tolerances();

/// Static equilibrium on the straight.
running::SteadyRunning stand_on_straight(const wheel_rail::PairModelSettings& model);

/// Which way, and how.
struct CurveRunSettings {
  std::string name;  // of the run, for people
  wheel_rail::PairModelSettings model;
  CurveIntegrator integrator;
  double from = 0;  // m: where the run begins, at most k_curve_straight
  double to = 350;  // m
  int n_threads = 1;
  std::optional<running::SteadyRunning> start{};  // stand_on_straight(), where it is known
};

/// A run, where the wheels touch, and what a quasi-static calculation of the same model has at its
/// end.
struct CurveRun {
  std::string name;
  std::unique_ptr<running::RunningVehicle> wagon;
  running::SteadyRunning start;
  running::VehicleRun run;
  double processor_time = 0;  // s, of the run
  double end_time = 0;        // s
  /// Of elastic bodies, over the run and its records; others do not count.
  differential::ContactCounts left_work;
  differential::ContactCounts right_work;
  running::SteadyRunning curving;
  running::RunRecord steady;  // at it
  TouchedWay touched;

  SolveStatus status() const { return run.status; }
};

/// The run alone; with contact areas; with a quasi-static calculation as well. Elastic bodies have
/// none: Newton's steps on the way to it touch with the flange, beyond the zone that is meshed.
CurveRun run_way(const CurveRunSettings& settings, Observer& observer);
CurveRun run_with_areas(const CurveRunSettings& settings, Observer& observer);
CurveRun run_curve(const CurveRunSettings& settings, Observer& observer);

/// A number of a record.
using CurveValue = std::function<double(const running::RunRecord&)>;
CurveValue of_wheel(profile::Side side, double wheel_rail::WheelForces::*member);
CurveValue lateral_of_wheelset();
CurveValue lateral_of_car_body(running::RunningVehicle& wagon);

std::vector<double> distances_of(const running::VehicleRun& run);
std::vector<double> history_of(const running::VehicleRun& run, const CurveValue& value);
double mean_of_end(const running::VehicleRun& run, double length, const CurveValue& value);

/// At any place of a run; the reference is linear between its records.
double largest_difference(const running::VehicleRun& run, const running::VehicleRun& reference,
                          const CurveValue& value);

/// "0.12 % larger than", of numbers of the same sign.
std::string against(double value, double other);

}  // namespace tread::study
