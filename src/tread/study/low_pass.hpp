#pragma once

#include <span>
#include <vector>

namespace tread::study {

/// A history without what is faster than a frequency, and without delay: Butterworth's filter of
/// fourth order runs over it forwards and then backwards, so that phases cancel. Amplitudes at a
/// frequency f are multiplied by
///
///   1 / (1 + (sqrt(2) - 1) (f / cut)^8)
///
/// (1 far below, 1/sqrt(2) at the cut, 0.009 at twice the cut; a little less near half the sampling
/// frequency, by the bilinear transform). Before its beginning and behind its end the history is
/// taken as its mirror image. (Point-symmetric, as is usual, the ends would keep their values
/// whatever they are made of: one last value of fast ringing would be the largest of what is slow.)
/// S. Butterworth, Experimental Wireless 7 (1930) 536-541.
///
/// @param interval s, between values
/// @param cut Hz; at half the sampling frequency or above nothing is left to filter
std::vector<double> low_passed(std::span<const double> values, double interval, double cut);

}  // namespace tread::study
