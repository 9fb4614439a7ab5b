#include "tread/result/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tread::result {
namespace {

struct Prefix {
  int exponent;
  std::string_view symbol;
};
constexpr std::array<Prefix, 7> k_prefixes = {
    {{-9, "n"}, {-6, "µ"}, {-3, "m"}, {0, ""}, {3, "k"}, {6, "M"}, {9, "G"}}};

constexpr std::array<std::string_view, 8> k_prefixable = {"Pa", "Hz", "m", "N", "s", "J", "W", "V"};

// A unit taken apart: `m²/N` has the symbol m, the power 2 and the rest `/N`.
struct UnitParts {
  std::string symbol;
  int power = 1;
  std::string rest;
};

bool ends_symbol(std::string_view rest) {
  return rest.empty() || std::string_view("/ ^23*").find(rest.front()) != std::string_view::npos ||
         rest.starts_with("²") || rest.starts_with("³") || rest.starts_with("·");
}

UnitParts take_power(std::string_view symbol, std::string_view rest) {
  struct Spelling {
    std::string_view text;
    int power;
  };
  constexpr std::array<Spelling, 6> spellings = {
      {{"²", 2}, {"^2", 2}, {"2", 2}, {"³", 3}, {"^3", 3}, {"3", 3}}};
  for (const Spelling& s : spellings) {
    if (rest.starts_with(s.text)) {
      return {std::string(symbol), s.power, std::string(rest.substr(s.text.size()))};
    }
  }
  return {std::string(symbol), 1, std::string(rest)};
}

UnitParts take_apart(std::string_view unit) {
  for (const std::string_view symbol : k_prefixable) {
    if (!unit.starts_with(symbol)) continue;
    const std::string_view rest = unit.substr(symbol.size());
    if (ends_symbol(rest)) return take_power(symbol, rest);
  }
  return {"", 1, std::string(unit)};
}

std::string_view power_sign(int power) { return power == 2 ? "²" : power == 3 ? "³" : ""; }

// Lengths and times are not spoken of in kilometres or kiloseconds here.
int largest_exponent(const UnitParts& unit) {
  return unit.symbol == "m" || unit.symbol == "s" ? 0 : 9;
}

// From where on a unit is used. Steps between areas or volumes are wide: 0.02 mm² is read more
// easily than 20000 µm²; and contact pressures are spoken of in MPa, elastic moduli in GPa. A hair
// below still counts, so that 999.9999 N does not print as 1000 N.
double lower_end(const Prefix& prefix, const UnitParts& unit) {
  const bool pressure_in_giga = unit.symbol == "Pa" && prefix.exponent == 9;
  const double earlier = unit.power > 1 ? std::pow(10.0, -unit.power) : 1;
  const double later = pressure_in_giga ? 10 : 1;
  return std::pow(10.0, prefix.exponent * unit.power) * earlier * later * (1 - 1e-6);
}

}  // namespace

ScaledUnit scaled_unit(double magnitude, std::string_view si_unit) {
  const UnitParts unit = take_apart(si_unit);
  if (unit.symbol.empty()) return {1, unit.rest};
  const double size = std::abs(magnitude);
  const Prefix* best = &k_prefixes[3];
  if (std::isfinite(size) && size > 0) {
    best = &k_prefixes[0];
    for (const Prefix& prefix : k_prefixes) {
      if (size >= lower_end(prefix, unit) && prefix.exponent <= largest_exponent(unit))
        best = &prefix;
    }
    // Beyond all prefixes a power of ten is read more easily with the bare unit.
    const double number = size / std::pow(10.0, best->exponent * unit.power);
    if (number < 1e-3 || number >= 1e5) best = &k_prefixes[3];
  }
  return {std::pow(10.0, best->exponent * unit.power),
          fmt::format("{}{}{}{}", best->symbol, unit.symbol, power_sign(unit.power), unit.rest)};
}

std::string format_number(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinite" : "-infinite";
  return fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits);
}

std::string format_si(double value, std::string_view si_unit, int digits) {
  const ScaledUnit unit = scaled_unit(value, si_unit);
  const std::string number = format_number(value / unit.size, digits);
  return unit.symbol.empty() ? number : fmt::format("{} {}", number, unit.symbol);
}

}  // namespace tread::result
