#pragma once

#include <limits>

#include "result/samples.hpp"

namespace tread::result {

/// A result with something of everything: odd names, several cases, numbers that are not finite.
inline Result rich_result() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  CaseResult c = rolling_case(centred_grid(40, 30, 0.01, 0.008), 4e-3, 3e-3);
  c.fields->fields[1].values[5] = nan;
  c.fields->y_name = "z";
  c.scalars.push_back({"not_there", nan, "m", "nothing came of it"});
  c.notes = {"a note with \"quotes\", a \\ and </script>", "zwei\nZeilen: ä µ €"};
  c.echo = {{"load.force", "90000", "N"}};
  using Home = Table::Home;
  using Look = Table::Look;
  c.tables = {{"deflection",
               "Deflection",
               {{"time", "s", {0, 1e-3, 2e-3}}, {"x = 5 m", "m", {0, nan, inf}}},
               Home::file_and_json,
               Look::curves,
               {{2e-3, "end"}, {nan, "nowhere"}}},
              {"deflection",
               "Of the same name",
               {{"a/b", "m", {1}}, {"a b", "m", {2, -inf}}, {"", "", {}}},
               Home::file,
               Look::bands,
               {}},
              {"../up", "Rows", {}, Home::file, Look::rows, {}},
              {".", "Drawing", {{".", "", {-0.0, 4.9e-324}}}, Home::file, Look::drawing, {}},
              {"", "File", {{"ä", "m²", {1.0 / 3}}}, Home::file, Look::file_only, {}}};
  std::vector<double> times(200);
  std::vector<double> waves;
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = 1e-3 * static_cast<double>(i);
    for (int k = 0; k < 12; ++k) waves.push_back(std::sin(0.1 * static_cast<double>(i) + k));
  }
  FieldHistory history;
  history.name = "pressure_history";
  history.title = "Pressure over the way";
  history.grid = centred_grid(4, 3, 1, 1);
  history.time_name = "distance";
  history.time_unit = "m";
  history.times = times;
  history.fields = {{"times", "Pa", "called like the times", waves}};
  c.histories = {history};
  SolidFields solid;
  solid.name = "wheel";
  solid.title = "Wheel";
  solid.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  solid.cells = {0, 1, 2, 3};
  solid.fields = {{"displacement", "m", "u", 3, std::vector<double>(12, 0.25)},
                  {"von_mises", "Pa", "stress", 1, {1, 2, 3, inf}}};
  c.solids = {solid};
  c.checks = three_checks();
  c.checks[0].deciding_case = 3;
  c.evidence = {{"coarser_grid",
                 "20 x 15 cells",
                 "",
                 {{"normal_force", "N", 9e4, 9.01e4, "normal force", "normal force, finer"}}},
                {"more_modes", "6 instead of 3 modes", "it did not converge", {}}};
  c.animation =
      BridgeAnimation{.places = {0, 5, 10},
                      .supports = {0, 10},
                      .vehicle_of_wheel = {0, 0},
                      .frames = {{0.1, {0, 1e-3, 0}, {2, -1}}, {0.2, {0, 2e-3, 0}, {5, 2}}},
                      .still = 1};
  c.files = {{"mass", ".mtx", "%%MatrixMarket\n1 1 1\n"},
             {"binary", ".bin", std::string("a\0b", 3)}};

  CaseResult bare;
  bare.status = "max_iterations";
  bare.elements = {{"contact", -1'000'000'000'000LL}};
  Result result = result_of({c, bare, no_contact_case()});
  result.case_text = "[load]\nforce = 90e3 # N\n";
  result.description = "A ball on a flat.";
  result.wall_seconds = 1.25;
  return result;
}

}  // namespace tread::result
