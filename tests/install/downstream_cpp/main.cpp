#include <cstdio>

#include "tread/core/material.hpp"

int main() {
  const tread::Material steel = tread::Material::from_young(210e9, 0.3);
  std::printf("contact modulus %.2f GPa\n", 1e-9 * tread::contact_modulus({steel, steel}));
}
