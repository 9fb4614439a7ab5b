#pragma once

#include "tread/result/output_file.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// Fields as a VTK unstructured grid (.vtu) for ParaView: one quadrilateral a grid cell, in the
/// plane z = 0, the fields as cell data in SI units, in full double precision.
///
/// The arrays are inline binary: base64 of an 8-byte length followed by the little-endian numbers,
/// as one stream. The file therefore is plain well-formed XML, and about 100 bytes a cell. VTK file
/// formats: The VTK User's Guide, chapter "XML file formats".
void write_vtu(const FieldSet& set, OutputFile& file);

/// The same of a solid: tetrahedra (VTK's cells 10, and 24 with curved edges), its fields as point
/// data. Six components are a symmetric tensor in VTK's order, xx yy zz xy yz zx.
void write_vtu(const SolidFields& solid, OutputFile& file);

/// A bridge under a train at one instant: the bridge as a line along x, the wheels as points on it
/// (cells; `vehicle` is -1 of the bridge, else the number of the wheel's vehicle). Point data:
/// `deflection` (m, downwards) and `displacement` (m, z up), to warp the line by.
void write_vtu(const BridgeAnimation& animation, const BridgeAnimation::Frame& frame,
               OutputFile& file);

}  // namespace tread::result
