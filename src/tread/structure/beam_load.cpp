#include "tread/structure/beam_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/gauss.hpp"
#include "tread/structure/modal_oscillators.hpp"

namespace tread::structure {
namespace {

void add_at(const BeamModes& modes, double x, double force, std::span<double> sum,
            std::span<double> scratch) {
  const ModeRange range = modes.modes_at(x);
  if (range.count == 0) return;
  modes.shape(x, scratch);
  const auto first = as_size(range.first);
  for (std::size_t i = first; i < first + as_size(range.count); ++i) sum[i] += force * scratch[i];
}

void add_line(const BeamModes& modes, const LineLoad& line, double shift, std::span<double> sum,
              std::span<double> scratch) {
  for (const auto& part : modes.parts()) {
    const double begin = std::max(line.begin + shift, part.start);
    const double end = std::min(line.end + shift, part.start + part.beam.length);
    if (!(end > begin)) continue;
    const double half_waves =
        static_cast<double>(part.omega.size()) * (end - begin) / part.beam.length;
    const int n_panels = 1 + static_cast<int>(std::ceil(2 * half_waves));
    for_gauss_points(begin, end, n_panels, [&](double x, double weight) {
      const double s = (x - shift - line.begin) / (line.end - line.begin);
      const double intensity = (1 - s) * line.intensity_begin + s * line.intensity_end;
      add_at(modes, x, weight * intensity, sum, scratch);
    });
  }
}

}  // namespace

void add_modal_force(const BeamModes& modes, const BeamLoad& load, double shift,
                     std::span<double> force, std::span<double> scratch) {
  for (const PointForce& point : load.points) {
    add_at(modes, point.x + shift, point.force, force, scratch);
  }
  for (const LineLoad& line : load.lines) add_line(modes, line, shift, force, scratch);
}

std::vector<double> modal_force(const BeamModes& modes, const BeamLoad& load) {
  for (const LineLoad& line : load.lines) {
    if (line.end > line.begin) continue;
    throw ModelError(
        fmt::format("a line load goes from x = {} m to {} m: its end must come after "
                    "its begin",
                    line.begin, line.end));
  }
  std::vector<double> force(modes.omega().size());
  std::vector<double> scratch(force.size());
  add_modal_force(modes, load, 0, force, scratch);
  return force;
}

std::vector<double> static_coordinates(const BeamModes& modes, const BeamLoad& load) {
  std::vector<double> q = modal_force(modes, load);
  double largest = 0;
  for (const double f : q) largest = std::max(largest, std::abs(f));
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double omega = modes.omega()[i];
    if (omega > 0) {
      q[i] /= omega * omega;
    } else if (std::abs(q[i]) > 1e-10 * largest) {
      throw ModelError(fmt::format(
          "the beam is free to move (mode {} has no frequency) and the load drives it: there is no "
          "rest; add supports or balance the load",
          i + 1));
    } else {
      q[i] = 0;
    }
  }
  return q;
}

SectionValues values_at(const BeamModes& modes, std::span<const double> q, double x) {
  std::vector<double> values(q.size());
  SectionValues out;
  modes.shape(x, values);
  out.deflection = superpose(q, values);
  modes.slope(x, values);
  out.slope = superpose(q, values);
  modes.moment(x, values);
  out.moment = superpose(q, values);
  modes.shear(x, values);
  out.shear = superpose(q, values);
  return out;
}

}  // namespace tread::structure
