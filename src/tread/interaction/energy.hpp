#pragma once

#include <vector>

namespace tread::interaction {

/// Where the energy of a crossing is, J, row by row. With what went in and out since the start,
///
///   sum of stored = sum at the start + gravity_work + drive_work - damping_loss - impact_loss
///
/// drive_work: the train keeps its speed against the slope under each wheel, by the power
/// F v (r' - f' - w') (the horizontal part of the contact force). Only where Q = F. gravity_work:
/// of all loads, those of moving supports too.
struct EnergyRow {
  double bridge_kinetic = 0;
  double bridge_strain = 0;
  double vehicle_kinetic = 0;  // vertical motion
  double vehicle_strain = 0;   // suspensions
  double contact = 0;          // stored in the local deformation
  double gravity_work = 0;     // since the start, as all below
  double drive_work = 0;
  double damping_loss = 0;
  double impact_loss = 0;

  double stored() const {
    return bridge_kinetic + bridge_strain + vehicle_kinetic + vehicle_strain + contact;
  }
  /// What is missing from the balance, J.
  double defect(const EnergyRow& start) const {
    return stored() - start.stored() - gravity_work - drive_work + damping_loss + impact_loss;
  }
};

struct EnergyHistory {
  std::vector<EnergyRow> rows;
};

}  // namespace tread::interaction
