#include "tread/casefile/inp_shape.hpp"

#include <fmt/format.h>

#include <array>

namespace tread::casefile {
namespace {

Shape read_profile(InpSource& source, const InpScale& scale) {
  const std::vector<InpValue> values = source.group({whole("NN"), {"XM"}, {"RM"}, {"Y1"}, {"DY1"}});
  source.stop_unless_usable(values[0]);
  if (values[0].whole < 2) {
    source.problem(values[0], "must be 2 or more");
    source.stop();
  }
  CircleAlongX shape{};
  shape.x_centre = scaled(source, values[1], scale.length);
  shape.radius = scaled(source, values[2], scale.length);
  source.require(shape.radius != 0, values[2], "must not be 0",
                 "it is the radius along x; a huge value means flat");
  shape.y_first = scaled(source, values[3], scale.length);
  shape.y_step = positive(source, values[4], scale.length);
  shape.heights = source.list("Z", values[0].whole);
  for (double& height : shape.heights) height *= scale.length;
  return shape;
}

}  // namespace

Shape read_base(InpSource& source, const InpScale& scale, int ibase, const Grid& grid) {
  const double length = scale.length;
  const double curvature = scale.curvature;
  if (ibase == 1) {
    const std::vector<InpValue> b = source.group({{"B1"}, {"B2"}, {"B3"}, {"B4"}, {"B5"}, {"B6"}});
    const std::array units{curvature, curvature, curvature, 1.0, 1.0, length};
    Quadric shape{};
    for (std::size_t i = 0; i < b.size(); ++i) shape.b[i] = scaled(source, b[i], units[i]);
    return shape;
  }
  if (ibase == 2) return read_profile(source, scale);
  if (ibase == 3) {
    const std::vector<InpValue> b =
        source.group({{"B1"}, {"B2"}, {"B3"}, {"B4"}, {"B5"}, {"B6"}, {"B7"}, {"B8"}});
    const std::array units{length, curvature, length, length, curvature, length, length, length};
    QuadricWithSines shape{};
    for (std::size_t i = 0; i < b.size(); ++i) shape.b[i] = scaled(source, b[i], units[i]);
    for (std::size_t i = 6; i < b.size(); ++i) {
      source.require(shape.b[i] != 0, b[i], "must not be 0",
                     "it is the diameter of curvature h is divided by; a huge value means flat");
    }
    return shape;
  }
  HeightField field{grid, source.list("H", static_cast<int>(grid.n_cells()))};
  for (double& height : field.heights) height *= length;
  return field;
}

Planform read_planform(InpSource& source, const InpScale& scale, int iplan) {
  const double length = scale.length;
  if (iplan == 1) return Everywhere{};
  if (iplan == 2) {
    const std::vector<InpValue> p = source.group({{"P1"}, {"P2"}, {"P3"}, {"P4"}, {"P5"}, {"P6"}});
    // Only the sign of the form counts: all six are taken times the square of the unit of length.
    return QuadraticRegion{{p[0].real, p[1].real, p[2].real, p[3].real * length, p[4].real * length,
                            p[5].real * length * length}};
  }
  const std::vector<InpValue> p =
      source.group({{"XL1"}, {"XH1"}, {"YL1"}, {"YH1"}, {"XL2"}, {"XH2"}, {"YL2"}, {"YH2"}});
  for (std::size_t i = 1; i < p.size(); i += 2) {
    source.require(
        p[i].real > p[i - 1].real, p[i],
        fmt::format("must be larger than {} = {}", p[i - 1].key, shown(p[i - 1].word.text)));
  }
  const auto side = [&](std::size_t i) { return p[i].real * length; };
  return TwoRectangles{
      {{{side(0), side(1), side(2), side(3)}, {side(4), side(5), side(6), side(7)}}}};
}

}  // namespace tread::casefile
