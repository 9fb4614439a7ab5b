#include "tread/structure/sweep_tables.hpp"

#include <algorithm>
#include <cmath>

#include "tread/structure/gauss.hpp"

namespace tread::structure {
namespace {

using Eigen::Index;

/// Everything at one place of the first front.
class Snapshot {
 public:
  Snapshot(const BeamModes& modes, const StaticRemainder& lines,
           const std::vector<RunningLoad>& loads)
      : modes_(modes),
        lines_(lines),
        loads_(loads),
        force_(modes.omega().size()),
        shape_(force_.size()),
        remainder_(lines.n_channels()),
        scratch_(remainder_.size()) {}

  /// @param left_out a force that does not count in the remainder; nullptr: none
  void take(double s, const PointForce* left_out = nullptr) {
    std::ranges::fill(force_, 0.0);
    std::ranges::fill(remainder_, 0.0);
    for (const RunningLoad& running : loads_) {
      const double front = running.front(s);
      add_modal_force(modes_, running.load, front, force_, shape_);
      for (const PointForce& point : running.load.points) {
        const double x = point.x + front;
        if (&point == left_out || x < 0 || x > modes_.length()) continue;
        lines_.add_force(x, point.force, remainder_, scratch_);
      }
      for (LineLoad line : running.load.lines) {
        line.begin += front;
        line.end += front;
        lines_.add_line(line, remainder_, scratch_);
      }
    }
    lines_.subtract_modes(force_, remainder_);
  }

  const std::vector<double>& force() const { return force_; }
  const std::vector<double>& remainder() const { return remainder_; }

 private:
  const BeamModes& modes_;
  const StaticRemainder& lines_;
  const std::vector<RunningLoad>& loads_;
  std::vector<double> force_;
  std::vector<double> shape_;
  std::vector<double> remainder_;
  std::vector<double> scratch_;
};

/// Where beams begin and end.
std::vector<double> edges_of(const BeamModes& modes) {
  std::vector<double> edges{0};
  for (const auto& part : modes.parts()) edges.push_back(part.start + part.beam.length);
  edges.back() = modes.length();
  return edges;
}

/// Whether a force that stands there does anything.
bool gives_way(const BeamModes& modes, double edge) {
  std::vector<double> shape(modes.omega().size());
  double largest = 0;
  for (const double beside : {-1e-9, 1e-9}) {
    modes.shape(std::clamp(edge + beside * modes.length(), 0.0, modes.length()), shape);
    for (const double value : shape) largest = std::max(largest, std::abs(value));
  }
  modes.shape(edge / 2 + modes.length() / 4, shape);
  double inside = 0;
  for (const double value : shape) inside = std::max(inside, std::abs(value));
  return largest > 1e-6 * inside;
}

/// Rows of positions that have a force on the bridge, force by force.
void tabulate_points(const BeamModes& modes, const StaticRemainder& lines,
                     const RunningLoad& running, double begin, SweepTables& tables) {
  std::vector<double> shape(modes.omega().size());
  std::vector<double> curvature(shape.size());
  std::vector<double> row(lines.n_channels());
  std::vector<double> scratch(lines.n_channels());
  for (const PointForce& point : running.load.points) {
    const double start = running.front(begin) + point.x;
    const double rate = running.rate * tables.step;
    const double enters = ((rate > 0 ? 0 : modes.length()) - start) / rate;
    const double leaves = ((rate > 0 ? modes.length() : 0) - start) / rate;
    for (auto k = static_cast<Index>(std::ceil(enters)); static_cast<double>(k) <= leaves; ++k) {
      const double x = std::clamp(start + rate * static_cast<double>(k), 0.0, modes.length());
      modes.shape(x, shape);
      modes.curvature(x, curvature);
      for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto mode = static_cast<Index>(i);
        tables.force(k, mode) += point.force * shape[i];
        tables.stepping_force(k, mode) +=
            point.force * (shape[i] - rate * rate / 12 * curvature[i]);
      }
      std::ranges::fill(row, 0.0);
      lines.add_force(x, point.force, row, scratch);
      for (std::size_t c = 0; c < row.size(); ++c) {
        tables.remainder(k, static_cast<Index>(c)) += row[c];
      }
    }
  }
}

/// Line loads: rows of all positions.
void tabulate_lines(const BeamModes& modes, const StaticRemainder& lines,
                    const RunningLoad& running, double begin, SweepTables& tables) {
  const BeamLoad load{{}, running.load.lines};
  std::vector<double> force(modes.omega().size());
  std::vector<double> shape(force.size());
  std::vector<double> row(lines.n_channels());
  std::vector<double> scratch(row.size());
  const Index last = tables.force.rows() - 1;
  for (Index k = 0; k <= last; ++k) {
    const double front = running.front(begin + tables.step * static_cast<double>(k));
    std::ranges::fill(force, 0.0);
    std::ranges::fill(row, 0.0);
    add_modal_force(modes, load, front, force, shape);
    for (LineLoad line : running.load.lines) {
      line.begin += front;
      line.end += front;
      lines.add_line(line, row, scratch);
    }
    for (std::size_t i = 0; i < force.size(); ++i) {
      const auto mode = static_cast<Index>(i);
      tables.force(k, mode) += force[i];
      // less a twelfth of the second difference, spread over its three positions
      tables.stepping_force(k, mode) += 7.0 / 6 * force[i];
      if (k > 0) tables.stepping_force(k - 1, mode) -= force[i] / 12;
      if (k < last) tables.stepping_force(k + 1, mode) -= force[i] / 12;
    }
    for (std::size_t c = 0; c < row.size(); ++c) {
      tables.remainder(k, static_cast<Index>(c)) += row[c];
    }
  }
}

/// Adds to the stepping forces what the mean force of an axle exceeds that of its ends by, in the
/// interval in which it passes an edge: half at each end, so that the impulse is in the right
/// place.
void mend_impulse(const BeamModes& modes, const PointForce& point, const RunningLoad& running,
                  double begin, double edge, SweepTables& tables) {
  const auto x_at = [&](double k) { return running.front(begin + k * tables.step) + point.x; };
  const double rate = running.rate * tables.step;
  const double k = std::floor((edge - x_at(0)) / rate);
  if (k < 0 || k + 1 >= static_cast<double>(tables.force.rows())) return;
  const double low = std::min(x_at(k), x_at(k + 1));
  const double high = std::max(x_at(k), x_at(k + 1));
  std::vector<double> shape(modes.omega().size());
  std::vector<double> excess(shape.size(), 0.0);
  const auto add = [&](double x, double weight) {
    modes.shape(x, shape);
    for (std::size_t i = 0; i < shape.size(); ++i) excess[i] += weight * shape[i];
  };
  add(low, -0.5);
  add(high, -0.5);
  const double length = high - low;
  for_gauss_points(low, edge, 1, [&](double x, double weight) { add(x, weight / length); });
  for_gauss_points(edge, high, 1, [&](double x, double weight) { add(x, weight / length); });
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto mode = static_cast<Index>(i);
    tables.stepping_force(static_cast<Index>(k), mode) += point.force * excess[i] / 2;
    tables.stepping_force(static_cast<Index>(k) + 1, mode) += point.force * excess[i] / 2;
  }
}

}  // namespace

SweepTables::SweepTables(const BeamModes& modes, const std::vector<RunningLoad>& loads,
                         const std::vector<double>& sections, double position_step)
    : step(position_step) {
  const Way way = way_over(modes.length(), loads);
  const auto n_needed = static_cast<std::size_t>(std::ceil((way.end - way.begin) / step)) + 1;
  const auto n_positions = static_cast<Index>((n_needed / k_block + 1) * k_block + 1);
  const StaticRemainder lines(modes, sections, end_places(modes));
  const auto n_channels = static_cast<Index>(lines.n_channels());
  force = Eigen::ArrayXXd::Zero(n_positions, modes.n_modes());
  stepping_force = force;
  remainder = Eigen::ArrayXXd::Zero(n_positions, n_channels);
  for (const RunningLoad& running : loads) {
    tabulate_points(modes, lines, running, way.begin, *this);
    if (!running.load.lines.empty()) tabulate_lines(modes, lines, running, way.begin, *this);
  }
  std::vector<double> unit(modes.omega().size());
  std::vector<double> taken_off(lines.n_channels());
  for (Index i = 0; i < force.cols(); ++i) {
    std::ranges::fill(unit, 0.0);
    std::ranges::fill(taken_off, 0.0);
    unit[static_cast<std::size_t>(i)] = 1;
    lines.subtract_modes(unit, taken_off);
    for (Index c = 0; c < n_channels; ++c) {
      if (taken_off[static_cast<std::size_t>(c)] == 0) continue;
      remainder.col(c) += taken_off[static_cast<std::size_t>(c)] * force.col(i);
    }
  }
  largest_remainder.resize(static_cast<Index>(n_blocks()), n_channels);
  for (Index block = 0; block < largest_remainder.rows(); ++block) {
    const auto size = static_cast<Index>(k_block);
    largest_remainder.row(block) =
        remainder.middleRows(block * size, size + 1).abs().colwise().maxCoeff();
  }

  Snapshot snapshot(modes, lines, loads);
  const auto place = [&](double s) {
    const double at = std::max(0.0, (s - way.begin) / step);
    const double interval = std::min(std::floor(at), static_cast<double>(n_intervals() - 1));
    return std::pair(static_cast<std::size_t>(interval), std::min(1.0, at - interval));
  };
  const std::vector<double> edges = edges_of(modes);
  for (const RunningLoad& running : loads) {
    for (const PointForce& point : running.load.points) {
      const auto when_at = [&](double x) { return (x - point.x - running.offset) / running.rate; };
      const double beside = 1e-9 * modes.length() / std::abs(running.rate);
      for (const double edge : edges) {
        mend_impulse(modes, point, running, way.begin, edge, *this);
        const auto [interval, part] = place(when_at(edge));
        snapshot.take(when_at(edge) - beside);
        kinks.push_back({interval, part, snapshot.force()});
        if (!gives_way(modes, edge)) continue;
        snapshot.take(when_at(edge) + beside);
        kinks.push_back({interval, part, snapshot.force()});
      }
      for (std::size_t i = 0; i < sections.size(); ++i) {
        const double s = when_at(sections[i]);
        const auto [interval, part] = place(s);
        snapshot.take(s, &point);
        const StaticRemainder::Sides& sides = lines.sides(i);
        const std::vector<double>& others = snapshot.remainder();
        const double shear = others[lines.shear_channel(i)];
        passings.push_back({interval, part, static_cast<Index>(i),
                            others[lines.moment_channel(i)] + point.force * sides.moment,
                            shear + point.force * sides.shear_before,
                            shear + point.force * sides.shear_after});
      }
    }
  }
  std::ranges::stable_sort(kinks, {}, &Kink::interval);
  std::ranges::stable_sort(passings, {}, &Passing::interval);
}

}  // namespace tread::structure
