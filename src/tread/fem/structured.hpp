#pragma once

#include <string>
#include <vector>

#include "tread/fem/model.hpp"

namespace tread::fem {

/// Boxes of equal hexahedra one behind the other along x, not joined: simple spans over piers. The
/// first begins at x = start; y counts from the middle of the width, z up from the bottom.
struct Block {
  int n_spans = 1;
  double length = 0;  // of a span, m
  double width = 0;   // along y, m
  double height = 0;  // along z, m
  int nx = 1;         // elements of a span
  int ny = 1;
  int nz = 1;
  double start = 0;  // m
};

/// Groups: "solid" (all spans), "top" (faces); lines across the width at the ends of spans "first
/// at bottom", "last at bottom", and if nz is even "first at middle", "last at middle"; if ny is
/// even "top centre" along the track. Throws ModelError for sizes that are not positive.
Mesh block_mesh(const Block& block);

/// Where the spans of a block rest on their bearings.
enum class BearingHeight { middle, bottom };

/// The spans, each held along lines across its width: x y z at its first end, y z at its last.
/// Wheels run along the middle of the top. The bridge of Montenegro et al. (COMPDYN 2013) is two
/// spans of 20 m x 2.45 m x 2.45 m in 80 x 10 x 10 elements, with 58 696 free displacements.
Model block_model(const Block& block, const SolidMaterial& material,
                  HexahedronFormulation formulation, BearingHeight bearings);

/// A straight beam along x in plane beam elements.
struct PlaneBeam {
  std::vector<double> spans;  // lengths, m
  int elements_per_span = 10;
  BeamProperties properties;
  enum class Joints { continuous, separate } joints = Joints::continuous;
  BeamKind kind = BeamKind::plane;
  double start = 0;  // m
};

/// Group "beam", which is also the load line. Held at the ends of all spans in z, the first end (of
/// each separate span) also in x.
Model plane_beam_model(const PlaneBeam& beam);

}  // namespace tread::fem
