#include "tread/sweep/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "tread/standards/bridge_dynamics.hpp"
#include "tread/sweep/case_words.hpp"
#include "tread/sweep/check_list.hpp"

namespace tread::sweep {
namespace {

using result::Check;

constexpr double k_hair = 1e-9;  // of speeds that were read from km/h

std::string km_h(double speed) { return fmt::format("{:.6g} km/h", k_km_h * speed); }

/// The cases that count, and what is to be said of the others.
struct Cases {
  std::vector<std::size_t> finished;  // rows
  std::size_t n_unfinished = 0;
  std::size_t n_too_fast = 0;
  std::optional<double> fastest;  // of those finished, m/s
};

Cases cases_of(const CaseTable& table, const CheckSettings& settings) {
  Cases cases;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CaseRow& row = table.rows[i];
    const std::optional<double> speed = speed_of(table, row, settings);
    const bool is_too_fast =
        speed && settings.line_speed &&
        *speed > standards::k_design_speed_factor * *settings.line_speed * (1 + k_hair);
    if (is_too_fast) {
      ++cases.n_too_fast;
    } else if (row.state != CaseRow::State::done) {
      ++cases.n_unfinished;
    } else {
      cases.finished.push_back(i);
      if (speed) cases.fastest = std::max(cases.fastest.value_or(0), *speed);
    }
  }
  return cases;
}

std::string count_of(std::size_t n, std::string_view rest_of_one, std::string_view rest_of_many) {
  return fmt::format("{} case{} {}", n, n == 1 ? "" : "s", n == 1 ? rest_of_one : rest_of_many);
}

void add_notes_on_cases(const Cases& cases, const CheckSettings& settings,
                        CheckPlan::Subject subject, Check& check) {
  if (cases.n_unfinished > 0) {
    add_note(check, count_of(cases.n_unfinished, "is missing or failed and does not count",
                             "are missing or failed and do not count"));
  }
  if (cases.n_too_fast > 0) {
    add_note(check, count_of(cases.n_too_fast, "is", "are") +
                        fmt::format(" faster than {} times the speed of the line and {} not count",
                                    standards::k_design_speed_factor,
                                    cases.n_too_fast == 1 ? "does" : "do"));
  }
  if (subject == CheckPlan::Subject::vehicle || !settings.line_speed || !cases.fastest) return;
  const double asked = standards::k_design_speed_factor * *settings.line_speed;
  if (*cases.fastest < asked * (1 - k_hair)) {
    add_note(check, fmt::format("the cases end at {}; EN 1991-2 6.4.6.2 asks for {}",
                                km_h(*cases.fastest), km_h(asked)));
  }
}

/// What share of the limit is used: above 1 it is exceeded.
double used(const Check& check, double value, double limit) {
  return check.bound == Check::Bound::at_most ? value / limit : limit / value;
}

bool is_kept(const Check& check) {
  return check.bound == Check::Bound::at_most ? check.value <= check.limit
                                              : check.value >= check.limit;
}

struct Judgement {
  std::optional<std::size_t> decisive;  // row
  std::size_t n_without_value = 0;
  std::size_t n_without_limit = 0;
};

/// Finds the case that decides and writes it into the check.
Judgement judge(const CheckPlan& plan, const CaseTable& table, const Cases& cases, Check& check) {
  Judgement judgement;
  double worst = 0;
  for (const std::size_t i : cases.finished) {
    const double value = plan.value(i);
    const double limit = plan.limit(i);
    if (std::isnan(limit)) {
      ++judgement.n_without_limit;
    } else if (std::isnan(value)) {
      ++judgement.n_without_value;
    } else if (!judgement.decisive || used(check, value, limit) > worst) {
      worst = used(check, value, limit);
      judgement.decisive = i;
      check.value = value;
      check.limit = limit;
    }
  }
  if (judgement.decisive) {
    check.decided_by = words_of_case(table, table.rows[*judgement.decisive]);
    const double x = table.value(*judgement.decisive, "position_of_" + plan.number);
    if (!std::isnan(x)) check.decided_by += fmt::format(", x = {:.6g} m", x);
    check.deciding_case = *judgement.decisive + 1;
  }
  return judgement;
}

Check not_applicable(Check check, std::string why) {
  check.verdict = Check::Verdict::not_applicable;
  check.value = 0;
  check.limit = 0;
  check.decided_by.clear();
  check.deciding_case = 0;
  check.note = std::move(why);
  return check;
}

std::string why_nothing_counts(const Cases& cases) {
  return cases.n_too_fast > 0 && cases.n_unfinished == 0
             ? "all cases are faster than the line's speed asks for"
             : "no case was finished";
}

bool tells(const CheckPlan& plan, const Cases& cases) {
  return std::ranges::any_of(cases.finished,
                             [&](std::size_t i) { return !std::isnan(plan.value(i)); });
}

Check checked(const CheckPlan& plan, const CaseTable& table, const Cases& cases,
              const CheckSettings& settings) {
  Check check = plan.check;
  if (cases.finished.empty()) return not_applicable(std::move(check), why_nothing_counts(cases));
  const Judgement judgement = judge(plan, table, cases, check);
  if (!judgement.decisive) {
    const bool is_told = tells(plan, cases) || plan.no_value.empty();
    return not_applicable(std::move(check), is_told ? plan.no_limit : plan.no_value);
  }
  const std::size_t n_unknown = judgement.n_without_value + judgement.n_without_limit;
  const bool is_passed = is_kept(check);
  if (is_passed && n_unknown > 0) {
    return not_applicable(std::move(check),
                          fmt::format("{} of {} finished cases do not tell it; the others keep the "
                                      "limit",
                                      n_unknown, cases.finished.size()));
  }
  check.verdict = is_passed ? Check::Verdict::pass : Check::Verdict::fail;
  if (n_unknown > 0) add_note(check, count_of(n_unknown, "does not tell it", "do not tell it"));
  add_notes_on_cases(cases, settings, plan.subject, check);
  return check;
}

standards::ComfortLevel comfort_of(const std::string& word) {
  if (word == "good") return standards::ComfortLevel::good;
  if (word == "acceptable") return standards::ComfortLevel::acceptable;
  assert(word == "very_good");
  return standards::ComfortLevel::very_good;
}

}  // namespace

CheckSettings settings_of(const casefile::CheckInput& input) {
  CheckSettings settings;
  settings.track = input.track == "ballastless" ? standards::TrackKind::ballastless
                                                : standards::TrackKind::ballasted;
  settings.comfort = comfort_of(input.comfort);
  settings.n_tracks = input.tracks;
  settings.line_speed = input.line_speed;
  settings.longest_span = input.longest_span;
  settings.deck_acceleration = input.deck_acceleration;
  settings.span_to_deflection = input.span_to_deflection;
  settings.comfort_acceleration = input.comfort_acceleration;
  settings.comfort_span_to_deflection = input.comfort_span_to_deflection;
  settings.twist = input.twist;
  settings.end_rotation = input.end_rotation;
  settings.horizontal_rotation = input.horizontal_rotation;
  settings.horizontal_deflection = input.horizontal_deflection;
  settings.horizontal_radius = input.horizontal_radius;
  settings.lateral_frequency = input.lateral_frequency;
  settings.unloading = input.unloading;
  settings.wheel_force = input.wheel_force;
  settings.derailment_quotient = input.derailment_quotient;
  settings.sum_of_lateral_forces = input.sum_of_lateral_forces;
  return settings;
}

std::vector<Check> checks_of(const CaseTable& table, const CheckSettings& settings) {
  const Cases cases = cases_of(table, settings);
  std::vector<Check> checks;
  for (const CheckPlan& plan : check_plans(table, settings)) {
    checks.push_back(checked(plan, table, cases, settings));
  }
  return checks;
}

}  // namespace tread::sweep
