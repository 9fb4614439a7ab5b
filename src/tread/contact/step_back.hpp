#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tread/contact/vector_field.hpp"
#include "tread/core/as_size.hpp"

namespace tread::contact {

/// Where the particles of a cell were one step before, in cells: one along an axis (the primary
/// one), and up to one along the other, where the field is interpolated linearly.
struct StepBack {
  enum class Axis { none, x, y };  // none: nothing moves, a shift
  Axis axis = Axis::none;
  int ahead = 1;          // +1 or -1 along the primary axis
  double transverse = 0;  // from -1 to 1 along the other

  bool moves() const { return axis != Axis::none; }
};

/// Goes through the rows of a box, each(first cell of a row, first cell of the row that lies ahead
/// of it or beside it): from the trailing edge, so that what lies ahead is still untouched, or from
/// the leading edge. Beyond the box the last row stands for what is missing.
enum class From { trailing_edge, leading_edge };
template <class EachRow>
void for_rows_along(const StepBack& step, From from, int nx, int ny, EachRow&& each) {
  const bool along_x = step.axis == StepBack::Axis::x;
  const int side = step.transverse < 0 ? -1 : 1;
  const int rows_ahead = along_x ? side : step.ahead;
  const bool upwards = (rows_ahead > 0) == (from == From::trailing_edge);
  for (int k = 0; k < ny; ++k) {
    const int j = upwards ? k : ny - 1 - k;
    const int other = std::clamp(j + rows_ahead, 0, ny - 1);
    each(as_size(j) * as_size(nx), as_size(other) * as_size(nx));
  }
}

/// u(cell) - u(where its particles were), in place. The displacement beyond the box is taken as
/// that of the last cell: no traction acts there.
template <class Real>
void subtract_moved(const StepBack& step, int nx, int ny, VectorField<Real>& u) {
  if (!step.moves()) return;
  const int side = step.transverse < 0 ? -1 : 1;
  const Real far = static_cast<Real>(std::abs(step.transverse));
  const Real near = 1 - far;
  const int n = nx;
  const auto along_x = [&](Real* here, const Real* beside) {
    const auto move = [&](int i, int before) {
      here[i] -= near * here[before] + far * beside[before];
    };
    if (step.ahead > 0) {
      for (int i = 0; i + 1 < n; ++i) move(i, i + 1);
      move(n - 1, n - 1);
    } else {
      for (int i = n - 1; i > 0; --i) move(i, i - 1);
      move(0, 0);
    }
  };
  const auto along_y = [&](Real* here, const Real* before) {
    const auto move = [&](int i, int beside) {
      here[i] -= near * before[i] + far * before[beside];
    };
    if (side > 0) {
      for (int i = 0; i + 1 < n; ++i) move(i, i + 1);
      move(n - 1, n - 1);
    } else {
      for (int i = n - 1; i > 0; --i) move(i, i - 1);
      move(0, 0);
    }
  };
  for_rows_along(step, From::trailing_edge, nx, ny, [&](std::size_t row, std::size_t other) {
    for (std::vector<Real>* component : {&u.x, &u.y}) {
      Real* here = component->data() + row;
      const Real* there = component->data() + other;
      if (step.axis == StepBack::Axis::x) {
        along_x(here, there);
      } else {
        along_y(here, there);
      }
    }
  });
}

}  // namespace tread::contact
