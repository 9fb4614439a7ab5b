#include <gtest/gtest.h>

#include <Eigen/LU>

#include "interaction/cases.hpp"
#include "tread/interaction/coupled_system.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

/// A vehicle with all its wheels on a damped bridge, somewhere in the middle of a motion.
struct MidCrossing {
  explicit MidCrossing(int n_modes) : system(problem(n_modes)) {
    const int n = system.size();
    state.position = 1e-3 * Vector::Random(n);
    state.velocity = 1e-2 * Vector::Random(n);
    state.acceleration = Vector::Random(n);
  }

  static TrainBridgeProblem problem(int n_modes) {
    TrainBridgeProblem problem;
    problem.bridge = structure::beam_modes(
        structure::simply_supported_beam(40, {.bending_stiffness = 1e10, .mass_per_length = 8000},
                                         structure::ModalDamping{{0.01}}),
        {.n_modes = n_modes});
    problem.train =
        vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
    problem.contact = LinearContact{1e9, 0};
    problem.speed = 50;
    problem.start_position = 30;
    return problem;
  }

  CoupledSystem system;
  State state{0.01, {}, {}, {}};
};

Vector modal_damping(const CoupledSystem& system) {
  const auto& rates = system.problem().bridge->damping_rate();
  return Eigen::Map<const Vector>(rates.data(), system.n_bridge());
}

Vector modal_stiffness(const CoupledSystem& system) {
  const auto& omega = system.problem().bridge->omega();
  return Eigen::Map<const Vector>(omega.data(), system.n_bridge()).cwiseAbs2();
}

/// The same stage with everything in one dense matrix.
Vector dense_acceleration(const CoupledSystem& system, const OneStage& stage, const State& old,
                          const Vector& old_contact, const WheelPlaces& places, double stiffness) {
  const int n = system.size();
  Matrix mass = Matrix::Identity(n, n);
  Matrix damping = Matrix::Zero(n, n);
  Matrix springs = Matrix::Zero(n, n);
  const int m = system.n_bridge();
  damping.topLeftCorner(m, m) = modal_damping(system).asDiagonal();
  springs.topLeftCorner(m, m) = modal_stiffness(system).asDiagonal();
  for (const CoupledSystem::Body& body : system.bodies()) {
    const int k = body.vehicle->n_dofs();
    mass.block(body.row, body.row, k, k) = body.vehicle->mass;
    damping.block(body.row, body.row, k, k) = body.vehicle->damping;
    springs.block(body.row, body.row, k, k) = body.vehicle->stiffness;
  }
  Matrix pull = Matrix::Zero(n, system.n_wheels());  // approach = pull' y
  for (int k = 0; k < system.n_wheels(); ++k) {
    pull(system.wheel_row(k), k) = 1;
    pull.col(k).head(m) = -places.shape.col(k);
  }
  const Matrix contact = stiffness * pull * pull.transpose();
  const double f = stage.force_weight;
  const Matrix effective = stage.mass_weight * mass + f * stage.velocity_weight * damping +
                           f * stage.position_weight * (springs + contact);
  const Vector right = system.load(stage.time) -
                       f * (damping * stage.velocity + (springs + contact) * stage.position) -
                       (1 - f) * (damping * old.velocity + springs * old.position - old_contact) -
                       (1 - stage.mass_weight) * mass * old.acceleration;
  return effective.partialPivLu().solve(right);
}

TEST(Woodbury, step_by_wheel_compliances_equals_the_dense_solve_for_every_kind_of_scheme) {
  constexpr double k_stiffness = 1e9;
  for (const char* name :
       {"newmark", "backward_euler", "hht_alpha", "generalised_alpha", "bdf_2"}) {
    MidCrossing it(60);
    const Vector old_contact = Vector::Random(it.system.size());
    integrate::SchemeSettings settings;
    settings.name = name;
    integrate::OneStageScheme scheme(settings);
    const OneStage stage = scheme.begin(1e-3, it.state);
    const WheelPlaces places = it.system.places_at(stage.time, ShapeOrder::shape);
    ASSERT_EQ(places.on_bridge.size(), 4u);

    StageSystem solver(it.system);
    solver.begin(stage, it.state, old_contact);
    const StageSystem::Compliance compliance = solver.approach_compliance(places);
    const Vector free = it.system.approach(places, solver.free(), ShapeOrder::shape).value;
    const Matrix matrix =
        Matrix::Identity(4, 4) + k_stiffness * (compliance.of_wheels + compliance.of_bridge);
    const Vector force = k_stiffness * matrix.partialPivLu().solve(free);
    State end;
    solver.finish(places, {force, force}, end);

    const Vector dense =
        dense_acceleration(it.system, stage, it.state, old_contact, places, k_stiffness);
    EXPECT_LT((end.acceleration - dense).norm(), 1e-12 * dense.norm()) << name;
  }
}

TEST(Woodbury, one_wheel_is_the_formula_of_sherman_and_morrison) {
  // (X + s g w')^-1 b for the modes alone, X = 1 + h^2 omega^2 diagonal: thesis 10.5.3, with the
  // matrix as its derivation has it.
  const TrainBridgeProblem problem = thesis_crossing(30);
  const CoupledSystem system(problem);
  const double h = 1e-3;
  const WheelPlaces places = system.places_at(0.3, ShapeOrder::shape);
  const Vector w = places.shape.col(0);
  const Vector x = (1 + h * h * modal_stiffness(system).array()).matrix();
  const Vector b = Vector::Random(30);
  const double s = 1e6 * h * h;
  const Vector xb = b.cwiseQuotient(x), xw = w.cwiseQuotient(x);
  const Vector quick = xb - xw * (s * w.dot(xb) / (1 + s * w.dot(xw)));
  const Matrix dense = Matrix(x.asDiagonal()) + s * w * w.transpose();
  EXPECT_LT((quick - dense.partialPivLu().solve(b)).norm(), 1e-12 * quick.norm());
}

TEST(StageSystem, forces_given_back_as_motion_reproduce_approach_rate_and_acceleration) {
  MidCrossing it(20);
  integrate::OneStageScheme scheme({});
  const OneStage stage = scheme.begin(1e-3, it.state);
  const WheelPlaces places = it.system.places_at(stage.time, ShapeOrder::curvature);
  StageSystem solver(it.system);
  solver.begin(stage, it.state, Vector::Zero(it.system.size()));
  const Vector force = 1e5 * (Vector::Random(4).array() + 2).matrix();
  State end;
  solver.finish(places, {force, force}, end);
  const Approach free = it.system.approach(places, solver.free(), ShapeOrder::curvature);
  const Approach loaded = it.system.approach(places, end, ShapeOrder::curvature);
  const auto change = [&](const StageSystem::Compliance& compliance) {
    return Vector((compliance.of_wheels + compliance.of_bridge) * force);
  };
  const Vector value = change(solver.approach_compliance(places));
  const Vector rate = change(solver.rate_compliance(places));
  const Vector acceleration = change(solver.acceleration_compliance(places));
  EXPECT_LT((free.value - loaded.value - value).norm(), 1e-12 * value.norm());
  EXPECT_LT((free.rate - loaded.rate - rate).norm(), 1e-12 * rate.norm());
  EXPECT_LT((free.acceleration - loaded.acceleration - acceleration).norm(),
            1e-12 * acceleration.norm());
}

TEST(CoupledSystem, rates_of_the_approach_are_its_derivatives_in_time) {
  // Along a motion y(t) of constant acceleration over a bump, with the train speeding up.
  TrainBridgeProblem problem = MidCrossing::problem(8);
  problem.rail = vehicle::VersineBump{2e-3, 5, 30};
  problem.acceleration = 3;
  const CoupledSystem system(problem);
  const int n = system.size();
  const Vector y = 1e-3 * Vector::Random(n), v = 1e-2 * Vector::Random(n), a = Vector::Random(n);
  const auto at = [&](double t) {
    const State state{t, y + t * v + t * t / 2 * a, v + t * a, a};
    return system.approach(system.places_at(t, ShapeOrder::curvature), state,
                           ShapeOrder::curvature);
  };
  const double t = 0.05, h = 1e-6;
  const Vector rate = (at(t + h).value - at(t - h).value) / (2 * h);
  const Vector acceleration = (at(t + h).rate - at(t - h).rate) / (2 * h);
  EXPECT_LT((at(t).rate - rate).norm(), 1e-7 * rate.norm());
  EXPECT_LT((at(t).acceleration - acceleration).norm(), 1e-6 * acceleration.norm());
}

}  // namespace
}  // namespace tread::interaction::test
