#pragma once

#include <cstddef>
#include <vector>

namespace tread::contact {

/// A field with two components in the plane of contact, one value per cell each.
template <class Real>
struct VectorField {
  std::vector<Real> x;
  std::vector<Real> y;

  std::size_t size() const { return x.size(); }
  void resize(std::size_t n) {
    x.resize(n);
    y.resize(n);
  }
  void assign(std::size_t n, Real value) {
    x.assign(n, value);
    y.assign(n, value);
  }

  bool operator==(const VectorField&) const = default;
};

}  // namespace tread::contact
