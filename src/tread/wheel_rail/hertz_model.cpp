#include "tread/wheel_rail/hertz_model.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/wheel_rail/mirror.hpp"

namespace tread::wheel_rail {
namespace {

constexpr double k_pi = std::numbers::pi;

contact::CreepForces creep_forces(const CreepLaw& law, const contact::EllipticContact& contact,
                                  const contact::Creepage& creepage) {
  struct Visitor {
    const contact::EllipticContact& contact;
    const contact::Creepage& creepage;
    contact::CreepForces operator()(const LinearLaw&) const {
      return linear_creep_forces(contact, creepage);
    }
    contact::CreepForces operator()(const ShenHedrickElkinsLaw&) const {
      return shen_hedrick_elkins_forces(contact, creepage);
    }
    contact::CreepForces operator()(const PolachLaw& polach) const {
      return polach_2005_forces(contact, creepage, polach.reduction);
    }
    contact::CreepForces operator()(const FastsimLaw& fastsim_law) const {
      return fastsim(contact, creepage, fastsim_law.options).forces;
    }
  };
  return std::visit(Visitor{contact, creepage}, law);
}

void require_not_negative(const char* what, double value, const char* unit) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} must be >= 0 and finite, got {} {}", what, value, unit));
}

double least_curvature(const HertzModelSettings& settings) {
  return 1 / (2 * settings.largest_relative_radius);
}

class HertzModel final : public PairModel {
 public:
  HertzModel(const profile::WheelRailPair& pair, profile::Side side,
             const HertzModelSettings& settings)
      : search_(pair, {.curvature_width = settings.curvature_width}),
        side_(side),
        patches_(settings, pair.wheelset.nominal_radius),
        overlap_(search_, patches_.table(), patches_.contact_modulus(), settings.merge,
                 least_curvature(settings), settings.curvature_width) {}

  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) override {
    const bool left = side_ == profile::Side::left;
    const profile::WheelsetMotion right_motion = left ? mirrored(motion) : motion;
    overlap_.find(right_motion.pose, patches_.settings().contact_points, pressed_);
    double gap = -overlap_.depth();
    if (pressed_.empty()) {  // how far the wheel is up
      search_.find(right_motion.pose, std::numeric_limits<double>::infinity(), points_);
      gap = points_.empty() ? std::numeric_limits<double>::infinity() : -points_[0].penetration;
    }
    patches_.evaluate(right_motion, pressed_, gap, forces);
    if (left) mirror(forces);
  }

 private:
  profile::ContactSearch search_;
  profile::Side side_;
  HertzPatches patches_;
  HertzOverlap overlap_;
  std::vector<profile::ContactPoint> points_;
  std::vector<PressedPoint> pressed_;
};

}  // namespace

HertzModelSettings hertz_linear() { return {.creep_law = LinearLaw{}}; }

HertzModelSettings hertz_shen_hedrick_elkins() { return {.creep_law = ShenHedrickElkinsLaw{}}; }

HertzModelSettings hertz_polach() { return {.creep_law = PolachLaw{}}; }

HertzModelSettings hertz_polach(const contact::PolachRail& rail) {
  return {.friction = rail.friction, .creep_law = PolachLaw{rail.reduction}};
}

HertzModelSettings hertz_fastsim() { return {.creep_law = FastsimLaw{}}; }

HertzModelSettings semi_elastic(double normal_damping) {
  return {.creep_law = FastsimLaw{}, .normal_damping = normal_damping};
}

void check(const HertzModelSettings& settings) {
  tread::check(settings.bodies);
  contact::check(settings.friction);
  check(settings.creepage);
  check_normal_damping(settings.normal_damping);
  require_not_negative("the distance at which contact points merge", settings.merge.merge_distance,
                       "m");
  if (!(settings.merge.separate_distance >= settings.merge.merge_distance)) {
    throw ModelError(fmt::format(
        "contact points that merge at a distance of {} m cannot be separate at {} m; make the "
        "second the larger one",
        settings.merge.merge_distance, settings.merge.separate_distance));
  }
  require_not_negative("the width over which curvatures are taken", settings.curvature_width, "m");
  if (!(settings.largest_relative_radius > 0) || !std::isfinite(settings.largest_relative_radius)) {
    throw ModelError(fmt::format(
        "the largest relative radius of curvature must be > 0 m and finite, got {}; 10 m is usual",
        settings.largest_relative_radius));
  }
}

HertzPatches::HertzPatches(const HertzModelSettings& settings, double nominal_radius)
    : settings_(settings), nominal_radius_(nominal_radius) {
  check(settings);
  contact_modulus_ = tread::contact_modulus(settings.bodies);
  const Compliance compliance = compliance_of(settings.bodies);
  elastic_.shear_modulus = 1 / (k_pi * compliance.shear);
  elastic_.poisson_ratio = compliance.poisson / compliance.shear;
  elastic_.friction = settings.friction;
  // What the creep law would refuse later is refused now.
  contact::EllipticContact trial = elastic_;
  trial.semi_axis_x = trial.semi_axis_y = trial.normal_force = trial.rolling_speed = 1;
  creep_forces(settings.creep_law, trial, {});
}

void HertzPatches::add_patch(const profile::WheelsetMotion& motion, const PressedPoint& pressed,
                             PairForces& forces) const {
  const profile::ContactPoint& point = pressed.point;
  const double least = least_curvature(settings_);
  const reference::GapCurvatures curvatures{std::max(point.curvature_x, least),
                                            std::max(point.curvature_y, least)};
  const ContactFrame frame = ContactFrame::at(point.angle);
  const ContactMotion at_contact =
      contact_motion(motion, nominal_radius_, point, frame, settings_.creepage);

  // The ellipse that these curvatures have under this force.
  const auto hertz = table_.from_approach(1, curvatures, contact_modulus_);
  const double size = std::cbrt(pressed.force / hertz.force);
  const double normal_force =
      pressed.force * damping_factor(settings_.normal_damping, at_contact.penetration_rate);
  if (!(normal_force > 0)) return;

  contact::EllipticContact ellipse = elastic_;
  ellipse.semi_axis_x = hertz.semi_axes.x * size;
  ellipse.semi_axis_y = hertz.semi_axes.y * size;
  ellipse.normal_force = normal_force;
  ellipse.rolling_speed = at_contact.speed;
  ellipse.direction = at_contact.direction;

  PatchForces patch;
  patch.place = point;
  patch.creepage = at_contact.creepage;
  patch.normal_force = pressed.weight * normal_force;
  patch.tangential = creep_forces(settings_.creep_law, ellipse, at_contact.creepage);
  patch.tangential.longitudinal *= pressed.weight;
  patch.tangential.lateral *= pressed.weight;
  patch.tangential.spin_moment *= pressed.weight;
  patch.semi_axis_x = ellipse.semi_axis_x;
  patch.semi_axis_y = ellipse.semi_axis_y;
  patch.area = k_pi * ellipse.semi_axis_x * ellipse.semi_axis_y;
  patch.peak_pressure = 1.5 * normal_force / patch.area;
  patch.dissipation = std::max(0.0, patch.work_per_metre());
  patch.conformal = point.curvature_x < least || point.curvature_y < least;
  forces.patches.push_back(patch);

  const Eigen::Vector3d force = patch.tangential.longitudinal * frame.x +
                                patch.tangential.lateral * frame.y + patch.normal_force * frame.z;
  forces.force += force;
  forces.moment += at_contact.lever.cross(force) + patch.tangential.spin_moment * frame.z;
}

void HertzPatches::evaluate(const profile::WheelsetMotion& motion,
                            std::span<const PressedPoint> points, double gap,
                            PairForces& forces) const {
  forces.status = SolveStatus::converged;
  forces.force.setZero();
  forces.moment.setZero();
  forces.patches.clear();
  forces.gap = gap;
  for (const PressedPoint& pressed : points) add_patch(motion, pressed, forces);
}

std::unique_ptr<PairModel> make_hertz_model(const profile::WheelRailPair& pair, profile::Side side,
                                            const HertzModelSettings& settings) {
  return std::make_unique<HertzModel>(pair, side, settings);
}

}  // namespace tread::wheel_rail
