#include "tread/casefile/time_keys.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

std::vector<Choice> scheme_choices() {
  std::vector<Choice> choices;
  for (const integrate::SchemeInfo& scheme : integrate::schemes()) {
    choices.push_back({std::string(scheme.name), std::string(scheme.doc)});
  }
  return choices;
}

std::vector<std::string> scheme_names(bool is_adaptive) {
  std::vector<std::string> names;
  for (const integrate::SchemeInfo& scheme : integrate::schemes()) {
    if (scheme.is_adaptive == is_adaptive) names.emplace_back(scheme.name);
  }
  return names;
}

std::vector<std::string> iterating_names() {
  std::vector<std::string> names;
  for (const integrate::SchemeInfo& scheme : integrate::schemes()) {
    if (scheme.is_implicit && !scheme.is_adaptive) names.emplace_back(scheme.name);
  }
  return names;
}

void declare_time_steps(KeyList<TimeInput>& keys) {
  using enum Dimension;
  keys.add(number("end", time, positive(), "When the run ends").is_required(), at(&TimeInput::end));
  keys.add(number("step", time, positive(),
                  "Time step; of adaptive schemes the longest, left out: no limit"),
           at(&TimeInput::step));
  keys.add(number("contact_step", time, positive(),
                  "Smaller step while the bodies touch; left out: step"),
           at(&TimeInput::contact_step));
  keys.add(number("least_step", time, positive(),
                  "A step that cannot be solved is halved down to this; left out: a 1024th of the "
                  "smallest step"),
           at(&TimeInput::least_step));
  keys.add(
      number("record_interval", time, positive(), "Time between records; left out: every step"),
      at(&TimeInput::record_interval));
  keys.add(
      truth("allow_unstable",
            "Steps beyond the scheme's limit, at which it makes the motion grow by itself, are "
            "taken instead of refused; the run ends as unstable when that is seen")
          .defaults_to(false),
      at(&TimeInput::allow_unstable));
}

void declare_numbers(KeyList<TimeInput>& keys) {
  using enum Dimension;
  const auto add = [&](const char* name, Range range, const char* doc,
                       std::vector<std::string> schemes, auto member, const char* hint) {
    keys.add(number(name, none, range, doc).only_for("time.scheme", std::move(schemes)).hints(hint),
             at(member));
  };
  const std::vector<std::string> family{"newmark", "hht_alpha", "generalised_alpha"};
  const std::vector<std::string> general{"generalised_alpha"};
  add("beta", between(0, 1),
      "Weight of the new acceleration in the position; left out: 1/4, or what "
      "the alphas ask for",
      family, &TimeInput::beta,
      "1/4 is the average acceleration, 1/6 the linear one, 0 central differences");
  add("gamma", between(0.5, 1),
      "Weight of the new acceleration in the velocity; left out: 1/2, or "
      "what the alphas ask for",
      family, &TimeInput::gamma, "below 1/2 the scheme gains energy whatever the step");
  add("alpha", between(0, 1.0 / 3), "Weight of the old forces; left out: 0.05", {"hht_alpha"},
      &TimeInput::alpha,
      "the alpha of Hilber, Hughes and Taylor has the opposite sign (docs/conventions.md#hht)");
  add("alpha_m", between(-1, 0.5), "Weight of the old inertia", general, &TimeInput::alpha_m,
      "it may not exceed alpha_f");
  add("alpha_f", between(0, 0.5), "Weight of the old forces", general, &TimeInput::alpha_f,
      "beyond 1/2 the scheme is unstable");
  add("rho_inf", between(0, 1), "Spectral radius at infinity, instead of the alphas; left out: 0.8",
      general, &TimeInput::rho_inf, "1 keeps, 0 removes high frequencies");
}

void declare_iteration(KeyList<TimeInput>& keys) {
  using enum Dimension;
  const integrate::NonlinearSettings usual;
  keys.add(choice("iteration",
                  {{"picard", "with relaxation; needs small steps"},
                   {"secant", "Broyden's method for several unknowns"},
                   {"newton", "with line search"}},
                  "How an implicit step is solved")
               .only_for("time.scheme", iterating_names())
               .defaults_to(std::string("newton")),
           at(&TimeInput::iteration));
  keys.add(
      choice("jacobian",
             {{"automatic", "exact where there is one"}, {"exact", ""}, {"finite_differences", ""}},
             "Matrix of Newton's method")
          .only_for("time.iteration", {"newton"})
          .defaults_to(std::string("automatic")),
      at(&TimeInput::jacobian));
  keys.add(number("relaxation", none, above(0, 1), "Part of a Picard step that is taken")
               .only_for("time.iteration", {"picard"})
               .defaults_to(usual.relaxation),
           at(&TimeInput::relaxation));
  keys.add(number("iteration_tolerance", none, between(1e-15, 0.1),
                  "Last change of positions and velocities over their size")
               .only_for("time.scheme", iterating_names())
               .defaults_to(usual.relative_tolerance),
           at(&TimeInput::iteration_tolerance));
  keys.add(
      whole_number("max_iterations", between(1, 1e6), "Iterations of a step before it is halved")
          .only_for("time.scheme", iterating_names())
          .defaults_to(static_cast<long long>(usual.max_iterations)),
      at(&TimeInput::max_iterations));
  const integrate::SchemeSettings scheme;
  keys.add(number("relative_tolerance", none, between(1e-14, 0.1),
                  "Adaptive: error of a step over the size of what is integrated")
               .only_for("time.scheme", scheme_names(true))
               .defaults_to(scheme.relative_tolerance),
           at(&TimeInput::relative_tolerance));
  keys.add(number("absolute_tolerance", none, above(0, 1),
                  "Adaptive: error of a step that is small enough in any case, m and m/s")
               .only_for("time.scheme", scheme_names(true))
               .defaults_to(scheme.absolute_tolerance),
           at(&TimeInput::absolute_tolerance));
}

integrate::NonlinearSettings nonlinear_of(const TimeInput& input) {
  using integrate::Jacobian;
  using integrate::NonlinearSolver;
  integrate::NonlinearSettings settings;
  settings.method = input.iteration == "picard"   ? NonlinearSolver::picard
                    : input.iteration == "secant" ? NonlinearSolver::secant
                                                  : NonlinearSolver::newton;
  settings.jacobian = input.jacobian == "exact"                ? Jacobian::exact
                      : input.jacobian == "finite_differences" ? Jacobian::finite_differences
                                                               : Jacobian::automatic;
  settings.relaxation = input.relaxation;
  if (input.iteration_tolerance > 0) settings.relative_tolerance = input.iteration_tolerance;
  if (input.max_iterations > 0) settings.max_iterations = input.max_iterations;
  return settings;
}

integrate::SchemeSettings scheme_of(const TimeInput& input) {
  integrate::SchemeSettings scheme;
  scheme.name = input.scheme;
  scheme.beta = input.beta;
  scheme.gamma = input.gamma;
  scheme.alpha = input.alpha;
  scheme.alpha_m = input.alpha_m;
  scheme.alpha_f = input.alpha_f;
  scheme.rho_inf = input.rho_inf;
  scheme.nonlinear = nonlinear_of(input);
  if (input.relative_tolerance > 0) scheme.relative_tolerance = input.relative_tolerance;
  if (input.absolute_tolerance > 0) scheme.absolute_tolerance = input.absolute_tolerance;
  return scheme;
}

void check_steps(const TimeInput& input, const Reading& reading, ProblemList& problems,
                 StepRule step_rule) {
  if (!input.step) {
    if (step_rule == StepRule::left_to_the_case) return;
    const bool is_adaptive =
        !input.scheme.empty() && integrate::find_scheme(input.scheme).is_adaptive;
    if (!is_adaptive && reading.given("time.step") == nullptr) {
      problems.add(reading.problem("time.step", "is missing", "only adaptive schemes do without"));
    }
    return;
  }
  const auto at_most_step = [&](const char* key, const std::optional<double>& value) {
    if (value && *value > *input.step) {
      problems.add(reading.problem(key, "must not exceed time.step"));
    }
  };
  at_most_step("time.contact_step", input.contact_step);
  at_most_step("time.least_step", input.least_step);
  // Of adaptive schemes it is the longest one, which may be none at all.
  const bool is_fixed = !input.scheme.empty() && !integrate::find_scheme(input.scheme).is_adaptive;
  if (is_fixed && step_rule == StepRule::required && reading.used("time.end") != nullptr &&
      *input.step > input.end) {
    Problem problem =
        reading.problem("time.step", fmt::format("is longer than the run of {:.4g} s", input.end),
                        "make it shorter, or let the run end later (time.end)");
    problem.value = number_text(*input.step);
    problems.add(std::move(problem));
  }
}

}  // namespace

KeyList<TimeInput> time_keys() {
  KeyList<TimeInput> keys;
  keys.table({.name = "time", .doc = "How the motion is marched in time."});
  keys.add(choice("scheme", scheme_choices(), "The scheme").defaults_to(std::string("newmark")),
           at(&TimeInput::scheme));
  declare_time_steps(keys);
  declare_numbers(keys);
  declare_iteration(keys);
  return keys;
}

TimeSettings build_time(const TimeInput& input, const Reading& reading, ProblemList& problems,
                        StepRule step_rule) {
  TimeSettings settings;
  settings.scheme = scheme_of(input);
  settings.end = input.end;
  settings.step = input.step.value_or(0);
  settings.contact_step = input.contact_step.value_or(0);
  settings.least_step = input.least_step.value_or(0);
  settings.record_interval = input.record_interval.value_or(0);
  settings.allow_unstable = input.allow_unstable;
  check_steps(input, reading, problems, step_rule);
  if (!problems.empty()) return settings;
  try {
    check(settings.scheme);
  } catch (const ModelError& error) {
    problems.add(reading.problem("time.scheme", error.what()));
  }
  return settings;
}

}  // namespace tread::casefile
