#include "tread/study/subsurface_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>

#include "tread/core/thread_team.hpp"

namespace tread::study {
namespace {

constexpr std::array k_column_names = {
    "x",         "y",         "z",           "u_x",         "u_y",        "u_z",
    "sigma_xx",  "sigma_yy",  "sigma_zz",    "sigma_xy",    "sigma_xz",   "sigma_yz",
    "von_mises", "max_shear", "principal_1", "principal_2", "principal_3"};
constexpr std::size_t k_n_lengths = 6;  // the first columns; the others are stresses
constexpr std::size_t k_von_mises = 12;
using SubsurfaceRow = std::array<double, k_column_names.size()>;

/// Points between two questions whether to stop: as many as take about this long.
constexpr auto k_pause = std::chrono::milliseconds(30);

/// Layers of fewer points are summed point by point.
constexpr std::size_t k_least_of_layer = 16;
/// Cells of all layers whose coefficients are kept: some hundred megabytes.
constexpr std::size_t k_most_cells_of_layers = 300'000;
constexpr double k_same_centre = 1e-9;  // of a cell

/// The cells below whose centres some places along an axis lie; none if one of them lies elsewhere.
std::optional<std::vector<int>> cells_at(const std::vector<double>& places, double first,
                                         double size, int n) {
  std::vector<int> cells;
  for (const double place : places) {
    const double cell = std::round((place - first) / size);
    if (!(cell >= 0 && cell < n) || std::abs((place - first) / size - cell) > k_same_centre) {
      return std::nullopt;
    }
    cells.push_back(static_cast<int>(cell));
  }
  return cells;
}

class PointBlock {
 public:
  PointBlock(const casefile::SubsurfaceBlock& block, const contact::NormalProblem& problem,
             const SurfaceTractions& tractions)
      : block_(block),
        problem_(problem),
        tractions_{tractions.pressure, tractions.traction_x, tractions.traction_y},
        is_lower_(problem.bodies.upper.is_rigid()) {
    if (!is_lower_) return;
    lower_ = halfspace::lower_body_tractions(tractions_);
    tractions_.traction_x = lower_.traction_x;
    tractions_.traction_y = lower_.traction_y;
  }

  std::size_t points_of_layer() const { return block_.x.size() * block_.y.size(); }
  std::size_t n_layers() const { return block_.z.size(); }

  /// Whether layers are worth a transform, and their points lie below centres of cells.
  bool is_layered() const {
    return !(problem_.line_datum > 0) && points_of_layer() >= k_least_of_layer &&
           columns_of_cells() && rows_of_cells();
  }

  /// All rows of the table that belong to one depth.
  void fill_layer(std::vector<result::Column>& columns, std::size_t layer, SubsurfaceMemory& memory,
                  ThreadTeam& team) const {
    const std::vector<halfspace::SubsurfaceState> below =
        memory.layer(body(), problem_.grid, block_.z[layer]).states(tractions_, team);
    const std::vector<int> cells_x = *columns_of_cells();
    const std::vector<int> cells_y = *rows_of_cells();
    std::size_t index = layer * points_of_layer();
    for (const int j : cells_y) {
      for (const int i : cells_x) {
        store(columns, index, below[problem_.grid.index(i, j)]);
        ++index;
      }
    }
  }

  std::size_t n_points() const { return block_.x.size() * block_.y.size() * block_.z.size(); }
  bool is_lower() const { return is_lower_; }

  /// Rows [first, last) of the table.
  void fill(std::vector<result::Column>& columns, std::size_t first, std::size_t last) const {
    std::vector<Eigen::Vector3d> points;
    for (std::size_t index = first; index < last; ++index) points.push_back(point(index));
    const std::vector<halfspace::SubsurfaceState> states = states_at(points);
    for (std::size_t i = 0; i < states.size(); ++i) store(columns, first + i, states[i]);
  }

 private:
  const Material& body() const { return is_lower_ ? problem_.bodies.lower : problem_.bodies.upper; }
  std::optional<std::vector<int>> columns_of_cells() const {
    const Grid& grid = problem_.grid;
    return cells_at(block_.x, grid.x0, grid.dx, grid.nx);
  }
  std::optional<std::vector<int>> rows_of_cells() const {
    const Grid& grid = problem_.grid;
    return cells_at(block_.y, grid.y0, grid.dy, grid.ny);
  }

  /// One row of the table.
  void store(std::vector<result::Column>& columns, std::size_t index,
             const halfspace::SubsurfaceState& state) const {
    const SubsurfaceRow values = row(point(index), is_lower_ ? halfspace::mirrored(state) : state);
    for (std::size_t k = 0; k < values.size(); ++k) columns[k].values[index] = values[k];
  }

  Eigen::Vector3d point(std::size_t index) const {
    return {block_.x[index % block_.x.size()], block_.y[index / block_.x.size() % block_.y.size()],
            block_.z[index / block_.x.size() / block_.y.size()]};
  }

  std::vector<halfspace::SubsurfaceState> states_at(
      const std::vector<Eigen::Vector3d>& points) const {
    if (!(problem_.line_datum > 0)) {
      return halfspace::subsurface_at(body(), problem_.grid, tractions_, points);
    }
    std::vector<halfspace::SubsurfaceState> states;
    for (const Eigen::Vector3d& point : points) {
      states.push_back(halfspace::line_subsurface_at(body(), problem_.grid, tractions_, point.x(),
                                                     point.z(), problem_.line_datum));
    }
    return states;
  }

  SubsurfaceRow row(const Eigen::Vector3d& point, const halfspace::SubsurfaceState& state) const {
    const StressTensor& s = state.stress;
    const std::array<double, 3> principal = principal_stresses(s);
    return {point.x(),
            point.y(),
            is_lower_ ? -point.z() : point.z(),
            state.displacement.x(),
            state.displacement.y(),
            state.displacement.z(),
            s.xx,
            s.yy,
            s.zz,
            s.xy,
            s.xz,
            s.yz,
            von_mises(s),
            maximum_shear(s),
            principal[0],
            principal[1],
            principal[2]};
  }

  const casefile::SubsurfaceBlock& block_;
  const contact::NormalProblem& problem_;
  halfspace::TractionField tractions_;
  halfspace::LowerBodyTractions lower_;  // what tractions_ looks at, there
  bool is_lower_;
};

result::Table empty_table(const PointBlock& points) {
  result::Table table;
  table.title =
      fmt::format("Below the surface, in the {} body", points.is_lower() ? "lower" : "upper");
  for (const char* name : k_column_names) {
    table.columns.push_back({name, table.columns.size() < k_n_lengths ? "m" : "Pa", {}});
    table.columns.back().values.resize(points.n_points());
  }
  return table;
}

/// A batch of points that takes about k_pause: large enough to share, small enough to stop.
class BatchSize {
 public:
  explicit BatchSize(std::size_t n_threads) : least_(n_threads), size_(n_threads) {}
  std::size_t size() const { return size_; }
  void learn(std::chrono::steady_clock::duration taken) {
    if (taken < k_pause / 2) size_ *= 2;
    if (taken > k_pause * 2) size_ = std::max(least_, size_ / 2);
  }

 private:
  std::size_t least_;
  std::size_t size_;
};

}  // namespace

double SubsurfaceTable::largest_von_mises() const {
  const std::vector<double>& values = table.columns[k_von_mises].values;
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

halfspace::SubsurfaceLayer& SubsurfaceMemory::layer(const Material& body, const Grid& grid,
                                                    double depth) {
  const auto found = std::find_if(layers_.begin(), layers_.end(), [&](const auto& layer) {
    return layer->is_for(body, grid, depth);
  });
  if (found != layers_.end()) {
    std::rotate(found, found + 1, layers_.end());
  } else {
    while (!layers_.empty() && (layers_.size() + 1) * grid.n_cells() > k_most_cells_of_layers) {
      layers_.erase(layers_.begin());
    }
    layers_.push_back(std::make_unique<halfspace::SubsurfaceLayer>(body, grid, depth));
  }
  return *layers_.back();
}

namespace {

/// Fills rows until all are there or the observer stops it. @return the number of rows
std::size_t fill_layers(const PointBlock& points, SubsurfaceMemory& memory, ThreadTeam& team,
                        std::vector<result::Column>& columns, Observer& observer) {
  for (std::size_t layer = 0; layer < points.n_layers(); ++layer) {
    if (observer.stop_requested()) return layer * points.points_of_layer();
    observer.on_progress(
        static_cast<double>(layer) / static_cast<double>(points.n_layers()),
        fmt::format("stresses below the surface, {} of {} layers", layer, points.n_layers()));
    points.fill_layer(columns, layer, memory, team);
  }
  return points.n_points();
}

/// The same point by point.
std::size_t fill_points(const PointBlock& points, ThreadTeam& team,
                        std::vector<result::Column>& columns, Observer& observer) {
  BatchSize batch(static_cast<std::size_t>(team.size()));
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(team.size()));
  std::size_t done = 0;
  while (done < points.n_points() && !observer.stop_requested()) {
    observer.on_progress(
        static_cast<double>(done) / static_cast<double>(points.n_points()),
        fmt::format("stresses below the surface, {} of {} points", done, points.n_points()));
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t count = std::min(batch.size(), points.n_points() - done);
    team.for_ranges(static_cast<int>(count), [&](int first, int last, int thread) {
      try {
        points.fill(columns, done + static_cast<std::size_t>(first),
                    done + static_cast<std::size_t>(last));
      } catch (...) {
        failures[static_cast<std::size_t>(thread)] = std::current_exception();
      }
    });
    for (const std::exception_ptr& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    done += count;
    batch.learn(std::chrono::steady_clock::now() - begin);
  }
  return done;
}

}  // namespace

SubsurfaceTable subsurface_table(const casefile::SubsurfaceBlock& block,
                                 const contact::NormalProblem& problem,
                                 const SurfaceTractions& tractions, int n_threads,
                                 SubsurfaceMemory& memory, Observer& observer) {
  const PointBlock points(block, problem, tractions);
  SubsurfaceTable result{empty_table(points), points.n_points()};
  std::vector<result::Column>& columns = result.table.columns;
  ThreadTeam team(n_threads);
  const std::size_t done = points.is_layered()
                               ? fill_layers(points, memory, team, columns, observer)
                               : fill_points(points, team, columns, observer);
  for (result::Column& column : columns) column.values.resize(done);
  return result;
}

}  // namespace tread::study
