#include "tread/result/summary.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "result/samples.hpp"

namespace tread::result {
namespace {

Result small(std::vector<CaseResult> cases) {
  Result result = result_of(std::move(cases));
  result.units_note.clear();
  return result;
}

TEST(Summary, AlignsTheNumbersOfACaseInHandyUnits) {
  CaseResult c;
  c.title = "Wheel at rest";
  c.status = "converged";
  c.ok = true;
  c.iterations = 1;
  c.residual = 4.2e-9;
  c.scalars = {{"normal_force", 175298, "N", "normal force"},
               {"peak_pressure", 3.25e8, "Pa", ""},
               {"contact_area", 1.83e-2, "m²", "area"}};
  c.elements = {{"contact", 11}, {"slip", 2}};
  c.notes = {"typographic minus signs were read as -"};
  Result result = small({c});
  result.units_note = "mm and N";
  result.wall_seconds = 0.00123;
  EXPECT_EQ(summary(result),
            "tread 0.1.0  ball.toml  (1.23 ms)\n"
            "units: mm and N\n"
            "\n"
            "Wheel at rest\n"
            "  status         converged (1 iteration, residual 4.2e-09)\n"
            "  normal force   175.3 kN\n"
            "  peak pressure  325 MPa\n"
            "  area           0.0183 m²\n"
            "  elements       11 in contact, 2 in slip\n"
            "  note           typographic minus signs were read as -\n");
}

TEST(Summary, SaysPlainlyThatNothingTouches) {
  const std::string text = summary(small({no_contact_case()}));
  EXPECT_NE(text.find("no contact: the bodies do not touch\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  normal force   0 N\n"), std::string::npos) << text;
  EXPECT_NE(text.find("0 in contact of 100\n"), std::string::npos) << text;
}

TEST(Summary, NeverReportsAFailedSolveAsDone) {
  CaseResult c = hertz_case(centred_grid(5, 5, 1, 1), 0.4, 0.4);
  c.ok = false;
  c.status = "max_iterations";
  const std::string text = summary(small({c}));
  EXPECT_NE(text.find("NOT CONVERGED, max iterations (7 iterations, residual 3.2e-07): the best "
                      "that was reached, not a solution"),
            std::string::npos)
      << text;
}

TEST(Summary, WhatWasStoppedIsNoFailureOfTheSolver) {
  CaseResult c = hertz_case(centred_grid(5, 5, 1, 1), 0.4, 0.4);
  c.ok = false;
  c.status = "stopped";
  const std::string text = summary(small({c}));
  EXPECT_NE(text.find("STOPPED (7 iterations, residual 3.2e-07): what was reached by then, not a "
                      "full result\n"),
            std::string::npos)
      << text;
}

TEST(Summary, ATitleThatIsTheCasesNumberIsNotSaidTwice) {
  std::vector<CaseResult> cases(2, no_contact_case());
  cases[0].title = "case 1";
  cases[1].title = "another";
  const std::string text = summary(small(cases));
  EXPECT_NE(text.find("\ncase 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ncase 2: another\n"), std::string::npos) << text;
}

TEST(Summary, LongNotesAreBrokenBetweenWords) {
  CaseResult c = no_contact_case();
  c.notes = {"a note of many words " + std::string(70, 'x') + " that goes on and on"};
  const std::string text = summary(small({c}));
  EXPECT_NE(text.find("  note           a note of many words\n                 xxx"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("x that goes on\n                 and on\n"), std::string::npos) << text;
}

TEST(Summary, ManyCasesAreOneLineEach) {
  std::vector<CaseResult> cases(6, hertz_case(centred_grid(5, 5, 1, 1), 0.4, 0.4));
  cases[3].ok = false;
  cases[3].status = "stalled";
  cases[5].notes = {"look here"};
  const std::string text = summary(small(cases));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 1 + 6 + 1) << text;
  EXPECT_NE(text.find("NOT CONVERGED, stalled"), std::string::npos) << text;
  EXPECT_NE(text.find("note, case 6: look here"), std::string::npos) << text;
}

TEST(Summary, ControlCharactersOfATitleDoNotReachTheTerminal) {
  CaseResult c = no_contact_case();
  c.title = "red \x1b[31m\nnext";
  const std::string text = summary(small({c}));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("red  [31m next\n"), std::string::npos) << text;
}

TEST(Summary, ComponentsStandOnOneLineWithTheirUnits) {
  const std::string text =
      summary(result_of({rolling_case(centred_grid(12, 12, 0.012, 0.012), 5e-3, 5e-3)}));
  EXPECT_NE(text.find("x -2.5 kN, y 0 N\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x 0.001, y 0, spin 0.25 1/m\n"), std::string::npos) << text;
}

TEST(Summary, ChecksAreLinesWithVerdictMarginDecidingCaseAndClause) {
  CaseResult c;
  c.title = "Study";
  c.status = "converged";
  c.ok = true;
  c.checks = three_checks();
  const std::string text = summary(small({c}));
  const std::string expected =
      "  pass  acceleration of the deck     3.2 of 3.5 m/s2 (8.6 % left), HSLM-A3 at 360 km/h\n"
      "                                     [EN 1990 A2.4.4.2.1(4)]\n"
      "  FAIL  lateral frequency            0.9 of at least 1.2 Hz (25 % too little)\n"
      "                                     [EN 1990 A2.4.4.2.4(3)]\n"
      "                                     2 cases are missing\n"
      "  n/a   twist of the track over 3 m  the model has no torsion  [EN 1990 A2.4.4.2.2]\n";
  EXPECT_NE(text.find(expected), std::string::npos) << text;
}

TEST(Summary, ManyCasesStillShowTheirChecks) {
  std::vector<CaseResult> cases(6, no_contact_case());
  cases[3].checks = three_checks();
  const std::string text = summary(small(cases));
  EXPECT_NE(text.find("  checks of case 4\n  pass  acceleration"), std::string::npos) << text;
}

TEST(Summary, MarginsAreReadableHoweverLarge) {
  CaseResult c;
  c.checks = three_checks();
  c.checks[0].value = 54.8;
  c.checks[0].verdict = Check::Verdict::fail;
  EXPECT_NE(summary(small({c})).find("54.8 of 3.5 m/s2 (1466 % too much)"), std::string::npos);
  c.checks[0].value = std::numeric_limits<double>::infinity();
  EXPECT_NE(summary(small({c})).find("infinite of 3.5 m/s2 (infinitely too much)"),
            std::string::npos);
}

}  // namespace
}  // namespace tread::result
