#include "tread/contact/friction_turns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
/// Turns that do not halve the gap in this many go round in circles.
constexpr int k_circle = 25;
/// How many are mixed, how short shortened ones are, and how many of them are taken.
constexpr std::size_t k_mixed = 20;
constexpr double k_short = 0.4;
constexpr int k_short_turns = 50;
/// Added to the squares of what is mixed, over themselves: turns may be nearly alike.
constexpr double k_ridge = 1e-10;

}  // namespace

void FrictionTurns::begin(double noise, Order order) {
  noise_ = noise;
  order_ = order;
  pace_ = Pace::plain;
  best_ = std::numeric_limits<double>::infinity();
  since_best_ = 0;
  n_last_ = 0;
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
  if (order_ == Order::not_kept) weight_ = weight;
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

void FrictionTurns::choose_pace() {
  ++since_best_;
  if (gap_ < 0.5 * best_) {
    best_ = gap_;
    if (pace_ != Pace::shortened) since_best_ = 0;
  }
  if (since_best_ < (pace_ == Pace::shortened ? k_short_turns : k_circle)) return;
  pace_ = pace_ == Pace::mixed ? Pace::shortened : Pace::mixed;
  since_best_ = 0;
  best_ = gap_;
  n_last_ = 0;
  guessed_ = false;
}

/// The next coefficients from those of the last turns, weighed so that their changes cancel as far
/// as they can.
void FrictionTurns::mix(std::vector<double>& used, const std::vector<double>& asked, double least,
                        double most) {
  const std::size_t n = used.size();
  last_.resize(k_mixed + 1);
  const auto turn = [&](std::size_t back) -> Turn& {
    return last_[(n_last_ - back) % last_.size()];
  };
  Turn& now = turn(0);
  now.used = used;
  now.change.resize(n);
  for (std::size_t i = 0; i < n; ++i) now.change[i] = asked[i] - used[i];
  const std::size_t m = std::min(n_last_, k_mixed);
  // Least squares of the change against differences of changes, by elimination.
  std::vector<std::vector<double>> a(m, std::vector<double>(m + 1, 0));
  for (std::size_t j = 0; j < m; ++j) {
    const std::vector<double>& newer = turn(j).change;
    const std::vector<double>& older = turn(j + 1).change;
    for (std::size_t k = j; k < m; ++k) {
      const std::vector<double>& b = turn(k).change;
      const std::vector<double>& c = turn(k + 1).change;
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        sum += weight_[i] * weight_[i] * (newer[i] - older[i]) * (b[i] - c[i]);
      }
      a[j][k] = a[k][j] = sum;
    }
    for (std::size_t i = 0; i < n; ++i) {
      a[j][m] += weight_[i] * weight_[i] * (newer[i] - older[i]) * now.change[i];
    }
    a[j][j] *= 1 + k_ridge;
  }
  std::vector<double> share(m, 0);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = k + 1; i < m && a[k][k] > 0; ++i) {
      const double part = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= m; ++j) a[i][j] -= part * a[k][j];
    }
  }
  for (std::size_t k = m; k-- > 0;) {
    double rest = a[k][m];
    for (std::size_t j = k + 1; j < m; ++j) rest -= a[k][j] * share[j];
    share[k] = a[k][k] > 0 ? rest / a[k][k] : 0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    double next = asked[i];
    for (std::size_t j = 0; j < m; ++j) {
      const Turn& newer = turn(j);
      const Turn& older = turn(j + 1);
      next -= share[j] * (newer.used[i] + newer.change[i] - older.used[i] - older.change[i]);
    }
    used[i] = std::clamp(next, least, most);
  }
  ++n_last_;
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
  if (order_ == Order::not_kept) choose_pace();
  if (pace_ == Pace::mixed) {
    mix(used, asked, least, most);
    return;
  }
  guessed_ = pace_ == Pace::plain && foresees_end();
  if (!guessed_) {
    const double part = pace_ == Pace::shortened ? k_short : 1;
    for (std::size_t i = 0; i < used.size(); ++i) used[i] += part * (asked[i] - used[i]);
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
