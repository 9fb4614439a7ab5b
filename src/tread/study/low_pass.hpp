#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tread::study {

/// What is known of a history before its first value.
enum class BeforeStart {
  at_rest,  // zero all the time
  unknown
};

/// Filtered values, and which of them do not depend on what is not known beyond the ends.
struct LowPassed {
  std::vector<double> values;  // as many as there were
  std::size_t first = 0;       // settled ones: from here
  std::size_t end = 0;         // to before here; none where end <= first
};

/// A history without what is faster than a frequency, and without delay: Butterworth's filter of
/// fourth order runs over it forwards and then backwards, so that phases cancel. Amplitudes at a
/// frequency f are multiplied by
///
///   1 / (1 + (sqrt(2) - 1) (f / cut)^8)
///
/// (1 far below, 1/sqrt(2) at the cut, 0.009 at twice the cut; a little less near half the sampling
/// frequency, by the bilinear transform).
///
/// Filtered values depend on values before and behind them. Beyond its end, and before a beginning
/// of which nothing is known, the history is continued as its mirror image: a last value that is
/// noise stays noise, and is filtered (point-symmetrically continued, it would be handed on as it
/// is). Filtered values nearer than settling_time() to such an end are no results. Before a
/// beginning from rest the history is zero, and the filtered values are right from the first on.
/// S. Butterworth, Experimental Wireless 7 (1930) 536-541.
///
/// @param interval s, between values
/// @param cut Hz; at half the sampling frequency or above nothing is left to filter
LowPassed low_passed(std::span<const double> values, double interval, double cut,
                     BeforeStart before);

/// Three periods of the cut, s. Beyond them the filter's weights add up to less than 1e-3: a
/// history that goes on differently there changes a filtered value by less than that part of it.
double settling_time(double cut);

}  // namespace tread::study
