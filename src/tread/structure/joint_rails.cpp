#include "tread/structure/joint_rails.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/structure/hermite.hpp"

namespace tread::structure {
namespace {

constexpr double k_no_kink = 1e-6;  // of the slope beside it
constexpr double k_aside = 1e-9;    // of a beam or segment: one side of a joint, rounding

/// 1, s, s^2, s^3 or a derivative of it in x, over a length h.
Eigen::Vector4d powers(double s, double h, int derivative) {
  switch (derivative) {
    case 0:
      return {1, s, s * s, s * s * s};
    case 1:
      return Eigen::Vector4d(0, 1, 2 * s, 3 * s * s) / h;
    default:
      return Eigen::Vector4d(0, 0, 2, 6 * s) / (h * h);
  }
}

/// Deflection and slope of all modes at x: a row a mode.
Eigen::MatrixX2d line_of_modes(const BeamModes& modes, double x) {
  Eigen::MatrixX2d values(modes.n_modes(), 2);
  const auto n = as_size(modes.n_modes());
  modes.shape(x, {values.col(0).data(), n});
  modes.slope(x, {values.col(1).data(), n});
  return values;
}

bool has_kink(const BeamModes& modes, double joint, double reach) {
  const double aside = k_aside * modes.length();
  const Eigen::MatrixX2d jump =
      line_of_modes(modes, joint + aside) - line_of_modes(modes, joint - aside);
  const Eigen::MatrixX2d before = line_of_modes(modes, joint - reach);
  const Eigen::MatrixX2d behind = line_of_modes(modes, joint + reach);
  const double beside = std::max(before.col(1).norm(), behind.col(1).norm());
  return jump.col(1).norm() > k_no_kink * beside || jump.col(0).norm() > k_no_kink * reach * beside;
}

std::vector<double> part_ends(const BeamModes& modes) {
  std::vector<double> ends;
  for (const BeamModes::Part& part : modes.parts()) ends.push_back(part.start);
  ends.push_back(modes.length());
  return ends;
}

// ---- load lines ----

/// Weights of displacements and of support rows as cubics in s, by their numbers.
using Rows = std::map<int, Eigen::RowVector4d>;
struct Weights {
  Rows dofs;
  Rows supports;
};

void put(const Rows& rows, std::vector<int>& numbers,
         Eigen::Matrix<double, Eigen::Dynamic, 4>& coefficients) {
  coefficients.resize(static_cast<Eigen::Index>(rows.size()), 4);
  for (const auto& [number, row] : rows) {
    coefficients.row(static_cast<Eigen::Index>(numbers.size())) = row;
    numbers.push_back(number);
  }
}

/// The part of a segment between two places.
LineSegment cut_out(const LineSegment& segment, double from, double to) {
  const double s0 = (from - segment.start) / segment.length;
  const double ds = (to - from) / segment.length;
  Eigen::Matrix4d change;                // (s0 + ds t)^i in powers of t
  change << 1, 0, 0, 0,                  //
      s0, ds, 0, 0,                      //
      s0 * s0, 2 * s0 * ds, ds * ds, 0,  //
      s0 * s0 * s0, 3 * s0 * s0 * ds, 3 * s0 * ds * ds, ds * ds * ds;
  LineSegment part = segment;
  part.start = from;
  part.length = to - from;
  part.coefficients = segment.coefficients * change;
  if (!segment.supports.empty()) part.support_coefficients = segment.support_coefficients * change;
  return part;
}

/// Deflection and slope of the line at x, spread over a rail's cubics.
void add_end(const LoadLine& line, double x, const Eigen::RowVector4d& of_deflection,
             const Eigen::RowVector4d& of_slope, Weights& weights) {
  if (!line.covers(x)) return;  // the ground
  const LineWeights at = line.at(x);
  const LineSegment& segment = line.segments()[as_size(at.segment)];
  const auto add = [&](Rows& rows, int number, double deflection, double slope) {
    rows.try_emplace(number, Eigen::RowVector4d::Zero()).first->second +=
        deflection * of_deflection + slope * of_slope;
  };
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    add(weights.dofs, segment.dofs[i], at.shape(row), at.slope(row));
  }
  const double s = (x - segment.start) / segment.length;
  for (std::size_t i = 0; i < segment.supports.size(); ++i) {
    const Eigen::RowVector4d row = segment.support_coefficients.row(static_cast<Eigen::Index>(i));
    add(weights.supports, segment.supports[i], row.dot(powers(s, segment.length, 0)),
        row.dot(powers(s, segment.length, 1)));
  }
}

LineSegment rail_over(const LoadLine& line, double joint, double reach) {
  LineSegment rail{joint - reach, 2 * reach, {}, {}};
  const auto cubics = hermite_cubics(rail.length);
  Weights weights;
  add_end(line, joint - reach, cubics[0], cubics[1], weights);
  add_end(line, joint + reach, cubics[2], cubics[3], weights);
  put(weights.dofs, rail.dofs, rail.coefficients);
  if (!weights.supports.empty()) put(weights.supports, rail.supports, rail.support_coefficients);
  return rail;
}

/// Whether the line moves or turns at one of its ends.
bool has_moving_end(const LoadLine& line, double joint) {
  if (joint > line.start() && joint < line.end()) return true;
  const LineWeights at = line.at(joint);
  return !at.shape.isZero(0) || !at.slope.isZero(0);
}

}  // namespace

std::optional<JointRails::Place> JointRails::at(double x, int derivative) const {
  const auto nearest =
      std::ranges::find_if(joints_, [&](double joint) { return std::abs(x - joint) < reach_; });
  if (nearest == joints_.end()) return std::nullopt;
  const double h = 2 * reach_;
  const double x0 = *nearest - reach_;
  const auto cubics = hermite_cubics(h);
  const Eigen::Vector4d s = powers((x - x0) / h, h, derivative);
  return Place{static_cast<std::size_t>(nearest - joints_.begin()),
               {{{x0, cubics[0].dot(s), cubics[1].dot(s)},
                 {*nearest + reach_, cubics[2].dot(s), cubics[3].dot(s)}}}};
}

JointRails rails_over_joints(const BeamModes& modes, double reach) {
  if (!(reach > 0)) return {};
  for (const BeamModes::Part& part : modes.parts()) {
    reach = std::min(reach, k_longest_joint_rail * part.beam.length);
  }
  std::vector<double> joints = part_ends(modes);
  std::erase_if(joints, [&](double joint) { return !has_kink(modes, joint, reach); });
  return {std::move(joints), reach};
}

RailedModes::RailedModes(BeamModes modes, const JointRails& rails)
    : modes_(std::move(modes)), rails_(rails), end_(modes_.length()), kinks_(part_ends(modes_)) {
  for (const double joint : rails_.joints()) {
    start_ = std::min(start_, joint - rails_.reach());
    end_ = std::max(end_, joint + rails_.reach());
    std::erase(kinks_, joint);
    Eigen::Matrix<double, Eigen::Dynamic, 4> ends(modes_.n_modes(), 4);
    ends << line_of_modes(modes_, joint - rails_.reach()),
        line_of_modes(modes_, joint + rails_.reach());
    ends_.push_back(std::move(ends));
  }
}

void RailedModes::evaluate(double x, int derivative, std::span<double> out) const {
  if (const auto rail = rails_.at(x, derivative)) {
    const auto& [before, behind] = rail->ends;
    Eigen::Map<Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(out.size())) =
        ends_[rail->joint] *
        Eigen::Vector4d(before.deflection, before.slope, behind.deflection, behind.slope);
    return;
  }
  switch (derivative) {
    case 0:
      return modes_.shape(x, out);
    case 1:
      return modes_.slope(x, out);
    default:
      return modes_.curvature(x, out);
  }
}

JointRails rails_over_joints(const LoadLine& line, std::vector<double> joints, double reach) {
  if (!(reach > 0)) return {};
  std::ranges::sort(joints);
  std::erase_if(joints, [&](double joint) { return !has_moving_end(line, joint); });
  return {std::move(joints), reach};
}

LoadLine with_joint_rails(const LoadLine& line, const JointRails& rails) {
  const std::vector<double>& joints = rails.joints();
  const double reach = rails.reach();
  std::vector<LineSegment> segments;
  for (const LineSegment& segment : line.segments()) {
    double from = segment.start;
    const double end = segment.start + segment.length;
    // what the rails leave of it
    for (const double joint : joints) {
      if (joint + reach <= from || joint - reach >= end) continue;
      if (joint - reach - from > k_aside * segment.length) {
        segments.push_back(cut_out(segment, from, joint - reach));
      }
      from = joint + reach;
    }
    if (from <= segment.start) {
      segments.push_back(segment);
    } else if (end - from > k_aside * segment.length) {
      segments.push_back(cut_out(segment, from, end));
    }
  }
  for (const double joint : joints) segments.push_back(rail_over(line, joint, reach));
  return LoadLine(std::move(segments));
}

}  // namespace tread::structure
