#include "tread/study/wiggles_rolling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "tread/contact/rolling_contact.hpp"
#include "tread/reference/carter.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/wiggles_row.hpp"

namespace tread::study {
namespace {

using contact::RollingContact;
using contact::RollingScheme;
using contact::RollingSetup;
using contact::RollingStep;

/// A cylinder on a flat, in plane strain.
struct RollingCylinder {
  Material material;  // of both bodies
  double friction = 0;
  double half_width = 0;   // of the contact, m
  double radius = 0;       // m
  double force_ratio = 0;  // tangential force on body 1 over friction times load
  int cells_across = 0;    // the contact
  double cell() const { return 2 * half_width / cells_across; }
  reference::HertzLine normal() const;
};

double modulus(const Material& m) { return m.shear_modulus / (1 - m.poisson_ratio); }

reference::HertzLine RollingCylinder::normal() const {
  return reference::hertz_line_from_half_width(half_width, radius, modulus(material));
}

/// Section 5.2 of CONTACT's user guide, which the figure's caption names: cylinders of 1 m
/// diameter, steel; stick over 0.6 of the half-width, where the creepage is -0.00024.
constexpr RollingCylinder k_carter{{82e9, 0.28}, 0.3, 1e-3, 0.5, 0.64, 50};

/// Example 5.8 there, as a cylinder; the paper names no number of cells. 120 put the bends of its
/// figure 4 where the text has them.
constexpr RollingCylinder k_cattaneo{{1e6, 0.28}, 0.4013, 3.5e-3, 1 / (2 * 2.963), -0.657, 120};

constexpr double k_widths_to_steady = 2;  // contact widths: nothing of the start is left then
constexpr double k_datum_over_width = 15;

RollingContact cylinder_contact(const RollingCylinder& cylinder, RollingScheme scheme) {
  RollingSetup setup;
  const int n = cylinder.cells_across + 8;
  setup.grid = centred_grid(n, 1, n * cylinder.cell(), 1);
  setup.bodies = {cylinder.material, cylinder.material};
  setup.friction.law = contact::CoulombFriction{cylinder.friction, cylinder.friction};
  setup.line_datum = 2 * cylinder.half_width * k_datum_over_width;
  setup.distance = [r = cylinder.radius](double x, double) { return x * x / (2 * r); };
  setup.scheme = scheme;
  setup.options.tolerance = 1e-8;
  return RollingContact(std::move(setup));
}

/// How tractions look at the end of a run, over friction times the peak pressure and over the
/// half-width.
struct Tractions {
  std::vector<double> x;
  std::vector<double> p;
  double creepage = 0;

  double variation() const {
    double sum = 0;
    for (std::size_t i = 1; i < p.size(); ++i) sum += std::abs(p[i] - p[i - 1]);
    return sum;
  }
  /// Largest size ahead of a place.
  std::size_t peak_ahead_of(double place) const {
    std::size_t best = p.size() - 1;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (x[i] > place && std::abs(p[i]) > std::abs(p[best])) best = i;
    }
    return best;
  }
  /// Where the slope changes most between two places.
  std::size_t sharpest_bend(double from, double to) const {
    const auto bend = [&](std::size_t i) { return std::abs(p[i - 1] - 2 * p[i] + p[i + 1]); };
    std::size_t best = 1;
    for (std::size_t i = 1; i + 1 < p.size(); ++i) {
      if (x[i] > from && x[i] < to && (x[best] <= from || bend(i) > bend(best))) best = i;
    }
    return best;
  }
  double height_of_peak() const { return std::abs(p[peak_ahead_of(-0.2)]); }
};

/// Runs of one figure. Once one of them did not converge or was stopped, the rest is skipped.
class Runs {
 public:
  Runs(const RollingCylinder& cylinder, Observer& observer)
      : cylinder_(cylinder), observer_(observer) {}

  Tractions run(RollingScheme scheme, double c, double cells, std::string_view what) {
    RollingContact contact = cylinder_contact(cylinder_, scheme);
    RollingStep step;
    const reference::HertzLine normal = cylinder_.normal();
    step.normal_value = normal.force_per_length;
    step.kinematics.x =
        contact::given_force(cylinder_.force_ratio * cylinder_.friction * normal.force_per_length);
    take(contact, 1, step);  // Cattaneo's shift
    step.speed = 1;
    const long n = std::lround(cells / c);
    for (long k = 0; k < n && status_ == SolveStatus::converged; ++k) {
      take(contact, c * cylinder_.cell(), step);
    }
    observer_.on_progress(progress_ = std::min(0.99, progress_ + 0.04), what);
    return status_ == SolveStatus::converged ? tractions_of(contact) : Tractions{};
  }

  /// Without numbers if a run failed.
  Reproduction finished(Reproduction reproduction) {
    if (status_ != SolveStatus::converged) return {"", "", status_, {}, {}};
    observer_.on_progress(1, "done");
    return reproduction;
  }
  bool failed() const { return status_ != SolveStatus::converged; }

 private:
  void take(RollingContact& contact, double dt, const RollingStep& step) {
    if (observer_.stop_requested()) {
      status_ = SolveStatus::stopped;
    } else {
      status_ = contact.step(dt, step);
    }
  }

  Tractions tractions_of(const RollingContact& contact) const {
    Tractions t;
    const double scale = cylinder_.friction * cylinder_.normal().peak_pressure;
    for (int i = 0; i < contact.grid().nx; ++i) {
      t.x.push_back(contact.grid().x(i) / cylinder_.half_width);
      t.p.push_back(contact.solution().traction.x[contact.grid().index(i, 0)] / scale);
    }
    t.creepage = contact.creepage().longitudinal;
    return t;
  }

  RollingCylinder cylinder_;
  Observer& observer_;
  double progress_ = 0;
  SolveStatus status_ = SolveStatus::converged;
};

std::string_view scheme_name(RollingScheme scheme) {
  switch (scheme) {
    case RollingScheme::exact:
      return "exact A'";
    case RollingScheme::interpolated:
      return "interpolated A'";
    case RollingScheme::world_fixed:
      return "world-fixed";
  }
  return "";
}

/// Drawn upwards, whichever way the force points.
std::vector<double> upwards(std::vector<double> p, double sign) {
  for (double& value : p) value *= sign;
  return p;
}

constexpr std::string_view k_x_label = "x / a";

void add_curve(std::string name, std::string y_label, const Tractions& t, double sign,
               std::vector<ReproducedCurve>& curves, result::Mark mark = result::Mark::line) {
  curves.push_back(
      {std::move(name), std::string(k_x_label), std::move(y_label), t.x, upwards(t.p, sign), mark});
}

/// Hertz, over its peak.
void add_bound(const std::string& y_label, const Tractions& t,
               std::vector<ReproducedCurve>& curves) {
  std::vector<double> bound;
  for (const double x : t.x) bound.push_back(std::sqrt(std::max(0.0, 1 - x * x)));
  curves.push_back({"traction bound", std::string(k_x_label), y_label, t.x, bound});
}

/// Variation beyond that for c = 1 from which tractions wiggle.
constexpr double k_least_wiggle = 0.005;
/// Part of a peak from which it is lowered.
constexpr double k_least_smoothing = 0.005;

double distance_to_carter(const Tractions& t) {
  const reference::HertzLine normal = k_carter.normal();
  const reference::CarterRolling carter = reference::carter_from_force(
      normal, k_carter.friction,
      k_carter.force_ratio * k_carter.friction * normal.force_per_length);
  const double scale = k_carter.friction * normal.peak_pressure;
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < t.x.size(); ++i) {
    const double p = carter.traction(t.x[i] * k_carter.half_width) / scale;
    difference += (t.p[i] - p) * (t.p[i] - p);
    size += p * p;
  }
  return std::sqrt(difference / size);
}

}  // namespace

Reproduction wiggles_fig_1(Observer& observer) {
  Runs runs(k_carter, observer);
  Reproduction reproduction;
  const double cells = k_widths_to_steady * k_carter.cells_across;
  const auto why_of = [](RollingScheme scheme, double c, double variation) -> std::string {
    if (c == 1) return "the reference: Carter's solution but for the grid";
    const bool wiggles = variation > 1 + k_least_wiggle;
    if (scheme != RollingScheme::exact) {
      return checked("sections 4 and 6: this removes the wiggles, even at very small steps",
                     !wiggles);
    }
    return fmt::format(
        "text: wiggles for small c, which deviate from Carter's solution and depend "
        "on the grid; {}. Reached step by step: transient rolling gives the same in "
        "the long run",
        wiggles ? "here they do" : "here there are none yet");
  };
  for (const RollingScheme scheme :
       {RollingScheme::exact, RollingScheme::interpolated, RollingScheme::world_fixed}) {
    const std::string y_label = fmt::format("traction / (mu p0), {}", scheme_name(scheme));
    const Tractions whole = runs.run(scheme, 1, cells, scheme_name(scheme));
    for (const double c : {1.0, 0.5, 0.2, 0.05, 0.02}) {
      const Tractions t = c == 1 ? whole : runs.run(scheme, c, cells, scheme_name(scheme));
      if (runs.failed()) return runs.finished({});
      if (c == 1) add_bound(y_label, t, reproduction.curves);
      add_curve(fmt::format("c = {}", c), y_label, t, 1, reproduction.curves);
      const std::string name = fmt::format("{}, c = {}", scheme_name(scheme), c);
      const double variation = t.variation() / whole.variation();
      const std::string why = why_of(scheme, c, variation);
      reproduction.rows.push_back(
          wiggles_row(name + ": variation over that for c = 1", variation, why));
      reproduction.rows.push_back(wiggles_row(name + ": distance (L2) to Carter's closed form",
                                              distance_to_carter(t), why));
    }
  }
  return runs.finished(std::move(reproduction));
}

Reproduction wiggles_fig_4(Observer& observer) {
  Runs runs(k_cattaneo, observer);
  Reproduction reproduction;
  constexpr double cells = 24;
  const Tractions whole = runs.run(RollingScheme::exact, 1, cells, "c = 1");
  if (runs.failed()) return runs.finished({});
  constexpr double k_printed_peak = 0.3;  // "around", in the text
  constexpr double k_printed_bend = 0.6;
  const double force = std::abs(k_cattaneo.force_ratio);
  const double stick = std::sqrt(1 - force);
  const double carried_back = cells * k_cattaneo.cell() / k_cattaneo.half_width;
  const std::size_t peak = whole.peak_ahead_of(-0.2);
  const std::size_t bend = whole.sharpest_bend(whole.x[peak] + 0.1, 0.9);
  reproduction.rows.push_back(wiggles_row(
      "c = 1: place of the front peak, x / a", whole.x[peak],
      fmt::format(
          "The edge of Cattaneo's stick zone, {:.2f} a in two dimensions under {:g} of friction, "
          "carried {:g} cells back: {:.2f}. With {} cells the printed one would be the stick zone "
          "of "
          "a force of {:.2f} of friction, the sphere's being {:.2f} a; the paper states neither "
          "force nor cells",
          stick, force, cells, stick - carried_back, k_cattaneo.cells_across,
          1 - std::pow(k_printed_peak + carried_back, 2), std::cbrt(1 - force)),
      k_printed_peak));
  reproduction.rows.push_back(wiggles_row(
      "c = 1: place of the bend ahead of it, x / a", whole.x[bend],
      fmt::format("The leading edge of the start, carried {:g} cells back: {:.2f} a with {} cells",
                  cells, 1 - carried_back, k_cattaneo.cells_across),
      k_printed_bend));
  for (const RollingScheme scheme :
       {RollingScheme::interpolated, RollingScheme::exact, RollingScheme::world_fixed}) {
    const std::string y_label = fmt::format("traction / (mu p0), {}", scheme_name(scheme));
    add_bound(y_label, whole, reproduction.curves);
    add_curve("c = 1, moving", y_label, whole, -1, reproduction.curves);
    for (const double c : {0.5, 0.2, 0.05, 0.02}) {
      const Tractions t = runs.run(scheme, c, cells, scheme_name(scheme));
      if (runs.failed()) return runs.finished({});
      add_curve(fmt::format("c = {}", c), y_label, t, -1, reproduction.curves);
      const std::string name = fmt::format("{}, c = {}", scheme_name(scheme), c);
      const double height = t.height_of_peak() / whole.height_of_peak();
      const double variation = t.variation() / whole.variation();
      const bool is_lower = height < 1 - k_least_smoothing;
      const bool wiggles = variation > 1 + k_least_wiggle;
      const std::string why =
          scheme == RollingScheme::interpolated
              ? checked("text: no wiggles, but smoothing at the bends", is_lower && !wiggles)
          : scheme == RollingScheme::exact
              ? fmt::format("for comparison: the peak is {}, and tractions {}",
                            is_lower ? "smeared" : "kept", wiggles ? "wiggle" : "do not wiggle")
              : checked("for comparison: the cure of section 6 has neither", !is_lower && !wiggles);
      reproduction.rows.push_back(
          wiggles_row(name + ": front peak over that for c = 1", height, why));
      reproduction.rows.push_back(
          wiggles_row(name + ": variation over that for c = 1", variation, why));
    }
  }
  return runs.finished(std::move(reproduction));
}

Reproduction wiggles_fig_6(Observer& observer) {
  Runs runs(k_cattaneo, observer);
  Reproduction reproduction;
  constexpr double cells = 17;
  constexpr double c = 0.2;
  constexpr double k_consistent = 0.01;  // distance
  const std::string y_label = "traction / (mu p0)";
  const Tractions whole = runs.run(RollingScheme::exact, 1, cells, "c = 1");
  if (runs.failed()) return runs.finished({});
  add_bound(y_label, whole, reproduction.curves);
  add_curve("moving, c = 1", y_label, whole, -1, reproduction.curves);
  const auto distance_to_whole = [&](const Tractions& t) {
    double difference = 0;
    double size = 0;
    for (std::size_t i = 0; i < t.p.size(); ++i) {
      difference += std::pow(t.p[i] - whole.p[i], 2);
      size += std::pow(whole.p[i], 2);
    }
    return std::sqrt(difference / size);
  };
  for (const RollingScheme scheme :
       {RollingScheme::interpolated, RollingScheme::exact, RollingScheme::world_fixed}) {
    const Tractions t = runs.run(scheme, c, cells, scheme_name(scheme));
    if (runs.failed()) return runs.finished({});
    const bool moves = scheme != RollingScheme::world_fixed;
    const std::string name = moves ? fmt::format("moving, {}, c = {}", scheme_name(scheme), c)
                                   : fmt::format("world-fixed, c = {}", c);
    add_curve(name, y_label, t, -1, reproduction.curves,
              moves ? result::Mark::line : result::Mark::points);  // on the line of c = 1
    const double height = t.height_of_peak() / whole.height_of_peak();
    const double distance = distance_to_whole(t);
    const bool is_lower = height < 1 - k_least_smoothing;
    const std::string why =
        moves ? checked("figure and text: moving coordinates smooth the extrema", is_lower) +
                    ". Which A' was used is not stated: both are here"
              : checked("text: extrema are preserved, and results consistent with c = 1",
                        !is_lower && distance < k_consistent);
    reproduction.rows.push_back(
        wiggles_row(name + ": front peak over that for c = 1", height, why));
    reproduction.rows.push_back(wiggles_row(name + ": distance (L2) to c = 1", distance, why));
    reproduction.rows.push_back(
        wiggles_row(name + ": creepage over that for c = 1", t.creepage / whole.creepage, why));
  }
  return runs.finished(std::move(reproduction));
}

}  // namespace tread::study
