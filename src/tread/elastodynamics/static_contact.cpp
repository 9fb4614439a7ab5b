#include "tread/elastodynamics/static_contact.hpp"

#include "tread/core/errors.hpp"
#include "tread/elastodynamics/complementarity.hpp"
#include "tread/elastodynamics/cylinder.hpp"
#include "tread/elastodynamics/factorised.hpp"

namespace tread::elastodynamics {

StaticContact solve_static_contact(const Block& block, double radius, double height) {
  if (block.outer != OuterBoundary::fixed) {
    throw ModelError("an absorbing boundary gives way to a load at rest: take outer = fixed");
  }
  if (block.discretisation != Discretisation::staggered) {
    throw ModelError("contact at rest needs the staggered grid");
  }
  const SemiDiscrete semi = discretise(block);
  StepOperator op(semi, semi.stiffness);
  std::vector<int> points;
  Vector free_gap(semi.n_surface());
  for (int i = 0; i < semi.n_surface(); ++i) {
    free_gap[i] = height + rise(semi.surface_x[static_cast<std::size_t>(i)], radius);
    // The surface bulges beside the contact by less than the cylinder is deep.
    if (free_gap[i] < -height) points.push_back(i);
  }
  StaticContact contact;
  contact.surface_force = Vector::Zero(semi.n_surface());
  Eigen::MatrixXd compliance = op.compliance(points);
  compliance.diagonal() += semi.flexibility(points);
  const Complementarity solved = solve_complementarity(compliance, free_gap(points));
  contact.status = solved.status;
  contact.surface_force(points) = solved.force;
  contact.force = solved.force.sum();
  contact.u = -op.solve(semi.load * contact.surface_force);
  contact.surface = semi.observe * contact.u - semi.flexibility.cwiseProduct(contact.surface_force);
  return contact;
}

}  // namespace tread::elastodynamics
