#include "tread/contact/heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

constexpr double k_smallest_cosine = 1e-12;

double clean(double value) { return std::abs(value) < k_smallest_cosine ? 0 : value; }

}  // namespace

Heading heading_of(const Grid& grid, double direction) {
  Heading heading{clean(std::cos(direction)), clean(std::sin(direction)), 0};
  if (grid.ny == 1 && heading.y != 0) {
    throw ModelError(fmt::format(
        "a contact on a single row of cells can roll along x only (0 or 180 degrees), got {} rad",
        direction));
  }
  heading.cell = 1 / std::max(std::abs(heading.x) / grid.dx, std::abs(heading.y) / grid.dy);
  return heading;
}

}  // namespace tread::contact
