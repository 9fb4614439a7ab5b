#include "three_span_reference.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tread::sweep {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using std::numbers::pi;

constexpr double k_highest_mode = 150;   // Hz, of those that are integrated
constexpr double k_deck_frequency = 30;  // Hz: EN 1990 A2.4.4.2.1(4), with 1.5 n0 and n3
constexpr double k_element = 1;          // m

/// Table 6.3: coaches N, their length D, distance of axles in a bogie d, force P.
struct HslmOfTable {
  int n;
  double coach;
  double bogie;
  double force;
};
constexpr std::array<HslmOfTable, 10> k_table_6_3{{{18, 18, 2.0, 170e3},
                                                   {17, 19, 3.5, 200e3},
                                                   {16, 20, 2.0, 180e3},
                                                   {15, 21, 3.0, 190e3},
                                                   {14, 22, 2.0, 170e3},
                                                   {13, 23, 2.0, 180e3},
                                                   {13, 24, 2.0, 190e3},
                                                   {12, 25, 2.5, 190e3},
                                                   {11, 26, 2.0, 210e3},
                                                   {11, 27, 2.0, 210e3}}};

/// Hermite's cubics of an element of length 1 m: left deflection and slope, right ones.
Eigen::Vector4d hermite(double s) {
  return {1 - 3 * s * s + 2 * s * s * s, k_element * (s - 2 * s * s + s * s * s),
          3 * s * s - 2 * s * s * s, k_element * (s * s * s - s * s)};
}

Eigen::Matrix4d element_stiffness(double ei) {
  const double h = k_element;
  Eigen::Matrix4d k;
  k << 12, 6 * h, -12, 6 * h,               //
      6 * h, 4 * h * h, -6 * h, 2 * h * h,  //
      -12, -6 * h, 12, -6 * h,              //
      6 * h, 2 * h * h, -6 * h, 4 * h * h;
  return ei / (h * h * h) * k;
}

Eigen::Matrix4d element_mass(double m) {
  const double h = k_element;
  Eigen::Matrix4d matrix;
  matrix << 156, 22 * h, 54, -13 * h,         //
      22 * h, 4 * h * h, 13 * h, -3 * h * h,  //
      54, 13 * h, 156, -22 * h,               //
      -13 * h, -3 * h * h, -22 * h, 4 * h * h;
  return m * h / 420 * matrix;
}

/// x'' + 2 zeta w x' + w^2 x = f, f linear within the step, exactly: the sum of the solution that
/// follows the force, a + b t, and of a free vibration.
struct Oscillator {
  double omega;
  double decay;
  double damped;
  double exponential;
  double cosine;
  double sine;
  double dt;

  Oscillator(double w, double zeta, double step)
      : omega(w),
        decay(zeta * w),
        damped(w * std::sqrt(1 - zeta * zeta)),
        exponential(std::exp(-decay * step)),
        cosine(std::cos(damped * step)),
        sine(std::sin(damped * step)),
        dt(step) {}

  void step(double f0, double f1, double& x, double& v) const {
    const double b = (f1 - f0) / (dt * omega * omega);
    const double a = (f0 - 2 * decay * b) / (omega * omega);
    const double c = x - a;
    const double s = (v - b + decay * c) / damped;
    const double free = exponential * (c * cosine + s * sine);
    const double rate = exponential * damped * (s * cosine - c * sine);
    x = a + b * dt + free;
    v = b + rate - decay * free;
  }
  double acceleration(double f, double x, double v) const {
    return f - 2 * decay * v - omega * omega * x;
  }
};

}  // namespace

std::vector<double> reference_hslm_axles(int number) {
  const HslmOfTable& row = k_table_6_3[static_cast<std::size_t>(number - 1)];
  // Figure 6.12 from the front: power car 3 + 11 + 3, 3.525 to the end coach, whose own bogie comes
  // first; coaches of length D from coupling to shared bogie to shared bogie ...
  std::vector<double> places{0, 3, 3 + 11, 3 + 11 + 3};
  const double coupling = places.back() + 3.525 / 2;
  places.push_back(coupling + 3.525 / 2);
  places.push_back(places.back() + row.bogie);
  double bogie = coupling;
  for (int i = 0; i <= row.n; ++i) {  // end coach, N coaches: a shared bogie behind each
    bogie += row.coach;
    places.push_back(bogie - row.bogie / 2);
    places.push_back(bogie + row.bogie / 2);
  }
  // ... and the same backwards.
  const double last = bogie + row.coach + coupling;
  for (const double from_behind :
       {coupling + 3.525 / 2 + row.bogie, coupling + 3.525 / 2, 17.0, 14.0, 3.0, 0.0}) {
    places.push_back(last - from_behind);
  }
  return places;
}

double reference_hslm_force(int number) {
  return k_table_6_3[static_cast<std::size_t>(number - 1)].force;
}

ReferenceBeam::ReferenceBeam(const ReferenceBridge& bridge, double step)
    : bridge_(bridge), step_(step) {
  supports_.push_back(0);
  for (const double span : bridge.spans) {
    supports_.push_back(supports_.back() + static_cast<int>(std::lround(span / k_element)));
  }
  n_nodes_ = supports_.back() + 1;
  int n = 0;
  for (int node = 0; node < n_nodes_; ++node) {
    const bool is_held = std::find(supports_.begin(), supports_.end(), node) != supports_.end();
    dof_.push_back(is_held ? -1 : n++);
    dof_.push_back(n++);
  }
  stiffness_ = MatrixXd::Zero(n, n);
  mass_ = MatrixXd::Zero(n, n);
  assemble();
  solve_modes();
  tabulate_influence();
}

void ReferenceBeam::assemble() {
  const Eigen::Matrix4d k = element_stiffness(bridge_.bending_stiffness);
  const Eigen::Matrix4d m = element_mass(bridge_.mass_per_length);
  for (int e = 0; e + 1 < n_nodes_; ++e) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const int row = dof(e + i / 2, i % 2);
        const int column = dof(e + j / 2, j % 2);
        if (row < 0 || column < 0) continue;
        stiffness_(row, column) += k(i, j);
        mass_(row, column) += m(i, j);
      }
    }
  }
}

void ReferenceBeam::solve_modes() {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(stiffness_, mass_);
  const VectorXd all = solver.eigenvalues().cwiseSqrt();
  Index n = 0;
  while (n < all.size() && all(n) <= 2 * pi * k_highest_mode) ++n;
  omega_ = all.head(n);
  shapes_ = solver.eigenvectors().leftCols(n);
  const double deck = std::max({k_deck_frequency, 1.5 * frequency(1), frequency(3)});
  for (Index i = 0; i < n; ++i) is_slow_.push_back(omega_(i) <= 2 * pi * deck * (1 + 1e-6));
}

double ReferenceBeam::frequency(int mode) const { return omega_(mode - 1) / (2 * pi); }

VectorXd ReferenceBeam::unit_load(double x) const {
  VectorXd load = VectorXd::Zero(stiffness_.rows());
  const int e = std::min(static_cast<int>(x / k_element), n_nodes_ - 2);
  const Eigen::Vector4d shape = hermite(x / k_element - e);
  for (int i = 0; i < 4; ++i) {
    const int at = dof(e + i / 2, i % 2);
    if (at >= 0) load(at) += shape(i);
  }
  return load;
}

void ReferenceBeam::tabulate_influence() {
  const auto add = [&](int node, int element, bool is_right) {
    sections_.push_back({node, element, is_right});
  };
  for (std::size_t s = 0; s < bridge_.spans.size(); ++s) {
    const int tenth = static_cast<int>(std::lround(bridge_.spans[s] / k_element / 10));
    for (int k = 0; k <= 10; ++k) {  // piers twice: before and behind
      const int node = supports_[s] + k * tenth;
      add(node, k == 10 ? node - 1 : node, k == 10);
    }
  }
  const auto n_sections = static_cast<Index>(sections_.size());
  const Index n_modes = omega_.size();
  const auto n_places = static_cast<Index>(std::lround((n_nodes_ - 1) * k_element / step_));
  const Eigen::Matrix4d k = element_stiffness(bridge_.bending_stiffness);
  const auto of_element = [&](const auto& all, int e) {
    Eigen::Vector4d own = Eigen::Vector4d::Zero();
    for (int i = 0; i < 4; ++i) {
      const int at = dof(e + i / 2, i % 2);
      if (at >= 0) own(i) = all(at);
    }
    return own;
  };
  // Forces that hold an element: down and along the slope w'. M = -EI w'', V = dM/dx.
  const auto moment_at = [](const Section& s, const Eigen::Vector4d& ends) {
    return s.is_right_end ? -ends(3) : ends(1);
  };
  const auto shear_at = [](const Section& s, const Eigen::Vector4d& ends) {
    return s.is_right_end ? ends(2) : -ends(0);
  };
  section_shapes_ = MatrixXd::Zero(n_sections, n_modes);
  section_moments_ = section_shapes_;
  section_shears_ = section_shapes_;
  for (Index s = 0; s < n_sections; ++s) {
    const Section& section = sections_[static_cast<std::size_t>(s)];
    const int at = dof(section.node, 0);
    if (at >= 0) section_shapes_.row(s) = shapes_.row(at);
    for (Index i = 0; i < n_modes; ++i) {
      const Eigen::Vector4d shape = of_element(shapes_.col(i), section.element);
      // The inertia of the element loads it, too.
      const Eigen::Vector4d ends =
          k * shape - omega_(i) * omega_(i) * element_mass(bridge_.mass_per_length) * shape;
      section_moments_(s, i) = moment_at(section, ends);
      section_shears_(s, i) = shear_at(section, ends);
    }
  }
  end_slopes_.resize(2, n_modes);
  end_slopes_.row(0) = shapes_.row(dof(0, 1));
  end_slopes_.row(1) = shapes_.row(dof(n_nodes_ - 1, 1));

  const Eigen::LLT<MatrixXd> factor(stiffness_);
  force_of_unit_.resize(n_places, n_modes);
  moment_of_unit_.resize(n_places, n_sections);
  shear_of_unit_.resize(n_places, n_sections);
  deflection_of_unit_ = MatrixXd::Zero(n_places, n_sections);
  for (Index p = 0; p < n_places; ++p) {
    const double x = (static_cast<double>(p) + 0.5) * step_;  // never at a node
    const VectorXd load = unit_load(x);
    const VectorXd at_rest = factor.solve(load);
    force_of_unit_.row(p) = load.transpose() * shapes_;
    const int loaded = static_cast<int>(x / k_element);
    for (Index s = 0; s < n_sections; ++s) {
      const Section& section = sections_[static_cast<std::size_t>(s)];
      const int at = dof(section.node, 0);
      if (at >= 0) deflection_of_unit_(p, s) = at_rest(at);
      Eigen::Vector4d ends = k * of_element(at_rest, section.element);
      if (section.element == loaded) ends -= hermite(x / k_element - loaded);
      moment_of_unit_(p, s) = moment_at(section, ends);
      shear_of_unit_(p, s) = shear_at(section, ends);
    }
  }
  const VectorXd flexibility = omega_.array().square().inverse();
  moment_of_unit_ -= force_of_unit_ * flexibility.asDiagonal() * section_moments_.transpose();
  shear_of_unit_ -= force_of_unit_ * flexibility.asDiagonal() * section_shears_.transpose();
}

void ReferenceBeam::load(int number) {
  const std::vector<double> axles = reference_hslm_axles(number);
  const double force = reference_hslm_force(number);
  const Index n_places = force_of_unit_.rows();
  const auto n_positions = n_places + static_cast<Index>(std::ceil(axles.back() / step_)) + 2;
  force_ = MatrixXd::Zero(n_positions, force_of_unit_.cols());
  moment_ = MatrixXd::Zero(n_positions, moment_of_unit_.cols());
  shear_ = moment_;
  MatrixXd deflection = moment_;
  const auto add = [&](Index first, double weight) {
    force_.middleRows(first, n_places) += weight * force_of_unit_;
    moment_.middleRows(first, n_places) += weight * moment_of_unit_;
    shear_.middleRows(first, n_places) += weight * shear_of_unit_;
    deflection.middleRows(first, n_places) += weight * deflection_of_unit_;
  };
  for (const double behind : axles) {  // between two positions: shared by both
    const double first = std::floor(behind / step_);
    const double part = behind / step_ - first;
    add(static_cast<Index>(first), (1 - part) * force);
    add(static_cast<Index>(first) + 1, part * force);
  }
  static_deflection_ = deflection.cwiseAbs().maxCoeff();
}

ReferenceExtremes ReferenceBeam::cross(double speed, double free_vibration) const {
  const double dt = step_ / speed;
  const Index n_modes = omega_.size();
  const Index n_forced = force_.rows();
  const auto n_free = static_cast<Index>(free_vibration / dt);
  MatrixXd x = MatrixXd::Zero(n_forced + n_free, n_modes);
  MatrixXd deck = x;
  for (Index i = 0; i < n_modes; ++i) {
    const Oscillator mode(omega_(i), bridge_.damping_ratio, dt);
    double at = 0;
    double v = 0;
    double before = 0;
    for (Index k = 0; k < n_forced + n_free; ++k) {
      const double now = k < n_forced ? force_(k, i) : 0;
      mode.step(before, now, at, v);
      before = now;
      x(k, i) = at;
      if (is_slow_[static_cast<std::size_t>(i)]) deck(k, i) = mode.acceleration(now, at, v);
    }
  }
  ReferenceExtremes peaks;
  const Index n_slow = std::count(is_slow_.begin(), is_slow_.end(), true);
  for (Index s = 0; s < section_shapes_.rows(); ++s) {
    const double place = sections_[static_cast<std::size_t>(s)].node * k_element;
    const VectorXd deflection = x * section_shapes_.row(s).transpose();
    peaks.deflection.look(deflection.cwiseAbs().maxCoeff(), place);
    const auto span = std::lower_bound(supports_.begin() + 1, supports_.end(), place / k_element);
    peaks.deflection_to_span.look(
        deflection.cwiseAbs().maxCoeff() / ((*span - *(span - 1)) * k_element), place);
    const VectorXd acceleration =
        deck.leftCols(n_slow) * section_shapes_.row(s).head(n_slow).transpose();
    peaks.deck_acceleration.look(acceleration.cwiseAbs().maxCoeff(), place);
    VectorXd moment = x * section_moments_.row(s).transpose();
    moment.head(n_forced) += moment_.col(s);
    peaks.moment.look(moment.cwiseAbs().maxCoeff(), place);
    VectorXd shear = x * section_shears_.row(s).transpose();
    shear.head(n_forced) += shear_.col(s);
    peaks.shear.look(shear.cwiseAbs().maxCoeff(), place);
  }
  for (const int end : {0, 1}) {
    const VectorXd slope = x * end_slopes_.row(end).transpose();
    peaks.end_rotation.look(slope.cwiseAbs().maxCoeff(), end * (n_nodes_ - 1) * k_element);
  }
  return peaks;
}

}  // namespace tread::sweep
