#include "tread/result/friction_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/result/canvas.hpp"
#include "tread/result/report_parts.hpp"
#include "tread/result/svg.hpp"
#include "tread/result/units.hpp"

namespace tread::result {
namespace {

constexpr std::size_t k_most_curves = 8;

/// Fields that the map of stick and slip needs.
struct PatchFields {
  const Field* state;
  const Field* x;
  const Field* y;
  const Field* bound;

  bool complete() const {
    return state != nullptr && x != nullptr && y != nullptr && bound != nullptr;
  }
};

PatchFields patch_fields(const FieldSet& set) {
  return {find_field(set, "state"), find_field(set, "traction_x"), find_field(set, "traction_y"),
          find_field(set, "traction_bound")};
}

Field magnitude(const PatchFields& f) {
  Field field{"traction", f.x->unit, "traction", f.x->values};
  for (std::size_t k = 0; k < field.values.size(); ++k) {
    field.values[k] = std::hypot(f.x->values[k], f.y->values[k]);
  }
  return field;
}

std::string traction_section(const FieldSet& set, const PatchFields& f, const Field& size,
                             const CellIndex& at, Direction along) {
  LinePlot plot;
  plot.title = fmt::format("Traction and its bound, {}", section_title(set.grid, at, along));
  plot.x = {.label = along == Direction::x ? "x" : "y", .unit = "m"};
  plot.y = {.label = "traction", .unit = f.x->unit, .origin = Origin::always};
  plot.series.push_back(section(set.grid, size, at, along));
  plot.series.back().name = "size of the traction";
  plot.series.push_back(section(set.grid, *f.bound, at, along));
  plot.series.back().name = "what friction can hold";
  plot.series.back().mark = Mark::line;
  return figure(line_plot(plot), "Where both are one the surfaces slip.");
}

bool is_constant(const Field& field, const Field& state) {
  double low = 0;
  double high = 0;
  bool found = false;
  for (std::size_t k = 0; k < field.values.size(); ++k) {
    if (state.values[k] == 0) continue;
    low = found ? std::min(low, field.values[k]) : field.values[k];
    high = found ? std::max(high, field.values[k]) : field.values[k];
    found = true;
  }
  return high - low <= 1e-9 * std::max(std::abs(high), std::abs(low));
}

Series curve(const Column& over, const Column& column) {
  Series series{in_words(column.name), over.values, column.values, Mark::line};
  if (over.values.size() <= k_points_marked) series.mark = Mark::line_and_points;
  return series;
}

/// A prescribed value that never changes, or one that stays zero, needs no picture.
bool has_something_to_tell(const Column& column) {
  const Interval range = range_of(column.values);
  if (column.name == "normal_force") return range.span() > 1e-6 * std::abs(range.high);
  return range.low != 0 || range.high != 0;
}

std::string history_figure(const Table& table, std::string_view title, std::string_view label,
                           std::initializer_list<std::string_view> names) {
  const Column* over = find_column(table, "distance");
  if (over == nullptr) return "";
  LinePlot plot{.title = std::string(title), .x = {.label = "distance rolled", .unit = over->unit}};
  plot.y.label = label;
  for (const std::string_view name : names) {
    const Column* column = find_column(table, name);
    if (column == nullptr || !has_something_to_tell(*column)) continue;
    plot.y.unit = column->unit;
    plot.series.push_back(curve(*over, *column));
  }
  return plot.series.empty() ? "" : figure(line_plot(plot), "");
}

// ---- creep-force curves ----

struct Axis {
  const Column* column;
  std::vector<double> values;  // all different ones, as they come
};

Axis axis_of(const Table& table, std::string_view name) {
  const Column* column = find_column(table, name);
  Axis axis{column, {}};
  if (column == nullptr) return axis;
  for (const double value : column->values) {
    if (std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end()) {
      axis.values.push_back(value);
    }
  }
  return axis;
}

std::string short_name(const Column& column) {
  return column.name.substr(0, column.name.find('_'));
}

/// "lateral 0.001, spin 0.5 1/m"; the ones that do not vary are left out.
std::string curve_name(const Axis& a, double value_a, const Axis& b, double value_b) {
  std::string name;
  const auto add = [&](const Axis& axis, double value) {
    if (axis.values.size() < 2) return;
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", short_name(*axis.column),
                        format_si(value, axis.column->unit, 4));
  };
  add(a, value_a);
  add(b, value_b);
  return name;
}

std::string creep_figure(const Column& force, const Axis& over, const Axis& a, const Axis& b) {
  LinePlot plot{.title = fmt::format("{} over {} creepage", capitalised(in_words(force.name)),
                                     short_name(*over.column)),
                .x = {.label = short_name(*over.column) + " creepage", .unit = over.column->unit},
                .y = {.label = in_words(force.name), .unit = force.unit}};
  const std::size_t n_curves = a.values.size() * b.values.size();
  const std::size_t step = (n_curves + k_most_curves - 1) / k_most_curves;
  for (std::size_t k = 0; k < n_curves; k += step) {
    const double value_a = a.values[k % a.values.size()];
    const double value_b = b.values[k / a.values.size()];
    Series series{curve_name(a, value_a, b, value_b), {}, {}, Mark::line};
    for (std::size_t row = 0; row < force.values.size(); ++row) {
      if (a.column->values[row] != value_a || b.column->values[row] != value_b) continue;
      series.x.push_back(over.column->values[row]);
      series.y.push_back(force.values[row]);
    }
    if (series.x.size() <= k_points_marked) series.mark = Mark::line_and_points;
    plot.series.push_back(std::move(series));
  }
  return figure(line_plot(plot),
                step == 1 ? "" : fmt::format("{} of {} curves.", plot.series.size(), n_curves));
}

}  // namespace

std::string stick_slip_figure(const FieldSet& set) {
  const PatchFields f = patch_fields(set);
  if (!f.complete() || set.grid.nx == 1 || set.grid.ny == 1) return "";
  return figure(patch_map(set.grid, f.state->values, f.x->values, f.y->values,
                          {.title = "Stick and slip", .unit = f.x->unit}),
                "Arrows: tractions on the upper body.");
}

std::string traction_sections(const FieldSet& set) {
  const PatchFields f = patch_fields(set);
  const Field* pressure = find_field(set, "pressure");
  if (!f.complete() || pressure == nullptr) return "";
  const Field size = magnitude(f);
  const CellIndex peak = peak_of(set.grid, *pressure);
  std::string html;
  for (const Direction along : directions(set.grid)) {
    html += traction_section(set, f, size, peak, along);
  }
  return pair_of(html);
}

bool is_in_friction_figures(const FieldSet& set, const Field& field) {
  constexpr std::array<std::string_view, 8> k_names{"state",          "traction_x",    "traction_y",
                                                    "traction_bound", "slip_x",        "slip_y",
                                                    "displacement_x", "displacement_y"};
  if (std::find(k_names.begin(), k_names.end(), field.name) != k_names.end()) return true;
  const Field* state = find_field(set, "state");
  const bool may_be_plain =
      field.name == "friction_coefficient" || field.name == "frictional_power_density";
  return may_be_plain && state != nullptr && is_constant(field, *state);
}

std::string history_figures(const Table& table) {
  const std::string html =
      history_figure(table, "Forces on the upper body", "force",
                     {"tangential_force_x", "tangential_force_y"}) +
      history_figure(table, "Creepage", "creepage", {"longitudinal_creepage", "lateral_creepage"}) +
      history_figure(table, "Spin", "spin creepage", {"spin_creepage"}) +
      history_figure(table, "Normal force", "normal force", {"normal_force"}) +
      history_figure(table, "Elements", "elements",
                     {"elements_contact", "elements_adhesion", "elements_slip"}) +
      history_figure(table, "Peak traction", "peak traction", {"peak_traction"}) +
      history_figure(table, "Frictional power", "frictional power", {"frictional_power"});
  return pair_of(html);
}

std::string creep_figures(const Table& table) {
  std::array<Axis, 3> axes{axis_of(table, "longitudinal_creepage"),
                           axis_of(table, "lateral_creepage"), axis_of(table, "spin_creepage")};
  if (std::any_of(axes.begin(), axes.end(), [](const Axis& a) { return a.column == nullptr; })) {
    return "";
  }
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return a.values.size() > b.values.size(); });
  std::string html;
  for (const char* name : {"tangential_force_x", "tangential_force_y", "spin_moment"}) {
    const Column* force = find_column(table, name);
    if (force == nullptr) continue;
    const bool is_zero = std::all_of(force->values.begin(), force->values.end(),
                                     [](double v) { return std::abs(v) < 1e-12; });
    if (!is_zero) html += creep_figure(*force, axes[0], axes[1], axes[2]);
  }
  return pair_of(html);
}

}  // namespace tread::result
