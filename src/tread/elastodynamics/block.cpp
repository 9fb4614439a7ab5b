#include "tread/elastodynamics/block.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::elastodynamics {

void check(const Block& block) {
  check(block.solid);
  if (!(block.width > 0) || !(block.height > 0) || !std::isfinite(block.width + block.height)) {
    throw ModelError(fmt::format("the block must have a positive width and height, got {} x {} m",
                                 block.width, block.height));
  }
  if (block.nodes_x < k_min_nodes || block.nodes_z < k_min_nodes) {
    throw ModelError(fmt::format("the block needs at least {0} x {0} nodes, got {1} x {2}",
                                 k_min_nodes, block.nodes_x, block.nodes_z));
  }
  if (static_cast<double>(block.nodes_x) * block.nodes_z > k_max_nodes) {
    throw ModelError(fmt::format("{} x {} nodes are more than {}: take a coarser grid",
                                 block.nodes_x, block.nodes_z, k_max_nodes));
  }
}

}  // namespace tread::elastodynamics
