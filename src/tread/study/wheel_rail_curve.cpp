#include "tread/study/wheel_rail_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/profile/standard_profiles.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"
#include "tread/study/load_transfer.hpp"
#include "tread/study/processor_time.hpp"
#include "tread/study/vehicle_run_tables.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::study {
namespace {

using profile::Side;
using running::RunningVehicle;
using running::RunOptions;
using running::RunRecord;
using running::SteadyRunning;
using running::VehicleRun;
using wheel_rail::WheelForces;

constexpr double k_speed = 45;              // m/s
constexpr double k_record_interval = 4e-3;  // s
constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();
constexpr double k_paper_bogacki_shampine = 31814;  // contact problems a side, table 5
constexpr double k_paper_dormand_prince = 45710;
const char* const k_distance = "distance [m]";

/// Half-spaces leave a newton or so of the contact forces, 1e-3 m/s2 of the wheelset.
constexpr running::SteadyOptions k_still{.good_enough = 5e-3};

profile::WheelRailPair pair_of_curve() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

Reproduction ended(SolveStatus status) {
  return {.name = {}, .title = {}, .status = status, .rows = {}, .curves = {}};
}

running::State state_at(double time, const SteadyRunning& steady) {
  return {time, steady.position, steady.velocity, running::Vector()};
}

int body_y(RunningVehicle& wagon) {
  const vehicle::RailVehicleModel& model = wagon.model();
  return model.coordinate(model.find_body("car_body"), vehicle::Motion::y);
}

RunOptions implicit_options(double step, double length, Observer& observer) {
  RunOptions options;
  options.scheme.name = "hht_alpha";
  options.scheme.nonlinear.relative_tolerance = 1e-6;
  options.step = step;
  options.end_time = length / k_speed;
  options.record_interval = k_record_interval;
  options.observer = &observer;
  return options;
}

// ---- contact areas ----

/// Where a profile is touched, across.
struct Extent {
  double low = 0, high = 0;  // m
  double force = 0;          // N
};

/// One wheel and its rail.
struct Touched {
  std::vector<Extent> wheel;
  std::vector<Extent> rail;
};

/// From the field side to the flange. What touches closer than this is one contact.
void join(std::vector<Extent>& extents) {
  constexpr double k_together = 2e-3;  // m
  std::ranges::sort(extents, std::greater<>{}, &Extent::high);
  std::vector<Extent> contacts;
  for (const Extent& extent : extents) {
    if (contacts.empty() || extent.high < contacts.back().low - k_together) {
      contacts.push_back(extent);
      continue;
    }
    contacts.back().low = std::min(contacts.back().low, extent.low);
    contacts.back().force += extent.force;
  }
  extents = std::move(contacts);
}

void add_touched(const profile::ContactPoint& place, double low, double high, double force,
                 Touched& touched) {
  const double across = std::cos(place.angle);
  touched.wheel.push_back({place.wheel_y + across * low, place.wheel_y + across * high, force});
  touched.rail.push_back({place.rail_y + across * low, place.rail_y + across * high, force});
}

/// Ellipses of Hertz.
Touched touched_by_ellipses(const WheelForces& wheel) {
  Touched touched;
  for (const wheel_rail::PatchForces& patch : wheel.pair.patches) {
    add_touched(patch.place, -patch.semi_axis_y, patch.semi_axis_y, patch.normal_force, touched);
  }
  return touched;
}

/// Rows of cells under pressure: one patch of a half-space may touch at two places.
Touched touched_by_cells(const wheel_rail::HalfSpacePatches& patches) {
  Touched touched;
  for (const wheel_rail::SolvedPatch* part : patches.solved()) {
    const Grid& grid = part->problem.normal.grid;
    for (int j = 0; j < grid.ny; ++j) {
      double force = 0;
      for (int i = 0; i < grid.nx; ++i) {
        force += part->solution.normal.pressure[grid.index(i, j)] * grid.cell_area();
      }
      if (force <= 0) continue;
      const double right = -grid.y(j);  // the plane's y is to the left
      add_touched(part->patch.reference, right - grid.dy / 2, right + grid.dy / 2, force, touched);
    }
  }
  return touched;
}

// ---- one contact model ----

/// A run, and what a quasi-static calculation of the same model has at its end.
struct CurveRun {
  std::string name;
  std::unique_ptr<RunningVehicle> wagon;
  SteadyRunning curving;
  RunRecord steady;  // at it
  VehicleRun run;
  double processor_time = 0;  // s, of the run
  std::vector<Touched> left;  // of each record
  std::vector<Touched> right;

  const std::vector<Touched>& touched(Side side) const { return side == Side::left ? left : right; }

  SolveStatus status() const {
    return curving.status != SolveStatus::converged ? curving.status : run.status;
  }
};

/// Where the wheels touch at each record.
void find_touched(const wheel_rail::PairModelSettings& settings, CurveRun& run) {
  const auto* half_space = std::get_if<wheel_rail::HalfSpaceModelSettings>(&settings);
  std::optional<wheel_rail::HalfSpacePatches> left, right;
  if (half_space) left.emplace(pair_of_curve(), *half_space);
  if (half_space) right.emplace(pair_of_curve(), *half_space);
  wheel_rail::PairForces forces;
  for (const RunRecord& record : run.run.records) {
    if (half_space) {
      profile::WheelsetMotion motion;
      run.wagon->model().wheelset_motion(0, record.time, record.position, record.velocity, motion);
      left->evaluate(mirrored(motion), forces);
      right->evaluate(motion, forces);
      run.left.push_back(touched_by_cells(*left));
      run.right.push_back(touched_by_cells(*right));
    } else {
      run.left.push_back(touched_by_ellipses(record.wheelsets[0].left));
      run.right.push_back(touched_by_ellipses(record.wheelsets[0].right));
    }
    for (Touched* touched : {&run.left.back(), &run.right.back()}) {
      join(touched->wheel);
      join(touched->rail);
    }
  }
}

CurveRun run_curve(std::string name, const wheel_rail::PairModelSettings& settings, int n_threads,
                   const RunOptions& options) {
  CurveRun out;
  out.name = std::move(name);
  out.wagon = wagon_in_curve(settings, n_threads);
  // Wheels stand on the straight first: a start for the run, and for the curve.
  const SteadyRunning start = find_steady_running(*out.wagon, set_on_rails(*out.wagon, 0), k_still);
  out.curving = start;
  if (start.status != SolveStatus::converged) return out;
  out.curving = find_steady_running(*out.wagon, state_at(options.end_time, start), k_still);
  if (out.curving.status != SolveStatus::converged) return out;
  out.steady = record_of(*out.wagon, state_at(options.end_time, out.curving));
  out.processor_time = processor_seconds([&] {
    out.run = run_vehicle(*out.wagon, state_at(0, start),
                          running::derailment_limits(pair_of_curve()), options);
  });
  if (out.run.status == SolveStatus::converged) find_touched(settings, out);
  return out;
}

std::vector<double> distances_of(const VehicleRun& run) {
  std::vector<double> distances;
  for (const RunRecord& record : run.records) distances.push_back(record.distance);
  return distances;
}

/// A number of a record.
using Value = std::function<double(const RunRecord&)>;

std::vector<double> history_of(const VehicleRun& run, const Value& value) {
  std::vector<double> values;
  for (const RunRecord& record : run.records) values.push_back(value(record));
  return values;
}

double mean_of_end(const VehicleRun& run, double length, const Value& value) {
  const std::vector<double> distances = distances_of(run);
  return mean_from(distances, history_of(run, value), distances.back() - length);
}

/// A quantity of the comparison.
struct Quantity {
  std::string what;
  std::string unit;
  Value value;
  std::string plot;  // label of its picture; empty: none
};

Value of_wheel(Side side, double WheelForces::*member) {
  return [side, member](const RunRecord& record) {
    const running::WheelsetRecord& wheelset = record.wheelsets[0];
    return (side == Side::left ? wheelset.left : wheelset.right).*member;
  };
}

std::vector<Quantity> quantities(int body) {
  std::vector<Quantity> all;
  all.push_back({"lateral displacement of the wheelset", "m",
                 [](const RunRecord& record) { return record.wheelsets[0].pose.lateral; },
                 "lateral displacement of the wheelset, to the right [m]"});
  all.push_back({"lateral displacement of the car body", "m",
                 [body](const RunRecord& record) { return record.position(body); },
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

/// "0.12 % larger than", of numbers of the same sign.
std::string against(double value, double other) {
  const double relative = std::abs(value) / std::abs(other) - 1;
  return fmt::format("{:.3g} % {} than", 100 * std::abs(relative),
                     relative < 0 ? "smaller" : "larger");
}

void add_quantity(const Quantity& quantity, const CurveRun& semi, const CurveRun& half,
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
    out.curves.push_back({run->name, k_distance, quantity.plot, distances_of(run->run),
                          history_of(run->run, quantity.value)});
  }
  const double end = semi.run.records.back().distance;
  out.curves.push_back(
      {"quasi-static", k_distance, quantity.plot, {end - steady_length, end}, {still, still}});
}

// ---- pictures of contact areas ----

using Surface = std::vector<Extent> Touched::*;

std::string band_name(std::size_t band) {
  if (band == 0) return "one contact";
  return band == 1 ? "of two: on the tread" : "of two: towards the flange";
}

/// From edge to edge, a band for contacts that are alone and one for each place among several.
void add_areas(const CurveRun& run, Side side, const std::string& where, Surface surface,
               Reproduction& out) {
  const std::vector<Touched>& touched = run.touched(side);
  std::size_t most = 1;
  for (const Touched& at : touched) most = std::max(most, (at.*surface).size());
  const std::size_t n_bands = most > 1 ? most + 1 : 1;
  const std::string label = fmt::format("contact area on the {}, {} [m]", where, run.name);
  for (std::size_t band = 0; band < n_bands; ++band) {
    ReproducedCurve curve{band_name(band), k_distance, label, distances_of(run.run), {}};
    for (const Touched& at : touched) {
      const std::vector<Extent>& contacts = at.*surface;
      const bool is_there =
          band == 0 ? contacts.size() == 1 : contacts.size() > 1 && band <= contacts.size();
      const Extent absent{k_absent, k_absent, 0};
      const Extent& extent = is_there ? contacts[band == 0 ? 0 : band - 1] : absent;
      curve.y.push_back(extent.low);
      curve.y_high.push_back(extent.high);
    }
    out.curves.push_back(std::move(curve));
  }
}

void add_all_areas(const CurveRun& run, Reproduction& out) {
  for (const Side side : {Side::left, Side::right}) {
    const std::string name = side == Side::left ? "left" : "right";
    add_areas(run, side, name + " wheel", &Touched::wheel, out);
    add_areas(run, side, name + " rail", &Touched::rail, out);
  }
}

void add_second_contact(const CurveRun& run, Reproduction& out) {
  std::vector<double> places;
  double largest_share = 0;  // of the contact towards the flange
  for (std::size_t i = 0; i < run.left.size(); ++i) {
    const std::vector<Extent>& contacts = run.left[i].wheel;
    if (contacts.size() < 2) continue;
    places.push_back(run.run.records[i].distance);
    const double whole = contacts.front().force + contacts.back().force;
    largest_share = std::max(largest_share, contacts.back().force / whole);
  }
  const std::string name = run.name + " run";
  out.rows.push_back({"second contact on the left wheel over, " + name, std::nullopt,
                      static_cast<double>(places.size()) * k_record_interval * k_speed, "m",
                      "of the way; the paper has two contacts on the outer wheel, and no numbers"});
  if (places.empty()) return;
  out.rows.push_back({"second contact on the left wheel from, " + name, std::nullopt,
                      places.front(), "m", "distance"});
  out.rows.push_back({"second contact on the left wheel to, " + name, std::nullopt, places.back(),
                      "m",
                      fmt::format("distance; the contact towards the flange has up to {:.3g} % of "
                                  "the force while there are two, and all of it afterwards",
                                  100 * largest_share)});
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

void add_work(const CurveRun& run, Reproduction& out) {
  out.rows.push_back(
      {fmt::format("contact problems a wheel, {} run", run.name), std::nullopt,
       static_cast<double>(run.run.n_contact_problems) / 2, "",
       fmt::format("{} steps; {} problems did not converge; {:.3g} s of processor time",
                   run.run.counts.steps, run.run.n_unconverged, run.processor_time)});
}

}  // namespace

std::unique_ptr<RunningVehicle> wagon_in_curve(const wheel_rail::PairModelSettings& settings,
                                               int n_threads) {
  vehicle::RailVehicleModel model(vehicle::manchester_wagon_2d(),
                                  vehicle::TrackPath(vehicle::curve_track({})), {.speed = k_speed});
  std::vector<running::WheelsetModels> contacts;
  contacts.push_back(running::wheelset_models(pair_of_curve(), settings));
  return std::make_unique<RunningVehicle>(std::move(model), std::move(contacts), n_threads);
}

Reproduction wheel_rail_curve(const CurveNumerics& numerics, Observer& observer) {
  const RunOptions options = implicit_options(numerics.step, numerics.length, observer);
  const CurveRun semi = run_curve("semi-elastic", wheel_rail::semi_elastic(), 1, options);
  if (semi.status() != SolveStatus::converged) return ended(semi.status());
  wheel_rail::HalfSpaceModelSettings half_space;
  half_space.grid.cells = numerics.cells;
  const CurveRun half = run_curve("half-space", half_space, numerics.n_threads, options);
  if (half.status() != SolveStatus::converged) return ended(half.status());

  Reproduction out;
  for (const Quantity& quantity : quantities(body_y(*semi.wagon))) {
    add_quantity(quantity, semi, half, numerics.steady, out);
  }
  add_loads(load_transfer(*semi.wagon, semi.curving, options.end_time), out);
  for (const CurveRun* run : {&semi, &half}) {
    add_second_contact(*run, out);
    add_work(*run, out);
    add_all_areas(*run, out);
  }
  return out;
}

// ---- integrators ----

namespace {

struct Integrator {
  std::string name;  // for people
  std::string scheme;
  double step = 0;                // s; 0: adaptive
  std::optional<double> paper{};  // contact problems a side
  std::string why;
};

const std::array<Integrator, 4>& integrators() {
  static const std::array<Integrator, 4> all{
      {{"Dormand-Prince 4(5)", "arkode_dormand_prince", 0, k_paper_dormand_prince,
        "RelTol 1e-8, AbsTol 1e-6, as table 4"},
       {"Bogacki-Shampine 2(3)", "arkode_bogacki_shampine", 0, k_paper_bogacki_shampine,
        "RelTol 1e-8, AbsTol 1e-6, as table 4"},
       {"Dormand-Prince 5", "dormand_prince_5", 5e-4, std::nullopt,
        "steps of 0.5 ms, as table 7 has it for Simpack"},
       {"HHT", "hht_alpha", 1e-3, std::nullopt, "steps of 1 ms, alpha = 0.05"}}};
  return all;
}

RunOptions options_of(const Integrator& integrator, double length, Observer& observer) {
  RunOptions options = implicit_options(integrator.step, length, observer);
  options.scheme = {};
  options.scheme.name = integrator.scheme;
  options.scheme.nonlinear.relative_tolerance = 1e-8;
  options.scheme.relative_tolerance = 1e-8;
  options.scheme.absolute_tolerance = 1e-6;
  return options;
}

/// Values at other places than those they are known at, linear in between.
double interpolated(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto above = std::ranges::lower_bound(x, at);
  if (above == x.begin()) return y.front();
  if (above == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - x.begin());
  return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

double largest_difference(const VehicleRun& run, const VehicleRun& reference, const Value& value) {
  const std::vector<double> distances = distances_of(reference);
  const std::vector<double> values = history_of(reference, value);
  double largest = 0;
  for (const RunRecord& record : run.records) {
    largest = std::max(largest,
                       std::abs(value(record) - interpolated(distances, values, record.distance)));
  }
  return largest;
}

}  // namespace

Reproduction wheel_rail_integrators(double length, Observer& observer) {
  constexpr double k_steady = 100;  // m
  std::vector<CurveRun> runs;
  for (const Integrator& integrator : integrators()) {
    runs.push_back(run_curve(integrator.name, wheel_rail::semi_elastic(), 1,
                             options_of(integrator, length, observer)));
    if (runs.back().status() != SolveStatus::converged) return ended(runs.back().status());
  }
  const Value wheelset = [](const RunRecord& record) { return record.wheelsets[0].pose.lateral; };
  const Value q_left = of_wheel(Side::left, &WheelForces::q);

  Reproduction out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Integrator& integrator = integrators()[i];
    const VehicleRun& run = runs[i].run;
    out.rows.push_back(
        {"contact problems a side, " + integrator.name, integrator.paper,
         static_cast<double>(run.n_contact_problems) / 2, "",
         fmt::format("{}; {}", integrator.why,
                     integrator.paper ? "the paper's length and contact model are others"
                                      : "the paper has no number")});
    out.rows.push_back(
        {"steps, " + integrator.name, std::nullopt, static_cast<double>(run.counts.steps), "",
         fmt::format("from {:.3g} to {:.3g} ms", 1e3 * run.shortest_step, 1e3 * run.longest_step)});
    out.rows.push_back({"processor time, " + integrator.name, std::nullopt, runs[i].processor_time,
                        "s", fmt::format("of this machine, for {:.3g} s", length / k_speed)});
  }
  const VehicleRun& reference = runs[0].run;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double q = mean_of_end(runs[i].run, k_steady, q_left);
    const double y = mean_of_end(runs[i].run, k_steady, wheelset);
    out.rows.push_back({"Q of the left wheel, " + runs[i].name, std::nullopt, q, "N",
                        fmt::format("mean over the last 100 m; {} the quasi-static one",
                                    against(q, q_left(runs[i].steady)))});
    out.rows.push_back({"lateral displacement of the wheelset, " + runs[i].name, std::nullopt, y,
                        "m",
                        fmt::format("mean over the last 100 m; {} the quasi-static one",
                                    against(y, wheelset(runs[i].steady)))});
    if (i == 0) continue;
    const std::string from = " from Dormand-Prince 4(5), " + runs[i].name;
    out.rows.push_back({"wheelset, largest difference" + from, std::nullopt,
                        largest_difference(runs[i].run, reference, wheelset), "m",
                        "of the lateral displacement, at any place"});
    out.rows.push_back({"Q left, largest difference" + from, std::nullopt,
                        largest_difference(runs[i].run, reference, q_left), "N",
                        "at any place: where contacts come and go the load rings, faster than the "
                        "4 ms between records, which are joined by lines"});
  }
  for (const CurveRun& run : runs) {
    out.curves.push_back({run.name, k_distance,
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
