#pragma once

#include <optional>
#include <vector>

#include "tread/profile/wheelset.hpp"
#include "tread/result/result.hpp"
#include "tread/wheel_rail/half_space_model.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::study {

/// The patches of a wheel on its rail with their fields, in the words of room `result`.

/// Whose tractions are told, and along which axes. x points forward in any case.
enum class PatchSigns {
  wheel,  // on the wheel, y to the left along the plane of contact: docs/conventions.md
  rail,   // on the rail, y to the right: CONTACT's module 1, whose body 1 is the rail
};

struct PatchElements {
  long long contact = 0;
  long long adhesion = 0;
  long long slip = 0;
};

struct WheelPatch {
  wheel_rail::PatchForces forces;  // in the wheel's own contact frame: creepages and forces of the
                                   // wheel, y to the left
  result::FieldSet fields;         // y counts from the patch's reference
  PatchElements elements;
  int iterations = 0;
  double residual = 0;
  bool at_profile_end = false;  // a profile ends inside the patch
};

struct WheelPatches {
  wheel_rail::PairForces forces;
  std::vector<WheelPatch> patches;  // those that press, from the gauge side to the field side
};

/// The patches that a model solved last, which gave these forces.
WheelPatches gather_wheel_patches(const wheel_rail::HalfSpaceModel& model,
                                  wheel_rail::PairForces forces, PatchSigns signs);

/// Solves the patches of one motion, from nothing.
WheelPatches solve_wheel_patches(const profile::WheelRailPair& pair, profile::Side side,
                                 const wheel_rail::HalfSpaceModelSettings& settings,
                                 const profile::WheelsetMotion& motion, PatchSigns signs);

/// The pressure over the ellipse of a patch that has no grid, cells along each axis.
result::FieldSet ellipse_fields(const wheel_rail::PatchForces& patch, int cells);

/// y of a place in a profile, as that of the side: flange and gauge face of a left wheel and rail
/// lie at positive y. The place is that of the mirror image, as PatchForces has it.
inline double on_side(profile::Side side, double y) { return side == profile::Side::left ? -y : y; }

}  // namespace tread::study
