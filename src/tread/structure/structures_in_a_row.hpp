#pragma once

#include <vector>

#include "tread/structure/elastic_structure.hpp"

namespace tread::structure {

/// Structures one behind another that nothing joins, as one: simple spans over piers. Displacements
/// and support rows follow in order ("support at 0 m of span 2"); each load line begins where the
/// one before ends, the first where it did.
ElasticStructure in_a_row(const std::vector<ElasticStructure>& spans);

}  // namespace tread::structure
