#include "tread/result/report.hpp"

#include <gtest/gtest.h>

#include "result/samples.hpp"
#include "result/well_formed.hpp"

namespace tread::result {
namespace {

bool contains(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::vector<std::string> svgs_of(const std::string& html) {
  std::vector<std::string> svgs;
  for (std::size_t at = html.find("<svg"); at != std::string::npos;
       at = html.find("<svg", at + 1)) {
    svgs.push_back(html.substr(at, html.find("</svg>", at) + 6 - at));
  }
  return svgs;
}

// The page between its body tags, which tread writes as XML.
std::string body_of(const std::string& html) {
  const std::size_t begin = html.find("<body>");
  return html.substr(begin, html.find("</body>") + 7 - begin);
}

CaseResult ball() { return hertz_case(centred_grid(40, 40, 0.0144, 0.0144), 6e-3, 6e-3); }

TEST(Report, ShowsNumbersMapsSectionsAndWhatWasGiven) {
  const std::string html = report_html(result_of({ball()}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  EXPECT_TRUE(contains(html, "<h1>Ball on flat</h1>"));
  EXPECT_TRUE(contains(html, "banner good\">Converged"));
  EXPECT_TRUE(contains(html, "1200 MPa"));
  EXPECT_TRUE(contains(html, "load.force"));
  EXPECT_TRUE(contains(html, "40 × 40 elements"));
  // pressure map, its two sections, two sections of the gap, the map of the gap
  EXPECT_EQ(svgs_of(html).size(), 6u);
}

TEST(Report, NeedsNothingFromOutside) {
  const std::string html = report_html(result_of({ball()}));
  EXPECT_FALSE(contains(html, "<script"));
  EXPECT_FALSE(contains(html, "src="));
  EXPECT_FALSE(contains(html, "<link"));
  EXPECT_FALSE(contains(html, "url("));
  EXPECT_FALSE(contains(html, "https:"));
}

TEST(Report, AllTextOfUsersIsInert) {
  const std::string evil = "</title><script>alert('x')</script>&\"";
  CaseResult c = ball();
  c.title = evil;
  c.status = evil;
  c.notes = {evil};
  c.echo = {{evil, evil, evil}};
  c.scalars[0].meaning = evil;
  c.scalars[0].unit = evil;
  c.elements[0].name = evil;
  c.fields->fields[1].meaning = evil;
  c.fields->fields[0].unit = evil;
  c.tables = {{evil, evil, {{evil, evil, {1, 2}}, {evil, evil, {1, 2}}}}};
  Result result = result_of({c, c});
  result.case_file = evil;
  result.program_version = evil;
  result.units_note = evil;
  const std::string html = report_html(result);
  EXPECT_FALSE(contains(html, "<script"));
  EXPECT_EQ(xml_problem(body_of(html)), "");
}

TEST(Report, NoContactIsSaidAndDrawnWithoutPressure) {
  const std::string html = report_html(result_of({no_contact_case()}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  EXPECT_TRUE(contains(html, "No contact"));
  EXPECT_FALSE(contains(html, "<title>Pressure"));
  EXPECT_FALSE(contains(html, "edge of the contact"));
}

TEST(Report, AFailedCaseIsMarkedRed) {
  CaseResult c = ball();
  c.ok = false;
  c.status = "max_iterations";
  const std::string html = report_html(result_of({c}));
  EXPECT_TRUE(contains(html, "banner bad\">Not converged: max iterations"));
  EXPECT_FALSE(contains(html, "banner good"));
}

TEST(Report, SeveralCasesEachHaveTheirPlaceAndALink) {
  const std::string html = report_html(result_of({ball(), no_contact_case(), ball()}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  for (const char* anchor : {"case-1", "case-2", "case-3"}) {
    EXPECT_TRUE(contains(html, std::string("href=\"#") + anchor));
    EXPECT_TRUE(contains(html, std::string("id=\"") + anchor));
  }
}

TEST(Report, CountsTheFailedAmongSeveralCasesAtTheTop) {
  CaseResult failed = ball();
  failed.ok = false;
  EXPECT_TRUE(
      contains(report_html(result_of({ball(), failed, ball()})), "1 of 3 cases did not converge"));
  EXPECT_FALSE(contains(report_html(result_of({ball(), ball()})), "did not converge"));
}

TEST(Report, StressesAreDrawnBelowThePointWhereTheyAreLargest) {
  CaseResult c = ball();
  c.tables = {{"subsurface",
               "Stresses",
               {{"x", "m", {0, 0, 0.001, 0.001}},
                {"y", "m", {0, 0, 0.002, 0.002}},
                {"z", "m", {0.001, 0.002, 0.001, 0.002}},
                {"von_mises", "Pa", {1e8, 2e8, 3e8, 1e8}},
                {"sigma_zz", "Pa", {-1e8, -2e8, -3e8, -1e8}}}}};
  const std::string html = report_html(result_of({c}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  EXPECT_TRUE(contains(html, "Below x = 1 mm, y = 2 mm"));
  EXPECT_TRUE(contains(html, ">von Mises<"));
  EXPECT_TRUE(contains(html, "z [mm]"));
}

TEST(Report, FieldsWithHolesAndTablesWithoutRowsAreNoTrouble) {
  CaseResult c = ball();
  for (double& value : c.fields->fields[1].values) value = std::nan("");
  c.tables = {{"empty", "", {}}, {"headers", "", {{"t", "s", {}}}}};
  const std::string html = report_html(result_of({c}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  EXPECT_EQ(xml_problem(body_of(report_html(Result{}))), "");
}

TEST(Report, FrictionAddsItsMapAndItsCurves) {
  const Grid grid = centred_grid(24, 24, 0.012, 0.012);
  CaseResult c = rolling_case(grid, 5e-3, 5e-3);
  Table history{"history", "History", {{"distance", "m", {0, 1e-3, 2e-3}}}};
  history.columns.push_back({"normal_force", "N", {9, 9, 9}});
  history.columns.push_back({"longitudinal_creepage", "", {0, 1e-3, 2e-3}});
  Table creep{"creep_forces", "Creep forces", {}};
  creep.columns = {{"longitudinal_creepage", "", {0, 1e-3, 0, 1e-3}},
                   {"lateral_creepage", "", {0, 0, 0, 0}},
                   {"spin_creepage", "1/m", {0, 0, 0.5, 0.5}},
                   {"tangential_force_x", "N", {0, -5, 0, -4}},
                   {"tangential_force_y", "N", {0, 0, 0, 0}}};
  c.tables = {history, creep};
  const std::string html = report_html(result_of({c}));
  for (const char* title : {">Stick and slip<", ">Traction and its bound, along x at", ">Creepage<",
                            ">Tangential force x over longitudinal creepage<", ">spin 0.5 1/m<",
                            ">tangential force, x<"}) {
    EXPECT_NE(html.find(title), std::string::npos) << title;
  }
  // what never changes, or is zero everywhere, has no picture
  EXPECT_EQ(html.find("<title>Normal force</title>"), std::string::npos);
  EXPECT_EQ(html.find("Tangential force y over"), std::string::npos);
}

TEST(Report, ChecksAreATableThatNeedsNoColours) {
  CaseResult c = ball();
  c.checks = three_checks();
  const std::string html = report_html(result_of({c}));
  EXPECT_EQ(xml_problem(body_of(html)), "");
  EXPECT_TRUE(contains(html, "<h3>Checks: 1 fails, 1 passes, 1 does not apply</h3>"));
  EXPECT_TRUE(contains(html, "verdict good\">✓ pass</span>"));
  EXPECT_TRUE(contains(html, "verdict bad\">✗ fail</span>"));
  EXPECT_TRUE(contains(html, "verdict none\">– not applicable</span>"));
  EXPECT_TRUE(contains(html, ">3.2</td><td class=\"number\">3.5 m/s2</td>"));
  EXPECT_TRUE(contains(html, "HSLM-A3 at 360 km/h"));
  EXPECT_TRUE(contains(html, "EN 1990 A2.4.4.2.1(4)"));
  EXPECT_TRUE(contains(html, "checks.deck_acceleration"));
  EXPECT_TRUE(contains(html, "the model has no torsion"));
  EXPECT_FALSE(contains(report_html(result_of({ball()})), "Checks:"));
}

TEST(Report, TextsOfChecksAreInert) {
  CaseResult c = ball();
  Check check = three_checks()[0];
  check.title = check.clause = check.limit_key = check.unit = check.decided_by = check.note =
      "<script>alert(1)</script>&";
  c.checks = {check};
  const std::string html = report_html(result_of({c}));
  EXPECT_FALSE(contains(html, "<script"));
  EXPECT_EQ(xml_problem(body_of(html)), "");
}

}  // namespace
}  // namespace tread::result
