#include "tread/result/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/result/bridge_animation.hpp"
#include "tread/result/check_table.hpp"
#include "tread/result/friction_figures.hpp"
#include "tread/result/markup.hpp"
#include "tread/result/report_parts.hpp"
#include "tread/result/svg.hpp"
#include "tread/result/units.hpp"

namespace tread::result {
namespace {

constexpr std::string_view k_style = R"(
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--page:#f6f7f9;--card:#fff;--line:#d8dde3;
--good:#1a7f37;--good-back:#e6f4ea;--bad:#b42318;--bad-back:#fdeceb;--mild:#7a5a00;--mild-back:#fff6dc}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#9aa4af;--page:#101316;--card:#181c20;--line:#323a42;
--good:#5fd07f;--good-back:#12301c;--bad:#ff8f84;--bad-back:#3a1714;--mild:#f0c95a;--mild-back:#332a0c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,"Helvetica Neue",Arial,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 48px}
header{margin-bottom:22px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:20px;margin:40px 0 10px;overflow-wrap:anywhere}
h3{font-size:15px;margin:0 0 10px}
p{margin:0 0 8px}
.soft{color:var(--soft)}
.banner{border-left:4px solid;border-radius:4px;padding:9px 14px;margin:12px 0 18px;font-weight:600}
.banner span,.banner ul{font-weight:400}
.good{color:var(--good);background:var(--good-back)}
.bad{color:var(--bad);background:var(--bad-back)}
.mild{color:var(--mild);background:var(--mild-back)}
.pair{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,460px),1fr));gap:18px;margin-bottom:18px;align-items:start}
.column{display:flex;flex-direction:column;gap:18px;min-width:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:16px 18px;min-width:0;overflow-x:auto}
.wide{margin-bottom:18px}
figure{margin:0}
figure svg{display:block;max-width:100%;height:auto;color:var(--ink)}
figcaption{color:var(--soft);font-size:13px;margin-top:6px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:4px 14px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:last-child>td{border-bottom:0}
th:last-child,td:last-child{padding-right:0}
th{font-weight:600;font-size:13px;color:var(--soft)}
td.number,th.number{text-align:right;white-space:nowrap}
td.key{white-space:nowrap}
td.given{text-align:right}
.verdict{border:1px solid;border-radius:4px;padding:0 7px;white-space:nowrap}
.verdict.bad{font-weight:700}
.verdict.none{border-color:transparent;color:var(--soft);padding-left:0}
.checks td{padding-top:7px;padding-bottom:7px;overflow-wrap:normal}
.checks .soft{font-size:13px}
.checks .decided{min-width:150px}
ul{margin:0;padding-left:20px}
nav a{color:inherit;margin-right:14px}
footer{margin-top:36px;color:var(--soft);font-size:13px}
@media print{:root{--ink:#000;--soft:#444;--page:#fff;--card:#fff;--line:#bbb}body{font-size:11pt}
main{max-width:none;padding:0}.card{break-inside:avoid;border-color:#ccc}.pair{gap:10px}nav{display:none}}
)";

// A longer table is drawn and written as CSV, not listed.
constexpr std::size_t k_rows_listed = 25;

std::string column_of(std::string_view cards) {
  return cards.empty() ? "" : fmt::format("<div class=\"column\">\n{}</div>\n", cards);
}

std::string row(std::string_view name, std::string_view value) {
  return fmt::format("<tr><td>{}</td><td class=\"number\">{}</td></tr>\n", escape_markup(name),
                     escape_markup(value));
}

std::string banner(const CaseResult& c) {
  if (c.no_contact()) {
    return "<div class=\"banner good\">No contact <span>The bodies do not touch: nothing is "
           "pressed, "
           "the normal force is zero.</span></div>\n";
  }
  if (c.ok) {
    return fmt::format("<div class=\"banner good\">{}</div>\n",
                       c.status == "converged" ? "Converged" : escape_markup(in_words(c.status)));
  }
  if (c.was_stopped()) {
    return "<div class=\"banner bad\">Stopped <span>What follows was reached by then; it is not a "
           "full result.</span></div>\n";
  }
  if (c.was_derailed()) {
    return "<div class=\"banner bad\">Derailed <span>What follows was computed until "
           "then.</span></div>\n";
  }
  return fmt::format(
      "<div class=\"banner bad\">Not converged: {} <span>What follows is the best that was "
      "reached, "
      "not a solution.</span></div>\n",
      escape_markup(in_words(c.status)));
}

std::string numbers(const CaseResult& c) {
  std::string rows;
  for (const Scalar& s : c.scalars) {
    rows += row(s.meaning.empty() ? in_words(s.name) : s.meaning, format_si(s.value, s.unit));
  }
  for (const Vector& v : c.vectors) {
    const std::string name = v.meaning.empty() ? in_words(v.name) : v.meaning;
    for (const auto& part : v.components) {
      rows += row(fmt::format("{}, {}", name, part.label), format_si(part.value, part.unit));
    }
  }
  for (const Count& count : c.elements) {
    rows += row("elements in " + in_words(count.name), std::to_string(count.value));
  }
  if (rows.empty()) return "";
  return card("<h3>Result</h3><table>" + rows + "</table>");
}

std::string computation(const CaseResult& c) {
  std::string rows = row("status", in_words(c.status));
  if (c.iterations) rows += row("iterations", std::to_string(*c.iterations));
  if (c.residual) rows += row("residual", format_number(*c.residual, 3));
  if (c.fields) {
    const Grid& grid = c.fields->grid;
    rows += row("grid", fmt::format("{} × {} elements", grid.nx, grid.ny));
    rows += row("element size",
                fmt::format("{} × {}", format_si(grid.dx, "m", 4), format_si(grid.dy, "m", 4)));
  }
  return card("<h3>How it was computed</h3><table>" + rows + "</table>");
}

std::string given(const std::vector<Echo>& echo) {
  if (echo.empty()) return "";
  std::string rows;
  for (const Echo& e : echo) {
    rows += fmt::format("<tr><td class=\"key\">{}</td><td class=\"given\">{} {}</td></tr>\n",
                        escape_markup(e.key), escape_markup(e.value), escape_markup(e.unit));
  }
  return card("<h3>As given</h3><table>" + rows + "</table>");
}

std::string notes(const std::vector<std::string>& list) {
  if (list.empty()) return "";
  std::string items;
  for (const std::string& note : list) items += fmt::format("<li>{}</li>", escape_markup(note));
  return fmt::format("<div class=\"banner mild\"><ul>{}</ul></div>\n", items);
}

std::string section_figure(const FieldSet& set, std::string_view what, const CellIndex& at,
                           Direction along, const std::vector<const Field*>& fields) {
  LinePlot plot;
  plot.title =
      fmt::format("{}, {}", capitalised(std::string(what)), section_title(set.grid, at, along));
  plot.x = {.label = along == Direction::x ? "x" : "y", .unit = "m"};
  plot.y = {.label = fields.size() == 1 ? name_of(*fields.front()) : std::string(what),
            .unit = fields.front()->unit,
            .origin = Origin::always};
  for (const Field* field : fields) {
    plot.series.push_back(section(set.grid, *field, at, along));
  }
  return figure(line_plot(plot), "");
}

std::vector<const Field*> lengths_of(const FieldSet& set) {
  std::vector<const Field*> list;
  for (const Field& field : set.fields) {
    if (field.name == "displacement" || field.name == "gap") list.push_back(&field);
  }
  return list;
}

std::string sections(const FieldSet& set, std::string_view what, const CellIndex& at,
                     const std::vector<const Field*>& fields) {
  std::string html;
  if (fields.empty()) return html;
  for (const Direction along : directions(set.grid)) {
    html += section_figure(set, what, at, along, fields);
  }
  return html;
}

bool to_scale(const Grid& grid) {
  const double ratio = grid.width() / grid.height();
  return ratio <= k_longest_to_scale && ratio >= 1 / k_longest_to_scale;
}

std::string map_caption(const Grid& grid, const Field* pressure) {
  std::string caption;
  if (pressure != nullptr) caption = "Outline: edge of the contact. ";
  if (!to_scale(grid)) caption += "The axes are not to the same scale.";
  return caption;
}

std::string pressure_map(const FieldSet& set, const Field& pressure, const CellIndex& peak) {
  HeatMap map{.title = "Pressure",
              .quantity = name_of(pressure),
              .unit = pressure.unit,
              .zero = Zero::blank,
              .outline = pressure.values,
              .sections = peak};
  return figure(heat_map(set.grid, pressure.values, map),
                map_caption(set.grid, &pressure) + " Dashed: the sections shown.");
}

/// Whether the field is zero where the bodies do not touch.
bool is_of_contact_only(const Field& field) {
  return field.name == "frictional_power_density" || field.name == "friction_coefficient";
}

std::string other_map(const FieldSet& set, const Field& field, const Field* pressure) {
  HeatMap map{.title = capitalised(name_of(field)),
              .quantity = name_of(field),
              .unit = field.unit,
              .zero = Zero::coloured,
              .outline = {},
              .sections = {},
              .y_label = set.y_name};
  if (pressure != nullptr) map.outline = pressure->values;
  if (is_of_contact_only(field)) map.zero = Zero::blank;
  return figure(heat_map(set.grid, field.values, map), map_caption(set.grid, pressure));
}

/// The figures of one case: maps of pressure and of stick and slip stand beside the numbers, the
/// rest below.
struct FieldFigures {
  std::string pressure;
  std::string rest;
};

FieldFigures field_figures(const CaseResult& c) {
  FieldFigures figures;
  if (!c.fields) return figures;
  const FieldSet& set = *c.fields;
  const Field* pressure = c.no_contact() ? nullptr : find_field(set, "pressure");
  if (pressure != nullptr) {
    const CellIndex peak = peak_of(set.grid, *pressure);
    figures.pressure = pressure_map(set, *pressure, peak);
    figures.rest = pair_of(sections(set, "pressure", peak, {pressure})) +
                   pair_of(sections(set, "gap and displacement", peak, lengths_of(set)));
  }
  std::string maps;
  for (const Field& field : set.fields) {
    if (field.name != "pressure" && !is_in_friction_figures(set, field)) {
      maps += other_map(set, field, pressure);
    }
  }
  if (pressure != nullptr) {
    figures.pressure += stick_slip_figure(set);
    figures.rest = traction_sections(set) + figures.rest;
  }
  figures.rest += pair_of(maps);
  return figures;
}

/// A choice of rows of a table, and in words where they lie.
struct Rows {
  std::vector<std::size_t> indices;
  std::string where;
};

std::size_t row_of_largest(const Column& column) {
  const auto below = [](double a, double b) { return std::isnan(a) || a < b; };
  return static_cast<std::size_t>(
      std::max_element(column.values.begin(), column.values.end(), below) - column.values.begin());
}

// Stresses at a block of points: the rows below that point (x, y) under which the von Mises stress
// is largest.
Rows rows_over_depth(const Table& table) {
  const Column* x = find_column(table, "x");
  const Column* y = find_column(table, "y");
  const Column* stress = find_column(table, "von_mises");
  const std::size_t n = table.columns.front().values.size();
  Rows rows;
  const bool choose = x != nullptr && y != nullptr && stress != nullptr && n > 0;
  const std::size_t worst = choose ? row_of_largest(*stress) : 0;
  for (std::size_t k = 0; k < n; ++k) {
    const bool here =
        !choose || (x->values[k] == x->values[worst] && y->values[k] == y->values[worst]);
    if (here) rows.indices.push_back(k);
  }
  if (choose) {
    rows.where =
        fmt::format("Below x = {}, y = {}, where the largest von Mises stress is.",
                    format_si(x->values[worst], "m", 4), format_si(y->values[worst], "m", 4));
  }
  return rows;
}

Series curve(const Column& over, const Column& column, const std::vector<std::size_t>& rows) {
  Series series{label_of(column), {}, {}, Mark::line};
  for (const std::size_t k : rows) {
    series.x.push_back(over.values[k]);
    series.y.push_back(column.values[k]);
  }
  if (rows.size() <= k_points_marked) series.mark = Mark::line_and_points;
  return series;
}

/// What several columns of one unit are.
std::string_view kind_of(std::string_view unit) {
  if (unit == "Pa") return "stress";
  if (unit == "m") return "displacement";
  if (unit == "m/s") return "velocity";
  if (unit == "m/s2") return "acceleration";
  if (unit == "N m") return "moment";
  if (unit == "N" || unit == "N/m") return "force";
  if (unit == "J" || unit == "J/m") return "energy";
  return "value";
}

/// A line across the plot, as high as its curves.
Series mark_line(const Table::Mark& mark, const LinePlot& plot) {
  double low = 0;
  double high = 0;
  for (const Series& series : plot.series) {
    for (const double y : series.y) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  return {mark.name, {mark.at, mark.at}, {low, high}, Mark::line};
}

// One figure for every unit among the columns: stresses together, displacements together.
std::string curves(const Table& table, const Column& over, const Rows& rows) {
  std::vector<LinePlot> plots;
  for (const Column& column : table.columns) {
    const bool position = &column == &over || column.name == "x" || column.name == "y";
    if (position || column.values.size() != over.values.size()) continue;
    auto plot = std::find_if(plots.begin(), plots.end(),
                             [&column](const LinePlot& p) { return p.y.unit == column.unit; });
    if (plot == plots.end()) {
      plots.push_back({.title = table.title.empty() ? in_words(table.name) : table.title,
                       .x = {.label = label_of(over), .unit = over.unit},
                       .y = {.label = label_of(column), .unit = column.unit},
                       .series = {}});
      plot = plots.end() - 1;
    } else {
      plot->y.label = kind_of(column.unit);
    }
    plot->series.push_back(curve(over, column, rows.indices));
  }
  std::string html;
  for (LinePlot& plot : plots) {
    std::vector<Series> lines;
    for (const Table::Mark& mark : table.marks) lines.push_back(mark_line(mark, plot));
    plot.series.insert(plot.series.end(), lines.begin(), lines.end());
    html += figure(line_plot(plot), rows.where);
  }
  return html;
}

/// Heights over the first column, to scale; each column has points of its own. Marks lie on the
/// first column of heights.
std::string drawing(const Table& table) {
  const Column& over = table.columns.front();
  LinePlot plot{.title = table.title,
                .x = {.label = label_of(over), .unit = over.unit},
                .y = {.label = "height", .unit = over.unit},
                .series = {},
                .aspect = Aspect::equal};
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    Series series{label_of(table.columns[i]), {}, {}, Mark::line};
    for (std::size_t k = 0; k < over.values.size(); ++k) {
      if (!std::isfinite(table.columns[i].values[k])) continue;
      series.x.push_back(over.values[k]);
      series.y.push_back(table.columns[i].values[k]);
    }
    plot.series.push_back(std::move(series));
  }
  Series marks{table.marks.empty() ? "" : table.marks.front().name, {}, {}, Mark::points};
  const Series& first = plot.series.front();
  for (const Table::Mark& mark : table.marks) {
    const auto nearest =
        std::ranges::min_element(first.x, {}, [&](double x) { return std::abs(x - mark.at); });
    if (nearest == first.x.end()) continue;
    marks.x.push_back(mark.at);
    marks.y.push_back(first.y[static_cast<std::size_t>(nearest - first.x.begin())]);
  }
  plot.series.push_back(std::move(marks));
  return figure(line_plot(plot), "");
}

/// Pairs of columns, low and high, as bands over the first column.
std::string bands(const Table& table) {
  const Column& over = table.columns.front();
  LinePlot plot{.title = table.title,
                .x = {.label = label_of(over), .unit = over.unit},
                .y = {.label = "y", .unit = table.columns[1].unit},
                .series = {}};
  for (std::size_t i = 1; i + 1 < table.columns.size(); i += 2) {
    std::string name = label_of(table.columns[i]);
    if (name.ends_with(" low")) name.resize(name.size() - 4);
    plot.series.push_back({.name = name,
                           .x = over.values,
                           .y = table.columns[i].values,
                           .y_high = table.columns[i + 1].values});
  }
  return figure(line_plot(plot), "");
}

std::string listing(const Table& table) {
  std::string html = fmt::format("<h3>{}</h3><table><tr>", escape_markup(table.title));
  for (const Column& column : table.columns) {
    html += fmt::format("<th class=\"number\">{}{}</th>", escape_markup(label_of(column)),
                        column.unit.empty() ? "" : escape_markup(" [" + column.unit + "]"));
  }
  html += "</tr>\n";
  for (std::size_t k = 0; k < table.columns.front().values.size(); ++k) {
    html += "<tr>";
    for (const Column& column : table.columns) {
      html += fmt::format("<td class=\"number\">{}</td>",
                          k < column.values.size() ? format_number(column.values[k]) : "");
    }
    html += "</tr>\n";
  }
  return card(html + "</table>");
}

/// Tables that have pictures of their own kind.
std::string special_figures(const Table& table) {
  if (table.columns.empty() || table.columns.front().values.empty()) return "";
  if (table.name == "history") return history_figures(table);
  if (table.name == "creep_forces") return creep_figures(table);
  return "";
}

std::string table_cards(const Table& table) {
  if (table.columns.empty() || table.columns.front().values.empty()) return "";
  if (table.look == Table::Look::file_only) return "";
  if (table.look == Table::Look::drawing) return drawing(table);
  if (table.look == Table::Look::bands) return table.columns.size() < 3 ? "" : bands(table);
  const Column* depth = find_column(table, "depth");
  if (depth == nullptr) depth = find_column(table, "z");
  const std::size_t n_rows = table.columns.front().values.size();
  std::string cards;
  if (n_rows > 1 && table.look == Table::Look::curves) {
    const Column& over = depth != nullptr ? *depth : table.columns.front();
    cards = curves(table, over, rows_over_depth(table));
  }
  if (n_rows <= k_rows_listed) cards += listing(table);
  return cards;
}

/// All tables of a kind: those without pictures of their own share rows of cards.
std::string tables_html(const std::vector<Table>& tables, Table::Home home) {
  std::string html;
  std::string cards;
  for (const Table& table : tables) {
    if (table.home != home) continue;
    const std::string special = special_figures(table);
    if (special.empty()) {
      cards += table_cards(table);
      continue;
    }
    html += pair_of(cards) + special;
    cards.clear();
  }
  return html + pair_of(cards);
}

std::string case_html(const CaseResult& c, std::size_t number, const Result& result) {
  std::string html;
  if (result.cases.size() > 1) {
    html += fmt::format("<h2 id=\"case-{0}\">{0}. {1}</h2>\n", number,
                        escape_markup(c.title.empty() ? "Untitled case" : c.title));
  }
  html += banner(c) + notes(c.notes) + check_table(c.checks);
  if (c.animation) html += animation_figure(*c.animation);
  std::vector<Echo> echo = c.echo;
  if (result.cases.size() == 1) echo.insert(echo.begin(), result.echo.begin(), result.echo.end());
  const FieldFigures figures = field_figures(c);
  // Beside the numbers stands the contact; where there is none, what was given.
  const bool is_given_beside = figures.pressure.empty();
  html += pair_of(column_of(numbers(c) + computation(c)) +
                  column_of(is_given_beside ? given(echo) : figures.pressure));
  // Histories and creep curves are what the case is about.
  html += tables_html(c.tables, Table::Home::file_and_json);
  html += figures.rest;
  html += tables_html(c.tables, Table::Home::file);
  if (!is_given_beside) html += pair_of(given(echo));
  return html;
}

std::string page_title(const Result& result) {
  if (result.cases.size() == 1 && !result.cases.front().title.empty()) {
    return result.cases.front().title;
  }
  return result.case_file.empty() ? "tread result" : result.case_file;
}

std::string overall(const Result& result) {
  const auto n_failed = std::count_if(result.cases.begin(), result.cases.end(),
                                      [](const CaseResult& c) { return !c.ok; });
  if (n_failed == 0) return "";
  return fmt::format(
      "<div class=\"banner bad\">{} of {} cases did not converge or were stopped</div>\n", n_failed,
      result.cases.size());
}

std::string contents(const Result& result) {
  if (result.cases.size() < 2) return "";
  std::string links;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    links += fmt::format(
        "<a href=\"#case-{0}\">{0}. {1}</a>", i + 1,
        escape_markup(result.cases[i].title.empty() ? "Untitled case" : result.cases[i].title));
  }
  return overall(result) + fmt::format("<nav>{}</nav>\n", links) + pair_of(given(result.echo));
}

std::string provenance(const Result& result) {
  std::string text = fmt::format("tread {}", result.program_version);
  if (!result.case_file.empty()) text += fmt::format(", {}", result.case_file);
  if (result.wall_seconds > 0) {
    text += fmt::format(", computed in {}", format_si(result.wall_seconds, "s", 3));
  }
  return text;
}

}  // namespace

std::string report_html(const Result& result) {
  const std::string title = escape_markup(page_title(result));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n<header><h1>{0}</h1>\n"
      "<p class=\"soft\">{2}</p>\n",
      title, k_style, escape_markup(provenance(result)));
  if (!result.units_note.empty()) {
    html += fmt::format("<p class=\"soft\">{}</p>\n", escape_markup(result.units_note));
  }
  html += contents(result) + "</header>\n";
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    html += case_html(result.cases[i], i + 1, result);
  }
  html +=
      "<footer>Made from the result alone; all numbers in SI units are in result.json and the "
      "CSV and VTU files beside this page.</footer>\n</main>\n</body>\n</html>\n";
  return html;
}

}  // namespace tread::result
