#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The figures of the wiggles paper that need no time stepping: the matrices of one rolling step on
/// a contact of 41 cells in plane strain, of constant and of bilinear elements.
///
///   A_IJ = A(x_I - x_J)      A'_IJ = A(x_I + dq - x_J)      dq = c dx
///
/// are displacements by tractions of this step and of the one before. (A - A')/dq turns tractions
/// that stay the same into slip; its inverse, slip into tractions. A⁻¹ A' is what becomes of old
/// tractions in adhesion. Everything is in units of dx and of the contact modulus E*, which leaves
/// c and the number of cells as the only parameters; the paper names no number of cells and prints
/// no numbers, so that rows compare what its text says. C. D. van der Wekken, E. A. H. Vollebregt,
/// C. Vuik, Occurrence and removal of wiggles in transient rolling contact simulation.

/// A - A', its inverse and its spectrum for c = 1, and the same for c = 0.01.
Reproduction wiggles_fig_2(Observer& observer);
Reproduction wiggles_fig_3(Observer& observer);

/// One loaded cell after one step, and after three cells, for several c.
Reproduction wiggles_fig_5(Observer& observer);

}  // namespace tread::study
