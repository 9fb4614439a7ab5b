#include "tread/differential/elastic_piece.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "tread/differential/piece_cache.hpp"
#include "tread/differential/piece_mesh.hpp"
#include "tread/differential/piece_section.hpp"
#include "tread/differential/surface_compliance.hpp"

namespace tread::differential {
namespace {

constexpr double k_infinite = std::numeric_limits<double>::infinity();

/// Passes on the progress of a part of the work.
class PartOfWork : public Observer {
 public:
  PartOfWork(Observer* outer, double begin, double end) : outer_(outer), begin_(begin), end_(end) {}
  void on_progress(double fraction, std::string_view what) override {
    if (outer_ != nullptr) outer_->on_progress(begin_ + fraction * (end_ - begin_), what);
  }
  bool stop_requested() override { return outer_ != nullptr && outer_->stop_requested(); }

 private:
  Observer* outer_;
  double begin_;
  double end_;
};

void tell(Observer& observer, double fraction, std::string_view what) {
  observer.on_progress(fraction, what);
  if (observer.stop_requested()) throw PreparationStopped();
}

/// Shares of the time that come before solving, of elements of about 1.5 mm.
constexpr double k_meshed = 0.1;
constexpr double k_factorised = 0.2;

void make(const profile::Profile& profile, ElasticPiece& piece, Observer& observer) {
  const char* name = name_of(profile);
  tell(observer, 0, fmt::format("meshing the {}", name));
  PieceMesh made = piece_mesh(profile, piece.radius, piece.settings, &observer);
  piece.mesh = std::move(made.mesh);
  piece.surface = std::move(made.surface);
  tell(observer, k_meshed, fmt::format("factorising the {}", name));
  const HeldStiffness stiffness = held_stiffness(piece.mesh, piece.material);
  const structure::SparseFactor factor(stiffness.matrix);
  PartOfWork solving(&observer, k_factorised, 1);
  piece.compliance = surface_compliance(stiffness, factor, piece.surface.mesh_nodes, &solving);
}

constexpr double k_largest_poisson_ratio = 0.49;

void check_material(const Material& material, const char* name) {
  check(material);
  if (!material.is_rigid() && material.poisson_ratio <= k_largest_poisson_ratio) return;
  throw ModelError(fmt::format(
      "the {} is {}, and pieces of finite elements are neither rigid nor incompressible (their "
      "elements would lock): give it an elastic modulus, and a Poisson ratio of at most {}",
      name,
      material.is_rigid() ? "rigid"
                          : fmt::format("of a Poisson ratio of {}", material.poisson_ratio),
      k_largest_poisson_ratio));
}

void check_radius(double radius, const PieceSettings& s) {
  if (s.depth < radius && s.half_length < radius) return;
  throw ModelError(fmt::format(
      "a piece {} mm deep that reaches {} mm either way along the track does not fit in a wheel of "
      "radius {} mm: make it smaller",
      1e3 * s.depth, 1e3 * s.half_length, 1e3 * radius));
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
  if (!(s.radius_share > 0)) {
    throw ModelError(fmt::format(
        "elements of an elastic piece are to be at most {} of the radius of curvature: it must be "
        "positive; 0.06 is usual, and large values leave the fine size everywhere",
        s.radius_share));
  }
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

std::shared_ptr<const ElasticPair> prepare_pair(
    const profile::WheelRailPair& pair, const BodyPair& bodies, const PairPieceSettings& settings,
    const std::filesystem::path& cache, Observer* observer, std::vector<std::string>* notes) {
  const double radius = pair.wheelset.nominal_radius;
  check(settings.wheel);
  check(settings.rail);
  check_radius(radius, settings.wheel);
  check_piece(pair.wheel, settings.wheel);
  check_piece(pair.rail, settings.rail);
  check_material(bodies.upper, "wheel");
  check_material(bodies.lower, "rail");
  std::optional<PieceCache> stored;
  if (!cache.empty()) stored.emplace(cache);

  auto result = std::make_shared<ElasticPair>();
  result->wheel = {settings.wheel, radius, bodies.upper, {}, {}, {}};
  result->rail = {settings.rail, k_infinite, bodies.lower, {}, {}, {}};
  const auto prepare = [&](const profile::Profile& profile, ElasticPiece& piece, PartOfWork part) {
    if (stored && stored->read(profile, piece, notes)) return;
    make(profile, piece, part);
    if (stored) stored->write(profile, piece);
  };
  prepare(pair.wheel, result->wheel, PartOfWork(observer, 0, 0.5));
  prepare(pair.rail, result->rail, PartOfWork(observer, 0.5, 1));
  return result;
}

}  // namespace tread::differential
