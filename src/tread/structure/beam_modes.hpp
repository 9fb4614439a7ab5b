#pragma once

#include <span>
#include <variant>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/observer.hpp"
#include "tread/structure/beam.hpp"
#include "tread/structure/mode_shapes.hpp"

namespace tread::structure {

/// A run of modes that follow one another.
struct ModeRange {
  int first = 0;
  int count = 0;
};

/// The modes of a beam, or of several in a row: w(x, t) = sum_i q_i(t) w_i(x) turns the beam's
/// equation into one oscillator a mode,
///
///   q_i'' + 2 zeta_i omega_i q_i' + omega_i^2 q_i = f_i,    f_i = sum of P w_i(x_P)
///
/// because the shapes are mass-normalised: integral of m w_i w_j (+ J psi_i psi_j) dx = 1 if i = j,
/// else 0; unit 1/sqrt(kg). Modes of one beam are in order of frequency, rigid motions (omega = 0)
/// first. Off the beams all shapes are zero.
class BeamModes {
 public:
  int n_modes() const { return static_cast<int>(omega_.size()); }
  double length() const { return length_; }  // m, of all beams together

  const std::vector<double>& omega() const { return omega_; }  // rad/s
  /// 2 zeta omega, 1/s: what damps, also of rigid motions.
  const std::vector<double>& damping_rate() const { return damping_rate_; }
  /// zeta; zero for rigid motions.
  std::vector<double> damping_ratio() const;

  /// All modes at x into out (n_modes values): w_i and its derivatives in x, each 1/m more.
  void shape(double x, std::span<double> out) const { evaluate(x, 0, out); }
  void slope(double x, std::span<double> out) const { evaluate(x, 1, out); }
  void curvature(double x, std::span<double> out) const { evaluate(x, 2, out); }
  void third_derivative(double x, std::span<double> out) const { evaluate(x, 3, out); }

  /// Bending moment (N m) and shear force (N) of each mode at unit q_i; signs as in beam.hpp.
  void moment(double x, std::span<double> out) const;
  void shear(double x, std::span<double> out) const;

  /// The modes that are not zero at x: all of them for one beam, those of one span for several.
  ModeRange modes_at(double x) const;

  /// The first n of each beam.
  BeamModes first(int n) const;

  using Shapes = std::variant<SineShapes, ExponentialShapes, CubicShapes>;

  /// One beam with its modes, for those who compute their own. The factors are what shear
  /// deformation leaves of -EI w'' and -EI w''' (empty: 1).
  struct Part {
    double start = 0;  // m
    Beam beam;
    std::vector<double> omega;
    Shapes shapes;
    std::vector<double> moment_factor;
    std::vector<double> shear_factor;
  };
  explicit BeamModes(std::vector<Part> parts);

  const std::vector<Part>& parts() const { return parts_; }

 private:
  void evaluate(double x, int derivative, std::span<double> out) const;
  std::size_t part_at(double x) const;  // the number of parts: none

  std::vector<Part> parts_;
  std::vector<int> first_mode_;  // of each part
  double length_ = 0;
  std::vector<double> omega_;
  std::vector<double> damping_rate_;
};

enum class ModeMethod {
  automatic,           // closed form where there is one, else finite elements
  finite_elements,     // cubic, exact for static loads at nodes, with and without shear deformation
  finite_differences,  // thesis 8.3, 8.4.4: second order; clamped or simply supported ends only
};

struct ModeOptions {
  int n_modes = 10;
  ModeMethod method = ModeMethod::automatic;
  /// Elements, or intervals of finite differences; 0: chosen so that the highest mode's frequency
  /// is right to about 1e-5 (finite differences: 200).
  int n_elements = 0;
  Observer* observer = nullptr;  // may be null; many modes of finite elements take their time
};

/// The observer asked to stop before the modes were there: nothing is wrong.
class ModesStopped : public Error {
 public:
  ModesStopped() : Error("the computation of the bridge's modes was stopped as asked") {}
};

/// Throws ModelError if the beam is wrong, or if the number of modes is not positive or more than
/// the elements can show; ModesStopped.
BeamModes beam_modes(const Beam& beam, const ModeOptions& options);

/// Separate beams one after another, each with modes of its own (first those of the first beam).
BeamModes in_a_row(std::span<const BeamModes> beams);

/// Ends of all beams, where a deck turns against what is beside it, m: over a pier that it goes on
/// behind it does not. The right end of a beam that another one follows lies a trace before it.
std::vector<double> end_places(const BeamModes& modes);

/// n equal spans, each for itself.
BeamModes equal_spans(const BeamModes& span, int n_spans);

}  // namespace tread::structure
