#include "contact_handle.hpp"

#include "convert.hpp"
#include "guard.hpp"

tread_contact::tread_contact(tread::contact::RollingSetup given, bool is_warm,
                             bool tells_sensitivities)
    : setup(std::move(given)), warm(is_warm), sensitivities(tells_sensitivities) {}

tread_contact::tread_contact(const tread_contact& other)
    : setup(other.setup),
      warm(other.warm),
      sensitivities(other.sensitivities),
      normal(other.normal),
      frictional(other.frictional),
      rolling(other.rolling),
      committed(other.committed),
      beginning(other.beginning),
      last(other.last) {}

void tread_contact::need_geometry() const {
  if (setup.distance) return;
  throw tread::capi::Refusal(
      TREAD_ERROR_STATE,
      "the contact has no geometry yet: call tread_contact_set_paraboloid, _set_distance or "
      "_set_distance_function first");
}

void tread_contact::set_geometry(tread::contact::DistanceFunction distance) {
  if (rolling) rolling->set_distance(distance);
  setup.distance = std::move(distance);
}

tread::contact::RollingContact& tread_contact::rolling_contact() {
  need_geometry();
  if (!rolling) {
    rolling.emplace(setup);
    beginning = rolling->state();
  }
  return *rolling;
}

namespace tread::capi {
namespace {

void add_pressure(const contact::NormalSolution& normal, const Grid& grid, tread_result& out) {
  out.normal_force = normal.force;
  out.approach = normal.approach;
  out.peak_pressure = normal.peak_pressure;
  out.contact_area = normal.contact_area;
  out.n_contact = static_cast<int>(normal.n_contact);
  out.touches_edge = normal.touches_edge ? 1 : 0;
  if (normal.pressure.size() != grid.n_cells()) return;  // given up before there was any
  double sum_x = 0;
  double sum_y = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double p = normal.pressure[grid.index(i, j)];
      sum_x += grid.x(i) * p;
      sum_y += grid.y(j) * p;
    }
  }
  out.moment_x = sum_y * grid.cell_area();
  out.moment_y = -sum_x * grid.cell_area();
}

void add_friction(const contact::FrictionalSolution& solution, tread_result& out) {
  out.n_adhesion = static_cast<int>(solution.n_adhesion);
  out.n_slip = static_cast<int>(solution.n_slip);
  out.may_not_be_unique = solution.may_not_be_unique ? 1 : 0;
  out.force_x = solution.forces.longitudinal;
  out.force_y = solution.forces.lateral;
  out.spin_moment = solution.forces.spin_moment;
  out.creepage_x = solution.creepage.longitudinal;
  out.creepage_y = solution.creepage.lateral;
  out.spin = solution.creepage.spin;
  out.frictional_power = solution.frictional_power;
}

void add_history(const contact::RollingContact& rolling, tread_result& out) {
  const contact::RollingState& state = rolling.state();
  const contact::Creepage creepage = rolling.creepage();
  out.creepage_x = creepage.longitudinal;
  out.creepage_y = creepage.lateral;
  out.spin = creepage.spin;
  out.friction_work = state.friction_work();
  out.time = state.time;
  out.way_x = state.way[0];
  out.way_y = state.way[1];
}

void add_sensitivities(const tread_contact& contact, tread_result& out) {
  const bool knows =
      contact.sensitivities && contact.last != Last::step && out.status == TREAD_STATUS_CONVERGED;
  if (!knows) return;
  out.has_sensitivity = 1;
  out.stiffness = last_normal(contact).stiffness;
  const contact::FrictionalSolution* friction = last_frictional(contact);
  if (friction == nullptr) {
    out.sensitivity[0][0] = out.stiffness;
    return;
  }
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      out.sensitivity[row][column] = friction->sensitivity[row][column];
    }
  }
  out.stiffness = friction->sensitivity[0][0];
}

tread_result result_of(const tread_contact& contact) {
  tread_result out{};
  const contact::NormalSolution& normal = last_normal(contact);
  const contact::FrictionalSolution* friction = last_frictional(contact);
  out.status = status_of(friction != nullptr ? friction->status : normal.status);
  out.iterations = friction != nullptr ? friction->iterations : normal.iterations;
  out.residual = friction != nullptr ? friction->residual : normal.residual;
  add_pressure(normal, last_grid(contact), out);
  if (friction != nullptr) add_friction(*friction, out);
  if (contact.last == Last::step) add_history(*contact.rolling, out);
  add_sensitivities(contact, out);
  return out;
}

}  // namespace

const contact::FrictionalSolution* last_frictional(const tread_contact& contact) {
  switch (contact.last) {
    case Last::frictional:
      return &contact.frictional;
    case Last::step:
      return &contact.rolling->solution();
    case Last::normal:
    case Last::nothing:
      break;
  }
  return nullptr;
}

const contact::NormalSolution& last_normal(const tread_contact& contact) {
  if (contact.last == Last::normal) return contact.normal;
  const contact::FrictionalSolution* friction = last_frictional(contact);
  if (friction == nullptr) {
    throw Refusal(TREAD_ERROR_STATE,
                  "there is no result: solve something, or take a step, first (a rollback, a "
                  "restart and a call that failed leave none)");
  }
  return friction->normal;
}

const Grid& last_grid(const tread_contact& contact) {
  return contact.last == Last::step ? contact.rolling->grid() : contact.setup.grid;
}

void check_result(const tread_result* result) {
  if (result != nullptr) check_size(result->struct_size, sizeof(tread_result), "tread_result");
}

int finish(const tread_contact& contact, tread_result* result, tread_error* error) {
  const tread_result found = result_of(contact);
  if (result != nullptr) write_struct(result, found, "tread_result");
  if (found.status == TREAD_STATUS_CONVERGED) return TREAD_OK;
  const std::string text = fmt::format(
      "not converged: {} after {} iterations, residual {:.2g} where {:.2g} was asked for; take a "
      "shorter step, allow more iterations or a larger tolerance",
      tread_status_name(found.status), found.iterations, found.residual,
      contact.setup.options.tolerance);
  return tell(error, TREAD_NOT_CONVERGED, text.c_str());
}

}  // namespace tread::capi
