#pragma once

#include <string>

#include "tread/casefile/contact_case.hpp"

namespace tread::casefile {

/// The grid of a case, and what decides on it: a Hertzian grid follows from load and bodies.
struct InpGridOfCase {
  Area area;
  Load load;
  BodyPair bodies;

  /// Why a state on this grid cannot be carried to the other; empty: it can. Elements must have the
  /// same size and the grids must lie whole elements apart, as in CONTACT to 1e-6 of an element.
  std::string difference_to(const InpGridOfCase& other) const;
};

/// Whether load and bodies are the same.
bool same_hertz_load(const InpGridOfCase& a, const InpGridOfCase& b);

/// Whether the area itself says how large the contact is, whatever the load.
bool has_given_axes(const HertzArea& area);

}  // namespace tread::casefile
