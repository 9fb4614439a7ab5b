// What came out last: numbers, grid and arrays.
#include <algorithm>

#include "contact_handle.hpp"
#include "convert.hpp"
#include "guard.hpp"

using namespace tread;
using namespace tread::capi;

namespace {

const std::vector<double>& friction_field(const contact::FrictionalSolution& s, int field) {
  switch (field) {
    case TREAD_TRACTION_X:
      return s.traction.x;
    case TREAD_TRACTION_Y:
      return s.traction.y;
    case TREAD_SLIP_X:
      return s.slip.x;
    case TREAD_SLIP_Y:
      return s.slip.y;
    case TREAD_DISPLACEMENT_X:
      return s.displacement.x;
    case TREAD_DISPLACEMENT_Y:
      return s.displacement.y;
    case TREAD_FRICTION_COEFFICIENT:
      return s.friction;
    case TREAD_TRACTION_BOUND:
      return s.bound;
    default:
      refuse_choice("field", field, "TREAD_PRESSURE (0) to TREAD_TRACTION_BOUND (10)");
  }
}

const contact::FrictionalSolution& needed_friction(const tread_contact& handle) {
  last_normal(handle);
  const contact::FrictionalSolution* friction = last_frictional(handle);
  if (friction == nullptr) {
    throw Refusal(TREAD_ERROR_STATE,
                  "the last result is without friction: it has pressures and normal "
                  "displacements only; solve steady rolling or a shift, or take a step");
  }
  return *friction;
}

const std::vector<double>& field_of(const tread_contact& handle, int field) {
  const contact::NormalSolution& normal = last_normal(handle);
  switch (field) {
    case TREAD_PRESSURE:
      return normal.pressure;
    case TREAD_NORMAL_DISPLACEMENT:
      return normal.displacement;
    case TREAD_PRESSURE_DERIVATIVE:
      if (!handle.sensitivities || handle.last == Last::step) {
        throw Refusal(TREAD_ERROR_STATE,
                      "derivatives are known after a single problem of a contact that was created "
                      "with sensitivities = 1");
      }
      return normal.pressure_derivative;
    default:
      return friction_field(needed_friction(handle), field);
  }
}

template <class From, class To>
void copy_cells(const tread_contact& handle, const std::vector<From>& from, To* to, std::size_t n) {
  const Grid& grid = last_grid(handle);
  if (n != grid.n_cells()) {
    throw Refusal(TREAD_ERROR_BUFFER,
                  fmt::format("the grid of {} x {} cells needs an array of {}, got {}", grid.nx,
                              grid.ny, grid.n_cells(), n));
  }
  if (from.size() != n) {
    throw Refusal(TREAD_ERROR_STATE, "the last solve ended before it had this field");
  }
  std::transform(from.begin(), from.end(), to, [](From value) { return static_cast<To>(value); });
}

}  // namespace

int tread_contact_get_result(const tread_contact* contact, tread_result* result,
                             tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    needed(result, "result");
    check_result(result);
    return finish(handle, result, error);
  });
}

int tread_contact_get_grid(const tread_contact* contact, tread_grid* grid, tread_error* error) {
  return guarded(error,
                 [&] { needed(grid, "grid") = grid_of(last_grid(needed(contact, "contact"))); });
}

int tread_contact_get_field(const tread_contact* contact, int field, double* values, size_t n,
                            tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    needed(values, "values");
    copy_cells(handle, field_of(handle, field), values, n);
  });
}

int tread_contact_get_cells(const tread_contact* contact, unsigned char* cells, size_t n,
                            tread_error* error) {
  return guarded(error, [&] {
    const tread_contact& handle = needed(contact, "contact");
    needed(cells, "cells");
    copy_cells(handle, needed_friction(handle).cells, cells, n);
  });
}
