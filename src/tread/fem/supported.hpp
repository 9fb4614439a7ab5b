#pragma once

#include "tread/fem/model.hpp"

namespace tread::fem {

/// Throws ModelError if a part of the structure (elements that are joined) can move as a rigid body
/// without resistance, and says how: "the part with nodes 1 to 81 can move along x and turn about
/// y". Asks which of the six rigid motions r of each part leave K r = 0 (springs with laws count as
/// stiff as they ever get), which costs no more than a few products with K. Mechanisms inside a
/// part (a pin, a beam that ends in a solid's node) are left to structure::check_supported.
/// `structure` is what assemble() made of the model.
void check_supported(const Model& model, const structure::ElasticStructure& structure);

}  // namespace tread::fem
