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

/// Dissipation by the forces themselves, J/m, so that the energy balance of the pair closes.
double work_per_metre(const contact::CreepForces& force, const contact::Creepage& creepage) {
  return -(force.longitudinal * creepage.longitudinal + force.lateral * creepage.lateral +
           force.spin_moment * creepage.spin);
}

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

/// Share of one patch that two points have whose surfaces overlap as deep all the way between them.
constexpr double k_joined = 0.5;

/// o: 1 up to merge_distance, 0 from separate_distance on, with a continuous slope.
double overlap(double distance, const MergeRule& rule) {
  if (distance <= rule.merge_distance) return 1;
  if (distance >= rule.separate_distance) return 0;
  const double u =
      (distance - rule.merge_distance) / (rule.separate_distance - rule.merge_distance);
  return 1 - u * u * (3 - 2 * u);
}

void require_not_negative(const char* what, double value, const char* unit) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} must be >= 0 and finite, got {} {}", what, value, unit));
}

class HertzModel final : public PairModel {
 public:
  HertzModel(const profile::WheelRailPair& pair, profile::Side side,
             const HertzModelSettings& settings)
      : search_(pair, {.curvature_width = settings.curvature_width}),
        side_(side),
        patches_(settings, pair.wheelset.nominal_radius) {}

  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) override {
    const bool left = side_ == profile::Side::left;
    const profile::WheelsetMotion right_motion = left ? mirrored(motion) : motion;
    search_.find(right_motion.pose, 0, points_);
    if (points_.empty()) {  // how far the wheel is up
      search_.find(right_motion.pose, std::numeric_limits<double>::infinity(), points_);
    }
    patches_.evaluate(right_motion, points_, forces);
    if (left) mirror(forces);
  }

 private:
  profile::ContactSearch search_;
  profile::Side side_;
  HertzPatches patches_;
  std::vector<profile::ContactPoint> points_;
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
  require_not_negative("the damping along the normal", settings.normal_damping, "s/m");
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
  contact_modulus_ = contact_modulus(settings.bodies);
  const Compliance compliance = compliance_of(settings.bodies);
  elastic_.shear_modulus = 1 / (k_pi * compliance.shear);
  elastic_.poisson_ratio = compliance.poisson / compliance.shear;
  elastic_.friction = settings.friction;
  // What the creep law would refuse later is refused now.
  contact::EllipticContact trial = elastic_;
  trial.semi_axis_x = trial.semi_axis_y = trial.normal_force = trial.rolling_speed = 1;
  creep_forces(settings.creep_law, trial, {});
}

void HertzPatches::find_candidates(std::span<const profile::ContactPoint> points) {
  candidates_.clear();
  const double least = 1 / (2 * settings_.largest_relative_radius);
  for (const profile::ContactPoint& point : points) {
    if (!(point.penetration > 0)) continue;
    const reference::GapCurvatures curvatures{std::max(point.curvature_x, least),
                                              std::max(point.curvature_y, least)};
    const bool conformal = point.curvature_x < least || point.curvature_y < least;
    const double force =
        table_.from_approach(point.penetration, curvatures, contact_modulus_).force;
    candidates_.push_back({&point, curvatures, conformal, force});
    if (settings_.contact_points == ContactPoints::deepest) break;
  }
}

/// Least penetration on the way between two points, m; negative: the surfaces part.
double HertzPatches::saddle_between(const Candidate& a, const Candidate& b) const {
  const double low = std::min(a.point->wheel_y, b.point->wheel_y);
  const double high = std::max(a.point->wheel_y, b.point->wheel_y);
  double saddle = std::min(a.point->penetration, b.point->penetration);
  for (const Candidate& between : candidates_) {
    const double y = between.point->wheel_y;
    if (y > low && y <= high) saddle = std::min(saddle, between.point->saddle);
  }
  return saddle;
}

double HertzPatches::share_of(const Candidate& candidate) const {
  double share = 1;
  for (const Candidate& other : candidates_) {
    if (&other == &candidate) continue;
    const double saddle = std::max(saddle_between(candidate, other), 0.0);
    const double depth = candidate.point->penetration;
    const double other_depth = other.point->penetration;
    const double distance = (other.point->position - candidate.point->position).norm();
    const double together = std::max(overlap(distance, settings_.merge),
                                     k_joined * saddle / std::min(depth, other_depth));
    const double own = candidate.force * (1 - saddle / depth);
    const double others = together * other.force * (1 - saddle / other_depth);
    if (own + others > 0) share *= own / (own + others);
  }
  return share;
}

void HertzPatches::add_patch(const profile::WheelsetMotion& motion, const Candidate& candidate,
                             PairForces& forces) const {
  const profile::ContactPoint& point = *candidate.point;
  const ContactFrame frame = ContactFrame::at(point.angle);
  const ContactMotion at_contact =
      contact_motion(motion, nominal_radius_, point, frame, settings_.creepage);

  const double share = share_of(candidate);
  const auto hertz = table_.from_approach(point.penetration * std::cbrt(share * share),
                                          candidate.curvatures, contact_modulus_);
  const double normal_force =
      hertz.force * (1 + settings_.normal_damping * at_contact.approach_speed);
  if (!(normal_force > 0)) return;

  contact::EllipticContact ellipse = elastic_;
  ellipse.semi_axis_x = hertz.semi_axes.x;
  ellipse.semi_axis_y = hertz.semi_axes.y;
  ellipse.normal_force = normal_force;
  ellipse.rolling_speed = at_contact.speed;
  ellipse.direction = at_contact.direction;

  PatchForces patch;
  patch.place = point;
  patch.creepage = at_contact.creepage;
  patch.normal_force = normal_force;
  patch.tangential = creep_forces(settings_.creep_law, ellipse, at_contact.creepage);
  patch.semi_axis_x = ellipse.semi_axis_x;
  patch.semi_axis_y = ellipse.semi_axis_y;
  patch.area = k_pi * ellipse.semi_axis_x * ellipse.semi_axis_y;
  patch.peak_pressure = 1.5 * normal_force / patch.area;
  patch.dissipation = std::max(0.0, work_per_metre(patch.tangential, patch.creepage));
  patch.conformal = candidate.conformal;
  forces.patches.push_back(patch);

  const Eigen::Vector3d force = patch.tangential.longitudinal * frame.x +
                                patch.tangential.lateral * frame.y + normal_force * frame.z;
  forces.force += force;
  forces.moment += at_contact.lever.cross(force) + patch.tangential.spin_moment * frame.z;
}

void HertzPatches::evaluate(const profile::WheelsetMotion& motion,
                            std::span<const profile::ContactPoint> points, PairForces& forces) {
  forces.status = SolveStatus::converged;
  forces.force.setZero();
  forces.moment.setZero();
  forces.patches.clear();
  forces.gap = points.empty() ? std::numeric_limits<double>::infinity() : -points[0].penetration;
  find_candidates(points);
  for (const Candidate& candidate : candidates_) add_patch(motion, candidate, forces);
}

std::unique_ptr<PairModel> make_hertz_model(const profile::WheelRailPair& pair, profile::Side side,
                                            const HertzModelSettings& settings) {
  return std::make_unique<HertzModel>(pair, side, settings);
}

}  // namespace tread::wheel_rail
