#include "tread/study/wheel_rail_differential_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tread::study {

namespace {

using differential::NewtonMethod;
using profile::Side;
using wheel_rail::WheelForces;

/// Figures 11 to 20 show the same two runs.
struct BothModels {
  SharedRun differential;
  SharedRun semi;

  SolveStatus status() const { return status_of({semi, differential}); }
};

BothModels run_both(const DifferentialNumerics& numerics, SharedWork& shared, Observer& observer) {
  DifferentialRuns runs(numerics, shared, 2, observer);
  BothModels both;
  both.semi = runs.semi_elastic();
  both.differential = runs.whole(bogacki_shampine(), NewtonMethod::tractions);
  return both;
}

/// What is drawn, and how close both have to be in the steady part.
struct DrawnHistory {
  std::string what;
  std::string unit;
  std::string label;  // of the picture
  CurveValue value;
  std::optional<double> within{};           // unit
  std::optional<double> within_relative{};  // of the semi-elastic one
};

DrawnHistory drawn_history(CurveHistory which, running::RunningVehicle& wagon) {
  const auto y = [](Side side, const char* wheel) {
    return DrawnHistory{
        .what = fmt::format("Y of the {} wheel", wheel),
        .unit = "N",
        .label = fmt::format("lateral force Y of the {} wheel, outwards [N]", wheel),
        .value = of_wheel(side, &WheelForces::y),
        .within_relative = 0.05};
  };
  const auto q = [](Side side, const char* wheel) {
    return DrawnHistory{.what = fmt::format("Q of the {} wheel", wheel),
                        .unit = "N",
                        .label = fmt::format("vertical force Q of the {} wheel [N]", wheel),
                        .value = of_wheel(side, &WheelForces::q),
                        .within_relative = 0.03};
  };
  switch (which) {
    case CurveHistory::wheelset:
      return {.what = "lateral displacement of the wheelset",
              .unit = "m",
              .label = "lateral displacement of the wheelset, to the right [m]",
              .value = lateral_of_wheelset(),
              .within = 0.3e-3};
    case CurveHistory::y_left:
      return y(Side::left, "left");
    case CurveHistory::q_left:
      return q(Side::left, "left");
    case CurveHistory::y_right:
      return y(Side::right, "right");
    case CurveHistory::q_right:
      return q(Side::right, "right");
    case CurveHistory::car_body:
      break;
  }
  return {.what = "lateral displacement of the car body",
          .unit = "m",
          .label = "lateral displacement of the car body, to the right [m]",
          .value = lateral_of_car_body(wagon)};
}

/// docs/reproduction.md has what other meshes make of it.
std::string why_y_right(const CurveRun& semi, double y, double steady) {
  const double q = mean_of_end(semi.run, steady, of_wheel(Side::right, &WheelForces::q));
  return fmt::format(
      "; Y is what Q tan(angle) and the lateral creep force leave of each other, {:.2g} % of Q. "
      "Where meshes of wheel and rail do not match, the creep force scatters",
      100 * y / q);
}

std::string requirement(const DrawnHistory& history, double difference, double of) {
  const auto verdict = [](bool is_met) { return is_met ? "met" : "not met"; };
  const std::string relative =
      fmt::format("{:.3g} % of the semi-elastic one", 100 * difference / std::abs(of));
  if (history.within) {
    return fmt::format("{}; asked for: within {:g} {}, {}", relative, *history.within, history.unit,
                       verdict(std::abs(difference) <= *history.within));
  }
  if (history.within_relative) {
    return fmt::format("{}; asked for: within {:g} %, {}", relative, 100 * *history.within_relative,
                       verdict(std::abs(difference) <= *history.within_relative * std::abs(of)));
  }
  return relative;
}

}  // namespace

Reproduction wheel_rail_history(CurveHistory which, const DifferentialNumerics& numerics,
                                SharedWork& shared, Observer& observer) {
  const BothModels both = run_both(numerics, shared, observer);
  if (both.status() != SolveStatus::converged) return ended(both.status());
  const CurveRun& elastic = *both.differential;
  const CurveRun& semi = *both.semi;
  const DrawnHistory history = drawn_history(which, *semi.wagon);

  Reproduction out;
  const double elastic_mean = mean_of_end(elastic.run, numerics.steady, history.value);
  const double semi_mean = mean_of_end(semi.run, numerics.steady, history.value);
  const double difference = elastic_mean - semi_mean;
  const double still = history.value(semi.steady);
  for (const CurveRun* run : {&elastic, &semi}) {
    const double mean = run == &elastic ? elastic_mean : semi_mean;
    out.rows.push_back(
        {fmt::format("{}, {}", history.what, run->name), std::nullopt, mean, history.unit,
         fmt::format(
             "mean over the last {:g} m; {} the quasi-static one of the semi-elastic model, "
             "{:.5g} {}. The paper draws curves and prints no number",
             numerics.steady, against(mean, still), still, history.unit)});
    out.curves.push_back({run->name, k_curve_distance, history.label, distances_of(run->run),
                          study::history_of(run->run, history.value)});
  }
  out.rows.push_back(
      {history.what + ", differential minus semi-elastic", std::nullopt, difference, history.unit,
       requirement(history, difference, semi_mean) +
           (which == CurveHistory::y_right ? why_y_right(semi, semi_mean, numerics.steady) : "")});
  out.rows.push_back({history.what + ", largest difference", std::nullopt,
                      largest_difference(elastic.run, semi.run, history.value), history.unit,
                      fmt::format("at any place; records are {:g} ms apart and joined by lines",
                                  1e3 * k_curve_record_interval)});
  return out;
}

// ---- contact areas ----

namespace {

struct Area {
  Side side;
  TouchedSurface surface;
  std::string where;
};

Area area_of(CurveArea which) {
  switch (which) {
    case CurveArea::left_wheel:
      return {Side::left, TouchedSurface::wheel, "left wheel"};
    case CurveArea::right_wheel:
      return {Side::right, TouchedSurface::wheel, "right wheel"};
    case CurveArea::left_rail:
      return {Side::left, TouchedSurface::rail, "left rail"};
    case CurveArea::right_rail:
      break;
  }
  return {Side::right, TouchedSurface::rail, "right rail"};
}

/// Contact points of the semi-elastic run.
struct ContactPoints {
  std::vector<double> distance;  // m
  std::vector<double> y;         // m, of the profile
};

ContactPoints points_of(const CurveRun& run, const Area& area) {
  ContactPoints points;
  for (const running::RunRecord& record : run.run.records) {
    const running::WheelsetRecord& wheelset = record.wheelsets[0];
    const WheelForces& wheel = area.side == Side::left ? wheelset.left : wheelset.right;
    for (const wheel_rail::PatchForces& patch : wheel.pair.patches) {
      points.distance.push_back(record.distance);
      points.y.push_back(area.surface == TouchedSurface::wheel ? patch.place.wheel_y
                                                               : patch.place.rail_y);
    }
  }
  return points;
}

std::size_t nearest_record(const std::vector<double>& distances, double at) {
  const auto above =
      static_cast<std::size_t>(std::ranges::lower_bound(distances, at) - distances.begin());
  if (above == 0) return 0;
  if (above == distances.size()) return above - 1;
  return at - distances[above - 1] < distances[above] - at ? above - 1 : above;
}

/// How many of the points lie in an area of the way, from 0 to 1.
double share_inside(const ContactPoints& points, const TouchedWay& way, const Area& area) {
  long long n_inside = 0;
  for (std::size_t i = 0; i < points.y.size(); ++i) {
    const Touched& touched = way.of(area.side)[nearest_record(way.distances, points.distance[i])];
    const double y = points.y[i];
    n_inside += std::ranges::any_of(contacts_of(touched, area.surface), [&](const Extent& extent) {
      return extent.low <= y && y <= extent.high;
    });
  }
  return static_cast<double>(n_inside) / static_cast<double>(points.y.size());
}

void add_second(const CurveRun& run, const Area& area, Reproduction& out) {
  const SecondContact second = second_contact(run.touched, area.side, area.surface);
  const std::string where = fmt::format("on the {}, {}", area.where, run.name);
  out.rows.push_back({"way with two disjoint areas " + where, std::nullopt, second.length, "m",
                      area.side == Side::left
                          ? "the paper: two disjoint parts on the left wheel and rail in the curve"
                          : "the paper: a second contact on the left wheel and rail only"});
  if (second.length == 0) return;
  out.rows.push_back({"two disjoint areas from " + where, std::nullopt, second.from, "m",
                      fmt::format("distance; the transition is from {:g} to {:g} m",
                                  k_curve_straight, k_curve_straight + 100)});
  out.rows.push_back({"two disjoint areas to " + where, std::nullopt, second.to, "m",
                      fmt::format("distance; the one towards the flange has up to {:.3g} % of the "
                                  "force while there are two",
                                  100 * second.largest_share)});
}

/// Edges of the area that carries most, mean over the steady part.
void add_edges(const CurveRun& run, const Area& area, double steady, Reproduction& out) {
  const TouchedWay& way = run.touched;
  double low = 0, high = 0;
  int n = 0;
  for (std::size_t i = 0; i < way.distances.size(); ++i) {
    const std::vector<Extent>& contacts = contacts_of(way.of(area.side)[i], area.surface);
    if (way.distances[i] < way.distances.back() - steady || contacts.empty()) continue;
    const Extent& most = *std::ranges::max_element(contacts, {}, &Extent::force);
    low += most.low;
    high += most.high;
    ++n;
  }
  const std::string why = fmt::format(
      "mean over the last {:g} m, of the area that carries most; y "
      "of the profile, flange and gauge face at negative y",
      steady);
  const std::string where = fmt::format("area on the {}, {}", area.where, run.name);
  out.rows.push_back({"lowest y of the " + where, std::nullopt, low / n, "m", why});
  out.rows.push_back({"highest y of the " + where, std::nullopt, high / n, "m", why});
}

}  // namespace

Reproduction wheel_rail_area(CurveArea which, const DifferentialNumerics& numerics,
                             SharedWork& shared, Observer& observer) {
  const BothModels both = run_both(numerics, shared, observer);
  if (both.status() != SolveStatus::converged) return ended(both.status());
  const Area area = area_of(which);
  Reproduction out;
  for (const CurveRun* run : {both.differential.get(), both.semi.get()}) {
    add_second(*run, area, out);
    add_edges(*run, area, numerics.steady, out);
  }
  ContactPoints points = points_of(*both.semi, area);
  out.rows.push_back({"semi-elastic contact points inside the areas on the " + area.where,
                      std::nullopt, 100 * share_inside(points, both.differential->touched, area),
                      "%", "of all, with the area of the differential model at the same place"});
  const std::string label = fmt::format("contact area on the {} [m]", area.where);
  out.curves = area_curves(both.differential->touched, area.side, area.surface, label);
  out.curves.push_back({"contact points, semi-elastic", k_curve_distance, label,
                        std::move(points.distance), std::move(points.y), result::Mark::points});
  return out;
}

}  // namespace tread::study
