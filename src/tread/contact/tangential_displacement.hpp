#pragma once

#include <optional>
#include <vector>

#include "tread/contact/coupling.hpp"
#include "tread/contact/tangential_operators.hpp"
#include "tread/contact/vector_field.hpp"

namespace tread::contact {

/// Tangential displacement of body 1 minus that of body 2 at all cell centres of a grid, by
/// tractions, by the pressure (unlike bodies) and across a layer between them.
class TangentialDisplacement {
 public:
  struct Bodies {
    Compliance compliance;
    double line_datum = 0;
    double layer_flexibility = 0;
  };

  TangentialOperators& operators(const Grid& grid, const Bodies& bodies);

  /// Only for bodies of unlike material, compliance.coupling != 0.
  Coupling& coupling(const Grid& grid, const Bodies& bodies);

  void compute(const Grid& grid, const Bodies& bodies, const VectorField<double>& traction,
               const std::vector<double>& pressure, VectorField<double>& displacement,
               ThreadTeam& team);

 private:
  TangentialOperatorCache operators_;
  std::optional<Coupling> coupling_;
  VectorField<double> sheared_;
};

}  // namespace tread::contact
