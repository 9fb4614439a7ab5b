#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "tread/contact/fast_models.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/contact/friction.hpp"
#include "tread/core/material.hpp"
#include "tread/wheel_rail/contact_damping.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/hertz_overlap.hpp"
#include "tread/wheel_rail/hertz_table.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// Wheel on rail with a Hertz ellipse for every patch: microseconds a wheel.
///
///   N = F (1 + d v_n) >= 0         v_n: how fast the penetration grows, m/s (contact_damping.hpp)
///
/// F is the slope of the energy that the overlap of the undeformed surfaces has by Hertz
/// (hertz_overlap.hpp): K(A, B) delta^(3/2) where it is that of a paraboloid. d is the damping. The
/// ellipse is that of F, the friction bound that of N. Creep forces come from one of the fast
/// models (contact/fast_models.hpp, contact/fastsim.hpp).
///
/// **Points that belong together** press on one patch, and share the overlap by what each part of
/// it stores. Nothing jumps when a point appears, at any depth, or when another becomes the
/// deepest.
///
/// **Curvatures** are means over curvature_width. Profiles made of arcs have curvatures that jump
/// where the arcs meet, and no patch feels that within less than its own width.
///
/// **Surfaces that fit each other** (curvature of the gap near zero or negative) have no Hertz
/// ellipse: a curvature below that of largest_relative_radius is raised to it, and the patch says
/// so (PatchForces::conformal).

/// Kalker's linear theory: knows no friction limit.
struct LinearLaw {};
struct ShenHedrickElkinsLaw {};
/// Polach 1999; with reductions below 1 Polach 2005. It has no moment about the normal, so what
/// spin takes is not counted in its dissipation.
struct PolachLaw {
  contact::PolachReduction reduction = {};
};
/// FASTSIM. Flexibilities are blended by default: those of 1982 hold at small creepage, but turn
/// the force away from the slip, by several degrees, when all slips; a flange then has a tenth less
/// longitudinal force than the exact theory gives it. Few strips, each of many slices: under spin
/// the error is one of the march along a strip. Forces are within 1 % of mu N of converged ones for
/// a spin up to 2/m, as flanges have it.
struct FastsimLaw {
  contact::FastsimOptions options = {
      .flexibility = contact::FlexibilityRule::blended, .n_strips = 8, .n_slices = 91};
};
using CreepLaw = std::variant<LinearLaw, ShenHedrickElkinsLaw, PolachLaw, FastsimLaw>;

struct HertzModelSettings {
  BodyPair bodies = {Material::from_young(2.1e11, 0.3), Material::from_young(2.1e11, 0.3)};
  contact::FrictionLaw friction = contact::CoulombFriction{};
  CreepLaw creep_law = FastsimLaw{};
  ContactPoints contact_points = ContactPoints::all;
  MergeRule merge = {};
  double normal_damping = 0;            // d, s/m
  double curvature_width = 4e-3;        // m; 0: at the very point
  double largest_relative_radius = 10;  // m: curvatures A, B >= 1/(2 of it)
  CreepageSettings creepage = {};
};

HertzModelSettings hertz_linear();
HertzModelSettings hertz_shen_hedrick_elkins();
HertzModelSettings hertz_polach();                            // 1999
HertzModelSettings hertz_polach(const contact::PolachRail&);  // 2005, with its friction
HertzModelSettings hertz_fastsim();

/// What multibody programs use: FASTSIM at every contact point, and damping along the normal.
HertzModelSettings semi_elastic(double normal_damping = k_usual_normal_damping);

/// Throws ModelError on what no model can be made of.
void check(const HertzModelSettings& settings);

/// The forces of given patches of a right wheel. Nothing is allocated once `forces` has held as
/// many patches.
class HertzPatches {
 public:
  HertzPatches(const HertzModelSettings& settings, double nominal_radius);

  const HertzModelSettings& settings() const { return settings_; }
  const HertzTable& table() const { return table_; }
  double contact_modulus() const { return contact_modulus_; }

  /// @param gap m, least distance of the surfaces
  void evaluate(const profile::WheelsetMotion& motion, std::span<const PressedPoint> points,
                double gap, PairForces& forces) const;

 private:
  void add_patch(const profile::WheelsetMotion& motion, const PressedPoint& pressed,
                 PairForces& forces) const;

  HertzModelSettings settings_;
  double nominal_radius_;
  double contact_modulus_;            // E*, Pa
  contact::EllipticContact elastic_;  // combined constants and friction; sizes per patch
  HertzTable table_;
};

/// The model of one wheel. Has no memory: accept() does nothing.
std::unique_ptr<PairModel> make_hertz_model(const profile::WheelRailPair& pair, profile::Side side,
                                            const HertzModelSettings& settings);

}  // namespace tread::wheel_rail
