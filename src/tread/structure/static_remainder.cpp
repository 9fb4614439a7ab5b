#include "tread/structure/static_remainder.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tread/structure/gauss.hpp"
#include "tread/structure/influence_line.hpp"

namespace tread::structure {
namespace {

/// The beam that a section belongs to.
const BeamModes::Part& part_at(const BeamModes& modes, double x) {
  const auto& parts = modes.parts();
  std::size_t i = 0;
  while (i + 1 < parts.size() && x >= parts[i + 1].start) ++i;
  return parts[i];
}

/// None for a beam that has no influence lines.
std::optional<InfluenceLine> line_at(const BeamModes::Part& part, double section) {
  const bool can_move = !part.omega.empty() && part.omega.front() == 0;
  if (can_move || !is_uniform(part.beam)) return std::nullopt;
  return InfluenceLine(part.beam, std::clamp(section - part.start, 0.0, part.beam.length));
}

bool deforms_in_shear(const Beam& beam) {
  return std::ranges::any_of(beam.sections, [](const BeamSection& section) {
    return !std::isinf(section.shear_stiffness);
  });
}

std::vector<double> nodes_of_parts(const BeamModes& modes, const std::vector<double>& sections) {
  std::vector<double> nodes(sections);
  for (const auto& part : modes.parts()) {
    nodes.push_back(part.start);
    for (const Support& support : part.beam.supports) nodes.push_back(part.start + support.x);
    nodes.push_back(part.start + part.beam.length);
  }
  std::ranges::sort(nodes);
  const double same = 1e-9 * modes.length();
  const auto end =
      std::unique(nodes.begin(), nodes.end(), [&](double a, double b) { return b - a < same; });
  nodes.erase(end, nodes.end());
  return nodes;
}

}  // namespace

StaticRemainder::StaticRemainder(const BeamModes& modes, const std::vector<double>& sections,
                                 const std::vector<double>& slope_places)
    : sections_(sections), n_slopes_(slope_places.size()), sides_(sections.size()) {
  const std::size_t n_sections = sections.size();
  const std::size_t n_modes = modes.omega().size();
  lines_.nodes = nodes_of_parts(modes, sections);
  lines_.n_modes = static_cast<int>(n_channels());
  const std::size_t n_intervals = lines_.nodes.size() - 1;
  lines_.coefficient.assign(4 * n_intervals * n_channels(), 0.0);
  of_modes_.assign(n_modes * n_channels(), 0.0);

  // A cubic through four places inside each interval: none of them is at a jump.
  constexpr std::array k_inside{0.125, 0.375, 0.625, 0.875};
  Eigen::Matrix4d powers;
  for (Eigen::Index row = 0; row < 4; ++row) {
    for (Eigen::Index k = 0; k < 4; ++k) {
      powers(row, k) = std::pow(k_inside[static_cast<std::size_t>(row)], static_cast<double>(k));
    }
  }
  const Eigen::Matrix4d to_coefficients = powers.inverse();
  const auto keep = [&](std::size_t channel, auto&& value_at) {
    for (std::size_t e = 0; e < n_intervals; ++e) {
      const double h = lines_.nodes[e + 1] - lines_.nodes[e];
      Eigen::Vector4d values;
      for (Eigen::Index k = 0; k < 4; ++k) {
        values(k) = value_at(lines_.nodes[e] + h * k_inside[static_cast<std::size_t>(k)]);
      }
      const Eigen::Vector4d c = to_coefficients * values;
      for (std::size_t k = 0; k < 4; ++k) {
        lines_.coefficient[(4 * e + k) * n_channels() + channel] =
            c(static_cast<Eigen::Index>(k)) / std::pow(h, static_cast<double>(k));
      }
    }
  };
  std::vector<double> of_mode(n_modes);
  const auto keep_modes = [&](std::size_t channel) {
    for (std::size_t i = 0; i < n_modes; ++i) {
      const double omega = modes.omega()[i];
      of_modes_[i * n_channels() + channel] = omega > 0 ? of_mode[i] / (omega * omega) : 0;
    }
  };
  for (std::size_t s = 0; s < n_sections; ++s) {
    const auto& part = part_at(modes, sections[s]);
    const std::optional<InfluenceLine> line = line_at(part, sections[s]);
    if (!line) continue;
    keep(moment_channel(s), [&](double x) { return line->moment(x - part.start); });
    keep(shear_channel(s), [&](double x) { return line->shear(x - part.start); });
    modes.moment(sections[s], of_mode);
    keep_modes(moment_channel(s));
    modes.shear(sections[s], of_mode);
    keep_modes(shear_channel(s));
    if (deforms_in_shear(part.beam)) {
      keep(deflection_channel(s), [&](double x) { return line->deflection(x - part.start); });
      modes.shape(sections[s], of_mode);
      keep_modes(deflection_channel(s));
    }
    const double beside = 1e-9 * modes.length();
    const double x = sections[s] - part.start;
    sides_[s] = {line->moment(x), line->shear(x - beside), line->shear(x + beside)};
  }
  for (std::size_t i = 0; i < n_slopes_; ++i) {
    const auto& part = part_at(modes, slope_places[i]);
    if (!deforms_in_shear(part.beam)) continue;
    const std::optional<InfluenceLine> line = line_at(part, slope_places[i]);
    if (!line) continue;
    keep(slope_channel(i), [&](double x) { return line->slope(x - part.start); });
    modes.slope(slope_places[i], of_mode);
    keep_modes(slope_channel(i));
  }
}

void StaticRemainder::add_force(double x, double force, std::span<double> out,
                                std::span<double> scratch) const {
  lines_.evaluate(x, 0, scratch);
  for (std::size_t c = 0; c < out.size(); ++c) out[c] += force * scratch[c];
}

void StaticRemainder::add_line(const LineLoad& line, std::span<double> out,
                               std::span<double> scratch) const {
  for (std::size_t e = 0; e + 1 < lines_.nodes.size(); ++e) {
    const double begin = std::max(line.begin, lines_.nodes[e]);
    const double end = std::min(line.end, lines_.nodes[e + 1]);
    if (!(end > begin)) continue;
    // linear times cubic: exact
    for_gauss_points(begin, end, 1, [&](double x, double weight) {
      const double s = (x - line.begin) / (line.end - line.begin);
      const double load = weight * ((1 - s) * line.intensity_begin + s * line.intensity_end);
      lines_.evaluate(x, 0, scratch);
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += load * scratch[c];
    });
  }
}

void StaticRemainder::subtract_modes(std::span<const double> modal_force,
                                     std::span<double> out) const {
  for (std::size_t i = 0; i < modal_force.size(); ++i) {
    const double* of_mode = of_modes_.data() + i * n_channels();
    for (std::size_t c = 0; c < out.size(); ++c) out[c] -= modal_force[i] * of_mode[c];
  }
}

void RunningRemainder::update(const std::vector<RunningLoad>& loads, double front,
                              std::span<const double> modal_force) {
  std::ranges::fill(values_, 0.0);
  for (const RunningLoad& running : loads) {
    const double shift = running.front(front);
    for (const PointForce& point : running.load.points) {
      const double x = point.x + shift;
      if (x >= 0 && x <= length_) lines_.add_force(x, point.force, values_, scratch_);
    }
    for (LineLoad line : running.load.lines) {
      line.begin += shift;
      line.end += shift;
      lines_.add_line(line, values_, scratch_);
    }
  }
  lines_.subtract_modes(modal_force, values_);
}

}  // namespace tread::structure
