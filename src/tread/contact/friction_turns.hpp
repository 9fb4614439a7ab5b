#pragma once

#include <cstddef>
#include <vector>

namespace tread::contact {

/// Turns between slips and the friction coefficients that belong to them.
///
/// A turn solves the contact with coefficients μ and finds slips, for which a falling law asks for
/// the coefficients Φ(μ). Wanted is μ = Φ(μ). More friction means less slip means more friction: Φ
/// keeps the order of its arguments. So turns μ ← Φ(μ) that begin with the coefficient at rest only
/// ever fall, to the solution with the least slip; those that begin with the coefficient at
/// infinite velocity only ever rise, to the one with the most. Solutions in between repel them.
///
/// Such turns take long where two solutions are about to meet. What is left then lies along one
/// direction and shrinks by one factor a turn (that of a positive matrix, Perron and Frobenius), so
/// that its end can be told (Aitken): μ + (Φ(μ) - μ)/(1 - factor). On the way to where two
/// solutions meet the factor grows, and Aitken's guess stays short of them: it does not leap over a
/// solution. It counts only if the next turn comes closer; else plain turns go on from where they
/// were.
///
/// In steady rolling a change also runs through the contact with the particles, and a particle with
/// memory may come to more friction by more slip: Φ need not keep the order. Mostly turns settle
/// all the same. Where they go round in circles, the last ones are mixed so that what they leave
/// open is least (Anderson), from where short turns have calmed down if need be.
class FrictionTurns {
 public:
  enum class Order {
    kept,  // by Φ: a shift or a step, without friction memory
    not_kept,
  };
  /// `noise`: changes of a bound, over the largest, that rounding and tolerances may make.
  void begin(double noise, Order order);

  /// One turn: coefficients it was solved with, those its slips ask for, and what makes a bound of
  /// them (pressure times factor), Pa.
  void look_at(const std::vector<double>& used, const std::vector<double>& asked,
               const std::vector<double>& weight);

  /// What the bounds are off by, over the largest: the last turn's change and all those that would
  /// follow.
  double error() const { return gap_ / (1 - remaining_); }
  /// The last change was no more than noise: there is nothing left to be found.
  bool ended() const { return gap_ <= noise_; }

  /// Coefficients of the next turn, in place of those used in the last.
  void advance(std::vector<double>& used, const std::vector<double>& asked, double least,
               double most);

 private:
  enum class Pace { plain, mixed, shortened };
  struct Turn {
    std::vector<double> used;
    std::vector<double> change;  // asked - used
  };

  bool foresees_end() const;
  void choose_pace();
  void mix(std::vector<double>& used, const std::vector<double>& asked, double least, double most);

  std::vector<double> change_;  // of the bounds, in the last turn
  std::vector<double> plain_;   // where plain turns go on if a guess was no good
  double noise_ = 0;
  double gap_ = 0;        // largest change of a bound, over the largest bound
  double plain_gap_ = 0;  // before a guess
  double factor_ = 0;     // of the last two plain turns
  double factor_before_ = 0;
  double across_ = 0;     // part of the last change that is not along the one before, over it
  double remaining_ = 0;  // factor by which changes shrink, as far as is known
  int plain_turns_ = 0;   // since the last guess
  bool guessed_ = false;
  Order order_ = Order::kept;
  Pace pace_ = Pace::plain;
  double best_ = 0;     // gap that must be halved
  int since_best_ = 0;  // turns
  std::vector<double> weight_;
  std::vector<Turn> last_;  // turns to be mixed, a ring
  std::size_t n_last_ = 0;  // since they began
};

}  // namespace tread::contact
