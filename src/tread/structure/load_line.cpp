#include "tread/structure/load_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

constexpr double k_gap = 1e-6;   // of a segment's length: rounding of coordinates in files
constexpr double k_kink = 1e-9;  // of the slope of a unit displacement across a segment: rounding

void check_segment(const LineSegment& segment) {
  if (!std::isfinite(segment.start) || !(segment.length > 0) || !std::isfinite(segment.length)) {
    throw ModelError(
        fmt::format("a segment of the load line starts at {} m and is {} m long: must be finite "
                    "and longer than 0",
                    segment.start, segment.length));
  }
  const std::set<int> distinct(segment.dofs.begin(), segment.dofs.end());
  if (segment.dofs.empty() || distinct.size() != segment.dofs.size() || *distinct.begin() < 0 ||
      segment.coefficients.rows() != static_cast<Eigen::Index>(segment.dofs.size()) ||
      !segment.coefficients.allFinite()) {
    throw ModelError(fmt::format(
        "the segment of the load line at {:.6g} m has {} displacements and {} rows of weights: "
        "give one or more, each once, with a row of finite weights each",
        segment.start, segment.dofs.size(), segment.coefficients.rows()));
  }
}

}  // namespace

LoadLine::LoadLine(std::vector<LineSegment> segments) : segments_(std::move(segments)) {
  for (const LineSegment& segment : segments_) check_segment(segment);
  std::ranges::sort(segments_, {}, &LineSegment::start);
  for (std::size_t i = 1; i < segments_.size(); ++i) {
    const LineSegment& before = segments_[i - 1];
    const double end = before.start + before.length;
    const double gap = segments_[i].start - end;
    if (std::abs(gap) <= k_gap * std::min(before.length, segments_[i].length)) continue;
    throw ModelError(
        fmt::format("the load line has {} of {:.4g} m at x = {:.6g} m: its pieces "
                    "must follow one another",
                    gap > 0 ? "a gap" : "an overlap", std::abs(gap), end));
  }
}

double LoadLine::start() const { return segments_.front().start; }

double LoadLine::end() const { return segments_.back().start + segments_.back().length; }

LineWeights LoadLine::at(double x) const {
  const auto after =
      std::upper_bound(segments_.begin() + 1, segments_.end(), x,
                       [](double place, const LineSegment& s) { return place < s.start; });
  const auto found = after - 1;
  const double h = found->length;
  const double s = (x - found->start) / h;
  const auto& c = found->coefficients;
  return {static_cast<int>(found - segments_.begin()), c * Eigen::Vector4d(1, s, s * s, s * s * s),
          c * Eigen::Vector4d(0, 1, 2 * s, 3 * s * s) / h,
          c * Eigen::Vector4d(0, 0, 2, 6 * s) / (h * h)};
}

std::vector<double> LoadLine::kinks() const {
  if (is_empty()) return {};
  const auto moves_or_turns = [](const LineSegment& segment, double s) {
    return !(segment.coefficients * Eigen::Vector4d(1, s, s * s, s * s * s)).isZero(k_kink) ||
           !(segment.coefficients * Eigen::Vector4d(0, 1, 2 * s, 3 * s * s)).isZero(k_kink);
  };
  std::vector<double> places;
  if (moves_or_turns(segments_.front(), 0)) places.push_back(start());
  const auto slopes = [](const LineSegment& segment, double s) {
    std::map<int, double> by_dof;
    const Eigen::VectorXd slope =
        segment.coefficients * Eigen::Vector4d(0, 1, 2 * s, 3 * s * s) / segment.length;
    for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
      by_dof[segment.dofs[i]] = slope(static_cast<Eigen::Index>(i));
    }
    return by_dof;
  };
  for (std::size_t i = 1; i < segments_.size(); ++i) {
    std::map<int, double> jump = slopes(segments_[i], 0);
    for (const auto& [dof, slope] : slopes(segments_[i - 1], 1)) jump[dof] -= slope;
    const double scale = 1 / std::min(segments_[i - 1].length, segments_[i].length);
    const bool is_kink = std::ranges::any_of(
        jump, [&](const auto& entry) { return std::abs(entry.second) > k_kink * scale; });
    if (is_kink) places.push_back(segments_[i].start);
  }
  if (moves_or_turns(segments_.back(), 1)) places.push_back(end());
  return places;
}

std::vector<int> LoadLine::dofs() const {
  std::set<int> all;
  for (const LineSegment& segment : segments_) all.insert(segment.dofs.begin(), segment.dofs.end());
  return {all.begin(), all.end()};
}

LoadLine LoadLine::renumbered(const std::vector<int>& new_numbers) const {
  LoadLine line = *this;
  for (LineSegment& segment : line.segments_) {
    for (int& dof : segment.dofs) dof = new_numbers[static_cast<std::size_t>(dof)];
  }
  return line;
}

LoadLine LoadLine::shifted(double by) const {
  LoadLine line = *this;
  for (LineSegment& segment : line.segments_) segment.start += by;
  return line;
}

}  // namespace tread::structure
