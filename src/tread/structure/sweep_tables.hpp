#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/structure/meeting_trains.hpp"
#include "tread/structure/static_remainder.hpp"

namespace tread::structure {

/// What a sweep knows of trains on their way, whatever their speed: values at equal positions of
/// the first front, and at the very places where curves have kinks and jumps.
struct SweepTables {
  /// Intervals between positions are taken in blocks of so many.
  static constexpr std::size_t k_block = 32;

  /// A force comes onto a beam or leaves it: accelerations have a kink, or a jump at a support that
  /// gives.
  struct Kink {
    std::size_t interval = 0;
    double part = 0;            // 0 to 1, where in the interval
    std::vector<double> force;  // of each mode
  };

  /// A force passes a section: the moment there has a kink, the shear force a jump.
  struct Passing {
    std::size_t interval = 0;
    double part = 0;
    Eigen::Index section = 0;
    double moment = 0;  // what modes left out add
    double shear_before = 0;
    double shear_after = 0;
  };

  SweepTables(const BeamModes& modes, const std::vector<RunningLoad>& loads,
              const std::vector<double>& sections, double position_step);

  std::size_t n_intervals() const { return static_cast<std::size_t>(force.rows()) - 1; }
  std::size_t n_blocks() const { return n_intervals() / k_block; }

  double step = 0;        // m between positions
  Eigen::ArrayXXd force;  // position x mode
  /// For stepping, which takes forces as linear between positions: the same with the impulse of the
  /// true ones, which bend, f - h^2 f''/12, and have kinks where axles come and go.
  Eigen::ArrayXXd stepping_force;
  Eigen::ArrayXXd remainder;          // position x channel of StaticRemainder
  Eigen::ArrayXXd largest_remainder;  // block x channel, in size
  std::vector<Kink> kinks;            // in the order of intervals, as all events
  std::vector<Passing> passings;
};

}  // namespace tread::structure
