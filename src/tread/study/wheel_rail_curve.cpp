#include "tread/study/wheel_rail_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "tread/integrate/scheme.hpp"
#include "tread/study/load_transfer.hpp"
#include "tread/study/part_observer.hpp"
#include "tread/study/wheel_rail_curve_run.hpp"

namespace tread::study {
namespace {

using profile::Side;
using running::RunRecord;
using running::VehicleRun;
using wheel_rail::WheelForces;

constexpr double k_paper_bogacki_shampine = 31814;  // contact problems a side, table 5
constexpr double k_paper_dormand_prince = 45710;

/// A quantity of the comparison.
struct ComparedQuantity {
  std::string what;
  std::string unit;
  CurveValue value;
  std::string plot;  // label of its picture; empty: none
};

std::vector<ComparedQuantity> compared_quantities(running::RunningVehicle& wagon) {
  std::vector<ComparedQuantity> all;
  all.push_back({"lateral displacement of the wheelset", "m", lateral_of_wheelset(),
                 "lateral displacement of the wheelset, to the right [m]"});
  all.push_back({"lateral displacement of the car body", "m", lateral_of_car_body(wagon),
                 "lateral displacement of the car body, to the right [m]"});
  for (const Side side : {Side::left, Side::right}) {
    const std::string wheel = side == Side::left ? "left wheel" : "right wheel";
    all.push_back({"Y of the " + wheel, "N", of_wheel(side, &WheelForces::y),
                   fmt::format("lateral force Y of the {}, outwards [N]", wheel)});
    all.push_back({"Q of the " + wheel, "N", of_wheel(side, &WheelForces::q),
                   fmt::format("vertical force Q of the {} [N]", wheel)});
    all.push_back({"contact on the " + wheel, "m", of_wheel(side, &WheelForces::wheel_y), ""});
    all.push_back({fmt::format("contact on the {} rail", side == Side::left ? "left" : "right"),
                   "m", of_wheel(side, &WheelForces::rail_y), ""});
    all.push_back(
        {"T gamma of the " + wheel, "J/m", of_wheel(side, &WheelForces::dissipation), ""});
  }
  return all;
}

void add_quantity(const ComparedQuantity& quantity, const CurveRun& semi, const CurveRun& half,
                  double steady_length, Reproduction& out) {
  const double still = quantity.value(semi.steady);
  const double semi_mean = mean_of_end(semi.run, steady_length, quantity.value);
  const double half_mean = mean_of_end(half.run, steady_length, quantity.value);
  const double half_still = quantity.value(half.steady);
  out.rows.push_back(
      {quantity.what + ", quasi-static", std::nullopt, still, quantity.unit,
       fmt::format("semi-elastic contact; with half-spaces {:.5g} {}", half_still, quantity.unit)});
  out.rows.push_back({quantity.what + ", semi-elastic run", std::nullopt, semi_mean, quantity.unit,
                      fmt::format("mean over the last {:g} m; {} the quasi-static", steady_length,
                                  against(semi_mean, still))});
  out.rows.push_back({quantity.what + ", half-space run", std::nullopt, half_mean, quantity.unit,
                      fmt::format("{} the semi-elastic run; {} its own quasi-static",
                                  against(half_mean, semi_mean), against(half_mean, half_still))});
  if (quantity.plot.empty()) return;
  for (const CurveRun* run : {&semi, &half}) {
    out.curves.push_back({run->name, k_curve_distance, quantity.plot, distances_of(run->run),
                          history_of(run->run, quantity.value)});
  }
  const double end = semi.run.records.back().distance;
  out.curves.push_back({"quasi-static",
                        k_curve_distance,
                        quantity.plot,
                        {end - steady_length, end},
                        {still, still}});
}

// ---- pictures of contact areas ----

void add_all_areas(const CurveRun& run, Reproduction& out) {
  using enum TouchedSurface;
  for (const Side side : {Side::left, Side::right}) {
    for (const TouchedSurface surface : {wheel, rail}) {
      const std::string label =
          fmt::format("contact area on the {} {}, {} [m]", side == Side::left ? "left" : "right",
                      surface == wheel ? "wheel" : "rail", run.name);
      for (ReproducedCurve& curve : area_curves(run.touched, side, surface, label)) {
        out.curves.push_back(std::move(curve));
      }
    }
  }
}

void add_second_contact(const CurveRun& run, Reproduction& out) {
  const SecondContact second = second_contact(run.touched, Side::left, TouchedSurface::wheel);
  const std::string name = run.name + " run";
  out.rows.push_back({"second contact on the left wheel over, " + name, std::nullopt, second.length,
                      "m",
                      "of the way; the paper has two contacts on the outer wheel, and no numbers"});
  if (second.length == 0) return;
  out.rows.push_back({"second contact on the left wheel from, " + name, std::nullopt, second.from,
                      "m", "distance"});
  out.rows.push_back({"second contact on the left wheel to, " + name, std::nullopt, second.to, "m",
                      fmt::format("distance; the contact towards the flange has up to {:.3g} % of "
                                  "the force while there are two, and all of it afterwards",
                                  100 * second.largest_share)});
}

// ---- loads ----

void add_loads(const LoadTransfer& transfer, Reproduction& out) {
  const double half = transfer.half_axle_load;
  const double upright = transfer.shares[0].load;
  const double shifted = upright + transfer.shift_by_hand;
  const double rolled = shifted + transfer.shares[2].load;
  out.rows.push_back({"secondary shift by hand", std::nullopt, -transfer.estimated_shift, "m",
                      "springs and stop under the car body's lateral force alone; outwards"});
  out.rows.push_back({"secondary shift, quasi-static", std::nullopt, -transfer.stop_displacement,
                      "m", "at the stop: the roll of body and bogie counts as well"});
  const auto add_both = [&](const std::string& how, double load, const std::string& why) {
    out.rows.push_back(
        {"Q of the left wheel by hand, " + how, std::nullopt, half + load, "N", why});
    out.rows.push_back(
        {"Q of the right wheel by hand, " + how, std::nullopt, half - load, "N", "likewise"});
  };
  add_both("bodies in the middle", upright, "lateral acceleration at the heights of the data");
  add_both("car body shifted", shifted, "by the shift found by hand");
  add_both("car body shifted and rolled", rolled,
           fmt::format("on its secondary springs. The contacts carry {:.2f} kN more: an estimate "
                       "by hand leaves out the primary springs, the wheelset's shift, where the "
                       "wheels touch, and the gyroscopic moment",
                       1e-3 * (transfer.solved - rolled)));
  for (const LoadShare& share : transfer.shares) {
    out.rows.push_back(
        {"load transfer by " + share.what, std::nullopt, share.load, "N", share.why});
  }
  out.rows.push_back({"load transfer, rest", std::nullopt, transfer.rest, "N",
                      "of small angles and of the solution's tolerance"});
  out.rows.push_back({"load transfer, all of it", std::nullopt, transfer.solved, "N",
                      fmt::format("(Q left - Q right)/2 of the quasi-static contacts; the car "
                                  "body's centre of mass is {:.1f} mm off the middle",
                                  -1e3 * transfer.body_displacement)});
}

void add_curve_work(const CurveRun& run, Reproduction& out) {
  out.rows.push_back(
      {fmt::format("contact problems a wheel, {} run", run.name), std::nullopt,
       static_cast<double>(run.run.n_contact_problems) / 2, "",
       fmt::format("{} steps; {} problems did not converge; {:.3g} s of processor time",
                   run.run.counts.steps, run.run.n_unconverged, run.processor_time)});
}

}  // namespace

Reproduction wheel_rail_curve(const CurveNumerics& numerics, Observer& observer) {
  CurveRunSettings settings{.name = "semi-elastic",
                            .model = wheel_rail::semi_elastic(),
                            .integrator = hht(numerics.step, 1e-6),
                            .to = numerics.length};
  PartObserver first(observer, 0, 0.05, "semi-elastic contact");
  const CurveRun semi = run_curve(settings, first);
  if (semi.status() != SolveStatus::converged) return ended(semi.status());
  wheel_rail::HalfSpaceModelSettings half_space;
  half_space.grid.cells = numerics.cells;
  settings.name = "half-space";
  settings.model = half_space;
  settings.n_threads = numerics.n_threads;
  PartObserver second(observer, 0.05, 1, "half-space contact");
  const CurveRun half = run_curve(settings, second);
  if (half.status() != SolveStatus::converged) return ended(half.status());

  Reproduction out;
  for (const ComparedQuantity& quantity : compared_quantities(*semi.wagon)) {
    add_quantity(quantity, semi, half, numerics.steady, out);
  }
  add_loads(load_transfer(*semi.wagon, semi.curving, semi.end_time), out);
  for (const CurveRun* run : {&semi, &half}) {
    add_second_contact(*run, out);
    add_curve_work(*run, out);
    add_all_areas(*run, out);
  }
  return out;
}

// ---- integrators ----

namespace {

struct Integrator {
  CurveIntegrator how;
  std::optional<double> paper;  // contact problems a side
  std::string why;
};

std::array<Integrator, 4> integrators() {
  const CurveIntegrator fixed = dormand_prince_05();
  const CurveIntegrator damped = hht(1e-3);
  const auto steps = [](const CurveIntegrator& i) {
    return fmt::format("steps of {:g} ms", 1e3 * i.step);
  };
  integrate::SchemeSettings scheme;
  scheme.name = damped.scheme;
  return {
      {{dormand_prince(), k_paper_dormand_prince, curve_tolerances()},
       {bogacki_shampine(), k_paper_bogacki_shampine, curve_tolerances()},
       {fixed, std::nullopt, steps(fixed) + ", as table 7 has it for Simpack"},
       {damped, std::nullopt,
        fmt::format("{}, alpha = {:g}", steps(damped), integrate::alpha_numbers(scheme).alpha_f)}}};
}

}  // namespace

Reproduction wheel_rail_integrators(double length, Observer& observer) {
  constexpr double k_steady = 100;  // m
  const std::array<Integrator, 4> all = integrators();
  std::vector<CurveRun> runs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double part = 1.0 / static_cast<double>(all.size());
    PartObserver observed(observer, static_cast<double>(i) * part,
                          static_cast<double>(i + 1) * part, all[i].how.name);
    runs.push_back(run_curve({.name = all[i].how.name,
                              .model = wheel_rail::semi_elastic(),
                              .integrator = all[i].how,
                              .to = length},
                             observed));
    if (runs.back().status() != SolveStatus::converged) return ended(runs.back().status());
  }
  const CurveValue wheelset = lateral_of_wheelset();
  const CurveValue q_left = of_wheel(Side::left, &WheelForces::q);

  Reproduction out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Integrator& integrator = all[i];
    const VehicleRun& run = runs[i].run;
    out.rows.push_back(
        {"contact problems a side, " + integrator.how.name, integrator.paper,
         static_cast<double>(run.n_contact_problems) / 2, "",
         fmt::format("{}; {}", integrator.why,
                     integrator.paper ? "the paper's length and contact model are others"
                                      : "the paper has no number")});
    out.rows.push_back(
        {"steps, " + integrator.how.name, std::nullopt, static_cast<double>(run.counts.steps), "",
         fmt::format("from {:.3g} to {:.3g} ms", 1e3 * run.shortest_step, 1e3 * run.longest_step)});
    out.rows.push_back({"processor time, " + integrator.how.name, std::nullopt,
                        runs[i].processor_time, "s",
                        fmt::format("of this machine, for {:.3g} s", length / k_curve_speed)});
  }
  const VehicleRun& reference = runs[0].run;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double q = mean_of_end(runs[i].run, k_steady, q_left);
    const double y = mean_of_end(runs[i].run, k_steady, wheelset);
    out.rows.push_back({"Q of the left wheel, " + runs[i].name, std::nullopt, q, "N",
                        fmt::format("mean over the last {:g} m; {} the quasi-static one", k_steady,
                                    against(q, q_left(runs[i].steady)))});
    out.rows.push_back({"lateral displacement of the wheelset, " + runs[i].name, std::nullopt, y,
                        "m",
                        fmt::format("mean over the last {:g} m; {} the quasi-static one", k_steady,
                                    against(y, wheelset(runs[i].steady)))});
    if (i == 0) continue;
    const std::string from = " from Dormand-Prince 4(5), " + runs[i].name;
    out.rows.push_back({"wheelset, largest difference" + from, std::nullopt,
                        largest_difference(runs[i].run, reference, wheelset), "m",
                        "of the lateral displacement, at any place"});
    out.rows.push_back({"Q left, largest difference" + from, std::nullopt,
                        largest_difference(runs[i].run, reference, q_left), "N",
                        fmt::format("at any place: where contacts come and go the load rings; "
                                    "records are {:g} ms apart and joined by lines",
                                    1e3 * k_curve_record_interval)});
  }
  for (const CurveRun& run : runs) {
    out.curves.push_back({run.name, k_curve_distance,
                          "lateral displacement of the wheelset, to the right [m]",
                          distances_of(run.run), history_of(run.run, wheelset)});
  }
  return out;
}

Reproduction wheel_rail_curve(Observer& observer) {
  return wheel_rail_curve(CurveNumerics{}, observer);
}
Reproduction wheel_rail_integrators(Observer& observer) {
  return wheel_rail_integrators(CurveNumerics{}.length, observer);
}

}  // namespace tread::study
