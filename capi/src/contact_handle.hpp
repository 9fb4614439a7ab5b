#pragma once

#include <optional>

#include "tread/contact/frictional.hpp"
#include "tread/contact/normal.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/tread.h"

namespace tread::capi {

/// What the arrays and results that are asked for belong to.
enum class Last { nothing, normal, frictional, step };

}  // namespace tread::capi

/// What is behind the handle: what is given, the solver's memory, what came out last. All of it
/// belongs to one thread at a time.
struct tread_contact {
  tread_contact(tread::contact::RollingSetup given, bool is_warm, bool tells_sensitivities);
  tread_contact(const tread_contact& other);
  tread_contact& operator=(const tread_contact&) = delete;

  /// Throws Refusal while there is no geometry.
  void need_geometry() const;
  void set_geometry(tread::contact::DistanceFunction distance);
  /// The one that rolls, made when it is first needed.
  tread::contact::RollingContact& rolling_contact();

  tread::contact::RollingSetup setup;  // distance empty: no geometry yet
  bool warm;
  bool sensitivities;

  // A copy makes its workspaces anew.
  tread::contact::NormalWorkspace normal_workspace;
  tread::contact::FrictionalWorkspace frictional_workspace;

  tread::contact::NormalSolution normal;
  tread::contact::FrictionalSolution frictional;
  std::optional<tread::contact::RollingContact> rolling;
  std::optional<tread::contact::RollingState> committed;  // empty: the beginning
  std::optional<tread::contact::RollingState> beginning;  // of `rolling`
  tread::capi::Last last = tread::capi::Last::nothing;
};

namespace tread::capi {

/// The normal part of what came out last, and the frictional one (null: none). Throws Refusal if
/// nothing did.
const contact::NormalSolution& last_normal(const tread_contact& contact);
const contact::FrictionalSolution* last_frictional(const tread_contact& contact);
const Grid& last_grid(const tread_contact& contact);

/// Writes the result if it is wanted. TREAD_OK or TREAD_NOT_CONVERGED, with its text.
int finish(const tread_contact& contact, tread_result* result, tread_error* error);
/// Refuses a result that finish() could not write, before time is spent.
void check_result(const tread_result* result);

}  // namespace tread::capi
