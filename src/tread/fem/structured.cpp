#include "tread/fem/structured.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::fem {
namespace {

void check_extent(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} is {}: must be finite and > 0", what, value));
}

void check_block(const Block& block) {
  check_extent("the number of spans of a block", block.n_spans);
  check_extent("the length of a block's span", block.length);
  check_extent("the width of a block", block.width);
  check_extent("the height of a block", block.height);
  for (const int n : {block.nx, block.ny, block.nz}) {
    check_extent("a number of elements of a block", n);
  }
}

/// Numbers of a block's nodes.
struct BlockNodes {
  const Block& block;

  int per_span() const { return (block.nx + 1) * (block.ny + 1) * (block.nz + 1); }
  int at(int span, int i, int j, int k) const {
    return span * per_span() + (i * (block.ny + 1) + j) * (block.nz + 1) + k;
  }
};

Eigen::Matrix3Xd places_of_block(const Block& block) {
  const BlockNodes nodes{block};
  Eigen::Matrix3Xd places(3, static_cast<Eigen::Index>(block.n_spans) * nodes.per_span());
  for (int span = 0; span < block.n_spans; ++span) {
    for (int i = 0; i <= block.nx; ++i) {
      const double x = block.start + block.length * (span + static_cast<double>(i) / block.nx);
      for (int j = 0; j <= block.ny; ++j) {
        const double y = block.width * (static_cast<double>(j) / block.ny - 0.5);
        for (int k = 0; k <= block.nz; ++k) {
          places.col(nodes.at(span, i, j, k)) << x, y, block.height * k / block.nz;
        }
      }
    }
  }
  return places;
}

ElementGroup hexahedra(const Block& block) {
  const BlockNodes nodes{block};
  ElementGroup group{"solid", ElementShape::hexahedron_8, {}, {}};
  group.nodes.resize(static_cast<Eigen::Index>(block.n_spans) * block.nx * block.ny * block.nz, 8);
  Eigen::Index row = 0;
  for (int span = 0; span < block.n_spans; ++span) {
    for (int i = 0; i < block.nx; ++i) {
      for (int j = 0; j < block.ny; ++j) {
        for (int k = 0; k < block.nz; ++k) {
          group.nodes.row(row++) << nodes.at(span, i, j, k), nodes.at(span, i + 1, j, k),
              nodes.at(span, i + 1, j + 1, k), nodes.at(span, i, j + 1, k),
              nodes.at(span, i, j, k + 1), nodes.at(span, i + 1, j, k + 1),
              nodes.at(span, i + 1, j + 1, k + 1), nodes.at(span, i, j + 1, k + 1);
        }
      }
    }
  }
  return group;
}

ElementGroup top_faces(const Block& block) {
  const BlockNodes nodes{block};
  ElementGroup group{"top", ElementShape::quadrilateral_4, {}, {}};
  group.nodes.resize(static_cast<Eigen::Index>(block.n_spans) * block.nx * block.ny, 4);
  Eigen::Index row = 0;
  const int k = block.nz;
  for (int span = 0; span < block.n_spans; ++span) {
    for (int i = 0; i < block.nx; ++i) {
      for (int j = 0; j < block.ny; ++j) {
        group.nodes.row(row++) << nodes.at(span, i, j, k), nodes.at(span, i + 1, j, k),
            nodes.at(span, i + 1, j + 1, k), nodes.at(span, i, j + 1, k);
      }
    }
  }
  return group;
}

/// Lines between neighbouring nodes of node(span, 0) ... node(span, n).
template <class Node>
ElementGroup lines(const Block& block, const std::string& name, int n, const Node& node) {
  ElementGroup group{name, ElementShape::line_2, {}, {}};
  group.nodes.resize(static_cast<Eigen::Index>(block.n_spans) * n, 2);
  Eigen::Index row = 0;
  for (int span = 0; span < block.n_spans; ++span) {
    for (int i = 0; i < n; ++i) group.nodes.row(row++) << node(span, i), node(span, i + 1);
  }
  return group;
}

void add_bearing_lines(const Block& block, const std::string& where, int k, Mesh& mesh) {
  const BlockNodes nodes{block};
  mesh.groups.push_back(lines(block, "first at " + where, block.ny,
                              [&](int span, int j) { return nodes.at(span, 0, j, k); }));
  mesh.groups.push_back(lines(block, "last at " + where, block.ny,
                              [&](int span, int j) { return nodes.at(span, block.nx, j, k); }));
}

}  // namespace

Mesh block_mesh(const Block& block) {
  check_block(block);
  const BlockNodes nodes{block};
  Mesh mesh;
  mesh.nodes = places_of_block(block);
  mesh.groups.push_back(hexahedra(block));
  mesh.groups.push_back(top_faces(block));
  add_bearing_lines(block, "bottom", 0, mesh);
  if (block.nz % 2 == 0) add_bearing_lines(block, "middle", block.nz / 2, mesh);
  if (block.ny % 2 == 0) {
    mesh.groups.push_back(lines(block, "top centre", block.nx, [&](int span, int i) {
      return nodes.at(span, i, block.ny / 2, block.nz);
    }));
  }
  return mesh;
}

Model block_model(const Block& block, const SolidMaterial& material,
                  HexahedronFormulation formulation, BearingHeight bearings) {
  if (bearings == BearingHeight::middle && block.nz % 2 != 0) {
    throw ModelError(fmt::format(
        "a block with {} elements over its height has no nodes at the middle, where it shall be "
        "held: give an even number or hold it at the bottom",
        block.nz));
  }
  Model model;
  model.mesh = block_mesh(block);
  model.solids.push_back({"solid", material, formulation});
  const std::string where = bearings == BearingHeight::middle ? "middle" : "bottom";
  model.supports.push_back({"first at " + where, {}, {true, true, true}, {}});
  model.supports.push_back({"last at " + where, {}, {false, true, true}, {}});
  if (block.ny % 2 == 0) {
    model.line.group = "top centre";
  } else {
    model.line.group = "top";
    model.line.point = Eigen::Vector3d(block.start, 0, block.height);
  }
  model.line.start = block.start;
  return model;
}

Model plane_beam_model(const PlaneBeam& beam) {
  check_extent("the number of elements of a span", beam.elements_per_span);
  check_extent("the number of spans", static_cast<double>(beam.spans.size()));
  const bool is_continuous = beam.joints == PlaneBeam::Joints::continuous;
  const int n = beam.elements_per_span;
  const int n_spans = static_cast<int>(beam.spans.size());
  Model model;
  std::vector<Eigen::Vector3d> places;
  std::vector<int> pinned;
  std::vector<int> rolling;
  ElementGroup group{"beam", ElementShape::line_2, Eigen::MatrixXi(n_spans * n, 2), {}};
  double x = beam.start;
  for (int span = 0; span < n_spans; ++span) {
    const double length = beam.spans[as_size(span)];
    check_extent("the length of a span", length);
    if (span == 0 || !is_continuous) {
      pinned.push_back(static_cast<int>(places.size()));
      places.emplace_back(x, 0, 0);
    }
    for (int i = 0; i < n; ++i) {
      const int last = static_cast<int>(places.size()) - 1;
      group.nodes.row(span * n + i) << last, last + 1;
      places.emplace_back(x + length * (i + 1) / n, 0, 0);
    }
    rolling.push_back(static_cast<int>(places.size()) - 1);
    x += length;
  }
  model.mesh.nodes.resize(3, static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    model.mesh.nodes.col(static_cast<Eigen::Index>(i)) = places[i];
  }
  model.mesh.groups.push_back(std::move(group));
  BeamPart part;
  part.group = "beam";
  part.properties = beam.properties;
  part.kind = beam.kind;
  model.beams.push_back(std::move(part));
  model.supports.push_back({"", pinned, {true, false, true}, {}});
  model.supports.push_back({"", rolling, {false, false, true}, {}});
  model.line.group = "beam";
  model.line.start = beam.start;
  return model;
}

}  // namespace tread::fem
