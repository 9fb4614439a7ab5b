#include "tread/reference/elastic_moduli.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "tread/core/errors.hpp"

namespace tread::reference {
namespace {

/// Shear modulus, Poisson ratio and s = 1 - 2 nu. Each pair gives nu and s by their own formula, so
/// that neither an almost incompressible solid (s near 0) nor one that hardly contracts (nu near 0)
/// loses digits.
struct Solid {
  double shear;
  double poisson;
  double s;
};

struct Description {
  std::string_view name;
  std::string_view unit;
  double ElasticModuli::*member;
};

Description describe(Modulus which) {
  switch (which) {
    case Modulus::young:
      return {"Young modulus", " Pa", &ElasticModuli::young};
    case Modulus::poisson:
      return {"Poisson ratio", "", &ElasticModuli::poisson};
    case Modulus::shear:
      return {"shear modulus", " Pa", &ElasticModuli::shear};
    case Modulus::bulk:
      return {"bulk modulus", " Pa", &ElasticModuli::bulk};
    case Modulus::lame:
      return {"first Lame constant", " Pa", &ElasticModuli::lame};
    case Modulus::p_wave:
      break;
  }
  return {"P-wave modulus", " Pa", &ElasticModuli::p_wave};
}

std::string text(KnownModulus known) {
  const Description description = describe(known.which);
  return fmt::format("a {} of {}{}", description.name, known.value, description.unit);
}

[[noreturn]] void refuse(KnownModulus first, KnownModulus second, std::string_view reason) {
  throw ModelError(fmt::format("no elastic solid follows from {} and {}: {}", text(first),
                               text(second), reason));
}

bool may_be_infinite(Modulus which) {
  return which == Modulus::bulk || which == Modulus::lame || which == Modulus::p_wave;
}

void check_each(KnownModulus first, KnownModulus second) {
  for (const KnownModulus known : {first, second}) {
    const bool endless = known.value == std::numeric_limits<double>::infinity();
    if (!std::isfinite(known.value) && !(endless && may_be_infinite(known.which))) {
      refuse(first, second, "values must be finite numbers (a rigid body is Material::rigid())");
    }
    const bool may_be_negative = known.which == Modulus::poisson || known.which == Modulus::lame;
    if (!may_be_negative && !(known.value > 0)) {
      refuse(first, second, "a modulus must be > 0");
    }
    if (known.which == Modulus::poisson && !(known.value > -1 && known.value <= 0.5)) {
      refuse(first, second, "the Poisson ratio must be > -1 and <= 0.5");
    }
  }
  if (first.which == second.which) refuse(first, second, "two different constants are needed");
}

/// The two pairs whose formulas would answer with a number that is none.
/// @pre first.which < second.which
void check_pair(KnownModulus first, KnownModulus second) {
  const bool young_and_p_wave = first.which == Modulus::young && second.which == Modulus::p_wave;
  if (young_and_p_wave && second.value < first.value) {
    refuse(first, second, "the P-wave modulus is never smaller than the Young modulus");
  }
  const bool poisson_and_lame = first.which == Modulus::poisson && second.which == Modulus::lame;
  if (poisson_and_lame && first.value == 0) {
    refuse(
        first, second,
        "at a Poisson ratio of 0 the first Lame constant is 0 and tells nothing of the stiffness");
  }
}

Solid from_young_lame(double young, double lame) {
  const double root = std::sqrt((young + lame) * (young + lame) + 8 * lame * lame);
  const double sum = young + lame + root;
  const double lead = young - 3 * lame;
  const double four_shear = lead > 0 ? lead + root : 8 * young * lame / (root - lead);
  return {0.25 * four_shear, 2 * lame / sum, four_shear / sum};
}

Solid from_young_p_wave(double young, double p_wave) {
  const double p = std::sqrt(9 * p_wave - young);
  const double q = std::sqrt(p_wave - young);
  const double poisson = 2 * q / (p + q);
  return {young / (2 * (1 + poisson)), poisson, 8 * young / ((p + q) * (p + 3 * q))};
}

Solid from_young(double young, Modulus which, double value) {
  switch (which) {
    case Modulus::poisson:
      return {young / (2 * (1 + value)), value, 1 - 2 * value};
    case Modulus::shear:
      return {value, (young - 2 * value) / (2 * value), (3 * value - young) / value};
    case Modulus::bulk: {
      const double s = young / (3 * value);
      return {young / (3 - s), (3 * value - young) / (6 * value), s};
    }
    case Modulus::lame:
      return from_young_lame(young, value);
    default:
      return from_young_p_wave(young, value);
  }
}

Solid from_poisson(double poisson, Modulus which, double value) {
  const double s = 1 - 2 * poisson;
  switch (which) {
    case Modulus::shear:
      return {value, poisson, s};
    case Modulus::bulk:
      return {1.5 * value * s / (1 + poisson), poisson, s};
    case Modulus::lame:
      return {0.5 * value * s / poisson, poisson, s};
    default:
      return {0.5 * value * s / (1 - poisson), poisson, s};
  }
}

Solid from_shear(double shear, Modulus which, double value) {
  switch (which) {
    case Modulus::bulk: {
      const double sum = 3 * value + shear;
      return {shear, (3 * value - 2 * shear) / (2 * sum), 3 * shear / sum};
    }
    case Modulus::lame:
      return {shear, 0.5 * value / (value + shear), shear / (value + shear)};
    default: {
      const double sum = value - shear;  // lambda + G
      return {shear, (value - 2 * shear) / (2 * sum), shear / sum};
    }
  }
}

Solid from_bulk(double bulk, Modulus which, double value) {
  if (which == Modulus::lame) {
    const double sum = 3 * bulk - value;
    return {1.5 * (bulk - value), value / sum, 3 * (bulk - value) / sum};
  }
  const double sum = 3 * bulk + value;
  return {0.75 * (value - bulk), (3 * bulk - value) / sum, 3 * (value - bulk) / sum};
}

Solid from_lame_p_wave(double lame, double p_wave) {
  return {0.5 * (p_wave - lame), lame / (p_wave + lame), (p_wave - lame) / (p_wave + lame)};
}

Solid incompressible(KnownModulus endless, KnownModulus other) {
  if (other.which == Modulus::young) return {other.value / 3, 0.5, 0};
  if (other.which == Modulus::shear) return {other.value, 0.5, 0};
  refuse(endless, other,
         "an incompressible solid is fixed by its Young or shear modulus, and has an infinite bulk "
         "modulus, first Lame constant and P-wave modulus");
}

/// @pre first.which < second.which
Solid solid_from(KnownModulus first, KnownModulus second) {
  if (std::isinf(first.value)) return incompressible(first, second);
  if (std::isinf(second.value)) return incompressible(second, first);
  switch (first.which) {
    case Modulus::young:
      return from_young(first.value, second.which, second.value);
    case Modulus::poisson:
      return from_poisson(first.value, second.which, second.value);
    case Modulus::shear:
      return from_shear(first.value, second.which, second.value);
    case Modulus::bulk:
      return from_bulk(first.value, second.which, second.value);
    default:
      return from_lame_p_wave(first.value, second.value);
  }
}

}  // namespace

ElasticModuli elastic_moduli(KnownModulus first, KnownModulus second) {
  if (second.which < first.which) std::swap(first, second);
  check_each(first, second);
  check_pair(first, second);
  const auto [shear, poisson, s] = solid_from(first, second);
  if (!(shear > 0 && std::isfinite(shear) && poisson > -1 && s >= 0)) {
    refuse(first, second,
           fmt::format("they would need a shear modulus of {} Pa and a Poisson ratio of {}, which "
                       "must be > 0 and in (-1, 0.5]",
                       shear, poisson));
  }
  ElasticModuli moduli{.young = 2 * shear * (1 + poisson),
                       .poisson = poisson,
                       .shear = shear,
                       .bulk = 2 * shear * (1 + poisson) / (3 * s),
                       .lame = 2 * shear * poisson / s,
                       .p_wave = 2 * shear * (1 - poisson) / s};
  for (const KnownModulus known : {first, second})
    moduli.*describe(known.which).member = known.value;
  return moduli;
}

Material material_from(const ElasticModuli& moduli) {
  const Material material{moduli.shear, moduli.poisson};
  check(material);
  return material;
}

}  // namespace tread::reference
