#include "tread/differential/elastic_piece.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/differential/piece_mesh.hpp"
#include "tread/differential/surface_compliance.hpp"

namespace tread::differential {
namespace {

constexpr double k_infinite = std::numeric_limits<double>::infinity();

void tell(Observer* observer, double fraction, const char* what) {
  if (observer == nullptr) return;
  observer->on_progress(fraction, what);
  if (observer->stop_requested()) throw PreparationStopped();
}

ElasticPiece make_piece(const profile::Profile& profile, double radius, const Material& material,
                        const PieceSettings& settings, Observer* observer) {
  ElasticPiece piece{settings, radius, material, {}, {}, {}};
  const bool is_wheel = std::isfinite(radius);
  tell(observer, 0, is_wheel ? "meshing the wheel" : "meshing the rail");
  PieceMesh made = piece_mesh(profile, radius, settings, observer);
  piece.mesh = std::move(made.mesh);
  piece.surface = std::move(made.surface);
  tell(observer, 0, is_wheel ? "factorising the wheel" : "factorising the rail");
  const HeldStiffness stiffness = held_stiffness(piece.mesh, material);
  const structure::SparseFactor factor(stiffness.matrix);
  piece.compliance = surface_compliance(stiffness, factor, piece.surface.mesh_nodes, observer);
  return piece;
}

}  // namespace

void check(const PieceSettings& s) {
  const auto require = [](double value, const char* what) {
    if (value > 0 && std::isfinite(value)) return;
    throw ModelError(fmt::format("{} of an elastic piece is {} mm: it must be positive and finite",
                                 what, 1e3 * value));
  };
  require(s.half_length, "half the length");
  require(s.depth, "the depth");
  require(s.zone_half_length, "half the length of the fine zone");
  require(s.fine_size, "the size of elements in the fine zone");
  require(s.coarse_size, "the size of elements at the cut");
  if (!(s.lowest_y < s.highest_y)) {
    throw ModelError(fmt::format(
        "an elastic piece lies between y = {} and {} mm: the first must be less than the second",
        1e3 * s.lowest_y, 1e3 * s.highest_y));
  }
  if (!(s.zone_lowest_y < s.zone_highest_y)) {
    throw ModelError(fmt::format(
        "the fine zone of an elastic piece lies between y = {} and {} mm: the first must be less "
        "than the second",
        1e3 * s.zone_lowest_y, 1e3 * s.zone_highest_y));
  }
  if (s.coarse_size < s.fine_size) {
    throw ModelError(fmt::format(
        "elements of an elastic piece are {} mm large at the cut and {} mm in the fine zone: they "
        "must not be smaller at the cut",
        1e3 * s.coarse_size, 1e3 * s.fine_size));
  }
  if (s.half_length < s.zone_half_length + 2 * s.fine_size) {
    throw ModelError(fmt::format(
        "an elastic piece reaches {} mm along the track and its fine zone {} mm: leave at least {} "
        "mm, two elements, to the cut, which is held",
        1e3 * s.half_length, 1e3 * s.zone_half_length, 2e3 * s.fine_size));
  }
  if (s.fine_size > s.zone_half_length) {
    throw ModelError(fmt::format(
        "elements of {} mm in a zone that reaches {} mm either way along the track: make them "
        "smaller",
        1e3 * s.fine_size, 1e3 * s.zone_half_length));
  }
}

std::shared_ptr<const ElasticPair> prepare_pair(const profile::WheelRailPair& pair,
                                                const BodyPair& bodies,
                                                const PairPieceSettings& settings,
                                                const std::filesystem::path& /*cache*/,
                                                Observer* observer) {
  check(settings.wheel);
  check(settings.rail);
  auto result = std::make_shared<ElasticPair>();
  result->wheel =
      make_piece(pair.wheel, pair.wheelset.nominal_radius, bodies.upper, settings.wheel, observer);
  result->rail = make_piece(pair.rail, k_infinite, bodies.lower, settings.rail, observer);
  return result;
}

}  // namespace tread::differential
