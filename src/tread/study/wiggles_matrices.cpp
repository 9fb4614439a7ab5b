#include "tread/study/wiggles_matrices.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string_view>
#include <utility>

#include "tread/halfspace/bilinear_influence.hpp"
#include "tread/halfspace/influence.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/wiggles_row.hpp"

namespace tread::study {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int k_n = 41;  // cells; odd, so that one is in the middle
constexpr int k_middle = k_n / 2;

/// Where displacements of plane strain are zero, in cells: a thousand contacts away. A - A' does
/// not depend on it, and A⁻¹ A' hardly (see the rows on sums of columns).
constexpr double k_datum = 1000.0 * k_n;

/// E* = 1.
constexpr Compliance k_unit_modulus{1 / std::numbers::pi, 0, 0};

constexpr double k_one_cell = 1;       // c of figure 2
constexpr double k_small_step = 0.01;  // of figure 3

enum class Element { constant, bilinear };
enum class Shifted { exact, interpolated };  // A' itself, or (16) with c* = 1

std::string_view element_name(Element element) {
  return element == Element::constant ? "constant" : "bilinear";
}

double influence_at(double cells, Element element) {
  return element == Element::constant
             ? halfspace::strip_influence(cells, 1, k_datum, k_unit_modulus).xx
             : halfspace::bilinear_strip_influence(cells, 1, k_datum, k_unit_modulus).xx;
}

double shifted_influence_at(double cells, double c, Element element, Shifted shifted) {
  if (shifted == Shifted::exact) return influence_at(cells + c, element);
  return (1 - c) * influence_at(cells, element) + c * influence_at(cells + 1, element);
}

/// A' for a step of c cells; A for c = 0.
MatrixXd shifted_matrix(double c, Element element, Shifted shifted) {
  MatrixXd a(k_n, k_n);
  for (int i = 0; i < k_n; ++i) {
    for (int j = 0; j < k_n; ++j) a(i, j) = shifted_influence_at(i - j, c, element, shifted);
  }
  return a;
}

MatrixXd matrix(Element element) { return shifted_matrix(0, element, Shifted::exact); }

/// (A - A')/dq.
MatrixXd slip_matrix(double c, Element element, Shifted shifted = Shifted::exact) {
  return (matrix(element) - shifted_matrix(c, element, shifted)) / c;
}

/// A⁻¹ A'.
MatrixXd carried_over(double c, Element element, Shifted shifted) {
  return matrix(element).partialPivLu().solve(shifted_matrix(c, element, shifted));
}

std::vector<double> to_vector(const VectorXd& values) { return {values.begin(), values.end()}; }

/// Positions of cells, from the middle one.
std::vector<double> positions(int first, int last) {
  std::vector<double> cells;
  for (int i = first; i <= last; ++i) cells.push_back(i);
  return cells;
}

// ---- figures 2 and 3

int sign_changes(const VectorXd& values) {
  int n = 0;
  for (int i = 1; i < values.size(); ++i) n += values(i) * values(i - 1) < 0 ? 1 : 0;
  return n;
}

double variation_over_range(const VectorXd& values) {
  const auto n = values.size() - 1;
  return (values.tail(n) - values.head(n)).cwiseAbs().sum() /
         (values.maxCoeff() - values.minCoeff());
}

double condition_number(const MatrixXd& m) {
  const VectorXd singular = Eigen::JacobiSVD<MatrixXd>(m).singularValues();
  return singular(0) / singular(singular.size() - 1);
}

double diagonal_over_neighbours(const MatrixXd& m) {
  const auto others = m.row(k_middle).cwiseAbs();
  return std::abs(m(k_middle, k_middle)) /
         std::max(others.head(k_middle).maxCoeff(), others.tail(k_middle).maxCoeff());
}

/// |Σ_d D(d) e^{-ikd}| of (A - A')/dq on an endless row of cells, for waves from 60 cells long to
/// the sawtooth of two.
struct Spectrum {
  std::vector<double> wave_numbers;  // k dx
  std::vector<double> sizes;

  double largest_over_smallest() const {
    return *std::ranges::max_element(sizes) / *std::ranges::min_element(sizes);
  }
};

Spectrum spectrum_of_slip(double c, Element element, Shifted shifted = Shifted::exact) {
  // The terms fall as 1/d: a window that fades out takes the place of the endless rest, and is
  // right to (k n)⁻², three digits and more.
  constexpr int n = 1000;
  constexpr int n_waves = 120;
  std::vector<double> terms;
  for (int d = 1 - n; d < n; ++d) {
    const double fading = std::pow(std::cos(0.5 * std::numbers::pi * d / n), 2);
    const double a = influence_at(d, element);
    terms.push_back(fading * (a - shifted_influence_at(d, c, element, shifted)) / c);
  }
  Spectrum spectrum;
  for (int wave = 4; wave <= n_waves; ++wave) {
    const double k = std::numbers::pi * wave / n_waves;
    std::complex<double> sum = 0;
    for (int d = 1 - n; d < n; ++d) {
      sum += terms[static_cast<std::size_t>(d + n - 1)] * std::polar(1.0, -k * d);
    }
    spectrum.wave_numbers.push_back(k);
    spectrum.sizes.push_back(std::abs(sum));
  }
  return spectrum;
}

/// What the paper's text says of a figure.
struct Remarks {
  std::string_view diagonal;
  std::string_view spectrum;
  std::string_view inverse;
};

constexpr Remarks k_on_fig_2{"the other entry is the next cell's: A' is A moved by one cell",
                             "text: all frequencies are of similar size",
                             "text: the inverse behaves nicely"};
constexpr Remarks k_on_fig_3{
    "text: the diagonal is close to zero compared with the rest",
    "text: high frequencies dominate: they do in the inverse, since the displacement by a sawtooth "
    "of tractions is level at every cell centre and A - A' hardly feels it",
    "text: ripples, the inverse changing its sign from cell to cell"};

/// What there is to see in A - A' and its inverse.
struct MatrixNumbers {
  double diagonal = 0;        // over the largest other entry
  bool is_next_cell = false;  // that entry
  double spectrum = 0;        // largest over smallest
  double condition = 0;       // number
  int sign_changes = 0;       // along the inverse's middle column
  double variation = 0;       // of that column over its range
};

MatrixNumbers matrix_numbers(double c, Element element) {
  const MatrixXd slip = slip_matrix(c, element);
  const VectorXd inverse = slip.inverse().col(k_middle);
  const double next =
      std::max(std::abs(slip(k_middle, k_middle - 1)), std::abs(slip(k_middle, k_middle + 1)));
  const double diagonal = diagonal_over_neighbours(slip);
  const bool is_next = next * diagonal >= std::abs(slip(k_middle, k_middle)) * (1 - 1e-12);
  return {diagonal,
          is_next,
          spectrum_of_slip(c, element).largest_over_smallest(),
          condition_number(slip),
          sign_changes(inverse),
          variation_over_range(inverse)};
}

/// Whether the text on a figure holds: no entry, wave or cell stands out for whole cells; all of
/// them do for small steps.
struct Verdicts {
  bool diagonal = false;
  bool spectrum = false;
  bool inverse = false;
};

Verdicts verdicts_on(double c, const MatrixNumbers& n) {
  if (c == k_one_cell) return {n.is_next_cell, n.spectrum < 5, n.sign_changes <= 1};
  return {n.diagonal<0.1, n.spectrum> 20, n.sign_changes > 0.8 * k_n};
}

void add_matrix_rows(double c, Element element, const Remarks& remarks,
                     std::vector<ReproducedRow>& rows) {
  const MatrixNumbers numbers = matrix_numbers(c, element);
  const MatrixNumbers constant = matrix_numbers(c, Element::constant);
  const Verdicts holds = verdicts_on(c, constant);
  const auto add = [&](std::string_view what, double ours, double of_constant,
                       std::string_view claim, bool is_so) {
    const std::string why =
        element == Element::constant
            ? checked(claim, is_so)
            : fmt::format(
                  "text: bilinear elements show the same and are no improvement; {:.2g} "
                  "times that of constant ones",
                  ours / of_constant);
    rows.push_back(
        wiggles_row(fmt::format("{} elements: {}", element_name(element), what), ours, why));
  };
  add("diagonal over largest other entry of A - A'", numbers.diagonal, constant.diagonal,
      remarks.diagonal, holds.diagonal);
  add("largest over smallest of the spectrum", numbers.spectrum, constant.spectrum,
      remarks.spectrum, holds.spectrum);
  add("condition number of A - A'", numbers.condition, constant.condition, remarks.spectrum,
      holds.spectrum);
  add("sign changes along the inverse's middle column", numbers.sign_changes, constant.sign_changes,
      remarks.inverse, holds.inverse);
  add("variation of that column over its range", numbers.variation, constant.variation,
      remarks.inverse, holds.inverse);
}

void add_rows_on_the_cure(double c, std::vector<ReproducedRow>& rows) {
  const MatrixXd slip = slip_matrix(c, Element::constant, Shifted::interpolated);
  const MatrixNumbers whole = matrix_numbers(k_one_cell, Element::constant);
  const double spectrum =
      spectrum_of_slip(c, Element::constant, Shifted::interpolated).largest_over_smallest();
  const int changes = sign_changes(slip.inverse().col(k_middle));
  const std::string claim =
      "section 4: A - A' is then theta (A - A*), as well behaved as for one whole cell";
  rows.push_back(wiggles_row("interpolated A': largest over smallest of the spectrum", spectrum,
                             checked(claim, std::abs(spectrum / whole.spectrum - 1) < 1e-6)));
  rows.push_back(wiggles_row("interpolated A': sign changes along the inverse's middle column",
                             changes, checked(claim, changes == whole.sign_changes)));
}

ReproducedMap map_of(const MatrixXd& m, std::string name, std::string from, std::string to,
                     std::string quantity) {
  ReproducedMap map{std::move(name),
                    std::move(from),
                    std::move(to),
                    std::move(quantity),
                    Grid{k_n, k_n, -k_middle, -k_middle, 1, 1},
                    {}};
  for (int i = 0; i < k_n; ++i) {
    for (int j = 0; j < k_n; ++j) map.values.push_back(m(i, j));
  }
  return map;
}

void add_pictures(double c, Element element, Reproduction& reproduction) {
  const std::string name = fmt::format("{} elements", element_name(element));
  const MatrixXd slip = slip_matrix(c, element);
  const MatrixXd inverse = slip.inverse();
  const std::vector<double> cells = positions(-k_middle, k_middle);
  const auto marks = result::Mark::line_and_points;
  reproduction.curves.push_back({name, "cells from the loaded one", "E* (A - A') / dq", cells,
                                 to_vector(slip.col(k_middle)), marks});
  reproduction.curves.push_back({name, "cells from the one that slips",
                                 "inverse of E* (A - A') / dq", cells,
                                 to_vector(inverse.col(k_middle)), marks});
  reproduction.maps.push_back(
      map_of(slip, fmt::format("Matrix A - A', c = {}, {} elements", c, element_name(element)),
             "loaded cell J", "displaced cell I", "E* (A - A') / dq"));
  reproduction.maps.push_back(map_of(
      inverse, fmt::format("Inverse of A - A', c = {}, {} elements", c, element_name(element)),
      "cell J that slips", "loaded cell I", "inverse of E* (A - A') / dq"));
}

/// The same picture for both figures: what is flat shows beside what is not. With interpolation the
/// curve of one cell comes again, for every c.
void add_spectra(std::vector<ReproducedCurve>& curves) {
  for (const double c : {k_one_cell, k_small_step}) {
    for (const Element element : {Element::constant, Element::bilinear}) {
      const Spectrum spectrum = spectrum_of_slip(c, element);
      curves.push_back({fmt::format("c = {}, {} elements{}", c, element_name(element),
                                    c == k_one_cell ? " (interpolated A': any c)" : ""),
                        "wave number k dx", "spectrum of E* (A - A') / dq", spectrum.wave_numbers,
                        spectrum.sizes, result::Mark::line, result::Scale::logarithmic});
    }
  }
}

Reproduction matrices_for(double c, const Remarks& remarks, Observer& observer) {
  Reproduction reproduction;
  for (const Element element : {Element::constant, Element::bilinear}) {
    if (observer.stop_requested()) return {"", "", SolveStatus::stopped, {}, {}};
    add_matrix_rows(c, element, remarks, reproduction.rows);
    add_pictures(c, element, reproduction);
    observer.on_progress(element == Element::constant ? 0.4 : 0.8, element_name(element));
  }
  if (c < 1) add_rows_on_the_cure(c, reproduction.rows);
  add_spectra(reproduction.curves);
  observer.on_progress(1, "spectra");
  return reproduction;
}

// ---- figure 5

/// The middle cell's unit traction after so many steps of c cells.
VectorXd carried(double c, Element element, Shifted shifted, int n_steps = 1) {
  const MatrixXd step = carried_over(c, element, shifted);
  VectorXd traction = VectorXd::Unit(k_n, k_middle);
  for (int i = 0; i < n_steps; ++i) traction = step * traction;
  return traction;
}

double centre_of(const VectorXd& traction) {
  return traction.dot(VectorXd::LinSpaced(k_n, -k_middle, k_middle)) / traction.sum();
}

constexpr double k_visible = 0.01;  // of the traction before
constexpr double k_half_way = 0.6;  // c of the rows on other elements

int visible_cells(const VectorXd& traction) {
  return static_cast<int>((traction.array().abs() > k_visible).count());
}

void add_rows_on_the_shift(std::vector<ReproducedRow>& rows) {
  for (const Element element : {Element::constant, Element::bilinear}) {
    const VectorXd moved = carried(k_one_cell, element, Shifted::exact);
    const std::string name =
        fmt::format("c = {:g}, {} elements", k_one_cell, element_name(element));
    rows.push_back(wiggles_row(name + ": traction one cell on", moved(k_middle - 1),
                               "text: a one there and zeros everywhere else", 1.0));
    rows.push_back(
        wiggles_row(fmt::format("{}: cells with more than {:g} %", name, 100 * k_visible),
                    visible_cells(moved), "stated in the text, as above", 1.0));
  }
}

/// How many of the visible cells are negative, those at and one cell on left out.
int other_negative_cells(const VectorXd& traction) {
  int n = 0;
  for (int i = 0; i < k_n; ++i) {
    if (i != k_middle && i != k_middle - 1 && traction(i) < -k_visible) ++n;
  }
  return n;
}

void add_rows_on_smearing(std::vector<ReproducedRow>& rows) {
  for (const double c : {0.9, 0.8, 0.7, 0.6, 0.4, 0.2}) {
    const VectorXd moved = carried(c, Element::constant, Shifted::exact);
    const int n = visible_cells(moved);
    rows.push_back(wiggles_row(
        fmt::format("c = {}: largest traction after one step", c), moved.maxCoeff(),
        checked("text: non-zero values in several cells, also where nothing wiggles", n > 1)));
    rows.push_back(
        wiggles_row(fmt::format("c = {}: cells with more than {:g} %", c, 100 * k_visible), n,
                    fmt::format("{} of them beside the cell and the next one are negative",
                                other_negative_cells(moved))));
  }
  const double by_constant = carried(k_half_way, Element::constant, Shifted::exact).maxCoeff();
  const double by_bilinear = carried(k_half_way, Element::bilinear, Shifted::exact).maxCoeff();
  rows.push_back(wiggles_row(
      fmt::format("c = {}, bilinear elements: largest traction after one step", k_half_way),
      by_bilinear, checked("bilinear elements smear a little more", by_bilinear < by_constant)));
  rows.push_back(wiggles_row(
      fmt::format("c = {}, interpolated A': largest traction after one step", k_half_way),
      carried(k_half_way, Element::constant, Shifted::interpolated).maxCoeff(),
      "text: interpolation does not resolve the smoothing; here it is upwind transport, c moves on "
      "and the rest stays"));
  for (const auto& [c, n_steps] : {std::pair{1.0, 3}, {0.6, 5}, {0.2, 15}}) {
    for (const Shifted shifted : {Shifted::exact, Shifted::interpolated}) {
      if (c == 1 && shifted == Shifted::interpolated) continue;
      const double left = carried(c, Element::constant, shifted, n_steps).maxCoeff();
      const double after_one = carried(c, Element::constant, shifted).maxCoeff();
      const VectorXd end = carried(c, Element::constant, shifted, n_steps);
      rows.push_back(
          wiggles_row(fmt::format("c = {}{}: largest traction after three cells", c,
                                  shifted == Shifted::exact ? "" : ", interpolated A'"),
                      left,
                      c == 1 ? "nothing is smeared"
                             : checked("text: repetition increases the effect", left < after_one) +
                                   fmt::format(". {} cells carry more than {:g} %",
                                               visible_cells(end), 100 * k_visible)));
    }
  }
}

void add_rows_on_sums(std::vector<ReproducedRow>& rows) {
  for (const double c : {1.0, 0.6, 0.01}) {
    const VectorXd sums =
        carried_over(c, Element::constant, Shifted::exact).colwise().sum().transpose();
    const auto departure = [](const auto& values) { return (values.array() - 1).abs().maxCoeff(); };
    rows.push_back(wiggles_row(fmt::format("c = {}: sum of the middle column", c), sums(k_middle),
                               "text: columns sum to one for all c", 1.0));
    rows.push_back(
        wiggles_row(fmt::format("c = {}: sum of a column, largest departure from one", c),
                    departure(sums.tail(k_n - 1)),
                    "the first column left out, whose traction leaves the contact. A sum is the "
                    "displacement c cells before the loaded one under a flat punch that moves all "
                    "cell centres by one: exactly one for whole cells, a ripple near the ends "
                    "of the contact for others, which falls as the datum of plane strain moves "
                    "away, by its logarithm"));
  }
  const double centre = centre_of(carried(k_half_way, Element::constant, Shifted::exact));
  rows.push_back(wiggles_row(
      fmt::format("c = {}: where the weight is, in cells", k_half_way), centre,
      checked("text: between the cell and the next one on", centre < 0 && centre > -1) +
          fmt::format(", {:.2g} cells from c cells on", std::abs(centre + k_half_way))));
}

constexpr int k_first_shown = -7;
constexpr int k_last_shown = 4;

void add_shown(std::string name, std::string y_label, const VectorXd& traction,
               std::vector<ReproducedCurve>& curves) {
  const VectorXd shown =
      traction.segment(k_middle + k_first_shown, k_last_shown - k_first_shown + 1);
  curves.push_back({std::move(name), "x / dx", std::move(y_label),
                    positions(k_first_shown, k_last_shown), to_vector(shown),
                    result::Mark::line_and_points});
}

void add_curves_of_one_step(const std::string& y_label, Element element, Shifted shifted,
                            std::vector<ReproducedCurve>& curves) {
  add_shown("before", y_label, VectorXd::Unit(k_n, k_middle), curves);
  for (const double c : {1.0, 0.8, 0.6, 0.4, 0.2}) {
    add_shown(fmt::format("c = {}", c), y_label, carried(c, element, shifted), curves);
  }
}

void add_curves_after_three_cells(std::vector<ReproducedCurve>& curves) {
  const std::string y_label = "traction after three cells";
  add_shown("before", y_label, VectorXd::Unit(k_n, k_middle), curves);
  for (const auto& [c, n_steps] : {std::pair{1.0, 3}, {0.6, 5}, {0.2, 15}}) {
    add_shown(fmt::format("c = {}", c), y_label,
              carried(c, Element::constant, Shifted::exact, n_steps), curves);
  }
  for (const auto& [c, n_steps] : {std::pair{0.6, 5}, {0.2, 15}}) {
    add_shown(fmt::format("c = {}, interpolated A'", c), y_label,
              carried(c, Element::constant, Shifted::interpolated, n_steps), curves);
  }
}

}  // namespace

Reproduction wiggles_fig_2(Observer& observer) {
  return matrices_for(k_one_cell, k_on_fig_2, observer);
}

Reproduction wiggles_fig_3(Observer& observer) {
  return matrices_for(k_small_step, k_on_fig_3, observer);
}

Reproduction wiggles_fig_5(Observer& observer) {
  Reproduction reproduction;
  if (observer.stop_requested()) {
    reproduction.status = SolveStatus::stopped;
    return reproduction;
  }
  add_rows_on_the_shift(reproduction.rows);
  add_rows_on_smearing(reproduction.rows);
  add_rows_on_sums(reproduction.rows);
  add_curves_of_one_step("traction after one step, constant elements", Element::constant,
                         Shifted::exact, reproduction.curves);
  add_curves_of_one_step("traction after one step, bilinear elements", Element::bilinear,
                         Shifted::exact, reproduction.curves);
  add_curves_of_one_step("traction after one step, interpolated A'", Element::constant,
                         Shifted::interpolated, reproduction.curves);
  add_curves_after_three_cells(reproduction.curves);
  observer.on_progress(1, "one loaded cell");
  return reproduction;
}

}  // namespace tread::study
