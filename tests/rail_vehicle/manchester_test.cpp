#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"
#include "tread/vehicle/vehicle_modes.hpp"

namespace tread::vehicle {
namespace {

double joint_elongation(RailVehicleModel& model, const VehicleEquilibrium& at,
                        const std::string& joint, Motion direction, double time = 0) {
  std::vector<JointState> states;
  model.joint_states(time, at.position, at.velocity, states);
  for (const JointState& state : states) {
    if (state.joint == joint && state.direction == direction) return state.elongation;
  }
  ADD_FAILURE() << joint;
  return 0;
}

TEST(Manchester, a_coach_has_42_free_motions_and_one_less_at_a_given_speed) {
  ManchesterData data;
  EXPECT_EQ(RailVehicleModel(manchester_coach(data), TrackPath(), {}).n_body_coordinates(), 41);
  data.forward = Forward::free;
  const RailVehicleModel model(manchester_coach(data), TrackPath(), {});
  EXPECT_EQ(model.n_body_coordinates(), 42);
  EXPECT_EQ(model.n_wheelsets(), 4);
  // In series: three directions of eight axle boxes, 4 vertical, 4 lateral dampers, 2 rods.
  EXPECT_EQ(model.n_branches(), 24 + 4 + 4 + 2);
}

TEST(Manchester, the_section_has_10_free_motions) {
  const RailVehicleModel model(manchester_wagon_2d(), TrackPath(), {});
  EXPECT_EQ(model.n_body_coordinates(), 10);
  EXPECT_NEAR(model.vehicle().bodies[0].mass, 8000, 1e-12);
  EXPECT_NEAR(model.vehicle().bodies[1].inertia.x(), 861, 1e-12);
}

TEST(Manchester, vertical_eigenfrequencies_are_those_of_the_plane_vehicle) {
  // Wheels fixed, primary springs 1200 kN/m per axle box: TTB-2D's Manchester vehicle. Its plane
  // model has vertical springs only and no weight.
  ManchesterData data;
  data.primary_stiffness = {0, 3.884e6, 1.2e6};
  data.secondary_stiffness.x() = 0;
  data.secondary_bending = 0;
  data.rod_stiffness = data.rod_damping = 0;
  data.gravity = 0;
  RailVehicleModel model(manchester_coach(data), TrackPath(), {});
  const Vector zero = Vector::Zero(model.size());
  std::vector<int> coordinates;
  for (int body = 0; body < 3; ++body) {
    coordinates.push_back(model.coordinate(body, Motion::z));
    coordinates.push_back(model.coordinate(body, Motion::pitch));
  }
  const auto modes = undamped_modes(linearise(model, 0, zero, zero), coordinates);
  const std::vector<double> expected = {1.0725, 1.2973, 7.4187, 7.4255, 11.6174, 11.6174};
  ASSERT_EQ(modes.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(modes[i].frequency, expected[i], 5e-5);
  }
}

TEST(Manchester, springs_without_preload_sink_by_their_static_deflection) {
  ManchesterData data;
  data.springs = Springs::unloaded;
  RailVehicleModel model(manchester_coach(data), TrackPath(), {});
  const auto equilibrium =
      find_equilibrium(model, suspended_coordinates(model), Vector::Zero(model.size()));
  ASSERT_EQ(equilibrium.status, SolveStatus::converged);
  const double secondary = 32000 * 9.81 / (4 * 430e3), primary = 37230 * 9.81 / (8 * 1.22e6);
  EXPECT_NEAR(secondary, 0.1825, 5e-5);
  EXPECT_NEAR(primary, 0.0374, 5e-5);
  for (const char* side : {"left", "right"}) {
    EXPECT_NEAR(joint_elongation(model, equilibrium, std::string("secondary_front_bogie_") + side,
                                 Motion::z),
                secondary, 1e-9);
    EXPECT_NEAR(
        joint_elongation(model, equilibrium, std::string("primary_wheelset_3_") + side, Motion::z),
        primary, 1e-9);
  }
  EXPECT_NEAR(equilibrium.position[model.coordinate(0, Motion::z)], secondary + primary, 1e-9);
  // What holds a wheelset: two wheel loads of 54.55 kN, upwards.
  const double hold = equilibrium.force[model.coordinate(3, Motion::z)];
  EXPECT_NEAR(-hold / 2, 54546, 1);
}

TEST(Manchester, preloaded_springs_hold_the_coach_at_the_heights_of_its_data) {
  for (const RailVehicle& vehicle : {manchester_coach(), manchester_wagon_2d()}) {
    RailVehicleModel model(vehicle, TrackPath(), {.speed = 45});
    const auto equilibrium =
        find_equilibrium(model, suspended_coordinates(model), Vector::Zero(model.size()));
    ASSERT_EQ(equilibrium.status, SolveStatus::converged);
    EXPECT_EQ(equilibrium.iterations, 0);
    EXPECT_NEAR(equilibrium.residual, 0, 1e-8);
  }
}

TEST(Manchester, every_suspended_mode_of_the_coach_is_damped) {
  RailVehicleModel model(manchester_coach(), TrackPath(), {});
  const auto coordinates = suspended_coordinates(model);
  Vector zero = Vector::Zero(model.size());
  const LinearisedVehicle linear = linearise(model, 0, zero, zero);
  EXPECT_TRUE(unheld_motions(model, linear, coordinates).empty());
  EXPECT_NEAR((linear.stiffness(coordinates, coordinates) -
               linear.stiffness(coordinates, coordinates).transpose())
                  .norm(),
              0, 1e-8 * linear.stiffness.norm());
  const auto modes = damped_modes(linear, coordinates);
  int n_oscillating = 0;
  for (const DampedMode& mode : modes) {
    EXPECT_GT(mode.damping_ratio, 0) << mode.frequency;
    n_oscillating += mode.frequency > 0;
  }
  EXPECT_EQ(n_oscillating, 17) << "all motions of body and bogies, but for x of the body";
  // Without damping they are where the undamped ones are, or near.
  const auto undamped = undamped_modes(linear, coordinates);
  EXPECT_GT(undamped.front().frequency, 0.4);
}

void expect_unheld(const RailVehicle& vehicle, const std::string& named) {
  RailVehicleModel model(vehicle, TrackPath(), {});
  try {
    find_equilibrium(model, suspended_coordinates(model), Vector::Zero(model.size()));
    FAIL() << named;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("nothing holds " + named), std::string::npos)
        << error.what();
  }
}

TEST(Manchester, motions_that_nothing_holds_are_named) {
  RailVehicle vehicle = manchester_coach();
  std::erase_if(vehicle.bushings, [](const Bushing& bushing) {
    return bushing.first == "rear_bogie" || bushing.second == "rear_bogie";
  });
  expect_unheld(vehicle, "rear_bogie.");
  vehicle = manchester_wagon_2d();
  for (Bushing& bushing : vehicle.bushings) {
    if (bushing.second == "car_body") bushing.z.stiffness = 0;
  }
  expect_unheld(vehicle, "car_body.z:");
}

/// The section in the curve of the comparisons, its wheelset fixed in the track.
class SectionInCurve {
 public:
  explicit SectionInCurve(const ManchesterData& data = {})
      : model_(manchester_wagon_2d(data), TrackPath(curve_track({})), {.start = 250, .speed = 45}),
        equilibrium_(
            find_equilibrium(model_, suspended_coordinates(model_), Vector::Zero(model_.size()))) {
    EXPECT_EQ(equilibrium_.status, SolveStatus::converged);
  }

  double position(int body, Motion motion) const {
    return equilibrium_.position[model_.coordinate(body, motion)];
  }
  double hold(Motion motion) const { return equilibrium_.force[model_.coordinate(2, motion)]; }
  double shift(const std::string& joint) {  // outwards
    return -joint_elongation(model_, equilibrium_, joint, Motion::y);
  }

 private:
  RailVehicleModel model_;
  VehicleEquilibrium equilibrium_;
};

constexpr double k_sine = 0.06 / 1.5;
const double k_cosine = std::sqrt(1 - k_sine * k_sine);
constexpr double k_centrifugal = 45. * 45 / 1200;
const double k_outwards = k_centrifugal * k_cosine - 9.81 * k_sine;  // 1.294 m/s2
const double k_downwards = 9.81 * k_cosine + k_centrifugal * k_sine;

/// The same section as a plane figure, written anew: the potential of springs, weight and
/// centrifugal force over y, z, roll of bogie and body. Coordinates that make it stationary are the
/// equilibrium.
class PlaneSection {
 public:
  using Coordinates = Eigen::Matrix<double, 6, 1>;
  using Place = Eigen::Vector2d;  // y to the right, z down, from the middle of the rail tops

  static double potential(const Coordinates& u) {
    const auto rotation = [](double roll) { return Eigen::Rotation2Dd(roll).toRotationMatrix(); };
    const std::array<Eigen::Matrix2d, 2> turn = {rotation(u[2]), rotation(u[5])};
    const std::array<Place, 2> rest = {Place(0, -0.6), Place(0, -1.8)};
    const auto at = [&](std::size_t body, const Place& place) -> Place {
      const Place moved = rest[body] + u.segment<2>(static_cast<Eigen::Index>(3 * body));
      return moved + turn[body] * (place - rest[body]);
    };
    const std::array<double, 2> mass = {1307.5, 8000};
    double sum = 0;
    for (std::size_t body = 0; body < 2; ++body) {
      const Place centre = at(body, rest[body]);
      // On a curve of 1200 m to the right; cant turns the plane against the horizontal.
      const double inwards = centre.y() * -k_sine + centre.x() * k_cosine;
      const double speed = 45. / 1200;  // angular, of the frame
      sum -= mass[body] * (speed * speed * (1200 - inwards) * (1200 - inwards) / 2 +
                           9.81 * (centre.y() * k_cosine + centre.x() * k_sine));
    }
    for (const double side : {-1., 1.}) {
      const Place axle_box(side, -0.46);
      const Place primary = turn[0].transpose() * (at(0, axle_box) - axle_box);
      sum += (3.884e6 * primary.x() * primary.x() + 1.22e6 * primary.y() * primary.y()) / 2 +
             9307.5 / 2 * 9.81 * primary.y();
      const Place low(side, -0.525), high(side, -1.13);
      const Place coil =
          (turn[0] + turn[1]).transpose() / 2 * (at(1, high) - at(0, low)) - (high - low);
      sum +=
          (80e3 * coil.x() * coil.x() + 215e3 * coil.y() * coil.y()) / 2 + 4000 * 9.81 * coil.y();
    }
    const double twist = std::sin(u[5] - u[2]);
    sum += (470e3 + 2 * 5250) * twist * twist / 2;
    const Place stop(0, -0.65);
    const double gap =
        std::abs(((turn[0] + turn[1]).transpose() / 2 * (at(1, stop) - at(0, stop))).x());
    const auto& places = ManchesterData{}.stop_places;
    const auto& forces = ManchesterData{}.stop_forces;
    for (std::size_t i = 0; i + 1 < places.size() && places[i] < gap; ++i) {
      const double width = std::min(gap, places[i + 1]) - places[i];
      const double slope = (forces[i + 1] - forces[i]) / (places[i + 1] - places[i]);
      sum += 0.5 * width * (forces[i] + slope * width / 2);
    }
    return sum;
  }

  static Coordinates equilibrium() {
    const double h = 1e-5;
    const auto slope = [&](const Coordinates& u) {
      Coordinates result;
      for (int k = 0; k < 6; ++k) {
        const Coordinates step = h * Coordinates::Unit(k);
        result[k] = (potential(u + step) - potential(u - step)) / (2 * h);
      }
      return result;
    };
    Coordinates u = Coordinates::Zero();
    u[3] = -0.05;  // against the stop
    for (int i = 0; i < 40; ++i) {
      Eigen::Matrix<double, 6, 6> matrix;
      for (int k = 0; k < 6; ++k) {
        const Coordinates step = 1e-4 * Coordinates::Unit(k);
        matrix.col(k) = (slope(u + step) - slope(u - step)) / 2e-4;
      }
      u -= matrix.partialPivLu().solve(slope(u));
    }
    return u;
  }
};

TEST(Manchester, in_the_curve_the_section_leans_as_its_plane_potential_says) {
  const SectionInCurve section;
  const PlaneSection::Coordinates plane = PlaneSection::equilibrium();
  for (const int body : {0, 1}) {
    // Car body first in the vehicle, bogie first in the plane. Differences of the potential are
    // good for about 1e-6 m.
    const int first = 3 * (1 - body);
    EXPECT_NEAR(section.position(body, Motion::y), plane[first], 1e-5);
    EXPECT_NEAR(section.position(body, Motion::z), plane[first + 1], 1e-5);
    EXPECT_NEAR(section.position(body, Motion::roll), plane[first + 2], 1e-5);
  }
}

TEST(Manchester, in_the_curve_the_stop_of_the_section_is_engaged) {
  // Lateral balance of an upright body: 160 N/mm both springs, and half of the stop's force.
  const PiecewiseLinear stop =
      both_ways(ManchesterData{}.stop_places, ManchesterData{}.stop_forces);
  const auto left = [&](double shift) {
    return 160e3 * shift + stop.at(shift).value / 2 - 8000 * k_outwards;
  };
  EXPECT_LT(left(0.044), 0);
  EXPECT_GT(left(0.045), 0);
  EXPECT_NEAR(8000 * k_outwards / 160e3, 0.065, 5e-4) << "without stop";
  // Body and bogie lean outwards: in axes half-way between theirs, where springs and stop act, a
  // part of the weight adds to it.
  for (const bool has_stop : {true, false}) {
    ManchesterData data;
    if (!has_stop) data.stop_places = data.stop_forces = {};
    SectionInCurve section(data);
    const double tilt =
        -(section.position(0, Motion::roll) + section.position(1, Motion::roll)) / 2;
    EXPECT_GT(tilt, 0.01);
    const double pressed = 8000 * (k_outwards * std::cos(tilt) + k_downwards * std::sin(tilt));
    const double spring = 160e3 * section.shift("secondary_bogie_left");
    const double stopped = has_stop ? stop.at(section.shift("stop_bogie")).value / 2 : 0;
    EXPECT_NEAR(spring + stopped, pressed, 1e-3 * pressed);
    EXPECT_EQ(stopped > 3000, has_stop);
  }
}

TEST(Manchester, in_the_curve_the_wheelset_is_held_against_all_that_is_pressed_outwards) {
  const SectionInCurve section;
  // Lateral and vertical balance of all bodies; bodies off the centre line go round on other
  // circles, which is less than 1 in 1000.
  const double mass = 8000 + 1307.5 + 1813;
  EXPECT_NEAR(mass * k_outwards, 14400, 20);
  EXPECT_NEAR(section.hold(Motion::y), mass * k_outwards, 1e-3 * mass * k_outwards);
  EXPECT_NEAR(-section.hold(Motion::z), mass * k_downwards, 1e-3 * mass * k_downwards);

  // Wheel loads from moments about the middle of the track, tape circles 1.5 m apart.
  const double lean = k_outwards * (8000 * 1.8 + 1307.5 * 0.6 + 1813 * 0.46);
  const double mean = mass * k_downwards / 2;
  EXPECT_NEAR(mean + lean / 1.5, 68.7e3, 60);
  EXPECT_NEAR(mean - lean / 1.5, 41.1e3, 60);
  // With the shifts of body and bogie, and the wheelset's gyroscopic moment.
  const double shifted = lean -
                         k_downwards * (8000 * section.position(0, Motion::y) +
                                        1307.5 * section.position(1, Motion::y)) +
                         112 * (45 / 0.46) * (45. / 1200);
  const double moment = section.hold(Motion::roll) + 0.46 * section.hold(Motion::y);
  EXPECT_NEAR(moment, shifted, 3e-3 * shifted);
}

}  // namespace
}  // namespace tread::vehicle
