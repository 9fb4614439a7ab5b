#pragma once

#include <vector>

#include "tread/integrate/march.hpp"
#include "tread/study/falling_body.hpp"

namespace tread::study {

/// A body dropped on an elastic half-space (thesis chapter 6), whatever the law of its contact.
struct Drop {
  double mass = 0;        // m, kg
  double gravity = 9.81;  // g, m/s²
  double height = 0;      // z at the start, m over first touch
  double velocity = 0;    // v at the start, m/s, positive upwards
};

struct DropOptions {
  integrate::SchemeSettings scheme;
  double end_time = 0;           // s
  double step = 0;               // s
  double contact_step = 0;       // s; while touching; 0: as step
  double min_step = 0;           // s; see integrate::MarchOptions
  double record_interval = 0;    // s; 0: every step
  std::vector<double> instants;  // s; where the motion is told apart from the records
  bool ends_at_first_top = false;
  /// Ends as unstable when the scheme has made this part of the energy at the start; 0: never.
  double largest_energy_gain = 0;
  Observer* observer = nullptr;
};

/// Place and motion at an instant.
struct DropInstant {
  double time = 0;
  double height = 0;
  double velocity = 0;
};

struct DropHistory {
  std::vector<double> time;
  std::vector<double> height;    // z, m
  std::vector<double> velocity;  // m/s
  std::vector<double> force;     // N
  std::vector<double> kinetic;   // J
  std::vector<double> gravitational;
  std::vector<double> elastic;
  std::vector<double> total() const;
};

struct DropOutcome {
  SolveStatus status = SolveStatus::stopped;
  bool is_unstable = false;  // it ended because the scheme made energy
  std::string message;
  DropHistory history;
  std::vector<DropInstant> instants;  // the first steps at or after the instants asked for
  DropInstant deepest;                // also between two steps in contact
  double max_force = 0;               // N, also between two steps in contact
  double max_force_time = 0;          // s; of no meaning without a force
  double largest_energy_change = 0;   // E/E(0) - 1 of the step at which it is largest in size
  double energy_change_in_air = 0;    // the same among steps without contact: what bounces leave
  double final_energy_change = 0;     // of the last step
  std::vector<DropInstant> touch_downs;
  std::vector<DropInstant> lift_offs;
  std::vector<DropInstant> tops;  // highest points after a lift-off
  integrate::StepCounts counts;
  long long retries = 0;

  /// Of the first contact, s; 0: it has not ended.
  double contact_time() const;
};

/// Marches the drop. Throws ModelError for what makes no sense; a step that cannot be solved ends
/// the march, which is told by the status.
DropOutcome run_drop(const Drop& drop, ContactLaw& law, const DropOptions& options);

}  // namespace tread::study
