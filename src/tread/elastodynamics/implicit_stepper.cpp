#include "tread/elastodynamics/implicit_stepper.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/elastodynamics/complementarity.hpp"

namespace tread::elastodynamics {
namespace {

/// Factors kept at a time: free step, contact step, and one for a step that was halved.
constexpr std::size_t k_kept_factors = 3;
/// A point counts as below the cylinder, for the displacement variant, within this part of R.
constexpr double k_touch = 1e-12;

SparseMatrix diagonal(const Vector& values) { return SparseMatrix(values.asDiagonal()); }

}  // namespace

ImplicitStepper::ImplicitStepper(const SemiDiscrete& semi, const Cylinder& cylinder,
                                 const Settings& settings,
                                 std::optional<HeightPressure> height_pressure)
    : semi_(semi),
      cylinder_(cylinder),
      settings_(settings),
      height_pressure_(std::move(height_pressure)),
      rise_(semi.n_surface()) {
  for (Eigen::Index i = 0; i < rise_.size(); ++i) {
    rise_[i] = rise(semi.surface_x[static_cast<std::size_t>(i)], cylinder.radius);
  }
}

StepOperator& ImplicitStepper::operator_of(double step) {
  const auto found = std::find_if(operators_.begin(), operators_.end(),
                                  [step](const Kept& kept) { return kept.step == step; });
  if (found != operators_.end()) {
    std::rotate(operators_.begin(), found, found + 1);
    return *operators_.front().op;
  }
  if (operators_.size() == k_kept_factors) operators_.pop_back();
  const SparseMatrix matrix =
      diagonal(semi_.mass / (theta() * step * step) + semi_.damping / step) +
      theta() * semi_.stiffness;
  operators_.push_front({step, std::make_unique<StepOperator>(semi_, matrix)});
  ++n_factorisations_;
  return *operators_.front().op;
}

bool ImplicitStepper::advance(ImpactState& state, double step) {
  iterations_ = 0;
  StepOperator& op = operator_of(step);
  const Trial free = trial(state, step, op);
  const std::optional<Contact> contact = contact_forces(state, free, op);
  if (!contact) return false;
  finish(state, free, *contact, op);
  return true;
}

ImplicitStepper::Trial ImplicitStepper::trial(const ImpactState& state, double step,
                                              StepOperator& op) const {
  Trial free;
  free.step = step;
  const bool is_at_rest = state.u.isZero(0) && state.v.isZero(0);
  if (is_at_rest) {
    free.u = Vector::Zero(state.u.size());
  } else {
    const double inertia = 1 / (theta() * step * step);
    Vector right = inertia * semi_.mass.cwiseProduct(state.u + step * state.v) +
                   semi_.damping.cwiseProduct(state.u) / step;
    if (theta() < 1) right -= (1 - theta()) * (semi_.stiffness * state.u);
    free.u = op.solve(right);
  }
  free.surface = semi_.observe * free.u;
  free.mobility = theta() * step * step / cylinder_.mass;
  free.height = state.height + step * state.velocity - theta() * step * step * cylinder_.gravity;
  return free;
}

std::optional<ImplicitStepper::Contact> ImplicitStepper::contact_forces(const ImpactState& state,
                                                                        const Trial& free,
                                                                        StepOperator& op) {
  if (settings_.surface == SurfaceCondition::unilateral) return unilateral(state, free, op);
  if (settings_.surface == SurfaceCondition::displacement) return moved_points(state, free, op);
  return from_height(state, free);
}

std::optional<ImplicitStepper::Contact> ImplicitStepper::unilateral(const ImpactState& state,
                                                                    const Trial& free,
                                                                    StepOperator& op) {
  const Vector free_gap = (rise_ - free.surface).array() + free.height;
  Contact contact;
  contact.surface_force = Vector::Zero(free_gap.size());
  std::vector<int> points;  // that may touch: only their columns of the Schur complement are needed
  for (int i = 0; i < free_gap.size(); ++i) {
    if (free_gap[i] < 0 || state.surface_force[i] > 0) points.push_back(i);
  }
  std::vector<unsigned char> touching;
  for (const int i : points) touching.push_back(state.surface_force[i] > 0);
  while (!points.empty()) {
    Eigen::MatrixXd compliance = op.compliance(points);
    compliance.diagonal() += semi_.flexibility(points);
    compliance.array() += free.mobility;
    const Complementarity solved = solve_complementarity(compliance, free_gap(points), touching);
    iterations_ += solved.iterations;
    if (solved.status != SolveStatus::converged) return std::nullopt;
    contact.force = solved.force.sum();
    Vector gap = free_gap.array() + free.mobility * contact.force;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double q = solved.force[static_cast<Eigen::Index>(k)];
      if (q > 0) gap += q * op.compliance_column(points[k]);
    }
    // A point outside the set may have been met by the bulge beside the contact.
    std::vector<int> more;
    touching.clear();
    for (int i = 0; i < gap.size(); ++i) {
      const auto known = std::lower_bound(points.begin(), points.end(), i);
      const bool is_known = known != points.end() && *known == i;
      if (!is_known && gap[i] >= 0) continue;
      more.push_back(i);
      touching.push_back(!is_known || solved.force[known - points.begin()] > 0);
    }
    if (more.size() == points.size()) {
      contact.surface_force(points) = solved.force;
      break;
    }
    points = std::move(more);
  }
  return contact;
}

template <class Force>
std::optional<double> ImplicitStepper::solve_height(const ImpactState& state, const Trial& free,
                                                    Force&& force) {
  double height = state.height;
  for (int k = 0; k < settings_.max_iterations; ++k) {
    ++iterations_;
    const HeightLoad load = force(-height);
    if (load.status != SolveStatus::converged) return std::nullopt;
    double next = free.height + free.mobility * load.force_on_cylinder;
    if (settings_.iteration == HeightIteration::newton) {
      next = height + (next - height) / (1 + free.mobility * load.stiffness);
    }
    if (!std::isfinite(next)) return std::nullopt;
    const double change = std::abs(next - height);
    height = next;
    if (change <= settings_.tolerance) return height;
  }
  return std::nullopt;
}

std::optional<ImplicitStepper::Contact> ImplicitStepper::from_height(const ImpactState& state,
                                                                     const Trial& free) {
  const std::optional<double> height =
      solve_height(state, free, [this](double depth) { return height_pressure_->at(depth); });
  if (!height) return std::nullopt;
  HeightLoad load = height_pressure_->at(-*height);
  if (load.status != SolveStatus::converged) return std::nullopt;
  return Contact{std::move(load.surface_force), {}, load.force_on_cylinder};
}

std::optional<ImplicitStepper::Contact> ImplicitStepper::moved_points(const ImpactState& state,
                                                                      const Trial& free,
                                                                      StepOperator& op) {
  const double stiffness = std::numbers::pi / 4 * settings_.contact_modulus;
  const std::optional<double> height = solve_height(state, free, [&](double depth) {
    HeightLoad load;
    load.force_on_cylinder = stiffness * std::max(0.0, depth);
    load.stiffness = depth > 0 ? stiffness : 0;
    return load;
  });
  if (!height) return std::nullopt;
  Contact contact;
  contact.force = stiffness * std::max(0.0, -*height);
  contact.surface_force = Vector::Zero(rise_.size());
  const Vector surface =
      semi_.observe * state.u - semi_.flexibility.cwiseProduct(state.surface_force);
  const double tolerance = k_touch * cylinder_.radius;
  std::vector<int> points;
  for (int i = 0; i < rise_.size(); ++i) {
    const bool is_below = state.height + rise_[i] <= surface[i] + tolerance;
    if (is_below && surface[i] <= tolerance) points.push_back(i);
  }
  if (points.empty()) return contact;

  // Unknown forces: along z at these points, and along x as well where the grid has such points.
  const bool holds_x = semi_.observe_x.size() > 0;
  const auto n = static_cast<Eigen::Index>(points.size());
  const Eigen::Index n_unknowns = holds_x ? 2 * n : n;
  Eigen::MatrixXd compliance(n_unknowns, n_unknowns);
  Vector right(n_unknowns);
  const Vector free_x = holds_x ? Vector(semi_.observe_x * free.u) : Vector();
  for (Eigen::Index k = 0; k < n_unknowns; ++k) {
    const int point = points[static_cast<std::size_t>(k % n)];
    const StepOperator::Response& moved = op.response(k < n ? Along::z : Along::x, point);
    compliance.col(k).head(n) = moved.z(points);
    if (holds_x) compliance.col(k).tail(n) = moved.x(points);
    if (k < n) {
      compliance(k, k) += semi_.flexibility[point];
      right[k] = free.surface[point] - (*height + rise_[point]);
    } else {
      right[k] = free_x[point];
    }
  }
  const Vector forces = compliance.partialPivLu().solve(right);
  contact.surface_force(points) = forces.head(n);
  if (holds_x) {
    contact.surface_force_x = Vector::Zero(rise_.size());
    contact.surface_force_x(points) = forces.tail(n);
  }
  return contact;
}

void ImplicitStepper::finish(ImpactState& state, const Trial& free, const Contact& contact,
                             StepOperator& op) const {
  Vector u = free.u;
  if (!contact.surface_force.isZero(0)) {
    Vector load = semi_.load * contact.surface_force;
    if (contact.surface_force_x.size() > 0) load += semi_.load_x * contact.surface_force_x;
    u -= op.solve(load);
  }
  const double step = free.step;
  const Vector way = (u - state.u) / step;
  state.absorbed += step * way.dot(semi_.damping.cwiseProduct(way));
  state.v = (way - (1 - theta()) * state.v) / theta();
  state.u = std::move(u);
  state.surface_force = contact.surface_force;
  state.force = contact.force;
  const double before = state.velocity;
  state.velocity += step * (contact.force / cylinder_.mass - cylinder_.gravity);
  state.height += step * (theta() * state.velocity + (1 - theta()) * before);
  state.time += step;
}

}  // namespace tread::elastodynamics
