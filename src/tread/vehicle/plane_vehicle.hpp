#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace tread::vehicle {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// A vehicle in the vertical plane: rigid masses on springs and dampers,
///
///   M u'' + C u' + K u = G - B F
///
/// u: displacements, m, positive down (rotations in rad, positive nose down), counted from the
/// state without weight, all springs unloaded. G: weights and loads, N, positive down. F >= 0:
/// what the rail pushes up with at each wheel; B picks the wheel's displacement.
struct Wheel {
  int dof = 0;        // its displacement in u
  double offset = 0;  // m behind the leading wheel of the vehicle, >= 0
};

struct PlaneVehicle {
  std::string name;
  Matrix mass;                         // M, kg and kg m2; diagonal masses of wheels > 0
  Matrix damping;                      // C, N s/m
  Matrix stiffness;                    // K, N/m
  Vector load;                         // G, N
  std::vector<Wheel> wheels;           // from the front to the back
  std::vector<std::string> dof_names;  // one for each of u

  int n_dofs() const { return static_cast<int>(mass.rows()); }
  int n_wheels() const { return static_cast<int>(wheels.size()); }
};

/// Throws ModelError unless sizes agree, M is symmetric positive definite, C and K are symmetric
/// and positive semidefinite, all numbers are finite, the vehicle has wheels, no two of them share
/// a dof, and the first wheel has offset 0 with the others behind it in order.
void check(const PlaneVehicle& vehicle);

/// The vehicle seen by its wheels at rest: pressed down to displacements z of the wheels, it
/// pushes with loads - stiffness z onto the rail.
struct WheelStatics {
  Matrix stiffness;  // N/m, wheels x wheels; zero for a vehicle of a single wheel
  Vector loads;      // N, static wheel loads on a level track
};
WheelStatics wheel_statics(const PlaneVehicle& vehicle);

/// All displacements at rest for given displacements of the wheels.
Vector displacements_at_rest(const PlaneVehicle& vehicle, const Vector& wheel_displacements);

/// Undamped natural frequencies, Hz, in rising order. On a free vehicle rigid motions have 0.
enum class Wheels { fixed, free };
Vector natural_frequencies(const PlaneVehicle& vehicle, Wheels wheels);

}  // namespace tread::vehicle
