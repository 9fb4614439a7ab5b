#pragma once

#include <array>
#include <span>

namespace tread::halfspace {

/// Positive nodes and weights of the symmetric Gauss-Legendre rules on [-1, 1].
struct GaussPair {
  double node;
  double weight;
};
inline constexpr std::array<GaussPair, 2> k_gauss_4 = {
    {{0.33998104358485626, 0.65214515486254614}, {0.86113631159405258, 0.34785484513745386}}};
inline constexpr std::array<GaussPair, 4> k_gauss_8 = {
    {{0.18343464249564980, 0.36268378337836198},
     {0.52553240991632899, 0.31370664587788729},
     {0.79666647741362674, 0.22238103445337447},
     {0.96028985649753623, 0.10122853629037626}}};

/// A field point that is this many half-widths away from the middle of the loaded interval is far:
/// the 8-point rule is exact to rounding from there on, the 4-point rule from k_very_far on (the
/// error falls as (2 distance)^-(2 points)).
inline constexpr double k_far = 4;
inline constexpr double k_very_far = 40;

inline std::span<const GaussPair> gauss_rule(double distance_in_half_widths) {
  if (distance_in_half_widths >= k_very_far) return k_gauss_4;
  return k_gauss_8;
}

}  // namespace tread::halfspace
