#include "tread/structure/speed_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/structure/sweep_run.hpp"

namespace tread::structure {
namespace {

void check_speed(double speed) {
  if (speed > 0 && std::isfinite(speed)) return;
  throw ModelError(fmt::format(
      "the speeds of a sweep must be positive, got {} m/s: the train never reaches the bridge",
      speed));
}

void check_sweep(const BeamModes& modes, const SweepOptions& options) {
  if (options.sections.empty()) {
    throw ModelError("the sweep looks at no section of the bridge: give at least one place");
  }
  for (const double x : options.sections) {
    if (x >= 0 && x <= modes.length()) continue;
    throw ModelError(
        fmt::format("the section at x = {} m is not on the bridge of {} m", x, modes.length()));
  }
  if (!(options.position_step >= 0) || !(options.free_vibration >= 0) ||
      !(options.largest_phase > 0) || !(options.largest_deck_frequency >= 0)) {
    throw ModelError(fmt::format(
        "a sweep needs a step along the way >= 0 (got {} m), a free vibration >= 0 (got {} s), a "
        "largest phase > 0 (got {} rad) and a largest deck frequency >= 0 (got {} Hz)",
        options.position_step, options.free_vibration, options.largest_phase,
        options.largest_deck_frequency));
  }
}

}  // namespace

SweepExtreme SpeedExtremes::largest() const {
  SweepExtreme largest;
  for (const SweepExtreme& extreme : sections) {
    for (const auto member :
         {&SweepExtreme::deflection, &SweepExtreme::acceleration, &SweepExtreme::deck_acceleration,
          &SweepExtreme::moment, &SweepExtreme::shear}) {
      largest.*member = std::max(largest.*member, extreme.*member);
    }
  }
  return largest;
}

SpeedSweep::SpeedSweep(const BeamModes& modes, const AxleTrain& train,
                       const SweepOptions& options) {
  check_sweep(modes, options);
  prepared_ = std::make_shared<const PreparedSweep>(modes, train, options);
}

double SpeedSweep::static_deflection() const { return prepared_->static_deflection; }

SpeedExtremes SpeedSweep::run(double speed) const {
  check_speed(speed);
  return SweepRun(*prepared_, speed).extremes();
}

SweepExtreme SweepResult::largest_at(std::size_t i_speed) const {
  return SpeedExtremes{extremes[i_speed]}.largest();
}

SweepResult sweep_speeds(const BeamModes& modes, const AxleTrain& train,
                         const SweepOptions& options, Observer* observer) {
  if (options.speeds.empty()) {
    throw ModelError("the sweep has no speeds: give at least one");
  }
  std::ranges::for_each(options.speeds, check_speed);
  const SpeedSweep sweep(modes, train, options);
  SweepResult result{options.speeds, options.sections, {}, {}, sweep.static_deflection()};
  for (const double speed : options.speeds) {
    if (observer != nullptr) {
      observer->on_progress(
          static_cast<double>(result.extremes.size()) / static_cast<double>(options.speeds.size()),
          fmt::format("{} at {:.4g} km/h", train.name, 3.6 * speed));
      if (observer->stop_requested()) {
        result.status = SolveStatus::stopped;
        return result;
      }
    }
    SpeedExtremes extremes = sweep.run(speed);
    result.extremes.push_back(std::move(extremes.sections));
    result.end_rotations.push_back(extremes.end_rotation);
  }
  return result;
}

}  // namespace tread::structure
