#include "tread/differential/piece_stiffness.hpp"

#include <cassert>

#include "tread/core/as_size.hpp"
#include "tread/fem/model.hpp"

namespace tread::differential {

fem::SolidMaterial solid_material(const Material& material) {
  return {material.young_modulus(), material.poisson_ratio, 0};
}

PieceStiffness piece_stiffness(const fem::Mesh& mesh, const Material& material) {
  fem::Model model;
  model.mesh = mesh;
  model.solids = {{"body", solid_material(material)}};
  fem::Support held;
  held.group = "cut";
  held.fixed = {true, true, true};
  model.supports = {held};

  PieceStiffness result;
  result.matrix = fem::assemble(model).stiffness;
  constexpr int k_free = 0;
  constexpr int k_none = -1;
  result.first_unknown.assign(as_size(mesh.n_nodes()), k_none);
  for (const int node : fem::nodes_of_group(mesh, "body")) {
    result.first_unknown[as_size(node)] = k_free;
  }
  for (const int node : fem::nodes_of_group(mesh, "cut")) {
    result.first_unknown[as_size(node)] = k_none;
  }
  int n = 0;  // assemble() numbers in the order of nodes
  for (int& first : result.first_unknown) {
    if (first == k_none) continue;
    first = n;
    n += 3;
  }
  assert(n == result.matrix.rows());
  return result;
}

}  // namespace tread::differential
