#include "tread/structure/critical_speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace tread::structure {

std::vector<CriticalSpeed> critical_speeds(const BeamModes& modes, const AxleTrain& train,
                                           int n_modes, int n_divisors) {
  std::vector<CriticalSpeed> speeds;
  // Separate beams may differ: those of the first.
  const auto& part = modes.parts().front();
  int mode = 0;
  for (const double omega : part.omega) {
    if (omega == 0) continue;
    if (++mode > n_modes) break;
    const double frequency = omega / (2 * std::numbers::pi);
    for (const double pitch : train.pitches) {
      for (int i = 1; i <= n_divisors; ++i) {
        speeds.push_back({frequency * pitch / i, mode, i, pitch,
                          fmt::format("n{} D/{}, D = {:g} m", mode, i, pitch)});
      }
    }
    const double speed = omega * part.beam.length / (mode * std::numbers::pi);
    speeds.push_back({speed, mode, 0, 0, fmt::format("single force, mode {}", mode)});
  }
  std::sort(speeds.begin(), speeds.end(),
            [](const CriticalSpeed& a, const CriticalSpeed& b) { return a.speed < b.speed; });
  return speeds;
}

}  // namespace tread::structure
