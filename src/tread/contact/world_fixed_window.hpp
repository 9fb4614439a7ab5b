#pragma once

#include "tread/contact/heading.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/contact/rolling_fields.hpp"

namespace tread::contact {

/// World-fixed rolling: bookkeeping of a window of cells that moves over the rail with the contact,
/// by whole cells, and of what happened since the committed state.
///
/// A particle of the rail at X sees the contact pass. With creepages (ξ, η) and spin φ of a contact
/// whose origin is at x_c(t), the rigid displacement since the committed state is
///
///   w(X) = ∫ (ξ - φ (Y - y_c), η + φ (X - x_c)) dq
///
/// which is linear in X: `since` keeps its value at the place where the origin was then (rigid) and
/// its slope (spin). A step's tractions follow from w and the displacements of the committed state
/// alone; nothing is lost with cells that leave the window, because no traction acts there.

/// The window as a grid in the contact frame.
Grid window_in_contact_frame(const RollingState& state);

/// The contact goes on by a piece of way, and the window with it. Throws ModelError if the window
/// is too small to follow.
void go_on(RollingState& state, double duration, double length, const Heading& heading,
           const Kinematics& kinematics, double friction_at_rest);

/// Kinematics of the whole way since the committed state, as means.
Kinematics kinematics_since_committed(const RollingState& state, const Kinematics& now);

/// Takes the creepage of a solution, a mean as above, to the origin of the contact, where it is
/// reported. Returns the rigid displacement there of the last piece of way alone, m.
std::array<double, 2> move_to_origin(RollingState& state, Creepage& creepage);

/// Adds a piece of way to those that creepage() is the mean of.
void update_mean_creepage(RollingState& state, const RollingState::Piece& piece, double cell,
                          double spin);

/// From here on displacements are counted from this snapshot.
void commit(RollingState& state, const RollingState::Snapshot& snapshot);

/// Whether a load, creepage or the motion turns round with this step, or another quantity is given
/// now: a trace that would be lost if states were kept at fixed points only.
bool turns_round(RollingState& state, const RollingStep& now);

}  // namespace tread::contact
