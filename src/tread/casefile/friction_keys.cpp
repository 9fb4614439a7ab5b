#include "tread/casefile/friction_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tread::casefile {
namespace {

const std::vector<std::string> k_falling_laws{"linear", "rational", "exponential"};

CoulombFriction coulomb(const FrictionInput& f, const Reading& reading, ProblemList& problems) {
  const auto is_given = [&](const char* key) { return reading.given(key) != nullptr; };
  const bool has_any = f.coefficient || is_given("friction.coefficient") ||
                       is_given("friction.static_coefficient") ||
                       is_given("friction.kinetic_coefficient");
  if (!has_any) {
    problems.add(reading.problem("friction.coefficient", "is missing",
                                 "the friction coefficient; dry steel has about 0.3 to 0.6"));
  }
  if (is_given("friction.kinetic_coefficient") && !is_given("friction.static_coefficient")) {
    problems.add(reading.problem("friction.kinetic_coefficient",
                                 "needs friction.static_coefficient as well",
                                 "friction.coefficient is both"));
  }
  CoulombFriction law;
  law.static_coefficient = f.coefficient.value_or(f.static_coefficient.value_or(0));
  law.kinetic_coefficient = f.coefficient.value_or(f.kinetic_coefficient.value_or(0));
  if (f.static_coefficient && f.kinetic_coefficient &&
      *f.static_coefficient < *f.kinetic_coefficient) {
    Problem problem = reading.problem("friction.static_coefficient",
                                      fmt::format("must not be below kinetic_coefficient = {}",
                                                  number_text(*f.kinetic_coefficient)),
                                      "friction at rest is at least that of sliding");
    if (const Given* given = reading.given("friction.static_coefficient")) {
      problem.value = given->text;
    }
    problems.add(std::move(problem));
  }
  return law;
}

FallingFriction falling(const FrictionInput& f, const Reading& reading, ProblemList& problems) {
  FallingFriction law;
  law.shape = f.law == "linear"     ? FallingFriction::Shape::linear
              : f.law == "rational" ? FallingFriction::Shape::rational
                                    : FallingFriction::Shape::exponential;
  law.kinetic_coefficient = f.kinetic_coefficient.value_or(0);
  const std::size_t n = f.falling_heights.size();
  if (n > law.terms.size()) {
    problems.add(reading.problem("friction.falling_heights",
                                 fmt::format("must be one or two numbers, not {}", n)));
  } else if (n > 0 && !f.half_velocities.empty() && f.half_velocities.size() != n) {
    problems.add(reading.problem("friction.half_velocities",
                                 fmt::format("must be {} numbers, as falling_heights are, not {}",
                                             n, f.half_velocities.size())));
  }
  for (std::size_t i = 0; i < std::min({n, f.half_velocities.size(), law.terms.size()}); ++i) {
    law.terms[i] = {f.falling_heights[i], f.half_velocities[i]};
  }
  law.branch = f.branch == "high_slip"   ? FallingFriction::Branch::high_slip
               : f.branch == "as_before" ? FallingFriction::Branch::as_before
                                         : FallingFriction::Branch::low_slip;
  return law;
}

}  // namespace

KeyList<FrictionInput> friction_keys() {
  KeyList<FrictionInput> keys;
  using enum Dimension;
  keys.table({.name = "friction",
              .presence = TableInfo::Presence::if_written,
              .doc = "The law of friction; needed with [motion]."});
  keys.add(choice("law",
                  {{"coulomb", "constant, or falling once from rest to slip"},
                   {"linear",
                    "falls with the slip velocity v by max(0, 1 - r/2), r = v over "
                    "half velocity"},
                   {"rational", "by 1/(1 + r) in the first, 1/(1 + r^2) in the second part"},
                   {"exponential", "by 2^-r"}},
                  "How the coefficient depends on slip")
               .defaults_to(std::string("coulomb")),
           at(&FrictionInput::law));
  keys.add(number("coefficient", none, at_least(0), "Friction coefficient, at rest and in slip")
               .only_for("friction.law", {"coulomb"})
               .excludes({"friction.static_coefficient", "friction.kinetic_coefficient"}),
           at(&FrictionInput::coefficient));
  keys.add(number("static_coefficient", none, at_least(0), "Coefficient at rest")
               .only_for("friction.law", {"coulomb"})
               .needs_one_of({"friction.kinetic_coefficient"}),
           at(&FrictionInput::static_coefficient));
  keys.add(number("kinetic_coefficient", none, at_least(0),
                  "Coefficient in slip; of a falling law at infinite velocity")
               .only_for("friction.law", {"coulomb", "linear", "rational", "exponential"})
               .is_required_for(k_falling_laws),
           at(&FrictionInput::kinetic_coefficient));
  keys.add(numbers("falling_heights", none, at_least(0),
                   "One or two parts that fall to nothing: added to the kinetic coefficient")
               .only_for("friction.law", k_falling_laws)
               .is_required_for(k_falling_laws),
           at(&FrictionInput::falling_heights));
  keys.add(numbers("half_velocities", speed, positive(),
                   "Slip velocity at which each part has fallen to half of its height")
               .only_for("friction.law", k_falling_laws)
               .is_required_for(k_falling_laws),
           at(&FrictionInput::half_velocities));
  keys.add(number("memory_distance", length, at_least(0),
                  "Sliding distance over which the coefficient of a particle follows its velocity")
               .only_for("friction.law", k_falling_laws)
               .defaults_to(0.0),
           at(&FrictionInput::memory_distance));
  keys.add(
      number("memory_velocity", speed, at_least(0),
             "Least velocity that counts for the memory, so that particles at rest forget, too")
          .only_for("friction.law", k_falling_laws)
          .defaults_to(0.0)
          .needs_one_of({"friction.memory_distance"}),
      at(&FrictionInput::memory_velocity));
  keys.add(choice("branch",
                  {{"low_slip", "the least slip, as if creepage had grown from nothing"},
                   {"high_slip", "the most slip, as if it had fallen from full sliding"},
                   {"as_before", "from the step before; from rest if there is none"}},
                  "Which solution of half-spaces, where a steep law has several")
               .only_for("friction.law", k_falling_laws)
               .defaults_to(std::string("low_slip")),
           at(&FrictionInput::branch));
  keys.add(numbers("row_factors", none, at_least(0),
                   "Factors of the coefficient, one per row of cells from the lowest y"),
           at(&FrictionInput::row_factors));
  return keys;
}

Friction build_friction_law(const FrictionInput& input, const Reading& reading,
                            ProblemList& problems) {
  Friction friction;
  if (input.law == "coulomb") {
    friction.law = coulomb(input, reading, problems);
  } else if (!input.law.empty()) {
    friction.law = falling(input, reading, problems);
    friction.memory = {input.memory_distance.value_or(0), input.memory_velocity.value_or(0)};
  }
  return friction;
}

}  // namespace tread::casefile
