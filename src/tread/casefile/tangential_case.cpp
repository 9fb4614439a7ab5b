#include "tread/casefile/tangential_case.hpp"

namespace tread::casefile {

double Friction::static_coefficient() const {
  if (const auto* coulomb = std::get_if<CoulombFriction>(&law)) return coulomb->static_coefficient;
  return std::get<FallingFriction>(law).static_coefficient();
}

double Friction::nominal_coefficient() const {
  if (const auto* coulomb = std::get_if<CoulombFriction>(&law)) return coulomb->kinetic_coefficient;
  return std::get<FallingFriction>(law).static_coefficient();
}

}  // namespace tread::casefile
