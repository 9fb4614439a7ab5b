#pragma once

#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/vehicle/assembly.hpp"

namespace tread::casefile {

/// A vehicle of parts: what tables [[vehicle.mass]], [[vehicle.bar]] and so on say. SI.

struct BarInput {
  vehicle::RigidBar bar;            // without its points
  std::vector<std::string> points;  // their names
  std::vector<double> ahead;        // m, as many
};

struct SuspensionInput {
  vehicle::Suspension suspension;    // without name and law
  std::vector<double> compressions;  // m
  std::vector<double> forces;        // N, as many
};

struct VehicleAssemblyInput {
  std::vector<vehicle::PointMass> masses;
  std::vector<BarInput> bars;
  std::vector<vehicle::WheelPart> wheels;
  std::vector<SuspensionInput> suspensions;
  std::vector<vehicle::RigidJoint> joints;
  std::vector<vehicle::PointLoad> loads;
};

/// The tables that are declared, in the order of the reference.
std::vector<std::string> vehicle_assembly_tables();
KeyList<VehicleAssemblyInput> vehicle_assembly_keys();

}  // namespace tread::casefile
