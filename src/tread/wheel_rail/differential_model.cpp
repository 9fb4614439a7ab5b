#include "tread/wheel_rail/differential_model.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>

#include "tread/core/errors.hpp"
#include "tread/wheel_rail/mirror.hpp"

namespace tread::wheel_rail {
namespace {

using differential::ElasticContact;
using differential::ElasticContactSolution;
using differential::TouchingPoint;

/// The points of one patch, with what is summed over them.
struct PatchSums {
  double pressure = 0;  // N
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  double wheel_y = 0;
  double rail_y = 0;
  double area = 0;
  double peak = 0;
  double overlap = 0;
  double power = 0;  // W, of tractions and slip
};

void add(const TouchingPoint& point, PatchSums& sums) {
  const double load = point.pressure * point.weight;
  sums.pressure += load;
  sums.place += load * point.position;
  sums.normal += load * point.normal;
  sums.force += point.weight * (point.pressure * point.normal + point.traction);
  sums.wheel_y += load * point.wheel_y;
  sums.rail_y += load * point.rail_y;
  sums.area += point.weight;
  sums.peak = std::max(sums.peak, point.pressure);
  sums.overlap = std::max(sums.overlap, point.overlap);
  sums.power -= point.weight * point.traction.dot(point.slip);
}

class DifferentialModel : public PairModel {
 public:
  DifferentialModel(const profile::WheelRailPair& pair, profile::Side side,
                    const DifferentialModelSettings& settings)
      : side_(side),
        radius_(pair.wheelset.nominal_radius),
        creepage_(settings.creepage),
        contact_(pair, settings.bodies, settings.contact),
        rough_(make_hertz_model(pair, side, hertz_close_to(settings))) {}

  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) override {
    const bool left = side_ == profile::Side::left;
    try {
      evaluate_right(left ? mirrored(motion) : motion, forces);
      left_zone_.clear();
    } catch (const differential::LeavesFineZone& problem) {
      left_zone_ =
          fmt::format("the {} wheel, with the wheelset at y = {:.2f} mm and {:.2f} mrad of yaw: {}",
                      left ? "left" : "right", 1e3 * motion.pose.lateral, 1e3 * motion.pose.yaw,
                      problem.what());
      rough_->evaluate(motion, forces);
      forces.status = SolveStatus::stalled;
      return;
    }
    if (left) mirror(forces);
  }

  void accept(double /*time*/, const profile::WheelsetMotion& /*motion*/) override {
    if (!left_zone_.empty()) throw differential::LeavesFineZone(left_zone_);
  }

  const ElasticContact& contact() const { return contact_; }
  const ElasticContactSolution& solution() const { return solution_; }

 private:
  void evaluate_right(const profile::WheelsetMotion& motion, PairForces& forces) {
    contact_.evaluate(motion, solution_);
    forces.status = solution_.status;
    forces.force = solution_.force;
    forces.moment = solution_.moment;
    forces.gap = solution_.gap;
    forces.patches.clear();
    sums_.assign(static_cast<std::size_t>(solution_.n_patches), {});
    for (const TouchingPoint& point : solution_.points) {
      add(point, sums_[static_cast<std::size_t>(point.patch)]);
    }
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      if (sums_[k].pressure > 0) add_patch(motion, static_cast<int>(k), forces);
    }
    // From the gauge side to the field side.
    std::sort(
        forces.patches.begin(), forces.patches.end(),
        [](const PatchForces& a, const PatchForces& b) { return a.place.rail_y < b.place.rail_y; });
  }

  void add_patch(const profile::WheelsetMotion& motion, int number, PairForces& forces) const {
    const PatchSums& sums = sums_[static_cast<std::size_t>(number)];
    PatchForces patch;
    profile::ContactPoint& place = patch.place;
    place.position = sums.place / sums.pressure;
    place.angle = std::atan2(sums.normal.y(), -sums.normal.z());
    place.penetration = sums.overlap;
    place.wheel_y = sums.wheel_y / sums.pressure;
    place.rail_y = sums.rail_y / sums.pressure;
    const ContactFrame frame = ContactFrame::at(place.angle);
    const ContactMotion at = contact_motion(motion, radius_, place, frame, creepage_);
    place.rolling_radius = axle_direction(motion.pose).cross(at.lever).norm();
    patch.creepage = at.creepage;
    patch.normal_force = sums.force.dot(frame.z);
    patch.tangential.longitudinal = sums.force.x();
    patch.tangential.lateral = sums.force.dot(frame.y);
    patch.area = sums.area;
    patch.peak_pressure = sums.peak;
    patch.dissipation = std::max(0.0, sums.power) / at.speed;
    double x_low = 0, x_high = 0, y_low = 0, y_high = 0;
    for (const TouchingPoint& point : solution_.points) {
      if (point.patch != number) continue;
      const Eigen::Vector3d arm = point.position - place.position;
      const Eigen::Vector3d force = point.weight * (point.pressure * point.normal + point.traction);
      patch.tangential.spin_moment += arm.cross(force).dot(frame.z);
      // A station stands for a square of its weight.
      const double half = std::sqrt(point.weight) / 2;
      x_low = std::min(x_low, arm.x() - half);
      x_high = std::max(x_high, arm.x() + half);
      y_low = std::min(y_low, arm.dot(frame.y) - half);
      y_high = std::max(y_high, arm.dot(frame.y) + half);
    }
    patch.semi_axis_x = (x_high - x_low) / 2;
    patch.semi_axis_y = (y_high - y_low) / 2;
    forces.patches.push_back(patch);
  }

  profile::Side side_;
  double radius_;
  CreepageSettings creepage_;
  ElasticContact contact_;
  std::unique_ptr<PairModel> rough_;
  ElasticContactSolution solution_;
  std::string left_zone_;  // how contact left it in the last motion; empty: it did not
  std::vector<PatchSums> sums_;
};

}  // namespace

HertzModelSettings hertz_close_to(const DifferentialModelSettings& settings) {
  HertzModelSettings close = hertz_fastsim();
  close.bodies = {settings.bodies->wheel.material, settings.bodies->rail.material};
  close.friction = settings.contact.friction;
  close.creepage = settings.creepage;
  return close;
}

void check(const DifferentialModelSettings& settings) {
  if (settings.bodies == nullptr) {
    throw ModelError("the differential model needs meshed pieces of wheel and rail");
  }
  check(settings.contact);
  check(settings.creepage);
}

const differential::ElasticContact* elastic_contact(const PairModel& model) {
  const auto* differential = dynamic_cast<const DifferentialModel*>(&model);
  return differential == nullptr ? nullptr : &differential->contact();
}

const differential::ElasticContactSolution* elastic_solution(const PairModel& model) {
  const auto* differential = dynamic_cast<const DifferentialModel*>(&model);
  return differential == nullptr ? nullptr : &differential->solution();
}

std::unique_ptr<PairModel> make_differential_model(const profile::WheelRailPair& pair,
                                                   profile::Side side,
                                                   const DifferentialModelSettings& settings) {
  check(settings);
  return std::make_unique<DifferentialModel>(pair, side, settings);
}

}  // namespace tread::wheel_rail
