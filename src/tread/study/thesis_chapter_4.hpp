#pragma once

#include "tread/contact/normal.hpp"
#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// Chapter 4 of the thesis: a rigid ball, R = 0.1 m, pressed into rubber with E = 1.5e8 Pa and
/// nu = 0.5, by Hertz and by the contact solver.
///
/// Two things part the solver from Hertz. The mesh: pressure is uniform over elements that are wide
/// beside the contact. The shape: the thesis gives the solver a true sphere, Hertz takes its
/// paraboloid (tread/reference/sphere.hpp). A paraboloid on the same mesh shows the first alone, a
/// sphere on a fine mesh the second.

/// Figure 4.2: force over approach, sphere and paraboloid, on two meshes of the thesis (the input
/// file of 4.5.3, the listing A.2) and on a fine one. The figure prints no numbers and does not
/// tell its mesh; rows compare the features its text states.
Reproduction thesis_fig_4_2(Observer& observer);

/// The contact problem of the input file printed in section 4.5.3, in m and N: penetrations of 11 x
/// 11 elements, which go in as the undeformed distance at approach 0. The printed field is
/// symmetric in x, in y and in their exchange, so its 121 numbers are 21 different ones.
contact::NormalProblem thesis_file_4_5_3_problem();

/// That file solved as printed, beside the sphere it was made from. The problem is an argument so
/// that one read from a file can be given; its ball must be the one above and its lengths in m.
Reproduction thesis_file_4_5_3(const contact::NormalProblem& printed, Observer& observer);

}  // namespace tread::study
