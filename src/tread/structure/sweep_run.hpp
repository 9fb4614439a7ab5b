#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "tread/structure/modal_oscillators.hpp"
#include "tread/structure/speed_sweep.hpp"
#include "tread/structure/sweep_tables.hpp"

namespace tread::structure {

/// What runs of all speeds share. Quantities are channels, each a sum over modes.
struct PreparedSweep {
  PreparedSweep(const BeamModes& the_modes, const AxleTrain& train, const SweepOptions& options);

  BeamModes modes;
  double free_vibration;  // s
  double largest_phase;   // rad
  SweepTables tables;
  Eigen::Index n_sections;
  std::vector<double> ends;  // m, of all beams
  /// What a unit of a mode has, mode x channel. Accelerations at the sections; then those of low
  /// modes alone, if there are others.
  Eigen::ArrayXXd of_acceleration;
  /// Deflections at the sections, slopes at ends, moments and shear forces at the sections.
  Eigen::ArrayXXd of_coordinate;
  double static_deflection = 0;  // m

  Eigen::Index n_ends() const { return static_cast<Eigen::Index>(ends.size()); }
  Eigen::Index first_moment() const { return n_sections + n_ends(); }
  /// The channel of the remainder that belongs to a channel of the coordinates.
  Eigen::Index remainder_channel(Eigen::Index channel) const {
    if (channel >= first_moment()) return channel - first_moment();
    return channel < n_sections ? 2 * n_sections + channel : 3 * n_sections + channel - n_sections;
  }
};

/// Largest sizes of channels.
///
/// A block of instants is looked at only where it can hold a new largest value: where the sum of
/// the largest parts exceeds the one known.
class Peaks {
 public:
  /// @pre of_mode lives as long as this
  explicit Peaks(const Eigen::ArrayXXd& of_mode);

  double operator[](Eigen::Index channel) const { return largest_(channel); }
  const Eigen::ArrayXd& largest() const { return largest_; }

  /// The sums of the largest parts, of all channels.
  const Eigen::ArrayXd& bounds(const Eigen::ArrayXd& largest_of_modes);

  /// Values at many instants. @param modes instant x mode; @param values on entry what else the
  /// channel has
  void look(Eigen::Index channel, const Eigen::Ref<const Eigen::ArrayXXd>& modes,
            Eigen::ArrayXd& values);

  /// At one instant.
  void look(Eigen::Index channel, const Eigen::ArrayXd& modes, double extra);

 private:
  const Eigen::ArrayXXd* of_mode_;  // mode x channel
  Eigen::ArrayXXd sizes_;           // of its values, channel x mode
  Eigen::ArrayXd bounds_;
  Eigen::ArrayXd largest_;
};

/// One speed through the tables.
class SweepRun {
 public:
  SweepRun(const PreparedSweep& sweep, double speed);

  SpeedExtremes extremes();

 private:
  /// A block of the tables; none: as many steps without forces.
  using Block = std::optional<std::size_t>;

  /// A few modes at once: their chains of operations overlap.
  template <int n_modes>
  void step_modes(Eigen::Index mode, Block block);
  void step(Block block);
  void look_at(Block block);
  void fill_remainder(Eigen::Index channel, std::size_t block);
  void look_at_events(std::size_t block);
  /// Coordinates, and accelerations but for their forces, within an interval of a block.
  void interpolate(std::size_t interval_of_block, double part);
  /// Whether the bridge, left to itself, stays below what was seen.
  bool has_calmed_down();

  const PreparedSweep& sweep_;
  int n_parts_ = 1;
  double time_step_ = 0;  // s
  std::vector<ExactStep> exact_;
  // Instants x modes; the first row is the last instant of the block before.
  Eigen::ArrayXXd q_;
  Eigen::ArrayXXd v_;
  Eigen::ArrayXXd a_;
  Eigen::ArrayXd values_;
  Eigen::ArrayXd largest_of_modes_;
  Eigen::ArrayXd q_now_;
  Eigen::ArrayXd a_now_;
  Peaks accelerations_;
  Peaks coordinates_;
  std::size_t next_kink_ = 0;
  std::size_t next_passing_ = 0;
};

}  // namespace tread::structure
