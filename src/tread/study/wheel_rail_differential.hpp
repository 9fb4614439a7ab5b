#pragma once

#include <filesystem>
#include <functional>

#include "tread/core/observer.hpp"
#include "tread/differential/elastic_contact.hpp"
#include "tread/differential/elastic_piece.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/study/shared_work.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// Tables 5 and 6 and figures 9 and 11 to 20 of S. Magheri, M. Malvezzi, E. Meli, A. Rindi, Wear
/// 271 (2011) 447-461: the wagon in the curve (wheel_rail_curve_run.hpp) with wheel and rail as
/// elastic bodies of finite elements. Runs that several of them need are shared.

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
  double length = 350;          // m, of whole runs
  double steady = 100;          // m at the end over which means are taken
  Way lu_way = {50, 60};        // of table 6
  Way forcing_way = {50, 100};  // of figure 9
  ModelBySolver model;  // empty: elastic bodies, their pieces cut and meshed as is the default
};

/// Work of ODE23 and ODE45 with the paper's solver, with exact derivatives, and with kept factors.
Reproduction wheel_rail_table_5(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer);
/// Newton-LU against the others, over a part of the way.
Reproduction wheel_rail_table_6(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer);
/// Time over the forcing term, over a part of the way.
Reproduction wheel_rail_fig_9(const DifferentialNumerics& numerics, SharedWork& shared,
                              Observer& observer);

/// Histories of figures 11 to 16, differential against semi-elastic contact.
enum class CurveHistory { wheelset, car_body, y_left, q_left, y_right, q_right };
Reproduction wheel_rail_history(CurveHistory which, const DifferentialNumerics& numerics,
                                SharedWork& shared, Observer& observer);

/// Contact areas over the way of figures 17 to 20, with the contact points of the semi-elastic
/// model.
enum class CurveArea { left_wheel, right_wheel, left_rail, right_rail };
Reproduction wheel_rail_area(CurveArea which, const DifferentialNumerics& numerics,
                             SharedWork& shared, Observer& observer);

// As the catalogue has them.
Reproduction wheel_rail_table_5(SharedWork& shared, Observer& observer);
Reproduction wheel_rail_table_6(SharedWork& shared, Observer& observer);
Reproduction wheel_rail_fig_9(SharedWork& shared, Observer& observer);
template <CurveHistory which>
Reproduction wheel_rail_history(SharedWork& shared, Observer& observer) {
  return wheel_rail_history(which, {}, shared, observer);
}
template <CurveArea which>
Reproduction wheel_rail_area(SharedWork& shared, Observer& observer) {
  return wheel_rail_area(which, {}, shared, observer);
}

}  // namespace tread::study
