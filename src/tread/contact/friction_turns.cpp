#include "tread/contact/friction_turns.hpp"

#include <algorithm>
#include <cmath>

namespace tread::contact {
namespace {

/// Changes that point elsewhere than those before by more than this, or whose factor is not yet
/// constant compared with what it lacks to one, foretell nothing.
constexpr double k_most_across = 0.1;
constexpr double k_most_drift = 0.2;
/// Faster turns than these need no guess.
constexpr double k_least_factor = 0.2;
/// As slow as turns are believed to be.
constexpr double k_slowest = 0.9999;
/// Three turns have two factors.
constexpr int k_plain_turns = 3;

}  // namespace

void FrictionTurns::begin(double noise) {
  noise_ = noise;
  change_.clear();
  gap_ = 0;
  remaining_ = 0;
  plain_turns_ = 0;
  guessed_ = false;
}

void FrictionTurns::look_at(const std::vector<double>& used, const std::vector<double>& asked,
                            const std::vector<double>& weight) {
  const std::size_t n = used.size();
  const bool first = change_.size() != n;
  change_.resize(n, 0);
  double largest = 0;
  double widest = 0;
  double now = 0;
  double before = 0;
  double both = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double change = weight[i] * (asked[i] - used[i]);
    largest = std::max(largest, weight[i] * std::max(used[i], asked[i]));
    widest = std::max(widest, std::abs(change));
    now += change * change;
    before += change_[i] * change_[i];
    both += change * change_[i];
    change_[i] = change;
  }
  gap_ = largest > 0 ? widest / largest : 0;
  ++plain_turns_;
  if (first || !(before > 0) || guessed_ || gap_ <= noise_) return;
  factor_before_ = factor_;
  factor_ = both / before;
  across_ = now > 0 ? std::sqrt(std::max(0.0, 1 - factor_ * both / now)) : 0;
  remaining_ = std::clamp(std::sqrt(now / before), 0.0, k_slowest);
}

bool FrictionTurns::foresees_end() const {
  return plain_turns_ >= k_plain_turns && across_ <= k_most_across &&
         std::abs(factor_ - factor_before_) <= k_most_drift * (1 - factor_) &&
         std::abs(factor_) >= k_least_factor && factor_ <= k_slowest;
}

void FrictionTurns::advance(std::vector<double>& used, const std::vector<double>& asked,
                            double least, double most) {
  if (guessed_ && gap_ > plain_gap_) {
    used = plain_;
    guessed_ = false;
    plain_turns_ = 0;
    change_.clear();
    return;
  }
  guessed_ = foresees_end();
  if (!guessed_) {
    used = asked;
    return;
  }
  plain_ = asked;
  plain_gap_ = gap_;
  plain_turns_ = 0;
  const double far = 1 / (1 - factor_);
  for (std::size_t i = 0; i < used.size(); ++i) {
    used[i] = std::clamp(used[i] + far * (asked[i] - used[i]), least, most);
  }
}

}  // namespace tread::contact
