#include "tread/study/thesis_chapter_6.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "tread/core/shape.hpp"
#include "tread/reference/hertz_impact.hpp"
#include "tread/study/drop.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/thesis_numbers.hpp"

namespace tread::study {
namespace {

constexpr double k_falling_radius = 0.1;         // m
constexpr double k_fall_height = 1;              // m
constexpr double k_mass_in_text = 10;            // kg
constexpr double k_density_in_listing = 0.91e6;  // kg/m³: meant as g/m³
constexpr double k_modulus_in_listing = 1.5e8;   // Pa
constexpr double k_bounce_step = 1e-3;           // s

double mass_of_listing() {
  return 4.0 / 3 * std::numbers::pi * k_falling_radius * k_falling_radius * k_falling_radius *
         k_density_in_listing;
}

/// Rigid ball. nu = 0.5 in the listing A.2; the text of 6.3 tells none for its table.
constexpr double k_poisson_in_listing = 0.5;
constexpr double k_poisson_of_table = 0.3;
BodyPair ball_on(double young_modulus, double poisson_ratio) {
  return {Material::rigid(), Material::from_young(young_modulus, poisson_ratio)};
}

HertzLaw hertz_on(double young_modulus, double poisson_ratio = k_poisson_in_listing) {
  return {4.0 / 3 * contact_modulus(ball_on(young_modulus, poisson_ratio)) *
          std::sqrt(k_falling_radius)};
}

DropOutcome bounce(ContactLaw& law, double mass, const std::string& scheme, double step, double end,
                   Observer& observer) {
  DropOptions options;
  options.scheme.name = scheme;
  options.end_time = end;
  options.step = step;
  options.observer = &observer;
  return run_drop({mass, k_thesis_gravity, k_fall_height, 0}, law, options);
}

/// A scheme that runs away tells its energy up to there: that is a result. Only a stop is none.
SolveStatus told_status(SolveStatus status) {
  return status == SolveStatus::stopped ? status : SolveStatus::converged;
}

/// Passes on a part of the whole progress.
class EqualPartObserver : public Observer {
 public:
  EqualPartObserver(Observer& outer, int part, int n_parts)
      : outer_(outer), part_(part), n_parts_(n_parts) {}
  void on_progress(double fraction, std::string_view what) override {
    outer_.on_progress((part_ + fraction) / n_parts_, what);
  }
  bool stop_requested() override { return outer_.stop_requested(); }

 private:
  Observer& outer_;
  int part_;
  int n_parts_;
};

/// "E = 1.5e+08 Pa, m = 10 kg, dt = 1 ms".
std::string listed_ball(double mass, double step) {
  return fmt::format("E = {:g} Pa, m = {:.0f} kg, dt = {:g} ms", k_modulus_in_listing, mass,
                     1e3 * step);
}

ReproducedCurve over_time(std::string name, std::string quantity, const DropHistory& history,
                          const std::vector<double>& values) {
  return {std::move(name), "time [s]", std::move(quantity), history.time, values};
}

void add_energies(const DropHistory& h, Reproduction& out) {
  const char* label = "energy [J]";
  out.curves.push_back(over_time("kinetic", label, h, h.kinetic));
  out.curves.push_back(over_time("gravitational", label, h, h.gravitational));
  out.curves.push_back(over_time("elastic", label, h, h.elastic));
  out.curves.push_back(over_time("total", label, h, h.total()));
}

// ---- figure 5.1

/// Edge of the stability region of the formula of an order: where a root of modulus one appears,
/// z(theta) = sum_k (1 - e^(-i theta))^k / k.
std::complex<double> bdf_edge(int order, double theta) {
  const std::complex<double> difference = 1.0 - std::polar(1.0, -theta);
  std::complex<double> power = 1;
  std::complex<double> sum = 0;
  for (int k = 1; k <= order; ++k) {
    power *= difference;
    sum += power / static_cast<double>(k);
  }
  return sum;
}

/// Half the opening of the wedge about the negative real axis that is stable, in degrees.
double stable_angle(int order) {
  constexpr int k_points = 200'000;
  double angle = 90;
  for (int i = 1; i < k_points; ++i) {
    const std::complex<double> z = bdf_edge(order, std::numbers::pi * i / k_points);
    if (z.real() >= -1e-12) continue;
    angle = std::min(angle, std::atan2(std::abs(z.imag()), -z.real()) * 180 / std::numbers::pi);
  }
  return angle;
}

// ---- table 6.1

struct TableRow {
  const char* name;
  const char* scheme;
  std::array<double, 3> paper;  // E = 2e7, 2e9, 2e11 Pa
};

constexpr std::array k_table{
    TableRow{"Forward Euler", "forward_euler", {3.925, 71.96, 268.7}},
    TableRow{"Backward Euler", "backward_euler", {-0.764, -0.9998, -0.9999}},
    TableRow{"Verlet", "position_verlet", {1.091e-3, 9.432e-4, -0.186}},
    TableRow{"Leapfrog", "leapfrog", {2.127e-5, 6.197e-4, -0.207}},
    TableRow{"Newmark", "newmark", {-1.733e-5, -2.011e-3, -0.0332}},
    TableRow{"BDF3", "bdf_3", {-5.557e-4, 0.1186, 2.401}},
    TableRow{"Radau3", "radau_ia_3", {-2.676e-5, 5.603e-3, -0.745}},
    TableRow{"RK4", "rk4", {8.160e-4, 0.212, 1e10}},
    TableRow{"Radau5", "radau_ia_5", {1.581e-6, 4.333e-4, -0.116}},
};
constexpr std::array k_ground_moduli{2e7, 2e9, 2e11};
constexpr double k_table_end = 10;  // s

/// Of a ball that falls on a modulus of the table, s, and in steps of the table.
std::string contact_in_steps(double young_modulus, double mass) {
  const auto impact = reference::hertz_impact(
      mass, std::sqrt(2 * k_thesis_gravity * k_fall_height), k_falling_radius,
      contact_modulus(ball_on(young_modulus, k_poisson_of_table)));
  return fmt::format("Hertz' impact lasts {:.3g} ms, {:.3g} steps", 1e3 * impact.contact_time,
                     impact.contact_time / k_bounce_step);
}

/// Why the numbers of one scheme cannot be those of the paper.
std::string reason(const TableRow& row, double young_modulus, double weighed) {
  const std::string mass = fmt::format(
      "m = {:.0f} kg {}: {}.", weighed,
      weighed == k_mass_in_text ? "as the text says"
                                : "follows from the listing A.2, whose density is in g/m3",
      contact_in_steps(young_modulus, weighed));
  const std::string measured =
      fmt::format("argest of the steps in the air, nu = {:g}.", k_poisson_of_table);
  const std::string name = row.scheme;
  if (name == "rk4") return mass + " The true RK4; the listing's is another, see its own rows.";
  if (name == "position_verlet" || name == "leapfrog" || name == "newmark" ||
      name == "radau_ia_5") {
    return mass +
           " What each bounce leaves depends on where in a step it begins, in sign as well; l" +
           measured;
  }
  return mass + " L" + measured;
}

/// The RK4 of the listing A.2, which takes the stages of a step from those of the step before.
/// Returns the largest relative change of the energy in the air.
double listed_rk4(const HertzLaw& law, double mass, double end) {
  ContactLaw contact = law;
  const auto acceleration = [&](double z) {
    return contact_force(contact, -z) / mass - k_thesis_gravity;
  };
  constexpr std::array parts{0.0, 0.5, 0.5, 1.0};  // of the stage before, in each stage
  constexpr std::array weights{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  std::array<double, 4> kz{};
  std::array<double, 4> kv{};
  double z = k_fall_height;
  double v = 0;
  double largest = 0;
  const auto n_steps = std::lround(end / k_bounce_step);
  for (long step = 0; step < n_steps; ++step) {
    const auto old_kz = kz;
    const auto old_kv = kv;
    for (std::size_t i = 0; i < kz.size(); ++i) {
      const std::size_t before = i == 0 ? 0 : i - 1;
      kz[i] = v + k_bounce_step * parts[i] * old_kv[before];
      kv[i] = acceleration(z + k_bounce_step * parts[i] * old_kz[before]);
    }
    for (std::size_t i = 0; i < kz.size(); ++i) {
      z += k_bounce_step * weights[i] * kz[i];
      v += k_bounce_step * weights[i] * kv[i];
    }
    const double change =
        (v * v / 2 + k_thesis_gravity * z) / (k_thesis_gravity * k_fall_height) - 1;
    if (z > 0 && std::abs(change) > std::abs(largest)) largest = change;
  }
  return largest;
}

void add_listed_rk4(double end, Reproduction& out) {
  const auto& paper = std::ranges::find(k_table, std::string_view("RK4"), &TableRow::name)->paper;
  for (std::size_t i = 0; i < k_ground_moduli.size(); ++i) {
    for (const double mass : {k_mass_in_text, mass_of_listing()}) {
      const double gained = listed_rk4(hertz_on(k_ground_moduli[i], k_poisson_of_table), mass, end);
      out.rows.push_back(
          {fmt::format("RK4 as listed, E = {:.0e} Pa, m = {:.0f} kg", k_ground_moduli[i], mass),
           paper[i], gained, "",
           fmt::format("all stages from the step before, as A.2 has it: not RK4; {:.2g} times what "
                       "is printed",
                       gained / paper[i])});
    }
  }
}

}  // namespace

Reproduction thesis_fig_5_1(Observer&) {
  constexpr int k_points = 400;
  Reproduction out;
  for (int order = 1; order <= 6; ++order) {
    ReproducedCurve curve{
        fmt::format("BDF{}", order), "real part of lambda h", "imaginary part", {}, {}};
    double least = 0;
    for (int i = 0; i <= k_points; ++i) {
      const std::complex<double> z = bdf_edge(order, 2 * std::numbers::pi * i / k_points);
      curve.x.push_back(z.real());
      curve.y.push_back(z.imag());
      least = std::min(least, z.real());
    }
    out.curves.push_back(std::move(curve));
    out.rows.push_back({fmt::format("BDF{}: half angle of the stable wedge", order),
                        order <= 2 ? std::optional(90.0) : std::nullopt, stable_angle(order), "deg",
                        order <= 2
                            ? "the text calls the first two A-stable: the whole left half-plane"
                            : fmt::format("its edge reaches {:.3f} into the left half-plane; the "
                                          "thesis prints no number",
                                          -least)});
  }
  return out;
}

Reproduction thesis_table_6_1(Observer& observer) {
  Reproduction out;
  constexpr int n_runs = static_cast<int>(k_table.size() * k_ground_moduli.size() * 2);
  int run = 0;
  for (const TableRow& row : k_table) {
    for (std::size_t i = 0; i < k_ground_moduli.size(); ++i) {
      for (const double mass : {k_mass_in_text, mass_of_listing()}) {
        EqualPartObserver part(observer, run++, n_runs);
        ContactLaw law = hertz_on(k_ground_moduli[i], k_poisson_of_table);
        const DropOutcome outcome = bounce(law, mass, row.scheme, k_bounce_step, k_table_end, part);
        if (told_status(outcome.status) != SolveStatus::converged) {
          return {.name = {}, .title = {}, .status = outcome.status, .rows = {}, .curves = {}};
        }
        out.rows.push_back(
            {fmt::format("{}, E = {:.0e} Pa, m = {:.0f} kg", row.name, k_ground_moduli[i], mass),
             row.paper[i], outcome.energy_change_in_air, "",
             reason(row, k_ground_moduli[i], mass)});
      }
    }
  }
  add_listed_rk4(k_table_end, out);
  return out;
}

Reproduction thesis_fig_6_1(Observer& observer) {
  ContactLaw law = hertz_on(k_modulus_in_listing);
  const DropOutcome run = bounce(law, mass_of_listing(), "radau_ia_5", k_bounce_step, 5, observer);
  Reproduction out;
  out.status = told_status(run.status);
  if (out.status != SolveStatus::converged) return out;
  out.curves.push_back(over_time("Radau5", "height [m]", run.history, run.history.height));
  out.rows = {
      {"first touch", std::nullopt, run.touch_downs.front().time, "s",
       fmt::format("sqrt(2 z0/g) = {:.4f} s; the text's t0 = sqrt(2 z0) lacks g. E and m of "
                   "the figure are those of the listing A.2",
                   std::sqrt(2 * k_fall_height / k_thesis_gravity))},
      {"contact time", std::nullopt, run.contact_time(), "s",
       listed_ball(mass_of_listing(), k_bounce_step)},
      {"height after the first bounce", 1.0, run.tops.front().height, "m",
       "the text: without damping the ball comes back to where it was"}};
  return out;
}

Reproduction thesis_fig_6_2(Observer& observer) {
  ContactLaw law = hertz_on(k_modulus_in_listing);
  const DropOutcome run = bounce(law, mass_of_listing(), "radau_ia_5", k_bounce_step, 5, observer);
  Reproduction out;
  out.status = told_status(run.status);
  if (out.status != SolveStatus::converged) return out;
  add_energies(run.history, out);
  const double largest = *std::ranges::max_element(run.history.elastic);
  out.rows = {{"largest change of the total energy, relative", 0.0, run.largest_energy_change, "",
               "the text: the total stays constant"},
              {"largest elastic energy over m g z0", std::nullopt,
               largest / (mass_of_listing() * k_thesis_gravity * k_fall_height), "",
               "more than one by what gravity adds on the way down into the ground"}};
  return out;
}

Reproduction thesis_fig_6_3(Observer& observer) {
  const double softest = k_ground_moduli.front();
  ContactLaw law = hertz_on(softest, k_poisson_of_table);
  const DropOutcome run =
      bounce(law, mass_of_listing(), "forward_euler", k_bounce_step, k_table_end, observer);
  Reproduction out;
  out.status = told_status(run.status);
  if (out.status != SolveStatus::converged) return out;
  add_energies(run.history, out);
  out.rows = {{fmt::format("energy gained in {:g} s, relative", k_table_end),
               k_table.front().paper.front(), run.largest_energy_change, "",
               fmt::format("table 6.1 for E = {:g} Pa; the figure does not tell its modulus. m = "
                           "{:.0f} kg",
                           softest, mass_of_listing())}};
  return out;
}

namespace {

/// The ball on the mesh of the listing A.2 (11 x 11 elements of 10 mm), or on a fine one around the
/// contact.
GridLaw grid_law(int n, double size) {
  const Grid grid = centred_grid(n, n, size, size);
  return GridLaw({grid, ball_on(k_modulus_in_listing, k_poisson_in_listing),
                  undeformed_distance(Sphere{k_falling_radius}, grid)},
                 {.tolerance = 1e-10}, GridLaw::Edge::refuse);
}

constexpr int k_ball_elements = 60;   // a side
constexpr double k_fine_step = 1e-4;  // s

struct SixFour {
  const char* name;
  const char* scheme;
};
constexpr std::array k_six_four{SixFour{"Verlet", "position_verlet"},
                                SixFour{"Forward Euler", "forward_euler"},
                                SixFour{"Radau5", "radau_ia_5"}};

}  // namespace

Reproduction thesis_fig_6_4(Observer& observer) {
  constexpr double k_end = 1;
  Reproduction out;
  int part = 0;
  for (const auto& [name, scheme] : k_six_four) {
    ContactLaw hertz = hertz_on(k_modulus_in_listing);
    ContactLaw solver = grid_law(k_ball_elements, 0.07);
    EqualPartObserver first(observer, part++, 6);
    const DropOutcome by_hertz = bounce(hertz, k_mass_in_text, scheme, k_fine_step, k_end, first);
    EqualPartObserver second(observer, part++, 6);
    const DropOutcome by_solver =
        bounce(solver, k_mass_in_text, scheme, k_fine_step, k_end, second);
    for (const DropOutcome* run : {&by_hertz, &by_solver}) {
      if (told_status(run->status) != SolveStatus::converged) {
        return {.name = {}, .title = {}, .status = run->status, .rows = {}, .curves = {}};
      }
    }
    out.curves.push_back(over_time(fmt::format("{}, Hertz", name), "height [m]", by_hertz.history,
                                   by_hertz.history.height));
    out.curves.push_back(over_time(fmt::format("{}, contact solver", name), "height [m]",
                                   by_solver.history, by_solver.history.height));
    out.rows.push_back(
        {fmt::format("{}: largest force, solver over Hertz", name), std::nullopt,
         by_solver.max_force / by_hertz.max_force, "",
         fmt::format("{0} x {0} elements and a true sphere against Hertz' paraboloid; {1}; "
                     "{2:.0f} kg press beyond the listing's grid",
                     k_ball_elements, listed_ball(k_mass_in_text, k_fine_step),
                     mass_of_listing())});
    const double by_formula = by_hertz.final_energy_change;
    out.rows.push_back({fmt::format("{}: energy after the bounce, Hertz, relative", name),
                        std::nullopt, by_formula, "",
                        by_formula > 0.01    ? "gains energy"
                        : by_formula < -0.01 ? "loses energy"
                                             : "keeps its energy"});
    out.rows.push_back({fmt::format("{}: energy after the bounce, solver, relative", name),
                        std::nullopt, by_solver.final_energy_change, "",
                        checked("the same scheme behaves the same with the contact solver",
                                std::abs(by_solver.final_energy_change - by_formula) <
                                    0.1 * std::abs(by_formula) + 0.01)});
  }
  return out;
}

Reproduction thesis_fig_6_5(Observer& observer) {
  ContactLaw law = grid_law(k_ball_elements, 0.1);
  const DropOutcome run =
      bounce(law, k_mass_in_text, "position_verlet", k_fine_step, 0.5, observer);
  Reproduction out;
  out.status = told_status(run.status);
  if (out.status != SolveStatus::converged) return out;
  auto& grid = std::get<GridLaw>(law);
  const double approach = -run.deepest.height;
  const contact::NormalSolution& solution = grid.at(approach, contact::Derivative::none);
  std::vector<double> surface(solution.displacement.size());
  std::ranges::transform(solution.displacement, surface.begin(), [](double u) { return -u; });
  out.maps.push_back({"Surface of the half-space when the ball is deepest", "x [m]", "y [m]",
                      "height [m]", grid.problem().grid, std::move(surface)});
  out.rows = {
      {"deepest approach", std::nullopt, approach, "m",
       fmt::format("Verlet, {}; the thesis prints no number",
                   listed_ball(k_mass_in_text, k_fine_step))},
      {"time of the deepest approach", std::nullopt, run.deepest.time, "s", "quasi-static"},
      {"force", std::nullopt, solution.force, "N",
       fmt::format("contact solver, {0} x {0} elements", k_ball_elements)},
      {"radius of the contact", std::nullopt, std::sqrt(solution.contact_area / std::numbers::pi),
       "m", "from the area of the elements in contact"}};
  return out;
}

}  // namespace tread::study
