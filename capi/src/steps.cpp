// Rolling step by step: steps, accept and reject, derivatives of a step, the history as bytes.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "contact_handle.hpp"
#include "convert.hpp"
#include "guard.hpp"
#include "tread/core/errors.hpp"

using namespace tread;
using namespace tread::capi;

namespace {

/// Derivatives of a step: change of a creepage over what makes the whole contact slip, and the
/// tolerance with which both sides are solved.
constexpr double k_difference = 1e-3;
constexpr double k_difference_tolerance = 1e-9;

void go_to_beginning(tread_contact& handle) {
  if (handle.rolling) handle.rolling->restore(*handle.beginning);
}

/// After its state was changed from outside the rolling contact shows no solution.
void forget_step(tread_contact& handle) {
  if (handle.last == Last::step) handle.last = Last::nothing;
}

std::string bytes_of(const tread_contact& handle) {
  std::ostringstream out;
  if (handle.rolling) {
    contact::save(handle.rolling->state(), out);
  } else {
    tread_contact fresh(handle);
    contact::save(fresh.rolling_contact().state(), out);
  }
  return out.str();
}

/// Forces (normal, x, y, moment) and approach at the end of a step from a state.
struct Outcome {
  std::array<double, 4> forces;
  double approach;
};

class StepProbe {
 public:
  StepProbe(contact::RollingContact& contact, double dt)
      : contact_(contact), state_(contact.state()), dt_(dt) {}

  /// The contact is left at the end of the step.
  Outcome outcome(const contact::RollingStep& step) {
    contact_.restore(state_);
    if (contact_.step(dt_, step) != SolveStatus::converged) {
      throw Refusal(TREAD_NOT_CONVERGED,
                    "a step beside the one asked for did not converge: take a shorter step, or "
                    "allow more iterations");
    }
    const contact::FrictionalSolution& s = contact_.solution();
    return {{s.normal.force, s.forces.longitudinal, s.forces.lateral, s.forces.spin_moment},
            s.normal.approach};
  }

 private:
  contact::RollingContact& contact_;
  contact::RollingState state_;
  double dt_;
};

/// What the surfaces give way where they do most: approach less the smallest distance there, so
/// that the constant of the distance, which is free, does not count.
double depth_of(const contact::NormalSolution& normal) {
  const auto& u = normal.displacement;
  return u.empty() ? 0 : *std::max_element(u.begin(), u.end());
}

/// Changes of (normal value, creepage along x, along y, spin) that are small for this step.
std::array<double, 4> changes(const contact::RollingSetup& setup, const contact::RollingStep& step,
                              double dt, const contact::FrictionalSolution& solution) {
  const auto& bound = solution.bound;
  const double strain = bound.empty() ? 0
                                      : *std::max_element(bound.begin(), bound.end()) *
                                            compliance_of(setup.bodies).shear;
  const double size = std::sqrt(solution.normal.contact_area);
  const double way = step.speed * dt;
  // What makes it slip is a displacement; a step shorter than the contact needs more creepage.
  const double creep = k_difference * strain * (step.speed > 0 ? std::max(1.0, size / way) : size);
  const double normal = step.normal == contact::Prescribed::force
                            ? k_difference * solution.normal.force
                            : k_difference * depth_of(solution.normal);
  return {normal, creep, creep, creep / size};
}

contact::RollingStep changed(contact::RollingStep step, std::size_t column, double by) {
  if (column == 0) step.normal_value += by;
  if (column == 1) step.kinematics.x.value += by;
  if (column == 2) step.kinematics.y.value += by;
  if (column == 3) step.kinematics.spin += by;
  return step;
}

bool force_is_given(const contact::RollingStep& step, std::size_t column) {
  using Kind = contact::Given::Kind;
  return (column == 1 && step.kinematics.x.kind == Kind::force) ||
         (column == 2 && step.kinematics.y.kind == Kind::force);
}

/// Derivatives at a step of a contact that may be used up.
void differentiate(contact::RollingContact& contact, double dt, const contact::RollingStep& step,
                   tread_sensitivity table) {
  StepProbe probe(contact, dt);
  probe.outcome(step);
  if (contact.solution().normal.n_contact == 0) return;  // nothing touches: nothing changes
  const std::array<double, 4> by = changes(contact.setup(), step, dt, contact.solution());
  for (std::size_t column = 0; column < 4; ++column) {
    if (force_is_given(step, column) || !(by[column] > 0)) continue;
    const Outcome above = probe.outcome(changed(step, column, by[column]));
    const Outcome below = probe.outcome(changed(step, column, -by[column]));
    const double change = column == 0 ? above.approach - below.approach : 2 * by[column];
    for (std::size_t row = 0; row < 4; ++row) {
      table[row][column] = (above.forces[row] - below.forces[row]) / change;
    }
  }
}

}  // namespace

int tread_contact_step(tread_contact* contact, double dt, const tread_motion* motion,
                       tread_result* result, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    check_result(result);
    const contact::RollingStep step = step_of(motion);
    handle.rolling_contact().step(dt, step);
    handle.last = Last::step;
    return finish(handle, result, error);
  });
}

int tread_contact_start_steady(tread_contact* contact, const tread_motion* motion,
                               tread_result* result, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    check_result(result);
    const contact::RollingStep step = step_of(motion);
    handle.rolling_contact().start_steady(step);
    handle.last = Last::step;
    return finish(handle, result, error);
  });
}

int tread_contact_restart(tread_contact* contact, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    go_to_beginning(handle);
    handle.committed.reset();
    forget_step(handle);
  });
}

int tread_contact_commit(tread_contact* contact, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    if (handle.rolling) handle.committed = handle.rolling->state();
  });
}

int tread_contact_rollback(tread_contact* contact, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    if (handle.committed) {
      handle.rolling->restore(*handle.committed);
    } else {
      go_to_beginning(handle);
    }
    forget_step(handle);
  });
}

int tread_contact_step_sensitivity(const tread_contact* contact, double dt,
                                   const tread_motion* motion, tread_sensitivity sensitivity,
                                   tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    needed(sensitivity, "sensitivity");
    const contact::RollingStep step = step_of(motion);
    handle.need_geometry();
    contact::RollingSetup setup = handle.setup;
    setup.options.tolerance = std::min(setup.options.tolerance, k_difference_tolerance);
    contact::RollingContact beside(setup);
    if (handle.rolling) beside.restore(handle.rolling->state());
    tread_sensitivity table{};
    differentiate(beside, dt, step, table);
    std::copy(&table[0][0], &table[0][0] + 16, &sensitivity[0][0]);
  });
}

int tread_contact_state_size(const tread_contact* contact, size_t* size, tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    needed(size, "size") = bytes_of(handle).size();
  });
}

int tread_contact_save_state(const tread_contact* contact, void* buffer, size_t capacity,
                             size_t* size, tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    if (buffer == nullptr) throw Refusal(TREAD_ERROR_ARGUMENT, "buffer must not be NULL");
    const std::string bytes = bytes_of(handle);
    if (size != nullptr) *size = bytes.size();
    if (capacity < bytes.size()) {
      throw Refusal(TREAD_ERROR_BUFFER, fmt::format("the state has {} bytes, the buffer only {}",
                                                    bytes.size(), capacity));
    }
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(buffer));
  });
}

int tread_contact_load_state(tread_contact* contact, const void* buffer, size_t size,
                             tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    if (buffer == nullptr) throw Refusal(TREAD_ERROR_ARGUMENT, "buffer must not be NULL");
    std::istringstream in(std::string(static_cast<const char*>(buffer), size));
    const contact::RollingState state = contact::load_rolling_state(in);
    contact::RollingContact& rolling = handle.rolling_contact();
    try {
      rolling.restore(state);
    } catch (const ModelError& e) {  // of another grid or scheme
      throw Refusal(TREAD_ERROR_DATA, e.what());
    }
    handle.committed = state;
    forget_step(handle);
  });
}
