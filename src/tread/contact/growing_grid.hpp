#pragma once

#include <functional>

#include "tread/contact/normal.hpp"

namespace tread::contact {

/// A grid that a program chose may turn out too small while bodies move: a wheel hits the rail
/// harder than foreseen. It then gets more cells of the same size around those it has. Cells stay
/// where they are, so a solution does not depend on how the grid grew, but for the tolerance.

/// The undeformed distance h at the centres of a grid's cells, m; infinite: no contact there.
using DistanceOnGrid = std::function<std::vector<double>(const Grid&)>;

/// No wider, along x or y, than so many times the first grid: a contact that asks for more belongs
/// to an iterate that went astray, not to a motion.
inline constexpr int k_most_growth = 8;

/// Solves as solve_normal() does, on larger and larger grids while the contact touches the edge.
/// The problem keeps the last of them. A solution that touches the edge still: it may not grow
/// further.
void solve_growing(NormalProblem& problem, const Grid& first, const DistanceOnGrid& distance_on,
                   const NormalOptions& options, NormalWorkspace& workspace,
                   NormalSolution& solution, Start start);

/// Back to the first grid, if the contact leaves a good part of it free.
void shrink_if_small(NormalProblem& problem, const Grid& first, const DistanceOnGrid& distance_on,
                     NormalSolution& solution);

/// A field on another grid of the same cells; zero where it was not known.
/// @pre cells of both lie at the same places where the grids overlap
std::vector<double> carried_over(const Grid& from, const Grid& to,
                                 const std::vector<double>& field);

}  // namespace tread::contact
