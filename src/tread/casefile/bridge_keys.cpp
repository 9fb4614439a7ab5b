#include "tread/casefile/bridge_keys.hpp"

namespace tread::casefile {

namespace {

void check_elements(const BridgeInput& bridge, const Reading& reading, ProblemList& problems) {
  const bool is_modal = bridge.solution == "modal";
  if (bridge.damping_ratio > 0 && !is_modal) {
    problems.add(reading.problem(
        "bridge.damping_ratio", "a ratio for all modes is no damping of finite elements",
        "give bridge.rayleigh = [of mass, of stiffness], or set bridge.solution = \"modal\""));
  }
  if (bridge.modes && !is_modal) {
    problems.add(reading.problem("bridge.modes", "all unknowns of the elements are kept",
                                 "leave it out, or set bridge.solution = \"modal\""));
  }
  if (bridge.target_error) {
    problems.add(reading.problem("bridge.target_error", "only for bridge.model = modes",
                                 "the report tells the error of modes of finite elements"));
  }
}

}  // namespace

KeyList<BridgeInput> bridge_keys() {
  using enum Dimension;
  KeyList<BridgeInput> keys;
  keys.table(
      {.name = "bridge", .doc = "The bridge: a beam that bends; x counts from its left end."});
  keys.add(number("length", length, positive(), "Length of a bridge of one span")
               .excludes({"bridge.spans"}),
           at(&BridgeInput::length));
  keys.add(numbers("spans", length, positive(), "Lengths of several spans, from left to right"),
           at(&BridgeInput::spans));
  keys.add(choice("joints",
                  {{"continuous", "one beam over piers"}, {"separate", "each span for itself"}},
                  "What several spans are")
               .defaults_to(std::string("continuous")),
           at(&BridgeInput::joints));
  keys.add(number("young_modulus", stress, positive(), "Young's modulus E")
               .usually(between(1e9, 3e11))
               .excludes({"bridge.bending_stiffness"})
               .needs_one_of({"bridge.second_moment"}),
           at(&BridgeInput::young_modulus));
  keys.add(number("second_moment", Dimension::second_moment, positive(), "Second moment of area I")
               .usually(between(1e-4, 200))
               .excludes({"bridge.bending_stiffness"})
               .needs_one_of({"bridge.young_modulus"}),
           at(&BridgeInput::second_moment));
  keys.add(
      number("bending_stiffness", Dimension::bending_stiffness, positive(), "Bending stiffness EI")
          .usually(between(1e6, 1e14)),
      at(&BridgeInput::bending_stiffness));
  keys.add(number("mass_per_length", linear_density, positive(), "Mass for each metre")
               .is_required()
               .usually(between(200, 1e5)),
           at(&BridgeInput::mass_per_length));
  keys.add(number("shear_stiffness", force, positive(),
                  "Shear stiffness GA of the cross-section (Timoshenko); left out: no shear "
                  "deformation"),
           at(&BridgeInput::shear_stiffness));
  keys.add(number("rotary_inertia", none, at_least(0), "Rotary inertia rho I in kg m")
               .defaults_to(0.0)
               .needs_one_of({"bridge.shear_stiffness"}),
           at(&BridgeInput::rotary_inertia));
  keys.add(choice("supports",
                  {{"simply_supported", "free to turn at both ends"},
                   {"clamped", "held with its slope at both ends"},
                   {"clamped_pinned", "clamped on the left, free to turn on the right"},
                   {"cantilever", "clamped on the left, free on the right; one span"},
                   {"elastic", "on springs at both ends and at all piers"}},
                  "How its ends are held; piers between spans are free to turn")
               .defaults_to(std::string("simply_supported")),
           at(&BridgeInput::supports));
  keys.add(number("support_stiffness", stiffness, positive(), "Vertical stiffness of each spring")
               .only_for("bridge.supports", {"elastic"})
               .is_required_for({"elastic"}),
           at(&BridgeInput::support_stiffness));
  keys.add(number("support_rotational_stiffness", rotational_stiffness, at_least(0),
                  "Stiffness against turning of each support")
               .only_for("bridge.supports", {"elastic"})
               .defaults_to(0.0),
           at(&BridgeInput::support_rotational_stiffness));
  keys.add(number("damping_ratio", none, between(0, 10), "Damping ratio of all modes; 1 % is 0.01")
               .defaults_to(0.0)
               .usually(between(0, 0.1))
               .excludes({"bridge.rayleigh"}),
           at(&BridgeInput::damping_ratio));
  keys.add(plain_numbers("rayleigh", 2, "1/s, s",
                         "Rayleigh damping instead: factors of mass and stiffness"),
           at(&BridgeInput::rayleigh));
  keys.add(whole_number("modes", between(1, 2000), "Number of modes of each beam")
               .excludes({"bridge.target_error"}),
           at(&BridgeInput::modes));
  keys.add(number("target_error", length, positive(),
                  "As many modes as the heaviest axle at rest needs for this error of the "
                  "deflection, 2000 at most; left out, and no modes: those that lack no more than "
                  "a thousandth of the deflection in bending and a hundredth in shear"),
           at(&BridgeInput::target_error));
  keys.add(
      choice("mode_method",
             {{"automatic", "closed form where there is one, else finite elements"},
              {"finite_elements", ""},
              {"finite_differences", "as in the thesis; clamped or simply supported, one span"}},
             "How modes are found")
          .defaults_to(std::string("automatic")),
      at(&BridgeInput::mode_method));
  keys.add(whole_number("elements", between(4, 20000),
                        "Elements of each span (model = elements; left out: 20); or of the whole "
                        "beam, or intervals of finite differences, for its modes (left out: what "
                        "they need)"),
           at(&BridgeInput::elements));
  keys.add(choice("model",
                  {{"modes", "few modes"}, {"elements", "finite elements with all their unknowns"}},
                  "What is stepped")
               .defaults_to(std::string("modes")),
           at(&BridgeInput::model));
  keys.add(choice("solution",
                  {{"full", "all unknowns, factorised once; Rayleigh damping"},
                   {"modal", "modes of the elements, static correction and estimated error"}},
                  "How finite elements are solved")
               .only_for("bridge.model", {"elements"})
               .defaults_to(std::string("full")),
           at(&BridgeInput::solution));
  return keys;
}

void check_bridge(const BridgeInput& bridge, const Reading& reading, ProblemList& problems) {
  if (reading.given("bridge.length") == nullptr && reading.given("bridge.spans") == nullptr) {
    problems.add(reading.problem("bridge.length", "is missing",
                                 "give the length of one span, or spans as a list"));
  }
  if (reading.given("bridge.bending_stiffness") == nullptr &&
      reading.given("bridge.young_modulus") == nullptr &&
      reading.given("bridge.second_moment") == nullptr) {
    problems.add(reading.problem("bridge.bending_stiffness", "is missing",
                                 "give it, or young_modulus and second_moment"));
  }
  if (bridge.model == "elements") check_elements(bridge, reading, problems);
  if (bridge.supports == "cantilever" && bridge.spans.size() > 1) {
    problems.add(reading.problem("bridge.supports", "a cantilever has one span",
                                 "give bridge.length, or other supports"));
  }
}

}  // namespace tread::casefile
