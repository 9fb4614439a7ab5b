#include "tread/study/wheel_patches.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tread/study/normal_case.hpp"

namespace tread::study {
namespace {

using wheel_rail::SolvedPatch;
using Parts = std::vector<const SolvedPatch*>;

/// Parts of one patch share its reference.
bool is_part_of(const SolvedPatch& part, const wheel_rail::PatchForces& patch) {
  return part.patch.reference.rail_y == patch.place.rail_y &&
         part.patch.reference.angle == patch.place.angle;
}

/// The cells of several grids of the same cells, in one.
Grid grid_around(const Parts& parts) {
  Grid all = parts.front()->problem.normal.grid;
  for (const SolvedPatch* part : parts) {
    const Grid& grid = part->problem.normal.grid;
    const double x_end = std::max(all.x(all.nx - 1), grid.x(grid.nx - 1));
    const double y_end = std::max(all.y(all.ny - 1), grid.y(grid.ny - 1));
    all.x0 = std::min(all.x0, grid.x0);
    all.y0 = std::min(all.y0, grid.y0);
    all.nx = 1 + static_cast<int>(std::lround((x_end - all.x0) / all.dx));
    all.ny = 1 + static_cast<int>(std::lround((y_end - all.y0) / all.dy));
  }
  return all;
}

/// How a field of the mirror image's patch, y to the left and on the wheel, is told.
struct Telling {
  bool turns_rows;  // y the other way round
  double x_sign;
  double y_sign;
};

Telling telling(profile::Side side, PatchSigns signs) {
  const bool is_left = side == profile::Side::left;
  const bool is_on_wheel = signs == PatchSigns::wheel;
  return {is_on_wheel == is_left, is_on_wheel ? 1.0 : -1.0, is_left ? -1.0 : 1.0};
}

/// One field of all parts on their common grid, rows in the order that is told.
class Gatherer {
 public:
  Gatherer(const Parts& parts, const Telling& telling)
      : parts_(parts), telling_(telling), inner_(grid_around(parts)), outer_(inner_) {
    if (telling.turns_rows) outer_.y0 = -inner_.y(inner_.ny - 1);
  }

  const Grid& grid() const { return outer_; }

  /// @param value_of the value of a part's cell; that of a cell which presses goes before others
  template <class ValueOf>
  std::vector<double> operator()(double sign, ValueOf value_of) const {
    std::vector<double> values(inner_.n_cells(), 0);
    for (const SolvedPatch* part : parts_) {
      const Grid& grid = part->problem.normal.grid;
      const int i_shift = static_cast<int>(std::lround((grid.x0 - inner_.x0) / grid.dx));
      const int j_shift = static_cast<int>(std::lround((grid.y0 - inner_.y0) / grid.dy));
      for (int j = 0; j < grid.ny; ++j) {
        const int row = telling_.turns_rows ? inner_.ny - 1 - j - j_shift : j + j_shift;
        for (int i = 0; i < grid.nx; ++i) {
          const std::size_t cell = grid.index(i, j);
          if (!(part->solution.normal.pressure[cell] > 0)) continue;
          values[inner_.index(i + i_shift, row)] = sign * value_of(*part, cell);
        }
      }
    }
    return values;
  }

 private:
  const Parts& parts_;
  Telling telling_;
  Grid inner_;
  Grid outer_;
};

result::FieldSet fields_of(const Parts& parts, profile::Side side, PatchSigns signs) {
  const Telling how = telling(side, signs);
  const Gatherer gather(parts, how);
  const std::string body = signs == PatchSigns::wheel ? "the wheel" : "the rail";
  const auto pressure = [](const SolvedPatch& p, std::size_t k) {
    return p.solution.normal.pressure[k];
  };
  const auto traction_x = [](const SolvedPatch& p, std::size_t k) {
    return p.solution.traction.x[k];
  };
  const auto traction_y = [](const SolvedPatch& p, std::size_t k) {
    return p.solution.traction.y[k];
  };
  const auto slip_x = [](const SolvedPatch& p, std::size_t k) { return p.solution.slip.x[k]; };
  const auto slip_y = [](const SolvedPatch& p, std::size_t k) { return p.solution.slip.y[k]; };
  const auto bound = [](const SolvedPatch& p, std::size_t k) { return p.solution.bound[k]; };
  const auto state = [](const SolvedPatch& p, std::size_t k) {
    return static_cast<double>(p.solution.cells[k]);
  };
  return {gather.grid(),
          {field("pressure", "Pa", "pressure", gather(1, pressure)),
           field("traction_x", "Pa", "traction on " + body + " along x",
                 gather(how.x_sign, traction_x)),
           field("traction_y", "Pa", "traction on " + body + " along y",
                 gather(how.y_sign, traction_y)),
           field("traction_bound", "Pa", "traction that friction can hold", gather(1, bound)),
           field("slip_x", "", "slip of " + body + " over rolling speed along x",
                 gather(how.x_sign, slip_x)),
           field("slip_y", "", "slip of " + body + " over rolling speed along y",
                 gather(how.y_sign, slip_y)),
           field("state", "", "0 outside, 1 adhesion, 2 slip", gather(1, state))}};
}

WheelPatch patch_of(const wheel_rail::PatchForces& forces, const Parts& parts, profile::Side side,
                    PatchSigns signs) {
  WheelPatch patch;
  patch.forces = forces;
  patch.fields = fields_of(parts, side, signs);
  for (const SolvedPatch* part : parts) {
    const contact::FrictionalSolution& solution = part->solution;
    patch.elements.contact += static_cast<long long>(solution.normal.n_contact);
    patch.elements.adhesion += static_cast<long long>(solution.n_adhesion);
    patch.elements.slip += static_cast<long long>(solution.n_slip);
    patch.iterations += solution.iterations;
    patch.residual = std::max({patch.residual, solution.residual, solution.normal.residual});
    patch.at_profile_end = patch.at_profile_end || part->patch.at_profile_end;
  }
  return patch;
}

}  // namespace

WheelPatches gather_wheel_patches(const wheel_rail::HalfSpaceModel& model,
                                  wheel_rail::PairForces forces, PatchSigns signs) {
  WheelPatches result;
  result.forces = std::move(forces);
  const Parts all = model.patches().solved();
  for (const wheel_rail::PatchForces& patch : result.forces.patches) {
    Parts parts;
    std::ranges::copy_if(all, std::back_inserter(parts),
                         [&](const SolvedPatch* part) { return is_part_of(*part, patch); });
    result.patches.push_back(patch_of(patch, parts, model.side(), signs));
  }
  return result;
}

WheelPatches solve_wheel_patches(const profile::WheelRailPair& pair, profile::Side side,
                                 const wheel_rail::HalfSpaceModelSettings& settings,
                                 const profile::WheelsetMotion& motion, PatchSigns signs) {
  wheel_rail::HalfSpaceModel model(pair, side, settings);
  wheel_rail::PairForces forces;
  model.evaluate(motion, forces);
  return gather_wheel_patches(model, std::move(forces), signs);
}

result::FieldSet ellipse_fields(const wheel_rail::PatchForces& patch, int cells) {
  constexpr double k_margin = 1.1;  // of the grid around the ellipse
  const Grid grid = centred_grid(cells, cells, 2 * k_margin * patch.semi_axis_x,
                                 2 * k_margin * patch.semi_axis_y);
  std::vector<double> pressure(grid.n_cells(), 0);
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double rest = 1 - std::pow(grid.x(i) / patch.semi_axis_x, 2) -
                          std::pow(grid.y(j) / patch.semi_axis_y, 2);
      if (rest > 0) pressure[grid.index(i, j)] = patch.peak_pressure * std::sqrt(rest);
    }
  }
  return {grid, {field("pressure", "Pa", "pressure", std::move(pressure))}};
}

}  // namespace tread::study
