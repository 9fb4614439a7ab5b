#pragma once

#include <memory>
#include <vector>

#include "tread/contact/friction.hpp"
#include "tread/contact/frictional.hpp"
#include "tread/core/material.hpp"
#include "tread/core/observer.hpp"
#include "tread/profile/contact_patches.hpp"
#include "tread/wheel_rail/contact_damping.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// Wheel on rail by Kalker's theory in full: in the plane of every patch (contact_patches.hpp) both
/// bodies are elastic half-spaces, the true distance between their undeformed surfaces is on a grid
/// of cells, and pressures and tractions of steady rolling are solved for (contact/frictional.hpp).
///
/// The pose gives how much the surfaces overlap, and with it the pressures; nothing of Hertz is in
/// it. The rigid slip is that of the plane through the patch's reference: creepages there and the
/// spin about the plane's normal ("planar", D = 2 in CONTACT). Patches do not feel each other;
/// parts of a patch with a seam between them (PatchSeam) do so along the normal, in part.
///
/// Damping (contact_damping.hpp) multiplies the pressures, and with them what bounds tractions.
///
/// Every patch starts from the solution of the nearest patch of the call before. What comes out is
/// the same within the tolerance.

struct HalfSpaceGrid {
  double dx = 0;      // m, size of cells along the track; 0: as many cells as below
  double dy = 0;      // m, across
  double cells = 30;  // about that many across each overlap, each way, where a size is 0. Sizes are
                      // rounded to four steps an octave, so that they seldom change
};

struct HalfSpaceModelSettings {
  BodyPair bodies = {Material::from_young(2.1e11, 0.3), Material::from_young(2.1e11, 0.3)};
  contact::FrictionLaw friction = contact::CoulombFriction{};
  profile::PatchRule patches = {};
  HalfSpaceGrid grid = {};
  CreepageSettings creepage = {};
  double normal_damping = 0;  // d, s/m
  double tolerance = 1e-5;    // of pressures and tractions, over their largest
  int n_threads = 1;
  Observer* observer = nullptr;  // may be null: asked whether to stop
};

/// Throws ModelError on what no model can be made of.
void check(const HalfSpaceModelSettings& settings);

/// A patch as it was solved, or a part of it: fields on its grid. Pressures are those without
/// damping; tractions are bound by those with it.
struct SolvedPatch {
  profile::ContactPatch patch;
  ContactMotion motion;
  contact::FrictionalProblem problem;
  contact::FrictionalSolution solution;
};

/// What of a patch is solved for.
enum class PatchScope { normal, all };

/// The forces on a right wheel.
class HalfSpacePatches {
 public:
  HalfSpacePatches(const profile::WheelRailPair& pair, const HalfSpaceModelSettings& settings);
  ~HalfSpacePatches();
  HalfSpacePatches(HalfSpacePatches&&) noexcept;
  HalfSpacePatches& operator=(HalfSpacePatches&&) noexcept;

  /// Other settings from now on; solutions stay first guesses. Throws as the constructor.
  void set_settings(const HalfSpaceModelSettings& settings);

  /// With PatchScope::normal tractions are left out; those of the call before stay a first guess.
  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces,
                PatchScope scope = PatchScope::all);

  double vertical_overlap(const profile::WheelsetPose& pose) {
    return search_.vertical_overlap(pose);
  }

  /// All parts of the patches of the call before.
  std::vector<const SolvedPatch*> solved() const;

  /// Forgets the solutions: the next call starts from nothing.
  void start_anew();

 private:
  struct Part;

  Part& part_for(const profile::ContactPatch& patch, double s_low, double s_high);
  void make_parts(const profile::ContactPatch& patch);
  void set_up(const profile::WheelsetMotion& motion, Part& part);
  double damping_of(const SolvedPatch& solved) const;
  void solve(Part& part) const;
  void solve_parts(const profile::ContactPatch& patch);
  void solve_patch(const profile::WheelsetMotion& motion, profile::ContactPatch& patch);
  void add_patch(PairForces& forces) const;

  HalfSpaceModelSettings settings_;
  double nominal_radius_;
  profile::PatchSearch search_;
  PatchScope scope_ = PatchScope::all;  // of the call under way
  std::vector<profile::ContactPatch> patches_;
  std::vector<std::unique_ptr<Part>> memories_;  // of all parts there ever were
  std::vector<Part*> parts_;                     // of the patch under way, from left to right
};

/// The model of one wheel.
class HalfSpaceModel final : public PairModel {
 public:
  HalfSpaceModel(const profile::WheelRailPair& pair, profile::Side side,
                 const HalfSpaceModelSettings& settings)
      : side_(side), patches_(pair, settings) {}

  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) override {
    evaluate(motion, forces, PatchScope::all);
  }
  void evaluate_normal(const profile::WheelsetMotion& motion, PairForces& forces) override {
    evaluate(motion, forces, PatchScope::normal);
  }
  std::optional<double> vertical_overlap(const profile::WheelsetPose& pose) override;

  /// Of the wheel, or of its mirror image if it is a left one.
  const HalfSpacePatches& patches() const { return patches_; }
  profile::Side side() const { return side_; }
  void set_settings(const HalfSpaceModelSettings& settings) { patches_.set_settings(settings); }

 private:
  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces, PatchScope scope);

  profile::Side side_;
  HalfSpacePatches patches_;
};

std::unique_ptr<PairModel> make_half_space_model(const profile::WheelRailPair& pair,
                                                 profile::Side side,
                                                 const HalfSpaceModelSettings& settings);

}  // namespace tread::wheel_rail
