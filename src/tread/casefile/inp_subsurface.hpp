#pragma once

#include <vector>

#include "tread/casefile/inp_source.hpp"

namespace tread::casefile {

/// Points below the surface as an .inp file gives them: by element numbers (ISUBS 1-3, 5-7), to be
/// looked up on the grid of each case that uses them, or by coordinates (9). Lengths in m.
struct InpBlock {
  struct Range {  // element numbers low, low + step, ... high
    int low, step, high;
  };
  enum class Where { all_elements, ranges, element_lists, coordinates };
  Where where = Where::all_elements;
  Range columns{}, rows{};                 // ranges
  std::vector<int> column_list, row_list;  // element_lists, ascending
  std::vector<double> x, y;                // coordinates, ascending
  std::vector<double> z;                   // ascending
  InpValue option;                         // ISUBS, for messages
};

/// Reads MATFIL OUTPUT, and with S = 3 the blocks; length_unit in m.
void read_subsurface_output(InpSource& source);
std::vector<InpBlock> read_blocks(InpSource& source, double length_unit);

/// The block's points on the grid of a case, if they exist; a problem otherwise. No grid (null):
/// the area is Hertzian, its cells are not known before the contact is computed. @pre the block was
/// read without problems.
SubsurfaceBlock points_of(const InpBlock& block, const Grid* grid, InpSource& source);

}  // namespace tread::casefile
