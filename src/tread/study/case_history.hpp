#pragma once

#include <optional>

#include "tread/casefile/tangential_case.hpp"
#include "tread/contact/rolling_contact.hpp"

namespace tread::study {

/// What one case of a sequence leaves for the next: pressures and tractions, on their grid. The
/// next grid may lie whole cells beside it (CONTACT's P digit).
class CaseHistory {
 public:
  /// The state that a case starts from; none: nothing had touched.
  std::optional<contact::RollingState> start_of(casefile::History kind, const Grid& grid,
                                                double friction_at_rest) const;

  /// The case that started from `start` ended here.
  void keep(const std::optional<contact::RollingState>& start, const Grid& grid,
            const contact::FrictionalSolution& solution);
  /// The same for a case without tractions.
  void keep(const Grid& grid, const contact::NormalSolution& solution);

  /// False: the last case did not converge, and what is kept of it is no solution.
  bool is_sound() const { return is_sound_; }

 private:
  std::optional<contact::RollingState> before_;  // what the last case started from
  std::optional<contact::RollingState> last_;
  bool is_sound_ = true;
};

/// Lets a contact go on from a state at rest, which any scheme can start from.
void begin_from(contact::RollingContact& rolling, contact::RollingState state);

/// The end of a solve as the start of a transient.
contact::RollingState state_of(const Grid& grid, const contact::FrictionalSolution& solution);

}  // namespace tread::study
