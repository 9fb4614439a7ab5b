#include "tread/contact/world_fixed_window.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// Pieces of way that are kept for the mean creepage are no shorter than this part of a cell.
constexpr double k_shortest_piece = 1.0 / 32;

double sum_of_sizes(const VectorField<double>& field) {
  double sum = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    sum += std::abs(field.x[i]) + std::abs(field.y[i]);
  }
  return sum;
}

void move_window(RollingState& state, double friction_at_rest) {
  const Grid& grid = state.grid;
  const std::array<long long, 2> target{std::llround(state.way[0] / grid.dx),
                                        grid.ny > 1 ? std::llround(state.way[1] / grid.dy) : 0};
  const long long by_x = target[0] - state.window[0];
  const long long by_y = target[1] - state.window[1];
  if (by_x == 0 && by_y == 0) return;
  const double before = sum_of_sizes(state.committed.traction);
  move_cells(state.committed, grid, by_x, by_y, friction_at_rest);
  // the same numbers in the same order, with other zeros between them
  if (sum_of_sizes(state.committed.traction) < before) {
    throw ModelError(
        fmt::format("the window of {} x {} cells is too small to hold the contact while it moves "
                    "over the rail: enlarge the grid by two cells on every side",
                    grid.nx, grid.ny));
  }
  move_cells(state.last, grid, by_x, by_y, friction_at_rest);
  state.window = target;
}

double mean(const std::vector<RollingState::Piece>& pieces, double cell, std::size_t component) {
  double length = 0;
  double creep = 0;
  for (std::size_t k = pieces.size(); k-- > 0 && length < cell;) {
    const double part = std::min(1.0, (cell - length) / pieces[k].length);
    length += part * pieces[k].length;
    creep += part * pieces[k].creep[component];
  }
  return creep / length;
}

void add_piece(std::vector<RollingState::Piece>& pieces, const RollingState::Piece& piece,
               double cell) {
  if (!pieces.empty() && pieces.back().length + piece.length <= k_shortest_piece * cell) {
    pieces.back().length += piece.length;
    for (std::size_t d = 0; d < 2; ++d) pieces.back().creep[d] += piece.creep[d];
  } else {
    pieces.push_back(piece);
  }
  double length = 0;
  for (const RollingState::Piece& p : pieces) length += p.length;
  std::size_t n_old = 0;
  while (length - pieces[n_old].length >= cell) length -= pieces[n_old++].length;
  pieces.erase(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(n_old));
}

}  // namespace

Grid window_in_contact_frame(const RollingState& state) {
  Grid grid = state.grid;
  grid.x0 += static_cast<double>(state.window[0]) * grid.dx - state.way[0];
  if (grid.ny > 1) grid.y0 += static_cast<double>(state.window[1]) * grid.dy - state.way[1];
  return grid;
}

void go_on(RollingState& state, double duration, double length, const Heading& heading,
           const Kinematics& kinematics, double friction_at_rest) {
  RollingState::Since& since = state.since;
  const std::array<double, 2> piece{length * heading.x, length * heading.y};
  // from the origin's place at the committed state to the mean centre of spin during the piece
  const std::array<double, 2> centre{since.way[0] + 0.5 * piece[0] + kinematics.spin_centre[0],
                                     since.way[1] + 0.5 * piece[1] + kinematics.spin_centre[1]};
  const double angle = length * kinematics.spin;
  const std::array<double, 2> spin_part{angle * centre[1], -angle * centre[0]};
  const std::array<const Given*, 2> given{&kinematics.x, &kinematics.y};
  for (std::size_t d = 0; d < 2; ++d) {
    since.spin_part[d] += spin_part[d];
    since.rigid[d] += spin_part[d];
    if (given[d]->kind == Given::Kind::creepage) since.rigid[d] += length * given[d]->value;
    since.way[d] += piece[d];
    state.way[d] += piece[d];
  }
  since.spin += angle;
  since.length += length;
  since.time += duration;
  state.time += duration;
  move_window(state, friction_at_rest);
}

Kinematics kinematics_since_committed(const RollingState& state, const Kinematics& now) {
  const RollingState::Since& since = state.since;
  Kinematics k = now;
  if (k.x.kind == Given::Kind::creepage) k.x.value = since.rigid[0] / since.length;
  if (k.y.kind == Given::Kind::creepage) k.y.value = since.rigid[1] / since.length;
  k.spin = since.spin / since.length;
  k.spin_centre = {-since.way[0], -since.way[1]};
  return k;
}

std::array<double, 2> move_to_origin(RollingState& state, Creepage& creepage) {
  RollingState::Since& since = state.since;
  const std::array<double, 2> creep{since.length * creepage.longitudinal - since.spin_part[0],
                                    since.length * creepage.lateral - since.spin_part[1]};
  const std::array<double, 2> of_piece{creep[0] - since.creep[0], creep[1] - since.creep[1]};
  since.creep = creep;
  creepage.longitudinal = creep[0] / since.length;
  creepage.lateral = creep[1] / since.length;
  return of_piece;
}

void update_mean_creepage(RollingState& state, const RollingState::Piece& piece, double cell,
                          double spin) {
  add_piece(state.pieces, piece, cell);
  state.creepage = {mean(state.pieces, cell, 0), mean(state.pieces, cell, 1), spin};
}

void commit(RollingState& state, const RollingState::Snapshot& snapshot) {
  state.committed = snapshot;
  state.committed_work += state.since.work;
  state.since = {};
}

bool turns_round(RollingState& state, const RollingStep& now) {
  const RollingStep& old = state.last_step;
  const Kinematics& k = now.kinematics;
  const auto change_of = [](const Given& a, const Given& b) {
    if (a.kind != b.kind) return 0.0;
    return b.kind == Given::Kind::force ? b.value - a.value : b.value;
  };
  const std::array<double, 4> change{
      change_of(old.kinematics.x, k.x), change_of(old.kinematics.y, k.y),
      old.normal == now.normal ? now.normal_value - old.normal_value : 0, k.spin};
  bool turned = old.direction != now.direction || (old.speed > 0) != (now.speed > 0) ||
                old.kinematics.x.kind != k.x.kind || old.kinematics.y.kind != k.y.kind;
  for (std::size_t n = 0; n < change.size(); ++n) {
    turned = turned || change[n] * state.last_change[n] < 0;
    if (change[n] != 0) state.last_change[n] = change[n];
  }
  return turned;
}

}  // namespace tread::contact
