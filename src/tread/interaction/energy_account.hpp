#pragma once

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

/// Adds up what goes in and out between two instants; what is stored comes from the instant itself.
class EnergyAccount {
 public:
  explicit EnergyAccount(const CoupledSystem& system) : system_(system) {}

  /// Contact points that store energy; null for rigid contact.
  EnergyRow row(const Motion& motion, std::vector<ContactPoint>* points);
  void add(const Motion& from, const Motion& to, const StepOutcome& outcome);

 private:
  double drive_work(const Motion& from, const Motion& to, const Vector& end_forces) const;
  double contact_damping_power(const Motion& motion) const;

  const CoupledSystem& system_;
  EnergyRow sums_;
};

}  // namespace tread::interaction
