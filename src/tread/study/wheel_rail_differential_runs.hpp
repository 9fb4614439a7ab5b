#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/differential/elastic_contact.hpp"
#include "tread/differential/elastic_piece.hpp"
#include "tread/study/shared_work.hpp"
#include "tread/study/wheel_rail_curve_run.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// Runs of the wagon in the curve (wheel_rail_curve_run.hpp) with wheel and rail as elastic bodies
/// of finite elements. A run that several tables and figures need is made once.

/// A contact model whose equations are solved in a given way.
using ModelBySolver =
    std::function<wheel_rail::PairModelSettings(const differential::NewtonSettings&)>;

/// Between two places of the track, m. The wagon starts from static equilibrium: `from` is on the
/// straight.
struct Way {
  double from = 0;
  double to = 350;
};

struct DifferentialNumerics {
  double length = 350;                     // m, of whole runs
  double steady = 100;                     // m at the end over which means are taken
  Way lu_way = {50, 54};                   // of table 6
  Way forcing_way = {50, 70};              // of figure 9
  differential::PairPieceSettings pieces;  // of the elastic bodies
  double regularisation = differential::ElasticContactSettings{}.regularisation;  // of friction
  std::filesystem::path cache;  // folder for prepared pieces; empty: none is kept
  ModelBySolver model;          // empty: elastic bodies made of the pieces
};

/// All of the curve; prepared pieces are kept in user_cache_folder().
DifferentialNumerics whole_curve();

/// The same for tables of work: elements of twice the size, which make some 300 unknowns (the paper
/// has 100 to 1000), and softer friction, on which displacements as unknowns depend.
DifferentialNumerics curve_of_work();

/// Table 4 of the paper; tractions as unknowns are solved as exactly as vehicles need.
differential::NewtonSettings newton_of_paper(differential::NewtonMethod method);

std::string name_of(differential::NewtonMethod method);  // for people
std::string why_of(differential::NewtonMethod method);   // what it is

using SharedRun = std::shared_ptr<const CurveRun>;

/// That of the first run that has not come to its end.
SolveStatus status_of(const std::vector<SharedRun>& runs);

/// The runs of one table or figure.
class DifferentialRuns {
 public:
  /// @param n_runs how many there will be, for progress
  DifferentialRuns(const DifferentialNumerics& numerics, SharedWork& shared, int n_runs,
                   Observer& observer);

  /// All of the way, with contact areas.
  SharedRun whole(const CurveIntegrator& integrator, differential::NewtonMethod method);

  /// A part of the way is run alone.
  SharedRun differential(const CurveIntegrator& integrator,
                         const differential::NewtonSettings& newton, const Way& way);

  /// With the integrator of table 7.
  SharedRun semi_elastic();

 private:
  const ModelBySolver& model();
  std::shared_ptr<const running::SteadyRunning> start();
  SharedRun run(const std::string& name, const std::function<CurveRun(Observer&)>& make);

  const DifferentialNumerics& numerics_;
  SharedWork& shared_;
  Observer& observer_;
  ModelBySolver model_;
  int n_runs_ = 1;
  int n_done_ = 0;
};

}  // namespace tread::study
