#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::halfspace {

/// From the cell centres of a grid to the points where displacements are wanted, m.
struct SurfaceOffset {
  double x = 0;
  double y = 0;

  bool operator==(const SurfaceOffset&) const = default;
};

/// Tangential displacements beside the cell centres, by FFT:
///
///   u'_i(x_I + s) = Σ_J A_ij(x_I + s - x_J) p_J      i in {x, y}, j in {x, y, z}      m
///
/// for all cells I of a grid and one offset s of any size. In rolling contact a particle that is at
/// x_I now was at x_I + s one step before, with s the distance rolled: these are the displacements
/// of the last step's tractions there, A' p' of Kalker (1990), section 4.3. Equal to the direct
/// sum, to rounding. Signs as in InfluenceCoefficients.
///
/// An offset kernel is neither even nor odd along an axis with s ≠ 0; its even and odd parts are,
/// and each is a Convolution of its own. An application costs, in transforms of one component
/// there and back, 4 for s = 0, 8 for an offset along one axis and 16 for both; pressure half of
/// that. Only the difference of positions counts: a grid that moves as a whole needs no new
/// operator.
class ShiftedOperator {
 public:
  /// @param line_datum > 0: plane strain on a grid of one row, see strip_influence; the offset
  /// along y then has no effect.
  ShiftedOperator(const Grid& grid, const Compliance& compliance, SurfaceOffset offset,
                  double line_datum = 0);

  /// Whether it was made for the same cells, bodies and offset.
  bool is_for(const Grid& grid, const Compliance& compliance, SurfaceOffset offset,
              double line_datum = 0) const;

  /// Displacements by tangential tractions, Pa; results may not overlap with tractions.
  void apply(std::span<const double> traction_x, std::span<const double> traction_y,
             std::span<double> displacement_x, std::span<double> displacement_y, ThreadTeam& team);

  /// Adds the displacements by a pressure, Pa: none if the bodies are quasi-identical.
  void add_pressure(std::span<const double> pressure, std::span<double> displacement_x,
                    std::span<double> displacement_y, ThreadTeam& team);

 private:
  using Parts = std::vector<Convolution<double>>;  // their sum is the coupling; empty: zero

  void add(Parts& parts, std::span<const double> traction, std::span<double> displacement,
           ThreadTeam& team) const;

  Grid grid_;
  Compliance compliance_;
  SurfaceOffset offset_;
  double line_datum_;
  Parts xx_, xy_, yx_, yy_, xz_, yz_;
};

/// The operator that is kept, made anew only if it is for something else.
ShiftedOperator& renewed(std::optional<ShiftedOperator>& kept, const Grid& grid,
                         const Compliance& compliance, SurfaceOffset offset, double line_datum = 0);

}  // namespace tread::halfspace
