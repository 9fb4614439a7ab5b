#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "tread/core/piecewise_linear.hpp"

namespace tread::vehicle {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// A vehicle in the vertical plane: rigid masses on springs and dampers,
///
///   M u'' + C u' + K u + sum_j b_j f_j(b_j . u) = G - B F
///
/// u: displacements, m, positive down (rotations in rad, positive nose down), counted from the
/// state without weight, all springs unloaded. G: weights and loads, N, positive down. F >= 0:
/// what the rail pushes up with at each wheel; B picks the wheel's displacement. f_j: springs that
/// are not linear, if there are any.
struct Wheel {
  int dof = 0;        // its displacement in u
  double offset = 0;  // m behind the leading wheel of the vehicle, >= 0
};

/// A spring whose force f(e) is piecewise linear in e = sum of weights u(dofs): a stop, a gap, a
/// suspension that hardens. It acts with -weights f(e) on u.
struct SuspensionLaw {
  std::string name;
  std::vector<int> dofs;  // of u, none twice
  std::vector<double> weights;
  PiecewiseLinear law;  // N over m, nowhere falling
};

struct PlaneVehicle {
  std::string name;
  Matrix mass;                         // M, kg and kg m2; zero for wheels without mass
  Matrix damping;                      // C, N s/m
  Matrix stiffness;                    // K, N/m
  Vector load;                         // G, N
  std::vector<Wheel> wheels;           // from the front to the back
  std::vector<std::string> dof_names;  // one for each of u
  std::vector<SuspensionLaw> laws;     // besides K; empty: the vehicle is linear

  int n_dofs() const { return static_cast<int>(mass.rows()); }
  int n_wheels() const { return static_cast<int>(wheels.size()); }
};

/// Throws ModelError unless sizes agree, M is symmetric positive definite (but for wheels without
/// mass, which a spring must hold), C and K are symmetric and positive semidefinite, all numbers
/// are finite, the vehicle has wheels, no two of them share a dof, and the first wheel has offset 0
/// with the others behind it in order; laws must not fall (what stands on them would stand in more
/// than one place).
void check(const PlaneVehicle& vehicle);

/// Displacements of wheels without mass: the ends of springs, which take the places that their
/// springs and the rail give them. Only a rigid contact that constrains displacements carries them.
std::vector<int> massless_wheels(const PlaneVehicle& vehicle);

/// The vehicle seen by its wheels at rest: with its wheels at displacements z it pushes onto the
/// rail with loads - stiffness (z - z0), exactly if it is linear, near z0 if it has laws.
struct WheelStatics {
  Matrix stiffness;  // N/m, wheels x wheels; zero for a vehicle of a single wheel
  Vector loads;      // N, static wheel loads at z0
};
/// z0 = 0: on a level track that does not give way.
WheelStatics wheel_statics(const PlaneVehicle& vehicle);
WheelStatics wheel_statics(const PlaneVehicle& vehicle, const Vector& wheel_displacements);

/// All displacements at rest for given displacements of the wheels. Throws ModelError for a vehicle
/// that its wheels do not hold up.
Vector displacements_at_rest(const PlaneVehicle& vehicle, const Vector& wheel_displacements);

/// Forces of the laws on the left side of the equation of motion, N; what they store, J; K with
/// their slopes at u, N/m.
Vector law_forces(const PlaneVehicle& vehicle, const Vector& u);
double law_energy(const PlaneVehicle& vehicle, const Vector& u);
Matrix tangent_stiffness(const PlaneVehicle& vehicle, const Vector& u);

/// Undamped natural frequencies, Hz, in rising order; of small motions about rest on a level track
/// if the vehicle has laws. On a free vehicle rigid motions have 0.
enum class Wheels { fixed, free };
Vector natural_frequencies(const PlaneVehicle& vehicle, Wheels wheels);

}  // namespace tread::vehicle
