#include "tread/wheel_rail/half_space_model.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/wheel_rail/mirror.hpp"

namespace tread::wheel_rail {
namespace {

/// Numbers of cells are multiples of this: kernels of few sizes serve all patches.
constexpr double k_most_cells = 4e6;  // of a patch: some GB
constexpr int k_cell_rounding = 4;
constexpr double k_same_patch = 5e-3;  // m between references of a patch and the one before
constexpr double k_sizes_per_octave = 4;
constexpr int k_most_turns = 20;  // of parts of a patch that feel each other

double rounded_size(double size) {
  return std::exp2(std::round(k_sizes_per_octave * std::log2(size)) / k_sizes_per_octave);
}

/// Surfaces give way, so that they touch in less than where they overlap undeformed: over 0.57 to
/// 0.82 of its width where the overlap is elliptic, up to five times longer than wide (Hertz).
constexpr double k_touching_part = 0.85;

/// @param part of the overlap's width, from the reference, that the grid is to cover
Grid grid_of(const profile::ContactPatch& overlap, const HalfSpaceGrid& rule, double part) {
  const double dx =
      rule.dx > 0 ? rule.dx : rounded_size((overlap.x_high - overlap.x_low) / rule.cells);
  const double dy =
      rule.dy > 0 ? rule.dy : rounded_size((overlap.s_high - overlap.s_low) / rule.cells);
  profile::ContactPatch covered = overlap;
  const double x = overlap.reference.position.x();
  covered.x_low = x + part * (overlap.x_low - x);
  covered.x_high = x + part * (overlap.x_high - x);
  covered.s_low *= part;
  covered.s_high *= part;
  const double n_cells =
      (covered.x_high - covered.x_low) / dx * (covered.s_high - covered.s_low) / dy;
  if (!(n_cells < k_most_cells)) {
    throw ModelError(fmt::format(
        "a patch of {:.3g} x {:.3g} mm would have {:.3g} cells of {:.3g} x {:.3g} mm, more than "
        "{:.0f}: take larger cells",
        1e3 * (covered.x_high - covered.x_low), 1e3 * (covered.s_high - covered.s_low), n_cells,
        1e3 * dx, 1e3 * dy, k_most_cells));
  }
  return profile::patch_grid(covered, dx, dy, k_cell_rounding);
}

/// Values of a field carried to another grid of the same cells: both have their origins at the
/// patches' references. A field that is not there (nothing but normal forces was solved for) stays
/// away.
template <typename T>
void carry(const Grid& from, const Grid& to, T outside, const std::vector<T>& source,
           std::vector<T>& target) {
  if (source.size() != from.n_cells()) {
    target.clear();
    return;
  }
  const int i_shift = static_cast<int>(std::lround((to.x0 - from.x0) / to.dx));
  const int j_shift = static_cast<int>(std::lround((to.y0 - from.y0) / to.dy));
  target.assign(to.n_cells(), outside);
  for (int j = 0; j < to.ny; ++j) {
    if (j + j_shift < 0 || j + j_shift >= from.ny) continue;
    for (int i = std::max(0, -i_shift); i < std::min(to.nx, from.nx - i_shift); ++i) {
      target[to.index(i, j)] = source[from.index(i + i_shift, j + j_shift)];
    }
  }
}

double smallest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i])) largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

/// Adds what pressures far away displace the surfaces by: cells as point loads, whose error is the
/// square of cell over distance, over 24.
/// @param compliance 1/(π E*), 1/Pa
void add_far_displacement(const Grid& from, const std::vector<double>& pressure, double compliance,
                          const Grid& to, std::vector<double>& displacement) {
  for (int j = 0; j < from.ny; ++j) {
    for (int i = 0; i < from.nx; ++i) {
      const double load = compliance * from.cell_area() * pressure[from.index(i, j)];
      if (!(load > 0)) continue;
      for (int l = 0; l < to.ny; ++l) {
        for (int k = 0; k < to.nx; ++k) {
          const double distance = std::hypot(to.x(k) - from.x(i), to.y(l) - from.y(j));
          // Cells of both parts may meet at the seam, where nothing touches.
          displacement[to.index(k, l)] += load / std::max(distance, from.dy);
        }
      }
    }
  }
}

/// Where pressures are, m from the patch's reference.
struct Extent {
  double x_low = std::numeric_limits<double>::infinity();
  double x_high = -std::numeric_limits<double>::infinity();
  double y_low = std::numeric_limits<double>::infinity();
  double y_high = -std::numeric_limits<double>::infinity();

  double width_x() const { return x_high - x_low; }
  double width_y() const { return y_high - y_low; }
};

/// Moments of pressures along z about the x and the y axis, N m.
std::pair<double, double> pressure_moments(const Grid& grid, const std::vector<double>& pressure,
                                           Extent& extent) {
  double about_x = 0;
  double about_y = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double p = pressure[grid.index(i, j)];
      if (!(p > 0)) continue;
      extent.x_low = std::min(extent.x_low, grid.x(i) - grid.dx / 2);
      extent.x_high = std::max(extent.x_high, grid.x(i) + grid.dx / 2);
      extent.y_low = std::min(extent.y_low, grid.y(j) - grid.dy / 2);
      extent.y_high = std::max(extent.y_high, grid.y(j) + grid.dy / 2);
      about_x += grid.y(j) * p;
      about_y -= grid.x(i) * p;
    }
  }
  return {grid.cell_area() * about_x, grid.cell_area() * about_y};
}

void set_kinematics(const ContactMotion& motion, contact::FrictionalProblem& problem) {
  problem.kinematics.x = contact::given_creepage(motion.creepage.longitudinal);
  problem.kinematics.y = contact::given_creepage(motion.creepage.lateral);
  problem.kinematics.spin = motion.creepage.spin;
  problem.rolling.speed = motion.speed;
  problem.rolling.direction =
      motion.direction == contact::RollingDirection::plus_x ? 0 : std::numbers::pi;
}

template <typename T>
void carry_over(const Grid& from, const Grid& to, T outside, std::vector<T>& field,
                std::vector<T>& scratch) {
  carry(from, to, outside, field, scratch);
  field.swap(scratch);
}

}  // namespace

struct HalfSpacePatches::Part {
  SolvedPatch solved;
  contact::FrictionalWorkspace workspace;
  std::vector<double> distance;  // of the undeformed surfaces, without what neighbours do, m
  Grid solved_grid;              // of the solution
  bool is_known = false;         // there is a solution of a call before
  bool is_wide = false;          // the grid covers all of the overlap
  bool in_use = false;           // by a patch of the call under way
  std::vector<double> scratch;
  std::vector<contact::CellState> scratch_cells;
};

void check(const HalfSpaceModelSettings& settings) {
  tread::check(settings.bodies);
  contact::check(settings.friction);
  check(settings.creepage);
  check_normal_damping(settings.normal_damping);
  const HalfSpaceGrid& grid = settings.grid;
  if (!(grid.dx >= 0) || !(grid.dy >= 0) || !std::isfinite(grid.dx + grid.dy)) {
    throw ModelError(fmt::format(
        "cells of a half-space model have the sizes {} m and {} m: they must be positive, or 0 for "
        "a number of cells across each patch",
        grid.dx, grid.dy));
  }
  if (!(grid.cells >= 2 && grid.cells <= 1000)) {
    throw ModelError(fmt::format(
        "a half-space model has {} cells across a patch: it must be 2 to 1000; 30 is usual",
        grid.cells));
  }
  if (!(settings.tolerance > 0 && settings.tolerance < 1)) {
    throw ModelError(fmt::format(
        "the tolerance of a half-space model must be between 0 and 1, got {}", settings.tolerance));
  }
}

HalfSpacePatches::HalfSpacePatches(const profile::WheelRailPair& pair,
                                   const HalfSpaceModelSettings& settings)
    : settings_(settings),
      nominal_radius_(pair.wheelset.nominal_radius),
      search_(profile::ContactSearch(pair), settings.patches) {
  check(settings);
}

void HalfSpacePatches::set_settings(const HalfSpaceModelSettings& settings) {
  check(settings);
  search_.set_rule(settings.patches);
  settings_ = settings;
}

HalfSpacePatches::~HalfSpacePatches() = default;
HalfSpacePatches::HalfSpacePatches(HalfSpacePatches&&) noexcept = default;
HalfSpacePatches& HalfSpacePatches::operator=(HalfSpacePatches&&) noexcept = default;

std::vector<const SolvedPatch*> HalfSpacePatches::solved() const {
  std::vector<const SolvedPatch*> patches;
  for (const auto& part : memories_) {
    if (part->in_use) patches.push_back(&part->solved);
  }
  return patches;
}

void HalfSpacePatches::start_anew() {
  for (const auto& part : memories_) part->is_known = false;
}

/// The memory of the nearest part of the call before, or a fresh one.
HalfSpacePatches::Part& HalfSpacePatches::part_for(const profile::ContactPatch& patch, double s_low,
                                                   double s_high) {
  const auto middle = [](const profile::ContactPatch& of) {
    return of.reference.rail_y + (of.s_low + of.s_high) / 2;
  };
  const double here = patch.reference.rail_y + (s_low + s_high) / 2;
  Part* nearest = nullptr;
  double least = k_same_patch;
  for (const auto& part : memories_) {
    if (part->in_use || !part->is_known) continue;
    const double distance = std::abs(middle(part->solved.patch) - here);
    if (distance < least) {
      least = distance;
      nearest = part.get();
    }
  }
  if (nearest == nullptr) {
    const auto unused = std::find_if(memories_.begin(), memories_.end(),
                                     [](const auto& part) { return !part->in_use; });
    if (unused == memories_.end()) {
      memories_.push_back(std::make_unique<Part>());
      nearest = memories_.back().get();
    } else {
      nearest = unused->get();
    }
    nearest->is_known = false;
    nearest->is_wide = false;
  }
  nearest->in_use = true;
  nearest->solved.patch = patch;
  nearest->solved.patch.s_low = s_low;
  nearest->solved.patch.s_high = s_high;
  return *nearest;
}

void HalfSpacePatches::make_parts(const profile::ContactPatch& patch) {
  parts_.clear();
  double s_low = patch.s_low;
  for (const profile::PatchSeam& seam : patch.seams) {
    parts_.push_back(&part_for(patch, s_low, seam.s));
    s_low = seam.s;
  }
  parts_.push_back(&part_for(patch, s_low, patch.s_high));
  // The reference of several overlaps lies anywhere between them.
  if (patch.n_overlaps > 1) {
    for (Part* part : parts_) part->is_wide = true;
  }
}

/// Grid, distance and friction, and the solution of the call before on the new grid.
void HalfSpacePatches::set_up(const profile::WheelsetMotion& motion, Part& part) {
  contact::FrictionalProblem& problem = part.solved.problem;
  const Grid grid = grid_of(part.solved.patch, settings_.grid, part.is_wide ? 1 : k_touching_part);
  problem.normal.grid = grid;
  problem.normal.bodies = settings_.bodies;
  problem.normal.prescribed = contact::Prescribed::approach;
  problem.normal.value = 0;
  problem.friction.law = settings_.friction;
  profile::undeformed_distance(search_, motion.pose, part.solved.patch, grid, part.distance);
  problem.normal.distance = part.distance;

  const Grid& before = part.solved_grid;
  part.is_known = part.is_known && before.dx == grid.dx && before.dy == grid.dy;
  if (part.is_known && !(before == grid)) {
    contact::FrictionalSolution& solution = part.solved.solution;
    for (std::vector<double>* field :
         {&solution.normal.pressure, &solution.normal.displacement, &solution.traction.x,
          &solution.traction.y, &solution.slip.x, &solution.slip.y}) {
      carry_over(before, grid, 0.0, *field, part.scratch);
    }
    carry_over(before, grid, contact::CellState::outside, solution.cells, part.scratch_cells);
  }
  part.solved_grid = grid;
}

/// By what damping multiplies the pressures.
double HalfSpacePatches::damping_of(const SolvedPatch& solved) const {
  return damping_factor(settings_.normal_damping, solved.motion.penetration_rate);
}

void HalfSpacePatches::solve(Part& part) const {
  const contact::Start start = part.is_known ? contact::Start::from_guess : contact::Start::cold;
  if (scope_ == PatchScope::normal) {
    if (start == contact::Start::cold) part.solved.solution.traction.assign(0, 0);
    contact::NormalSolution& normal = part.solved.solution.normal;
    contact::NormalOptions options;
    options.tolerance = settings_.tolerance;
    options.n_threads = settings_.n_threads;
    options.observer = settings_.observer;
    contact::solve_normal(part.solved.problem.normal, options, part.workspace.normal(), normal,
                          start);
    part.solved.solution.status = normal.status;
    part.solved.solution.forces = {};
    part.solved.solution.frictional_power = 0;
    part.is_known = normal.status == SolveStatus::converged;
    return;
  }
  contact::FrictionalOptions options;
  options.tolerance = settings_.tolerance;
  options.n_threads = settings_.n_threads;
  options.observer = settings_.observer;
  contact::solve_frictional(part.solved.problem, options, part.workspace, part.solved.solution,
                            start);
  part.is_known = part.solved.solution.status == SolveStatus::converged;
}

/// Parts in turn, each with what the pressures of its neighbours displace it by, until that no
/// longer changes.
void HalfSpacePatches::solve_parts(const profile::ContactPatch& patch) {
  for (Part* part : parts_) solve(*part);
  if (parts_.size() < 2) return;
  const double overlap = patch.reference.penetration;
  const double compliance = compliance_of(settings_.bodies).normal();
  for (int turn = 0; turn < k_most_turns; ++turn) {
    double change = 0;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      SolvedPatch& solved = parts_[k]->solved;
      parts_[k]->scratch = parts_[k]->distance;
      for (std::size_t other : {k - 1, k + 1}) {
        if (other >= parts_.size()) continue;
        const double factor = patch.seams[std::min(k, other)].factor;
        add_far_displacement(parts_[other]->solved.problem.normal.grid,
                             parts_[other]->solved.solution.normal.pressure, factor * compliance,
                             solved.problem.normal.grid, parts_[k]->scratch);
      }
      change =
          std::max(change, largest_difference(parts_[k]->scratch, solved.problem.normal.distance));
      solved.problem.normal.distance = parts_[k]->scratch;
      solve(*parts_[k]);
    }
    if (change <= settings_.tolerance * overlap) return;
  }
}

void HalfSpacePatches::add_patch(PairForces& forces) const {
  const SolvedPatch& first = parts_.front()->solved;
  const ContactFrame frame = ContactFrame::at(first.patch.reference.angle);
  PatchForces patch;
  patch.place = first.patch.reference;
  patch.creepage = first.motion.creepage;
  patch.conformal = first.patch.conformal;
  Extent extent;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  // about the reference
  for (const Part* part : parts_) {
    const contact::FrictionalSolution& solution = part->solved.solution;
    const Grid& grid = part->solved.problem.normal.grid;
    if (solution.status != SolveStatus::converged) forces.status = solution.status;
    patch.normal_force += solution.normal.force;
    patch.tangential.longitudinal += solution.forces.longitudinal;
    patch.tangential.lateral += solution.forces.lateral;
    patch.tangential.spin_moment += solution.forces.spin_moment;
    patch.area += solution.normal.contact_area;
    patch.peak_pressure = std::max(patch.peak_pressure, solution.normal.peak_pressure);
    const auto [about_x, about_y] = pressure_moments(grid, solution.normal.pressure, extent);
    moment += about_x * frame.x + about_y * frame.y;
  }
  const double damping = damping_of(first);
  patch.normal_force *= damping;
  patch.peak_pressure *= damping;
  moment *= damping;
  if (!(patch.normal_force > 0)) return;
  patch.semi_axis_x = extent.width_x() / 2;
  patch.semi_axis_y = extent.width_y() / 2;
  // Not the sum over the cells that slip: with few cells it falls 10 % short of it.
  patch.dissipation = std::max(0.0, patch.work_per_metre());
  forces.patches.push_back(patch);

  const Eigen::Vector3d force = patch.tangential.longitudinal * frame.x +
                                patch.tangential.lateral * frame.y + patch.normal_force * frame.z;
  forces.force += force;
  forces.moment +=
      first.motion.lever.cross(force) + patch.tangential.spin_moment * frame.z + moment;
}

void HalfSpacePatches::solve_patch(const profile::WheelsetMotion& motion,
                                   profile::ContactPatch& patch) {
  patch.reference.penetration = 0;
  for (Part* part : parts_) {
    set_up(motion, *part);
    patch.reference.penetration = std::max(patch.reference.penetration, -smallest(part->distance));
  }
  const ContactMotion at_contact =
      contact_motion(motion, nominal_radius_, patch.reference,
                     ContactFrame::at(patch.reference.angle), settings_.creepage);
  for (Part* part : parts_) {
    part->solved.patch.reference.penetration = patch.reference.penetration;
    part->solved.motion = at_contact;
    set_kinematics(at_contact, part->solved.problem);
    // None without damping, also where settings before had some.
    part->solved.problem.friction.factor.assign(
        settings_.normal_damping > 0 ? part->distance.size() : 0, damping_of(part->solved));
  }
  solve_parts(patch);
}

void HalfSpacePatches::evaluate(const profile::WheelsetMotion& motion, PairForces& forces,
                                PatchScope scope) {
  scope_ = scope;
  forces.status = SolveStatus::converged;
  forces.force.setZero();
  forces.moment.setZero();
  forces.patches.clear();
  search_.find(motion.pose, patches_);
  forces.gap = search_.gap();
  for (const auto& part : memories_) part->in_use = false;
  for (profile::ContactPatch& patch : patches_) {
    make_parts(patch);
    solve_patch(motion, patch);
    Part& only = *parts_.front();
    if (!only.is_wide && only.solved.solution.normal.touches_edge) {
      only.is_wide = true;
      solve_patch(motion, patch);
    }
    add_patch(forces);
  }
}

void HalfSpaceModel::evaluate(const profile::WheelsetMotion& motion, PairForces& forces,
                              PatchScope scope) {
  const bool is_left = side_ == profile::Side::left;
  patches_.evaluate(is_left ? mirrored(motion) : motion, forces, scope);
  if (is_left) mirror(forces);
}

std::optional<double> HalfSpaceModel::vertical_overlap(const profile::WheelsetPose& pose) {
  return patches_.vertical_overlap(side_ == profile::Side::left ? mirrored(pose) : pose);
}

std::unique_ptr<PairModel> make_half_space_model(const profile::WheelRailPair& pair,
                                                 profile::Side side,
                                                 const HalfSpaceModelSettings& settings) {
  return std::make_unique<HalfSpaceModel>(pair, side, settings);
}

}  // namespace tread::wheel_rail
